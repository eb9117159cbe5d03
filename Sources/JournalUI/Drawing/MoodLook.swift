import JournalCore
import TerminalKit

/// How a mood is drawn where a terminal has few signs, and in which colour of the theme.
struct MoodLook {
  /// For the Linux console.
  let console: Unicode.Scalar
  /// The colour, out of those that a theme has for signs.
  let color: KeyPath<Theme.Signs, Color>
}

extension Mood.Known {
  /// The look of each mood.
  var look: MoodLook {
    switch self {
    case .excited: MoodLook(console: "☻", color: \.warm)
    case .happy: MoodLook(console: "☺", color: \.fresh)
    case .neutral: MoodLook(console: "-", color: \.even)
    case .sad: MoodLook(console: "(", color: \.cool)
    case .anxious: MoodLook(console: "≈", color: \.vivid)
    }
  }

  /// The sign of the mood in a set of signs.
  func sign(_ glyphs: Glyphs) -> Unicode.Scalar {
    switch glyphs.charset {
    case .utf8: glyphs.isNarrowed && AmbiguousWidth.contains(glyph) ? asciiGlyph : glyph
    case .console: look.console
    case .ascii: asciiGlyph
    }
  }
}

extension SharesDesk {
  /// The moods by which lists can be narrowed: the known ones, and after them those that newer versions wrote.
  var shownMoods: [Mood] {
    let others = (tallies?.moods ?? [:]).filter { !$0.key.isKnown && $0.value > 0 }.keys
    return Mood.known + others.sorted { $0.rawValue < $1.rawValue }
  }

  /// The sign of a mood; a blank where there is none.
  func moodGlyph(_ mood: Mood?) -> String {
    guard let mood else { return " " }
    return mood.asKnown.map { String($0.sign(glyphs)) } ?? "?"
  }
}

extension Theme {
  /// The colour of a mood; one that a newer version wrote has that of the text.
  func style(of mood: Mood?) -> Style {
    guard let mood else { return secondary }
    let color = mood.asKnown.map { signs[keyPath: $0.look.color] } ?? .standard
    return Style(color, on: .standard, .bold)
  }
}
