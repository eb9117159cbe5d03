import JournalCore
import JournalFormats

/// How often each mood comes in each month, weekday, hour, category or tag.
struct MoodTable {
  struct Row {
    var name: String
    /// One number for each of the table's facts.
    var facts: [Int] = []
    var moods: [Mood: Int]

    /// How many have a mood.
    var total: Int { moods.reduce(0) { $0 + $1.value } }
  }

  /// What the first numbers of a row are called.
  var facts: [String] = []
  var rows: [Row]

  /// The moods that come: known ones first, in their order.
  var moods: [Mood] {
    let all = Set(rows.flatMap(\.moods.keys))
    return Mood.known.filter(all.contains) + all.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
  }
}

extension JournalNumbers {
  /// Days by their commonest mood.
  func daysByMood(_ rows: [(name: String, amount: JournalCharts.Amount)]) -> MoodTable {
    MoodTable(rows: rows.map { MoodTable.Row(name: $0.name, moods: $0.amount.moods) })
  }

  /// Entries, words, and entries by their mood.
  func entriesByMood(_ rows: [(name: String, totals: PartTotals)]) -> MoodTable {
    MoodTable(
      facts: ["entries", "words"],
      rows: rows.map {
        MoodTable.Row(name: $0.name, facts: [$0.totals.entries, $0.totals.words], moods: $0.totals.moods)
      }
    )
  }

  /// The hours in which something was written: `07:00`.
  var hoursWritten: [(name: String, totals: PartTotals)] {
    hours.enumerated().filter { $0.element.entries > 0 }.map { hour, totals in
      (ClockStyle.current.text(hour: hour), totals)
    }
  }
}

extension TextChart {
  /// A line for each row: its numbers, each below what it counts, and the name. In narrow terminals moods are signs, and
  /// what still has no room is left out from the right.
  func table(_ table: MoodTable, to output: inout Printout) {
    let moods = table.moods
    let names = table.facts + moods.map(\.rawValue)
    let signs = table.facts + moods.map { $0.sign(isASCII: output.isASCII) }
    let numbers = table.rows.map { row in row.facts + moods.map { row.moods[$0, default: 0] } }
    let longest = names.indices.map { place in numbers.map { NumberText.grouped($0[place]).count }.max() ?? 0 }
    func widths(_ heads: [String]) -> [Int] {
      heads.indices.map { 2 + max(longest[$0], cells(of: heads[$0])) }
    }
    let room = limit.map { $0 - TextChart.leastName } ?? .max
    let heads = widths(names).reduce(0, +) <= room ? names : signs
    let all = widths(heads)
    // At least one column is shown.
    let shown = max(1, all.indices.last { all[...$0].reduce(0, +) <= room }.map { $0 + 1 } ?? 1)
    var head = ""
    for place in 0..<shown {
      head += String(repeating: " ", count: max(1, all[place] - cells(of: heads[place]))) + heads[place]
    }
    output.line(cut(head, to: limit), .dim)
    let used = all[..<shown].reduce(0, +)
    for (row, numbers) in zip(table.rows, numbers) {
      for place in 0..<shown {
        let number = NumberText.grouped(numbers[place])
        output.add(
          String(repeating: " ", count: all[place] - number.count) + number, numbers[place] == 0 ? .dim : .plain)
      }
      output.line("  " + cut(row.name, to: limit.map { $0 - used - 2 }))
    }
    if shown < names.count {
      output.line(cut("  no room for \(names[shown...].joined(separator: ", "))", to: limit), .dim)
    }
  }

  /// Columns that are kept for the name of a row.
  private static let leastName = 10
}

extension PictureChart {
  /// The classes of the known moods in the style sheet, and one for others.
  private static func style(of mood: Mood) -> String { mood.asKnown.map { "m\($0.rawValue.prefix(1))" } ?? "mo" }

  /// What the colours stand for, and a bar for each row, which is divided by mood; its parts carry their numbers.
  mutating func add(_ table: MoodTable) {
    var left = PictureChart.bars
    for mood in table.moods {
      let name = shortened(mood.rawValue)
      let columns = 30 + 9 * name.count
      if left > PictureChart.bars, left + columns > width {
        left = PictureChart.bars
        top += PictureChart.lineHeight
      }
      rectangle(x: left, y: top + 4, width: 12, height: 12, PictureChart.style(of: mood))
      text(name, x: left + 18, y: top + 15)
      left += columns
    }
    top += PictureChart.lineHeight
    let most = table.rows.prefix(PictureChart.mostRows).reduce(1) { max($0, $1.total) }
    for (place, row) in table.rows.enumerated() {
      text(NumberText.grouped(row.total), x: PictureChart.numbers, y: top + 15, "n")
      var sum = 0
      func end(_ sum: Int) -> Int { PictureChart.bars + sum * PictureChart.longestBar / most }
      let hasBar = PictureChart.hasBar(place, of: table.rows.count)
      for mood in table.moods where hasBar {
        guard let number = row.moods[mood], number > 0 else { continue }
        let left = end(sum)
        sum += number
        let width = max(1, end(sum) - left)
        rectangle(
          x: left, y: top + 4, width: width, height: PictureChart.lineHeight - 6, PictureChart.style(of: mood))
        let label = NumberText.grouped(number)
        if 9 * label.count + 4 <= width { text(label, x: left + 4, y: top + 16, "i") }
      }
      text(shortened(row.name), x: PictureChart.names, y: top + 15)
      top += PictureChart.lineHeight
    }
  }
}
