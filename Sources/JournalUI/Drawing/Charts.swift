import JournalCore
import TerminalKit

/// How many words a day has, among the days of a span: thresholds are the quartiles of the days on which something was written.
struct HeatScale: Hashable, Sendable {
  static let levels = 5
  private let limits: [Int]

  init(_ days: some Sequence<DayTotals>) {
    let words = days.map(\.words).sorted()
    limits = words.isEmpty ? [] : (1...3).map { words[min(words.count - 1, words.count * $0 / 4)] }
  }

  /// 0 for a day without entries, else 1 to 4.
  func level(_ day: DayTotals?) -> Int {
    guard let day else { return 0 }
    return 1 + limits.count { day.words > $0 }
  }
}

extension SharesDesk {
  /// The signs of a day by its level in ``HeatScale``; where colours do not tell them apart they all differ.
  var heatSigns: [String] {
    guard glyphs.charset == .utf8, !glyphs.isNarrowed else { return [".", "-", "+", "*", "#"] }
    return theme.paints ? ["·", "•", "■", "■", "■"] : ["·", "•", "○", "●", "■"]
  }

  func heatStyle(_ level: Int) -> Style { theme.paints ? Style(theme.heat[level]) : theme.text }
}

extension SharesDesk {
  /// Whether the terminal has the signs of braille, whose cells are two dots wide and four high.
  var hasDots: Bool { glyphs.charset == .utf8 }
}

extension Canvas {
  /// The dots of braille in its left and its right column, from the bottom upwards.
  private static let dots: [[UInt32]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]

  /// Two columns of dots in one of cells, from its bottom row upwards.
  ///
  /// - Parameter heights: Of both, in dots; four make a row.
  mutating func dots(_ heights: [Int], bottom: Int, rows: Int, column: Int, style: Style) {
    for row in 0..<rows {
      var sign: UInt32 = 0
      for (side, height) in heights.prefix(2).enumerated() {
        for dot in Canvas.dots[side].prefix(max(0, height - 4 * row)) { sign |= dot }
      }
      guard sign != 0, let scalar = Unicode.Scalar(0x2800 + sign) else { return }
      frame.put(Cell(scalar, style: style), row: bottom - row, column: column)
    }
  }

  /// A bar of so many cells from left to right.
  mutating func line(_ cells: Int, row: Int, column: Int, style: Style) {
    let cell =
      theme.paints ? Cell(" ", style: Style(.standard, on: style.foreground)) : Cell(glyphs.bars[7], style: style)
    for place in 0..<max(0, cells) { frame.put(cell, row: row, column: column + place) }
  }

  /// One column of a chart, from its bottom row upwards.
  ///
  /// A full cell is a blank on the colour, since fonts leave seams between blocks; without tints it is a block.
  /// - Parameter eighths: Its height in eighths of a row.
  mutating func bar(_ eighths: Int, bottom: Int, rows: Int, column: Int, columns: Int, style: Style) {
    for offset in 0..<rows {
      let filled = min(8, max(0, eighths - offset * 8))
      guard filled > 0 else { return }
      let isBlank = filled == 8 && theme.paints
      let cell =
        isBlank ? Cell(" ", style: Style(.standard, on: style.foreground)) : Cell(glyphs.bars[filled - 1], style: style)
      for place in 0..<columns { frame.put(cell, row: bottom - offset, column: column + place) }
    }
  }
}
