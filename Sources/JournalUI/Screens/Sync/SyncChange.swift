import JournalCore
import TerminalKit

/// The details of one change or one merge: what it is, what happens to it next, and its fields.
extension SyncScreen {
  func drawChange(_ rect: Rect, _ canvas: inout Canvas) {
    let title = if case .merge = row { "Merge" } else { "Change" }
    let inside = canvas.pane(title, rect, isFocused: state.part == .change)
    guard !state.page.isEmpty else {
      return canvas.centered([StyledText("Nothing selected", theme.secondary)], in: inside)
    }
    for line in 0..<inside.rows {
      let index = state.scroll + line
      guard state.page.indices.contains(index) else { break }
      canvas.put(state.page[index], row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2)
    }
    canvas.scrollbar(rect, total: state.page.count, offset: state.scroll)
  }
}

/// Sets the details of one change or one merge as lines.
struct SyncDetails: ShowsSync, ComparesTexts {
  var desk: Desk
  /// The merge under the cursor; for a record that waits, its last one.
  let merge: MergeNotice?

  func lines(for key: SyncModel.PageKey) -> [[StyledText]] {
    switch key.row {
    case .record(let record): recordLines(record, key)
    case .merge(let merge): mergeLines(merge, key)
    case .picture(let fetch): pictureLines(fetch, key)
    case .recent(let change): recentLines(change, key)
    case .heading, .more, nil: []
    }
  }

  private func recentLines(_ change: RecentChange, _ key: SyncModel.PageKey) -> [[StyledText]] {
    let what =
      change.isFromElsewhere
      ? "fetched, from \(change.device.map { "“\($0)”" } ?? "another device")" : "sent from this computer"
    return heading(.entry, change.title, key.columns)
      + paragraph("\(what) \(glyphs.separator) \(moment(of: change.at))", theme.secondary, key.columns)
      + paragraph("\(keyText(.recordHistory, in: [.sync])) shows its earlier versions.", theme.text, key.columns)
  }

  // MARK: A change that waits

  private func recordLines(_ record: WaitingRecord, _ key: SyncModel.PageKey) -> [[StyledText]] {
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
    if let merge {
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
    case .waiting(let until, _): return "Sent at \(environment.zone.date(instant: until).local.shownClock)."
    case .asking: return "Sent after your answer."
    case .stopped: return "Waits until that is settled."
    default: return syncing.status?.account == .available ? "Sent with the next batch." : "Sent when you are signed in."
    }
  }

  // MARK: A picture on its way here

  private func pictureLines(_ fetch: PictureFetch, _ key: SyncModel.PageKey) -> [[StyledText]] {
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

  private func mergeLines(_ merge: MergeNotice, _ key: SyncModel.PageKey) -> [[StyledText]] {
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
    let kept = details.fields.compactMap { keptText($0, merge) }
    if !kept.isEmpty {
      lines.append([])
      lines += paragraph("kept in history: \(kept.joined(separator: ", "))", theme.secondary, key.columns)
      let undoing = key.isDecided ? "undoes what you decided" : "restores this device’s version"
      lines += paragraph("\(keyText(.undoMerge, in: [.sync])) \(undoing).", theme.secondary, key.columns)
    }
    return lines
  }

  /// The value that a merge did not keep, and whose it was.
  private func keptText(_ field: MergedField, _ merge: MergeNotice) -> String? {
    let name = AnyRecord.label(of: field.field)
    switch (stands(.here, in: field), stands(.server, in: field)) {
    // What only one side changed was not lost by the other.
    case (true, false) where field.server != field.base:
      return "\(name) \(cell(field.server, of: field.field)) (\(otherDevice(merge) ?? "server"))"
    case (false, true) where field.here != field.base: return "\(name) \(cell(field.here, of: field.field)) (here)"
    case (true, true): return field.here == field.server ? nil : "\(name) of both"
    default: return nil
    }
  }

  private func heading(_ kind: WaitingRecord.Kind, _ title: String, _ columns: Int) -> [[StyledText]] {
    let name = name(of: kind)
    let shown = title.isEmpty ? "untitled" : "“\(title)”"
    return [[StyledText(name + "  ", theme.secondary), StyledText(shown, theme.heading)]]
  }
}
