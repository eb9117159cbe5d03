package import JournalCore
package import JournalFormats
package import TerminalKit

/// Prints entries for people.
package struct EntryPrinter: Sendable {
  /// How much of an entry is printed.
  package enum Style: Hashable, Sendable {
    /// One line: id, date, marks, title.
    case short
    /// A line of facts, the title, and the whole body.
    case full
    /// Another program's text.
    case text(EntryTextFormat)
  }

  private let style: Style
  private let categoryNames: CategoryNames
  /// Columns to wrap bodies at; nil leaves lines as they are, which is what a pipe wants.
  private let columns: Int?
  private let width: any TextWidth

  package init(
    style: Style, categoryNames: CategoryNames, columns: Int? = nil, width: any TextWidth = TableWidth()
  ) {
    (self.style, self.categoryNames, self.columns, self.width) = (style, categoryNames, columns, width)
  }

  /// Whether rows of a list are enough, without reading the entries.
  package var needsOnlyRows: Bool { style == .short }

  /// `89a3b0f2  Sat 21 Nov 2026 · 21:00  ◡★ Long day.`
  package func print(_ row: EntrySummary, to output: inout Printout) {
    output.add(EntryNaming.shortID(row.id), .dim)
    output.add("  ")
    output.add(DateText.dayAndClockInColumn(row.date))
    output.add("  ")
    output.add(row.mood?.sign(isASCII: output.isASCII) ?? " ")
    output.add(row.isFavorite ? "★ " : "  ", .star)
    if row.title.isEmpty {
      output.add(row.preview.isEmpty ? "(untitled)" : EntryLink.shown(TextPreview.onOneLine(row.preview)), .dim)
    } else {
      output.add(row.title, .strong)
    }
    if row.remark.isNewerFormat { output.add("  (of a newer version: to be read only)", .dim) }
    if let reason = row.remark.removalReason { output.add("  (\(reason))", .dim) }
    output.line()
  }

  /// An entry; `isFirst` is false where others stand before it, to be kept apart.
  package func print(_ entry: Entry, remark: EntryRemark, isFirst: Bool, to output: inout Printout) {
    switch style {
    case .short:
      var row = EntryPrinter.summary(entry)
      row.remark = remark
      print(row, to: &output)
    case .full:
      if !isFirst { output.line() }
      printFull(entry, remark, to: &output)
    case .text(let format):
      if !isFirst { output.line() }
      output.addLines(format.string(entry, categoryName: categoryName(entry)))
      output.line()
    }
  }

  private func printFull(_ entry: Entry, _ remark: EntryRemark, to output: inout Printout) {
    output.add(DateText.dayAndClock(entry.date), .dim)
    if let mood = entry.mood { output.add("  \(mood.sign(isASCII: output.isASCII)) \(mood.rawValue)", .dim) }
    if entry.isFavorite { output.add("  ★", .star) }
    if let name = categoryName(entry) { output.add("  ● \(name)", .dim) }
    if !entry.tags.isEmpty { output.add("  " + entry.tags.map { "#" + $0 }.joined(separator: " "), .dim) }
    output.line("  " + EntryNaming.shortID(entry.id), .dim)
    for sentence in remark.sentences { output.line(sentence, .warning) }
    if !entry.title.isEmpty { output.line(entry.title, .title) }
    guard !entry.body.isEmpty else { return }
    printBody(EntryText.withoutFinalLineEnds(entry.body), to: &output)
  }

  private func printBody(_ body: String, to output: inout Printout) {
    guard let columns else {
      output.addLines(body)
      output.line()
      return
    }
    // Made safe before it is measured, because marks are wider than what they stand for.
    let text = TerminalSafe(body, keepingLines: true).text
    let utf8 = text.utf8
    for line in TextWrap.lines(of: text, columns: columns, width: width) {
      let start = utf8.index(utf8.startIndex, offsetBy: line.start)
      output.addLines(String(text[start..<utf8.index(start, offsetBy: line.end - line.start)]))
      output.line()
    }
  }

  private func categoryName(_ entry: Entry) -> String? { categoryNames[entry.category] }

  private static func summary(_ entry: Entry) -> EntrySummary {
    EntrySummary(
      id: entry.id, cursor: ListCursor(position: 0), date: entry.date, modifiedAt: entry.modifiedAt,
      title: entry.title, preview: TextPreview.lines(of: entry.body), mood: entry.mood, category: entry.category,
      isFavorite: entry.isFavorite, imageCount: 0, trashedAt: entry.trashedAt, sync: .none)
  }
}
