/// The signs that the screens are drawn with: a set for UTF-8, one for the Linux console, and one of ASCII only.
///
/// Every sign takes one column in the UTF-8 set; in the other sets check boxes and the names of keys may take more.
package struct Glyphs: Hashable, Sendable {
  /// Which signs a terminal can show.
  package enum Charset: Hashable, Sendable { case utf8, console, ascii }

  /// What the set is made for.
  package let charset: Charset

  // Borders.
  /// A box's top left corner.
  package var topLeft: Unicode.Scalar
  /// A box's top right corner.
  package var topRight: Unicode.Scalar
  /// A box's bottom left corner.
  package var bottomLeft: Unicode.Scalar
  /// A box's bottom right corner.
  package var bottomRight: Unicode.Scalar
  /// One cell of a box's upper or lower edge.
  package var horizontal: Unicode.Scalar
  /// One cell of a box's left or right edge.
  package var vertical: Unicode.Scalar
  /// The left edge where a line goes off to the right.
  package var teeLeft: Unicode.Scalar
  /// The right edge where a line goes off to the left.
  package var teeRight: Unicode.Scalar
  /// One cell of a rule inside a box.
  package var dashed: Unicode.Scalar

  // Lists and scrolling.
  /// The bar at the left of the selected row.
  package var selection: Unicode.Scalar
  /// The mark of a row that multi-select took in.
  package var marked: Unicode.Scalar
  /// One cell of the part of a scrollbar that stands for the visible rows.
  package var scrollThumb: Unicode.Scalar
  /// One cell of the rest of a scrollbar.
  package var scrollTrack: Unicode.Scalar
  /// Stands for text that was cut off, or that is still to come.
  package var ellipsis: Unicode.Scalar
  /// An item of a list, and a quiet mark.
  package var bullet: Unicode.Scalar
  /// An item of a list inside a list.
  package var subBullet: Unicode.Scalar
  /// An item of a list that lies deeper still.
  package var deepBullet: Unicode.Scalar
  /// Between two facts on one line.
  package var separator: Unicode.Scalar
  /// Where a line ends in text that is shown on one line.
  package var lineBreak: Unicode.Scalar
  /// The bar at the left of a quotation.
  package var quoteBar: Unicode.Scalar
  /// The bar in the colour of a category.
  package var categoryBar: Unicode.Scalar
  /// Between the parts of the way to what is shown.
  package var place: Unicode.Scalar
  /// At the left edge, where something lies further to the left.
  package var before: String
  /// The upper half of a cell, at the upper and the lower edge of sheets and of what is sunk in; a blank where there
  /// are no tints.
  package var softEdge: Unicode.Scalar
  /// A block in front of a heading.
  package var headingBlock: Unicode.Scalar
  /// A group whose members are shown.
  package var expanded: Unicode.Scalar
  /// A group whose members are hidden, and the prompt of a field.
  package var collapsed: Unicode.Scalar

  // Marks of an entry.
  /// A colour or a good state.
  package var dot: Unicode.Scalar
  /// A state of waiting.
  package var ring: Unicode.Scalar
  /// A favourite.
  package var star: Unicode.Scalar
  /// A picture.
  package var image: Unicode.Scalar
  /// Changes that are unsent.
  package var waiting: Unicode.Scalar
  /// What came from the server, or is on its way here.
  package var fetched: Unicode.Scalar
  /// Changes that are sent once more.
  package var again: Unicode.Scalar
  /// Synced, or the choice that is in force.
  package var check: Unicode.Scalar
  /// What two devices wrote, made one.
  package var merged: Unicode.Scalar
  /// A deletion.
  package var cross: Unicode.Scalar
  /// A failure, a conflict or a change that is parked.
  package var attention: Unicode.Scalar
  /// Something that others have, too.
  package var shared: Unicode.Scalar
  /// Saved on this device only, or a field without a value.
  package var localOnly: Unicode.Scalar
  /// The check box of a task that is open; three columns outside the UTF-8 set.
  package var boxOpen: String
  /// The check box of a task that is done; as wide as `boxOpen`.
  package var boxTicked: String

  // Keys.
  /// The Enter key; a word outside the UTF-8 set.
  package var enter: String
  /// The arrow key up; a word in ASCII.
  package var up: String
  /// The arrow key down; a word in ASCII.
  package var down: String
  /// The arrow key to the left; a word in ASCII.
  package var left: String
  /// The arrow key to the right; a word in ASCII.
  package var right: String

  /// Five shades from nothing to full, for heat-maps.
  package var shades: [Unicode.Scalar]
  /// Eight bars from low to high, for charts on one line.
  package var bars: [Unicode.Scalar]
  /// One cell of a progress bar that is done.
  package var progressFull: Unicode.Scalar
  /// One cell of a progress bar that is still to come.
  package var progressEmpty: Unicode.Scalar

  /// Whether signs of ambiguous width are left out, because the terminal draws them two columns wide.
  package internal(set) var isNarrowed = false

  /// For terminals that show UTF-8 in a font of many signs.
  package static let utf8 = Glyphs(
    charset: .utf8, topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│",
    teeLeft: "├",
    teeRight: "┤", dashed: "┄", selection: "▌", marked: "✓", scrollThumb: "┃", scrollTrack: "│", ellipsis: "…",
    bullet: "•", subBullet: "◦", deepBullet: "‣", separator: "·", lineBreak: "↵", quoteBar: "▎", categoryBar: "▎",
    place: "›",
    before: "‹", softEdge: "▀",
    headingBlock: "█", expanded: "▾", collapsed: "▸",
    dot: "●", ring: "○", star: "★", image: "▣", waiting: "↑", fetched: "↓", again: "↻", check: "✓", merged: "⊎",
    cross: "×",
    attention: "!",
    shared: "⇄", localOnly: "–", boxOpen: "·", boxTicked: "✓",
    enter: "⏎", up: "↑", down: "↓", left: "←", right: "→", shades: [" ", "░", "▒", "▓", "█"],
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], progressFull: "━", progressEmpty: "─")

  /// For the Linux console, whose font has hardly more than the old code page of the PC.
  package static let console = Glyphs(
    charset: .console, topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─", vertical: "│",
    teeLeft: "├",
    teeRight: "┤", dashed: "─", selection: "▌", marked: "√", scrollThumb: "█", scrollTrack: "│", ellipsis: "~",
    bullet: "•", subBullet: "-", deepBullet: "+", separator: "·", lineBreak: "/", quoteBar: "│", categoryBar: "▌",
    place: ">",
    before: "<", softEdge: " ",
    headingBlock: "█", expanded: "▼", collapsed: "►",
    dot: "•", ring: "○", star: "*", image: "■", waiting: "↑", fetched: "↓", again: "%", check: "√", merged: "x",
    cross: "x",
    attention: "!",
    shared: "=", localOnly: "-", boxOpen: "[ ]", boxTicked: "[x]",
    enter: "Enter", up: "↑", down: "↓", left: "←", right: "→", shades: [" ", "░", "▒", "▓", "█"],
    bars: ["_", ".", "-", "▄", "=", "+", "▀", "█"], progressFull: "█", progressEmpty: "░")

  /// For terminals that show ASCII only.
  package static let ascii = Glyphs(
    charset: .ascii, topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|",
    teeLeft: "+",
    teeRight: "+", dashed: "-", selection: ">", marked: "x", scrollThumb: "#", scrollTrack: "|", ellipsis: "~",
    bullet: "*", subBullet: "-", deepBullet: "+", separator: "-", lineBreak: "/", quoteBar: "|", categoryBar: "|",
    place: ">",
    before: "<", softEdge: " ",
    headingBlock: "#", expanded: "v", collapsed: ">",
    dot: "*", ring: "o", star: "*", image: "@", waiting: "^", fetched: ",", again: "%", check: "v", merged: "x",
    cross: "x",
    attention: "!",
    shared: "=", localOnly: "-", boxOpen: "[ ]", boxTicked: "[x]",
    enter: "Enter", up: "Up", down: "Down", left: "Left", right: "Right", shades: [" ", ".", ":", "*", "#"],
    bars: ["_", ".", "-", "~", "=", "+", "*", "#"], progressFull: "=", progressEmpty: "-")
}
