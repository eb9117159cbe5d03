import JournalCore
import JournalFormats
import TerminalKit

/// Charts of signs that every terminal has, for lines of text.
struct TextChart {
  /// The columns of a line; nil for a pipe, whose names are not cut.
  let limit: Int?

  /// - Parameter columns: Of the terminal; nil for a pipe.
  init(columns: Int?) { limit = columns.map { max(20, $0) } }

  /// Draws a chart with its heading.
  func draw(_ chart: ChartForm, to output: inout Printout) {
    output.line(cut(chart.title, to: limit), .strong)
    switch chart.kind {
    case .bars(let rows): bars(rows, to: &output)
    case .columns(let numbers, let names): columns(numbers, names: names, to: &output)
    case .moods(let table): self.table(table, to: &output)
    }
  }

  /// Columns of the longest bar.
  private static let longestBar = 20

  /// A line for each number: the number, a bar beside which the others can be seen, and the name.
  private func bars(_ rows: [(name: String, number: Int)], to output: inout Printout) {
    let digits = rows.map { NumberText.grouped($0.number).count }.max() ?? 0
    let room = max(1, min(TextChart.longestBar, (limit ?? 80) - digits - 20))
    let most = rows.reduce(1) { max($0, $1.number) }
    for row in rows {
      let number = NumberText.grouped(row.number)
      let bar = row.number == 0 ? 0 : max(1, (row.number * room + most / 2) / most)
      output.add("  \(String(repeating: " ", count: digits - number.count))\(number)  ")
      output.add(String(repeating: "█", count: bar), .dim)
      output.line(
        String(repeating: " ", count: room - bar + 2) + cut(row.name, to: limit.map { $0 - digits - room - 6 }))
    }
  }

  private func cells(in name: String) -> CellText {
    CellText(TerminalSafe(name, keepingLines: false).text, width: TableWidth())
  }

  /// The columns that a name takes.
  func cells(of name: String) -> Int { cells(in: name).columns }

  func cut(_ name: String, to columns: Int?) -> String {
    guard let columns else { return name }
    return cells(in: name).truncated(to: max(1, columns), ellipsis: "~").cells.map(\.text).joined()
  }

  private static let eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let ascii = [" ", ".", ".", ".", ":", ":", ":", ":", "#"]
  private static let rows = 5

  /// Numbers as columns beside each other, the largest number at the top left, and names below some of them.
  ///
  /// - Parameters:
  ///   - numbers: Where there is no room for all, the first ones give way.
  ///   - names: Each with the place of its column; one that does not fit beside the one before is left out.
  private func columns(_ numbers: [Int], names: [(place: Int, name: String)], to output: inout Printout) {
    guard let most = numbers.max(), most > 0 else { return }
    let top = NumberText.grouped(most)
    let (margin, end) = (top.count + 3, limit ?? 80)
    let wide = margin + 2 * numbers.count <= end && numbers.count <= 31 ? 2 : 1
    let first = max(0, numbers.count - (end - margin) / wide)
    let signs = output.isASCII ? TextChart.ascii : TextChart.eighths
    for row in (0..<TextChart.rows).reversed() {
      let label = row == TextChart.rows - 1 ? top : row == 0 ? "0" : ""
      let margin = String(repeating: " ", count: 2 + top.count - label.count) + label
      let line = numbers[first...].map { number in
        let height = number == 0 ? 0 : max(1, number * TextChart.rows * 8 / most)
        return String(repeating: signs[max(0, min(8, height - row * 8))], count: wide)
      }
      let drawn = TextChart.withoutEnd(line.joined())
      output.add(drawn.isEmpty ? TextChart.withoutEnd(margin) : margin + " ")
      output.line(drawn, .dim)
    }
    var line = String(repeating: " ", count: margin)
    for (place, name) in names where place >= first {
      let column = margin + (place - first) * wide
      guard column >= line.count, column + name.count <= end else { continue }
      line += String(repeating: " ", count: column - line.count) + name + " "
    }
    output.line(TextChart.withoutEnd(line))
  }

  private static func withoutEnd(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
