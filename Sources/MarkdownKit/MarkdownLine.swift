package import TerminalKit

/// What a stretch of laid-out Markdown is; a theme gives it a look. Several may hold at once: bold inside a heading.
package struct MarkdownRole: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let text: MarkdownRole = []
  /// A heading of the first level, of the second, of any deeper one.
  package static let heading1 = MarkdownRole(rawValue: 1 << 0)
  package static let heading2 = MarkdownRole(rawValue: 1 << 1)
  package static let heading3 = MarkdownRole(rawValue: 1 << 2)
  package static let strong = MarkdownRole(rawValue: 1 << 3)
  package static let emphasis = MarkdownRole(rawValue: 1 << 4)
  package static let strikethrough = MarkdownRole(rawValue: 1 << 5)
  package static let code = MarkdownRole(rawValue: 1 << 6)
  package static let codeBlock = MarkdownRole(rawValue: 1 << 7)
  package static let link = MarkdownRole(rawValue: 1 << 8)
  /// The address of a link behind its text.
  package static let destination = MarkdownRole(rawValue: 1 << 9)
  package static let quote = MarkdownRole(rawValue: 1 << 10)
  /// Bullets, numbers, boxes and bars in front of text.
  package static let marker = MarkdownRole(rawValue: 1 << 11)
  package static let rule = MarkdownRole(rawValue: 1 << 12)
  package static let tableHeader = MarkdownRole(rawValue: 1 << 13)
  package static let tag = MarkdownRole(rawValue: 1 << 14)
  /// Words that a search has found.
  package static let match = MarkdownRole(rawValue: 1 << 15)
  package static let html = MarkdownRole(rawValue: 1 << 16)
  package static let image = MarkdownRole(rawValue: 1 << 17)
  /// A ticked task.
  package static let done = MarkdownRole(rawValue: 1 << 18)
  package static let footnote = MarkdownRole(rawValue: 1 << 19)
}

/// Text of one look.
package struct MarkdownRun: Hashable, Sendable {
  package var text: String
  package var role: MarkdownRole

  package init(_ text: String, _ role: MarkdownRole = .text) {
    self.text = text
    self.role = role
  }
}

/// One line of laid-out Markdown; never wider than the layout was asked for, unless that was less than 8 columns.
package struct MarkdownLine: Hashable, Sendable {
  package var runs: [MarkdownRun]

  package init(_ runs: [MarkdownRun] = []) { self.runs = runs }

  package var text: String { runs.map { $0.text }.joined() }

  /// The columns that the line takes when its runs are drawn one after the other.
  package func columns(_ width: any TextWidth) -> Int { runs.reduce(0) { $0 + width.columns(of: $1.text) } }
}
