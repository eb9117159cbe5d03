/// How the writer felt; five are known, and one that a newer version wrote is kept as it is.
package struct Mood: RawRepresentable, Hashable, Sendable, Codable {
  /// The name as records and files hold it, such as `happy`; never translated.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Drawn as ◡.
  package static let happy = Mood(rawValue: "happy")
  /// Drawn as −; chosen by the person, unlike an absent mood.
  package static let neutral = Mood(rawValue: "neutral")
  /// Drawn as ◠.
  package static let sad = Mood(rawValue: "sad")
  /// Drawn as ✦.
  package static let excited = Mood(rawValue: "excited")
  /// Drawn as ≈.
  package static let anxious = Mood(rawValue: "anxious")

  /// The moods that this version knows, in the order in which it offers them.
  package static let known: [Mood] = [.excited, .happy, .neutral, .sad, .anxious]

  /// Whether this version offers the mood; false for one that a newer version wrote.
  package var isKnown: Bool { Mood.known.contains(self) }

  /// One narrow character for a UTF-8 terminal; an unknown mood is a question mark.
  package var glyph: String {
    switch self {
    case .happy: "◡"
    case .neutral: "−"
    case .sad: "◠"
    case .excited: "✦"
    case .anxious: "≈"
    default: "?"
    }
  }
}
