package import TerminalKit

/// What a stretch of laid-out Markdown is; a theme gives it a look. Several may hold at once: bold inside a heading.
package struct MarkdownRole: OptionSet, Hashable, Sendable {
  /// One bit for each role; bits 0 to 26 are in use.
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Plain text: the empty set.
  package static let text: MarkdownRole = []
  /// A heading of level 1.
  package static let heading1 = MarkdownRole(rawValue: 1 << 0)
  /// A heading of level 2.
  package static let heading2 = MarkdownRole(rawValue: 1 << 1)
  /// A heading of level 3 to 6.
  package static let heading3 = MarkdownRole(rawValue: 1 << 2)
  /// Text between `**` or `__`.
  package static let strong = MarkdownRole(rawValue: 1 << 3)
  /// Text between `*` or `_`.
  package static let emphasis = MarkdownRole(rawValue: 1 << 4)
  /// Text between `~~`; a single tilde is no markup.
  package static let strikethrough = MarkdownRole(rawValue: 1 << 5)
  /// A code span within a line of text.
  package static let code = MarkdownRole(rawValue: 1 << 6)
  /// A line of a fenced or indented code block, or of a text that is too costly to parse.
  package static let codeBlock = MarkdownRole(rawValue: 1 << 7)
  /// The text of a link that a reader may open; the text of other links does not have this role.
  package static let link = MarkdownRole(rawValue: 1 << 8)
  /// The address of a link behind its text.
  package static let destination = MarkdownRole(rawValue: 1 << 9)
  /// Text in a block quote, at any depth.
  package static let quote = MarkdownRole(rawValue: 1 << 10)
  /// Bullets, numbers, boxes and bars in front of text.
  package static let marker = MarkdownRole(rawValue: 1 << 11)
  /// A line without words: a thematic break, and those of a heading and a table.
  package static let rule = MarkdownRole(rawValue: 1 << 12)
  /// The cells of a table's first row.
  package static let tableHeader = MarkdownRole(rawValue: 1 << 13)
  /// A tag; only the caller's ``MarkdownLayout/Marking`` gives this role.
  package static let tag = MarkdownRole(rawValue: 1 << 14)
  /// Words that a search has found; only the caller's ``MarkdownLayout/Marking`` gives this role.
  package static let match = MarkdownRole(rawValue: 1 << 15)
  /// Raw HTML, shown as it was written.
  package static let html = MarkdownRole(rawValue: 1 << 16)
  /// The stand-in for an image: a sign and its description, or its address without one.
  package static let image = MarkdownRole(rawValue: 1 << 17)
  /// The text of a ticked task.
  package static let done = MarkdownRole(rawValue: 1 << 18)
  /// The text of a footnote; a reference to it is a ``marker``.
  package static let footnote = MarkdownRole(rawValue: 1 << 19)
  /// The bar in front of a quote; within another quote it is ``quote``, too.
  package static let bar = MarkdownRole(rawValue: 1 << 20)
  /// A rule that is meant to be seen: a thematic break, and those above and below a table.
  package static let edge = MarkdownRole(rawValue: 1 << 21)
  /// A word that belongs to the language of a code block.
  package static let keyword = MarkdownRole(rawValue: 1 << 22)
  /// Text between quotation marks in a code block.
  package static let string = MarkdownRole(rawValue: 1 << 23)
  /// A number in a code block.
  package static let number = MarkdownRole(rawValue: 1 << 24)
  /// The name of what is called in a code block.
  package static let call = MarkdownRole(rawValue: 1 << 25)
  /// A remark in a code block.
  package static let comment = MarkdownRole(rawValue: 1 << 26)
}

/// What a person can do with a stretch of laid-out Markdown.
package enum MarkdownTarget: Hashable, Sendable {
  /// Follow this address.
  case link(String)
  /// Tick the box of the task on this line of the text, from 1, or no longer.
  case task(line: Int)
}

/// Text of one look.
package struct MarkdownRun: Hashable, Sendable {
  /// The text to draw, without line ends.
  package var text: String
  /// All roles that hold for the text; empty for plain text.
  package var role: MarkdownRole
  /// What can be done with it; nil for text that is only read.
  package var target: MarkdownTarget?

  package init(_ text: String, _ role: MarkdownRole = .text, target: MarkdownTarget? = nil) {
    (self.text, self.role, self.target) = (text, role, target)
  }
}

/// One line of laid-out Markdown; never wider than the layout was asked for, unless that was less than 8 columns or the
/// line is one of code that is not to be wrapped.
package struct MarkdownLine: Hashable, Sendable {
  /// What stands on a line.
  package enum Kind: Hashable, Sendable {
    case text
    /// The first line of a heading, with all of its words.
    case heading(level: Int, String)
    /// A line of a code block: the columns in front of the block, its language, and whether it is the block's first line.
    case code(indent: Int, language: String, isFirst: Bool)
  }

  /// What the line is a part of.
  package var kind: Kind
  /// From left to right, the markers and indents of quotes and lists first; may be empty.
  package var runs: [MarkdownRun]

  package init(_ runs: [MarkdownRun] = [], kind: Kind = .text) {
    (self.runs, self.kind) = (runs, kind)
  }

  /// The text of all runs from left to right, without their roles.
  package var text: String { runs.map { $0.text }.joined() }

  /// The columns that the line takes when its runs are drawn one after the other.
  package func columns(_ width: any TextWidth) -> Int { runs.reduce(0) { $0 + width.columns(of: $1.text) } }
}
