package import JournalCore
import JournalFormats
import JournalStore

/// A journal in numbers, with names in place of ids.
package struct JournalNumbers: Hashable, Sendable {
  /// A name and its number of live entries.
  package struct Row: Hashable, Sendable {
    /// The name of a category, a mood or a tag.
    package var name: String
    /// Live entries, at least 1.
    package var entries: Int
  }

  /// Entries, words, days and streaks.
  package var statistics: JournalStatistics
  /// Live entries that are favourites.
  package var favorites: Int
  /// Entries in the trash.
  package var trash: Int
  /// Categories in their order, without empty ones.
  package var categories: [Row]
  /// Live entries without a category that is here and outside the trash.
  package var unfiled: Int
  /// Known moods first, in their order.
  package var moods: [Row]
  /// The most used tags.
  package var tags: [TagCount]
}

extension JournalContext {
  /// How many tags are among the numbers.
  private static let mostTags = 10

  /// Reads the numbers of the whole journal as of today.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func numbers() throws -> JournalNumbers {
    let tallies = try store.tallies(today: today)
    let categories = try store.categories(includingTrash: false)
    let rows = categories.compactMap { category in
      tallies.categories[category.id].map { JournalNumbers.Row(name: category.name, entries: $0) }
    }
    let known = Mood.known + tallies.moods.keys.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    return JournalNumbers(
      statistics: try store.statistics(today: today), favorites: tallies.favorites, trash: tallies.trash,
      categories: rows, unfiled: tallies.all - rows.reduce(0) { $0 + $1.entries },
      moods: known.compactMap { mood in
        tallies.moods[mood].map { JournalNumbers.Row(name: mood.rawValue, entries: $0) }
      },
      tags: try store.tags(prefix: "", limit: Self.mostTags))
  }
}

extension JournalNumbers {
  /// `{"ok":true,"entries":…,"words":…,…}` and a line end.
  package func json() -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", true)
      json.member("entries", Int64(statistics.entries))
      json.member("words", Int64(statistics.words))
      json.member("days", Int64(statistics.daysWritten))
      json.member("first", statistics.firstDate?.iso)
      json.member("last", statistics.lastDate?.iso)
      json.member("wordsPerEntry", Int64(statistics.averageWords))
      json.member("currentStreak", Int64(statistics.currentStreak?.days ?? 0))
      json.member("longestStreak", Int64(statistics.longestStreak?.days ?? 0))
      json.member("favorites", Int64(favorites))
      json.member("trash", Int64(trash))
      json.member("unfiled", Int64(unfiled))
      JournalNumbers.write("moods", moods, to: &json)
      JournalNumbers.write("categories", categories, to: &json)
      JournalNumbers.write("tags", tags.map { Row(name: $0.tag, entries: $0.count) }, to: &json)
    }
    json.lineFeed()
    return json.bytes
  }

  private static func write(_ key: StaticString, _ rows: [Row], to json: inout JSONWriter) {
    json.key(key)
    json.array { json in
      for row in rows {
        json.object { json in
          json.member("name", row.name)
          json.member("entries", Int64(row.entries))
        }
      }
    }
  }

  /// Prints the numbers for people: totals first, then moods, categories and tags, as far as there are any.
  package func print(to output: inout Printout) {
    func row(_ name: String, _ value: String) {
      output.add(name + String(repeating: " ", count: max(1, 16 - name.count)), .dim)
      output.line(value)
    }
    row("Entries", NumberText.grouped(statistics.entries))
    row("Words", "\(NumberText.grouped(statistics.words)) · \(NumberText.grouped(statistics.averageWords)) per entry")
    if let first = statistics.firstDate, let last = statistics.lastDate {
      row("Days written", NumberText.grouped(statistics.daysWritten))
      row("First, last", "\(DateText.day(first)), \(DateText.day(last))")
    }
    row("Current streak", "\(days(statistics.currentStreak)), longest \(days(statistics.longestStreak))")
    row("Favourites", NumberText.grouped(favorites))
    if trash > 0 { row("Trash", NumberText.grouped(trash)) }
    let signed = moods.map { Row(name: "\(Mood(rawValue: $0.name).glyph) \($0.name)", entries: $0.entries) }
    JournalNumbers.print("Moods", signed, to: &output)
    let filed = categories + (unfiled > 0 && !categories.isEmpty ? [Row(name: "(unfiled)", entries: unfiled)] : [])
    JournalNumbers.print("Categories", filed, to: &output)
    JournalNumbers.print("Tags", tags.map { Row(name: "#" + $0.tag, entries: $0.count) }, to: &output)
  }

  private func days(_ streak: Streak?) -> String { NumberText.counted(streak?.days ?? 0, "day", "days") }

  /// Columns of the longest bar.
  private static let barWidth = 20

  /// Prints a row for each name: its number, a bar beside which the others can be seen, and the name.
  private static func print(_ title: String, _ rows: [Row], to output: inout Printout) {
    guard !rows.isEmpty else { return }
    output.line()
    output.line(title, .strong)
    let width = rows.map { NumberText.grouped($0.entries).utf8.count }.max() ?? 0
    let most = rows.reduce(1) { max($0, $1.entries) }
    for row in rows {
      let number = NumberText.grouped(row.entries)
      let bar = max(1, (row.entries * barWidth + most / 2) / most)
      output.add("  \(String(repeating: " ", count: width - number.utf8.count))\(number)  ")
      output.add(String(repeating: "█", count: bar), .dim)
      output.line("\(String(repeating: " ", count: barWidth - bar))  \(row.name)")
    }
  }
}
