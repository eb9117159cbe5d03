/// How the writer felt; some are known, and one that a newer version wrote is kept as it is.
package struct Mood: RawRepresentable, Hashable, Sendable, Codable {
  /// The moods that this version knows, in the order in which it offers them.
  package enum Known: String, CaseIterable, Sendable {
    case excited, happy
    /// Chosen by the person, unlike an absent mood.
    case neutral
    case sad, anxious

    /// One narrow character for a UTF-8 terminal.
    package var glyph: Unicode.Scalar {
      switch self {
      case .excited: "✦"
      case .happy: "◡"
      case .neutral: "−"
      case .sad: "◠"
      case .anxious: "≈"
      }
    }

    /// The character for a terminal that shows ASCII only.
    package var asciiGlyph: Unicode.Scalar {
      switch self {
      case .excited: "!"
      case .happy: ")"
      case .neutral: "-"
      case .sad: "("
      case .anxious: "~"
      }
    }
  }

  /// The name as records and files hold it, such as `happy`; never translated.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// A mood that this version knows.
  package init(_ known: Known) { self.init(rawValue: known.rawValue) }

  package static let excited = Mood(.excited), happy = Mood(.happy), neutral = Mood(.neutral)
  package static let sad = Mood(.sad), anxious = Mood(.anxious)

  /// The moods that this version knows, in the order in which it offers them.
  package static let known = Known.allCases.map { Mood($0) }

  /// The mood as one that this version knows; nil for one that a newer version wrote.
  package var asKnown: Known? { Known(rawValue: rawValue) }

  /// Whether this version offers the mood; false for one that a newer version wrote.
  package var isKnown: Bool { asKnown != nil }

  /// One narrow character for a UTF-8 terminal; an unknown mood is a question mark.
  package var glyph: String { sign(isASCII: false) }

  /// The same for a terminal that may show ASCII only.
  package func sign(isASCII: Bool) -> String { asKnown.map { String(isASCII ? $0.asciiGlyph : $0.glyph) } ?? "?" }
}
