import JournalCore
import TerminalKit

/// The details of one change or one merge: what it is, what happens to it next, and its fields.
extension Model {
  func drawChange(_ screen: SyncScreen, _ rect: Rect, _ canvas: inout Canvas) {
    let title = if case .merge = syncRow { "Merge" } else { "Change" }
    let inside = canvas.pane(title, rect, isFocused: screen.part == .change)
    guard !screen.page.isEmpty else {
      return canvas.centered([StyledText("Nothing selected", theme.secondary)], in: inside)
    }
    for line in 0..<inside.rows {
      let index = screen.scroll + line
      guard screen.page.indices.contains(index) else { break }
      canvas.put(screen.page[index], row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2)
    }
    canvas.scrollbar(rect, total: screen.page.count, offset: screen.scroll)
  }

  func changeLines(_ key: SyncScreen.PageKey) -> [[StyledText]] {
    switch key.row {
    case .record(let record): recordLines(record, key)
    case .merge(let merge): mergeLines(merge, key)
    case .picture(let fetch): pictureLines(fetch, key)
    case .heading, .more, nil: []
    }
  }

  // MARK: A change that waits

  private func recordLines(_ record: WaitingRecord, _ key: SyncScreen.PageKey) -> [[StyledText]] {
    var lines = heading(record.kind, record.title, key.columns)
    let progress = record.code == nil ? syncing.status?.sending[record.recordName] : nil
    let again = progress.flatMap { tryText(after: $0.tries, at: $0.nextTry) }
    let age = record.since.map { now.instant.milliseconds - $0.milliseconds }
    let waited = age.map { "waiting \(again == nil ? span($0) : fineSpan($0))" }
    let action = record.action == .save ? "save" : "delete"
    lines += paragraph(
      [action, again, waited].compactMap { $0 }.joined(separator: " \(glyphs.separator) "), theme.secondary, key.columns
    )
    if let transfer = progress?.transfer {
      lines += paragraph(shareText(transfer) + speedText(transfer), theme.text, key.columns)
    }
    if let why = progress?.why { lines += paragraph(why, theme.warning, key.columns) }
    if record.reason != nil || record.code != nil {
      let code = record.code.map { " (\($0))" } ?? ""
      lines += paragraph((record.reason ?? "The server refused this") + code, theme.error, key.columns)
      lines += paragraph(advice(for: record.code), theme.text, key.columns)
    } else {
      lines += paragraph(nextText, theme.text, key.columns)
    }
    if let merge = syncMerge {
      lines += paragraph(
        "Merged \(moment(of: merge.at)); \(keyText(.compareSides, in: [.sync])) shows both sides.", theme.secondary,
        key.columns)
    }
    guard !record.fields.isEmpty else { return lines }
    lines.append([])
    let rows = record.fields.map { field in
      [AnyRecord.label(of: field.field), excerpt(field.base), excerpt(field.here)]
    }
    lines += table(["field", "on the server", "on this computer"], rows, key.columns)
    for field in record.fields where isLong(field.field) {
      lines.append([])
      lines += self.runs(
        WordDiff.runs(from: field.base ?? "", to: field.here ?? ""), key.columns, same: theme.text
      ).map(\.pieces)
    }
    return lines
  }

  /// What happens to what waits, and when.
  private var nextText: String {
    switch syncing.status?.activity {
    case .paused: return "Sent when sync resumes."
    case .offline: return "Sent when you are back online."
    case .waiting(let until, _): return "Sent at \(environment.zone.date(instant: until).local.clock)."
    case .asking: return "Sent after your answer."
    case .stopped: return "Waits until that is settled."
    default: return syncing.status?.account == .available ? "Sent with the next batch." : "Sent when you are signed in."
    }
  }

  // MARK: A picture on its way here

  private func pictureLines(_ fetch: PictureFetch, _ key: SyncScreen.PageKey) -> [[StyledText]] {
    var lines = heading(.image, fetch.title, key.columns)
    let again = tryText(after: fetch.tries, at: fetch.nextTry)
    lines += paragraph(
      ["fetch", again].compactMap { $0 }.joined(separator: " \(glyphs.separator) "), theme.secondary, key.columns)
    if let transfer = fetch.transfer {
      lines += paragraph(shareText(transfer) + speedText(transfer), theme.text, key.columns)
    }
    if let sentence = fetch.sentence {
      lines += paragraph(sentence, theme.error, key.columns)
      let retry = keyText(.retryRecord, in: [.sync])
      lines += paragraph("\(retry) tries again; what is here is left alone.", theme.text, key.columns)
    }
    return lines
  }

  // MARK: A merge

  private func mergeLines(_ merge: MergeNotice, _ key: SyncScreen.PageKey) -> [[StyledText]] {
    var lines = heading(key.details?.kind ?? .entry, merge.title, key.columns)
    let fields = merge.fields.map { AnyRecord.label(of: $0) }.joined(separator: ", ")
    lines += paragraph(
      "merged \(moment(of: merge.at))" + (fields.isEmpty ? "" : " \(glyphs.separator) \(fields)"), theme.secondary,
      key.columns)
    if merge.isConflict {
      lines += paragraph("Both texts were kept, the later one first.", theme.warning, key.columns)
      lines += paragraph(
        "\(keyText(.compareSides, in: [.sync])) compares both sides, "
          + "\(keyText(.dismissConflict, in: [.sync])) marks it as reviewed.", theme.text, key.columns)
    }
    guard let details = key.details else {
      lines += paragraph(
        key.isUnreadable ? "Its details could not be read." : "Reading \(glyphs.ellipsis)", theme.secondary, key.columns
      )
      return lines
    }
    lines.append([])
    lines += mergeTable(details, key.columns)
    let kept = details.fields.compactMap { keptText($0) }
    if !kept.isEmpty {
      lines.append([])
      lines += paragraph("kept in history: \(kept.joined(separator: ", "))", theme.secondary, key.columns)
      lines += paragraph(
        "\(keyText(.undoMerge, in: [.sync])) gives back this device’s version.", theme.secondary, key.columns)
    }
    return lines
  }

  /// The fields of a merge: what both came from, what each had, and which of them stands.
  func mergeTable(_ details: MergeSides, _ columns: Int) -> [[StyledText]] {
    let rows = details.fields.map { field in
      [
        AnyRecord.label(of: field.field), cell(field.base, of: field.field),
        side(field.here, from: field.base, at: field.hereAt, field, .here),
        side(field.server, from: field.base, at: field.serverAt, field, .server),
      ]
    }
    return table(["field", "original", "this computer", "server"], rows, columns)
  }

  private func side(
    _ value: String?, from base: String?, at instant: Instant?, _ field: MergedField, _ side: MergeSide
  ) -> String {
    var text = changedCell(value, from: base, of: field.field)
    if let instant { text += " " + moment(of: instant) }
    return stands(side, in: field) ? "\(text) \(glyphs.bullet)" : text
  }

  /// Whether a side's value is in the journal, or a part of what was made of both.
  private func stands(_ side: MergeSide, in field: MergedField) -> Bool {
    let value = side == .here ? field.here : field.server
    let other = side == .here ? field.server : field.here
    return field.now == value || field.now != other
  }

  /// The value that a merge did not keep, and whose it was.
  private func keptText(_ field: MergedField) -> String? {
    let name = AnyRecord.label(of: field.field)
    switch (stands(.here, in: field), stands(.server, in: field)) {
    // What only one side changed was not lost by the other.
    case (true, false) where field.server != field.base:
      return "\(name) \(cell(field.server, of: field.field)) (server)"
    case (false, true) where field.here != field.base: return "\(name) \(cell(field.here, of: field.field)) (here)"
    case (true, true): return field.here == field.server ? nil : "\(name) of both"
    default: return nil
    }
  }

  // MARK: Pieces

  private func heading(_ kind: WaitingRecord.Kind, _ title: String, _ columns: Int) -> [[StyledText]] {
    let name = name(of: kind)
    let shown = title.isEmpty ? "untitled" : "“\(title)”"
    return [[StyledText(name + "  ", theme.secondary), StyledText(shown, theme.heading)]]
  }

  func paragraph(_ text: String, _ style: Style, _ columns: Int) -> [[StyledText]] {
    // Words from the server may hold line ends of any kind; here they are one paragraph.
    let safe = TerminalSafe(text, keepingLines: false).text
    return wrapped(safe, columns: max(1, columns)).map { [StyledText($0, style)] }
  }

  func isLong(_ field: String) -> Bool { field == "body" || field == "bodyAsset" }

  /// A value on one line, as far as there is room; of a long text only where it begins to differ is known.
  private func excerpt(_ value: String?) -> String {
    guard let value, !value.isEmpty else { return String(glyphs.localOnly) }
    return TextPreview.preview(of: value, limit: 120)
  }

  /// A value on one line; of a text, how long it is.
  private func cell(_ value: String?, of field: String) -> String {
    guard let value, !value.isEmpty, isLong(field) else { return excerpt(value) }
    return counted(WordCount.count(value), "word", "words")
  }

  /// A value on one line; of a text, how much was put in and taken out since another one.
  private func changedCell(_ value: String?, from base: String?, of field: String) -> String {
    guard isLong(field), let value, let base, !value.isEmpty, !base.isEmpty else { return cell(value, of: field) }
    var (inserted, deleted) = (0, 0)
    for run in WordDiff.runs(from: base, to: value) {
      switch run.kind {
      case .inserted: inserted += WordCount.count(run.text)
      case .deleted: deleted += WordCount.count(run.text)
      case .same: break
      }
    }
    return "+\(inserted) \(environment.isUTF8 ? "−" : "-")\(deleted) words"
  }

  /// Columns of equal width beside the first one, which is as wide as its names.
  private func table(_ heads: [String], _ rows: [[String]], _ columns: Int) -> [[StyledText]] {
    let first = min(12, columns / 3, (rows.map { width.columns(of: $0[0]) }.max() ?? 0) + 2)
    let other = max(4, (columns - max(first, 7)) / max(1, heads.count - 1))
    let firstColumns = max(first, 7)
    func line(_ cells: [String], _ style: (Int) -> Style) -> [StyledText] {
      cells.enumerated().map { index, text in
        let room = index == 0 ? firstColumns : other
        let isLast = index == cells.count - 1
        return StyledText(fitted(text, room, padded: !isLast), style(index))
      }
    }
    return [line(heads) { _ in theme.secondary }]
      + rows.map { row in
        line(row) { index in index == 0 || row[index] == String(glyphs.localOnly) ? theme.secondary : theme.text }
      }
  }

  /// A text cut or filled up to some columns, with a blank behind it.
  private func fitted(_ text: String, _ columns: Int, padded: Bool) -> String {
    let safe = TerminalSafe(text, keepingLines: false).text
    let room = max(1, columns - 1)
    var (result, used) = (safe, width.columns(of: safe))
    if used > room {
      (result, used) = ("", 0)
      for character in safe {
        let size = width.columns(of: String(character))
        guard used + size < room else { break }
        result.append(character)
        used += size
      }
      result.unicodeScalars.append(glyphs.ellipsis)
      used += 1
    }
    return padded ? result + String(repeating: " ", count: max(0, columns - used)) : result
  }
}
