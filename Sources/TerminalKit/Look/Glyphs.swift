/// The signs that the screens are drawn with: one set for UTF-8, one for terminals that show ASCII only.
///
/// Every member takes one column in the UTF-8 set, except where it says otherwise; in the ASCII set some words are longer.
package struct Glyphs: Hashable, Sendable {
  // Borders.
  package var topLeft: Unicode.Scalar
  package var topRight: Unicode.Scalar
  package var bottomLeft: Unicode.Scalar
  package var bottomRight: Unicode.Scalar
  package var horizontal: Unicode.Scalar
  package var vertical: Unicode.Scalar
  package var teeLeft: Unicode.Scalar
  package var teeRight: Unicode.Scalar
  package var dashed: Unicode.Scalar

  // Lists and scrolling.
  /// The bar at the left of the selected row.
  package var selection: Unicode.Scalar
  /// The mark of a row that multi-select took in.
  package var marked: Unicode.Scalar
  package var scrollThumb: Unicode.Scalar
  package var scrollTrack: Unicode.Scalar
  package var ellipsis: Unicode.Scalar
  package var bullet: Unicode.Scalar
  package var subBullet: Unicode.Scalar
  package var separator: Unicode.Scalar
  package var quoteBar: Unicode.Scalar
  package var headingBlock: Unicode.Scalar
  package var expanded: Unicode.Scalar
  package var collapsed: Unicode.Scalar

  // Marks of an entry.
  package var dot: Unicode.Scalar
  package var ring: Unicode.Scalar
  package var star: Unicode.Scalar
  package var image: Unicode.Scalar
  package var waiting: Unicode.Scalar
  package var check: Unicode.Scalar
  package var cross: Unicode.Scalar
  package var attention: Unicode.Scalar
  package var localOnly: Unicode.Scalar
  /// An open and a ticked check box of a task list; three columns in ASCII.
  package var boxOpen: String
  package var boxTicked: String

  // Moods.
  package var happy: Unicode.Scalar
  package var neutral: Unicode.Scalar
  package var sad: Unicode.Scalar
  package var excited: Unicode.Scalar
  package var anxious: Unicode.Scalar

  // Keys.
  package var enter: String
  package var up: String
  package var down: String
  package var left: String
  package var right: String

  /// Shades from nothing to full, for heat-maps and progress.
  package var shades: [Unicode.Scalar]
  /// Bars from low to high, for charts on one line.
  package var bars: [Unicode.Scalar]
  package var progressFull: Unicode.Scalar
  package var progressEmpty: Unicode.Scalar

  package static let utf8 = Glyphs(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│", teeLeft: "├",
    teeRight: "┤", dashed: "┄", selection: "▌", marked: "✓", scrollThumb: "┃", scrollTrack: "│", ellipsis: "…",
    bullet: "•", subBullet: "◦", separator: "·", quoteBar: "▎", headingBlock: "█", expanded: "▾", collapsed: "▸",
    dot: "●", ring: "○", star: "★", image: "▣", waiting: "↑", check: "✓", cross: "✕", attention: "!",
    localOnly: "–", boxOpen: "☐", boxTicked: "☑", happy: "☺", neutral: "◦", sad: "☹", excited: "☻", anxious: "≈",
    enter: "⏎", up: "↑", down: "↓", left: "←", right: "→", shades: [" ", "░", "▒", "▓", "█"],
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], progressFull: "▮", progressEmpty: "▯")

  /// For the Linux console, whose font has hardly more than the old code page of the PC.
  package static let console = Glyphs(
    topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─", vertical: "│", teeLeft: "├",
    teeRight: "┤", dashed: "─", selection: "▌", marked: "√", scrollThumb: "█", scrollTrack: "│", ellipsis: "~",
    bullet: "•", subBullet: "-", separator: "·", quoteBar: "│", headingBlock: "█", expanded: "▼", collapsed: "►",
    dot: "•", ring: "○", star: "*", image: "■", waiting: "↑", check: "√", cross: "x", attention: "!",
    localOnly: "-", boxOpen: "[ ]", boxTicked: "[x]", happy: "☺", neutral: "-", sad: "(", excited: "☻", anxious: "≈",
    enter: "Enter", up: "↑", down: "↓", left: "←", right: "→", shades: [" ", "░", "▒", "▓", "█"],
    bars: ["_", ".", "-", "▄", "=", "+", "▀", "█"], progressFull: "█", progressEmpty: "░")

  package static let ascii = Glyphs(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|", teeLeft: "+",
    teeRight: "+", dashed: "-", selection: ">", marked: "x", scrollThumb: "#", scrollTrack: "|", ellipsis: "~",
    bullet: "*", subBullet: "-", separator: "-", quoteBar: "|", headingBlock: "#", expanded: "v", collapsed: ">",
    dot: "*", ring: "o", star: "*", image: "@", waiting: "^", check: "v", cross: "x", attention: "!",
    localOnly: "-", boxOpen: "[ ]", boxTicked: "[x]", happy: ")", neutral: "-", sad: "(", excited: "!", anxious: "~",
    enter: "Enter", up: "Up", down: "Down", left: "Left", right: "Right", shades: [" ", ".", ":", "*", "#"],
    bars: ["_", ".", "-", "~", "=", "+", "*", "#"], progressFull: "#", progressEmpty: ".")
}
