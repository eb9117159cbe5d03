import Encodings
import JournalCore
import TerminalKit

/// Charts as one picture, in SVG: bars, columns and words, in colours that suit a light page and a dark one.
struct PictureChart {
  private var body = ""
  /// Where the next chart begins, in units of a pixel.
  var top = 16
  /// Of the whole picture.
  let width: Int

  /// Rows of a chart at most: with hundreds of categories a picture would be higher than other programs take.
  static let mostRows = 60
  /// Has room for two dates.
  private static let leastWidth = 740
  /// Columns of a terminal that a name gets at most, of which each is some nine units wide.
  private static let (longestName, unit) = (60, 9)
  static let lineHeight = 22
  /// Where numbers end, where bars begin, and where names begin beside them.
  static let (numbers, bars, names) = (92, 104, 420)
  static let longestBar = names - bars - 12
  private static let columnHeight = 120

  private static let style = """
    text{font:13px system-ui,sans-serif;fill:#2b2b2b}.t{font-weight:600;font-size:16px}.n{fill:#6b6b6b;text-anchor:end}\
    .b{fill:#0b7285}.p{fill:#ffffff}.i{font-size:11px;fill:#ffffff}.me{fill:#b04a00}.mh{fill:#736200}.mn{fill:#636363}.ms{fill:#2a62ad}\
    .ma{fill:#8040a2}.mo{fill:#3f3f3f}@media(prefers-color-scheme:dark){text{fill:#dddddd}.n{fill:#9a9a9a}.b{fill:#3bc9db}.p{fill:#16181d}\
    .i{fill:#16181d}.me{fill:#ff9d5c}.mh{fill:#e8c95c}.mn{fill:#a9a9ad}.ms{fill:#7db0ea}.ma{fill:#c79be8}.mo{fill:#d0d0d0}}
    """

  /// - Parameter names: Those that stand behind bars.
  init(widthFor names: [String]) {
    let longest = names.map { PictureChart.cells(in: $0).columns }.max() ?? 0
    let room = PictureChart.unit * (min(longest, PictureChart.longestName) + 1)
    width = max(PictureChart.leastWidth, PictureChart.names + room)
  }

  /// Adds a chart below the others.
  mutating func add(_ chart: ChartForm) {
    text(chart.title, x: 24, y: top + 18, "t")
    top += 32
    switch chart.kind {
    case .bars(let rows): add(bars: rows)
    case .columns(let numbers, let names): add(columns: numbers, names)
    case .moods(let table): add(table)
    }
    top += 24
  }

  private mutating func add(bars rows: [(name: String, number: Int)]) {
    let most = rows.prefix(PictureChart.mostRows).reduce(1) { max($0, $1.number) }
    for (place, row) in rows.enumerated() {
      text(NumberText.grouped(row.number), x: PictureChart.numbers, y: top + 15, "n")
      if row.number > 0, PictureChart.hasBar(place, of: rows.count) {
        let length = max(1, row.number * PictureChart.longestBar / most)
        rectangle(x: PictureChart.bars, y: top + 4, width: length, height: PictureChart.lineHeight - 8)
      }
      text(shortened(row.name), x: PictureChart.names, y: top + 15)
      top += PictureChart.lineHeight
    }
  }

  private mutating func add(columns numbers: [Int], _ names: [(place: Int, name: String)]) {
    let (most, height) = (numbers.reduce(1) { max($0, $1) }, PictureChart.columnHeight)
    let room = width - PictureChart.bars - 24
    func left(_ place: Int) -> Int { PictureChart.bars + place * room / max(1, numbers.count) }
    text(NumberText.grouped(most), x: PictureChart.numbers, y: top + 12, "n")
    text("0", x: PictureChart.numbers, y: top + height, "n")
    for (place, number) in numbers.enumerated() where number > 0 {
      let length = max(1, number * height / most)
      rectangle(
        x: left(place), y: top + height - length, width: max(1, left(place + 1) - left(place) - 2), height: length)
    }
    var end = 0
    for (place, name) in names where left(place) >= end {
      text(name, x: left(place), y: top + height + 18)
      // A character of this size takes some nine units.
      end = left(place) + 9 * name.count
    }
    top += height + PictureChart.lineHeight
  }

  /// What many rows have together is no bar to compare with: where there are too many, the last one has none.
  static func hasBar(_ place: Int, of count: Int) -> Bool { count <= mostRows || place < mostRows }

  /// As much of a name as there is room for at the right end.
  func shortened(_ name: String) -> String {
    let most = (width - PictureChart.names) / PictureChart.unit - 1
    return PictureChart.cells(in: name).truncated(to: most, ellipsis: "…").cells.map(\.text).joined()
  }

  private static func cells(in name: String) -> CellText {
    CellText(TerminalSafe(name, keepingLines: false).text, width: TableWidth())
  }

  mutating func rectangle(x: Int, y: Int, width: Int, height: Int, _ kind: String = "b") {
    body += "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"2\"/>\n"
  }

  mutating func text(_ words: String, x: Int, y: Int, _ kind: String = "") {
    let kind = kind.isEmpty ? "" : " class=\"\(kind)\""
    body += "<text x=\"\(x)\" y=\"\(y)\"\(kind)>\(PictureChart.escaped(words))</text>\n"
  }

  /// A text as XML shows it: control characters are visible marks.
  private static func escaped(_ text: String) -> String {
    let safe = TerminalSafe(text, keepingLines: false).text.unicodeScalars.map { scalar -> Unicode.Scalar in
      // XML has no such characters.
      scalar == "\u{FFFE}" || scalar == "\u{FFFF}" ? "\u{FFFD}" : scalar
    }
    return MarkupEscape.text(String(String.UnicodeScalarView(safe)))
  }

  /// The file's bytes.
  ///
  /// - Parameter title: What people hear who do not see it.
  func file(_ title: String) -> [UInt8] {
    let title = PictureChart.escaped(title)
    let size = "width=\"\(width)\" height=\"\(top)\""
    return Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(width) \(top)" role="img">
      <title>\(title)</title>
      <style>\(PictureChart.style)</style>
      <rect class="p" \(size)/>
      \(body)</svg>

      """.utf8)
  }
}
