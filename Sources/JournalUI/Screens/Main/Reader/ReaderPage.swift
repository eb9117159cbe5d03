import JournalCore
import TerminalKit

/// An entry set for the reader: lines that fit its pane, and the links in them.
struct ReaderPage: Sendable {
  var lines: [[StyledText]] = []
  /// The addresses in the text, each once, in its order.
  var links: [String] = []
  /// Where pictures stand, from top to bottom.
  var pictures: [Place] = []
  /// What can be pressed, by line and columns.
  var targets: [Target] = []
  /// Links and the boxes of task lists, in the order of the text.
  var stops: [Stop] = []
  /// The blocks of code, from top to bottom.
  var code: [Code] = []
  /// The headings of the text, in its order.
  var headings: [Heading] = []
  /// The line at which the text begins, below date, title and what else the entry says.
  var bodyStart = 0
  /// The words of the text.
  var words = 0

  /// What Tab reaches on the reading page, and a press anywhere.
  struct Stop: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case link(String)
      /// The box on this line of the entry's body, from 1.
      case box(line: Int)
    }

    var kind: Kind
    /// Where it stands; a link may go over several lines.
    var places: [Stretch]
  }

  /// Columns of a line.
  struct Stretch: Hashable, Sendable {
    var line: Int
    var columns: Range<Int>
  }

  /// A block of code, whose lines are as long as they are.
  struct Code: Hashable, Sendable {
    var lines: Range<Int>
    /// The columns in front of it, of a quote or a list.
    var indent: Int
    var language: String
    /// The columns of its longest line, without those in front.
    var widest: Int
  }

  /// A heading: its first line, and all of its words.
  struct Heading: Hashable, Sendable {
    var line: Int
    var level: Int
    var text: String
  }

  /// Words that lead to the entries which have the same mood, category or tag.
  struct Target: Hashable, Sendable {
    var line: Int
    var columns: Range<Int>
    var scope: ListScope
  }

  /// The lines that a picture and its caption take.
  struct Place: Hashable, Sendable {
    var image: EntryImage
    /// Which picture of the entry it is, from 0.
    var index: Int
    /// The first line of its box.
    var line: Int
    /// Where it is fitted in; of no rows where the terminal shows no pictures.
    var box: Size
    /// The line after its caption.
    var end: Int
  }

  /// What a page is made from; while that stays, the page stays.
  struct Key: Hashable, Sendable {
    var detail: EntryDetail
    var category: JournalCore.Category?
    var columns: Int
    var theme: Theme
    var glyphs: Glyphs
    /// What is lit, as it was searched for.
    var search: SearchQuery?
    /// The box of each picture; of no rows where the terminal shows none.
    var box: Size
    var isStrictMarkdown: Bool
    var clock: ClockStyle
    /// Whether it is set for the reading page, and not for the pane beside the list.
    var isPage: Bool
    /// The free lines above its date.
    var freeLines: Int
  }
}
