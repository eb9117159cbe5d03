import JournalCore
import TerminalKit

/// One line of what is said about the present: what it is about, and what is so.
struct SyncFact: Hashable, Sendable {
  var name: String
  var text: String
  var tone = SyncPromise.Tone.quiet
  /// How far it is, in parts of 1000; nil where that cannot be said.
  var progress: Int?
}

extension Model {
  func drawSync(_ canvas: inout Canvas) {
    guard let screen = syncScreen else { return }
    let layout = syncLayout
    if let rect = layout.now { drawNow(rect, &canvas) }
    if let rect = layout.list { drawWaiting(screen, rect, &canvas) }
    if let rect = layout.change { drawChange(screen, rect, &canvas) }
    if let rect = layout.log { drawLog(screen, rect, &canvas) }
  }

  // MARK: Now

  /// The facts as lines: what goes on and what the account says may take two of them, where there is room.
  var syncFactLines: [SyncFact] {
    guard size.rows >= 22 else { return syncFacts }
    let inside = (size.columns >= SyncLayout.wide ? size.columns * 52 / 100 : size.columns) - 2
    return syncFacts.flatMap { fact -> [SyncFact] in
      guard fact.name == "State" || fact.name == "Account" && fact.tone != .quiet, fact.progress == nil else {
        return [fact]
      }
      let text = TerminalSafe(fact.text, keepingLines: false).text
      let lines = wrapped(text, columns: max(1, inside - factColumn(inside) - 2))
      guard lines.count > 1 else { return [fact] }
      var (first, second) = (fact, fact)
      first.text = lines[0]
      second.name = ""
      second.text = lines.dropFirst().joined(separator: " ")
      return [first, second]
    }
  }

  /// Where the facts begin, behind their names.
  private func factColumn(_ columns: Int) -> Int { columns >= 50 ? 13 : 9 }

  /// The most important first: where there is little room, the first two are all that is seen.
  private var syncFacts: [SyncFact] {
    guard let status = syncing.status else {
      return [
        SyncFact(name: "State", text: "local only"),
        SyncFact(name: "Account", text: accountSentence(.noAccount, who: nil) ?? ""),
      ]
    }
    var facts = [stateFact(status), toSendFact(status), accountFact(status), lastFact(status)]
    if let pictures = picturesFact(status) { facts.insert(pictures, at: 2) }
    if let offset = status.clockOffset {
      facts.append(SyncFact(name: "Clock", text: clockText(offset), tone: abs(offset) > 60_000 ? .warning : .quiet))
    }
    if !status.zones.isEmpty {
      let zones = status.zones.map { zone in
        let token = zone.token.map { " \(glyphs.ellipsis)\($0)" } ?? ", not read yet"
        return zone.name + token
      }
      facts.append(SyncFact(name: "Zones", text: zones.joined(separator: " \(glyphs.separator) ")))
    }
    // An account that is not well matters more than what waits for it.
    if status.account != .available, let account = facts.firstIndex(where: { $0.name == "Account" }) {
      facts.insert(facts.remove(at: account), at: 1)
    }
    return facts
  }

  private func stateFact(_ status: SyncStatus) -> SyncFact {
    var fact = SyncFact(name: "State", text: activityText(status))
    switch status.activity {
    case .fetching(let done, let all?), .sending(let done, let all):
      if all > 0 { fact.progress = max(0, min(1000, done * 1000 / all)) }
    case .asking, .stopped: fact.tone = .bad
    case .paused, .offline, .waiting: fact.tone = .warning
    case .idle where needingAttention(status) > 0: fact.tone = .bad
    case .idle: if status.isSafe, !syncing.isBehind(at: now.instant) { fact.tone = .good }
    case .checking, .fetching(_, nil): break
    }
    if let transfer = status.transfer, transfer.total > 0 {
      fact.text += " \(glyphs.separator) \(transferText(transfer))"
    }
    return fact
  }

  /// Pictures on their way here; nil where none are, and none were refused.
  private func picturesFact(_ status: SyncStatus) -> SyncFact? {
    let coming = status.pictures.filter { !$0.isOver }
    let failed = status.pictures.count { $0.sentence != nil }
    var parts = failed > 0 ? ["\(grouped(failed)) did not come"] : []
    if !coming.isEmpty {
      parts.append("\(grouped(coming.count)) to fetch")
      if let transfer = SyncTransfer(coming.compactMap(\.transfer)) {
        parts.append(shareText(transfer) + speedText(transfer))
      }
    }
    guard !parts.isEmpty else { return nil }
    return SyncFact(
      name: "Pictures", text: parts.joined(separator: " \(glyphs.separator) "), tone: failed > 0 ? .warning : .quiet)
  }

  private func toSendFact(_ status: SyncStatus) -> SyncFact {
    let overview = status.overview
    var parts = [overview.unsent == 0 ? "nothing" : grouped(overview.unsent)]
    let images = overview.unsentImages
    if images > 0 {
      var words = [counted(images, "image", "images")]
      if let transfer = status.transfer {
        words.append(bytesText(max(0, transfer.total - transfer.done)))
        if let speed = transfer.speed { words.append("\(bytesText(speed))/s") }
      }
      parts[0] += " (\(words.joined(separator: ", ")))"
    }
    let attention = needingAttention(status)
    if attention > 0 { parts.append("\(grouped(attention)) \(attention == 1 ? "needs" : "need") you") }
    if overview.drafts > 0 { parts.append(counted(overview.drafts, "draft", "drafts")) }
    if images == 0 { parts.append("\(counted(overview.records, "record", "records")) here") }
    return SyncFact(
      name: "To send", text: parts.joined(separator: " \(glyphs.separator) "), tone: attention > 0 ? .bad : .quiet)
  }

  private func accountFact(_ status: SyncStatus) -> SyncFact {
    if let sentence = accountSentence(status) {
      return SyncFact(name: "Account", text: sentence, tone: status.account == .restricted ? .bad : .warning)
    }
    let who = status.who.map { "\($0) \(glyphs.separator) " } ?? ""
    return SyncFact(name: "Account", text: who + name(of: status.account))
  }

  private func lastFact(_ status: SyncStatus) -> SyncFact {
    let last = status.lastSuccess.map { age(of: $0, isFine: true) } ?? "never"
    let next = status.isPushConnected ? "next check by push" : "asks the server now and then"
    return SyncFact(name: "Last success", text: "\(last) \(glyphs.separator) \(next)")
  }

  private func drawNow(_ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane("Now", rect, isFocused: false)
    let column = factColumn(inside.columns)
    for (line, fact) in syncFactLines.prefix(inside.rows).enumerated() {
      let row = inside.row + line
      let name = column < 13 && fact.name == "Last success" ? "Last" : fact.name
      canvas.put(name, row: row, column: inside.column + 1, limit: column - 1, style: theme.secondary)
      let start = inside.column + 1 + column
      var end = inside.endColumn - 1
      if let progress = fact.progress, inside.columns >= 56 {
        end = drawProgress(progress, inside.columns < 64 ? 8 : 10, row, end, &canvas) - 1
      }
      let plain = fact.tone == .quiet ? theme.text : style(of: fact.tone)
      canvas.put(fact.text, row: row, column: start, limit: end - start, style: plain)
    }
  }

  /// `▮▮▮▯▯▯▯▯▯▯ 34 %` at the right end; returns where it begins.
  private func drawProgress(_ parts: Int, _ cells: Int, _ row: Int, _ end: Int, _ canvas: inout Canvas) -> Int {
    let label = canvas.putRight(" \(parts / 10) %", row: row, endColumn: end, limit: 6, style: theme.secondary)
    let full = parts * cells / 1000
    let bar = (0..<cells).map { String($0 < full ? glyphs.progressFull : glyphs.progressEmpty) }.joined()
    return canvas.putRight(bar, row: row, endColumn: label, limit: cells, style: theme.accent)
  }

  // MARK: Waiting

  private func drawWaiting(_ screen: SyncScreen, _ rect: Rect, _ canvas: inout Canvas) {
    let rows = syncRows
    let unsent = syncing.status?.overview.unsent ?? 0
    let conflicts = syncing.status?.overview.conflicts ?? 0
    let toLookAt = conflicts > 0 ? " \(glyphs.separator) \(grouped(conflicts)) to look at" : ""
    let inside = canvas.pane(
      "Waiting \(glyphs.separator) \(grouped(unsent))\(toLookAt)", rect, isFocused: screen.part == .list)
    guard !rows.isEmpty else { return drawNothingWaits(inside, &canvas) }
    for line in 0..<inside.rows {
      let index = screen.top + line
      guard rows.indices.contains(index) else { break }
      let place = Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns)
      switch rows[index] {
      case .heading(let title):
        canvas.put(title, row: place.row, column: place.column + 1, limit: place.columns - 2, style: theme.subheading)
      case .more(let count):
        canvas.put(
          "and \(grouped(count)) more", row: place.row, column: place.column + 4, limit: place.columns - 5,
          style: theme.secondary)
      case .record(let record): drawRecord(record, rows[index].item == screen.cursor, place, &canvas)
      case .merge(let merge): drawMerge(merge, rows[index].item == screen.cursor, place, &canvas)
      case .picture(let fetch): drawPicture(fetch, rows[index].item == screen.cursor, place, &canvas)
      }
    }
    canvas.scrollbar(rect, total: rows.count, offset: screen.top)
  }

  private func drawNothingWaits(_ inside: Rect, _ canvas: inout Canvas) {
    let isSafe = promise.tone == .good
    let title = isSafe ? "Everything is safe" : "Nothing waits to be sent"
    let hint =
      isSafe
      ? "Every word is on the server, and the server's are here."
      : syncing.status.flatMap { accountSentence($0) }
        ?? (syncing.status == nil ? accountSentence(.noAccount, who: nil) ?? "" : "")
    canvas.centered(
      [StyledText(title, isSafe ? theme.success : theme.subheading), StyledText(hint, theme.secondary)], in: inside)
  }

  private func drawRecord(_ record: WaitingRecord, _ isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas) {
    let isParked = record.reason != nil || record.code != nil
    let sign = isParked ? glyphs.attention : record.action == .delete ? glyphs.cross : glyphs.waiting
    let detail =
      isParked ? record.reason ?? record.code ?? "" : record.action == .delete ? "to be deleted" : waitText(record)
    drawItem(
      ItemLook(
        sign: sign, signStyle: isParked ? theme.error : record.action == .delete ? theme.warning : theme.accent,
        kind: name(of: record.kind), title: record.title, detail: detail, isSelected: isSelected,
        detailStyle: isParked ? theme.error : theme.secondary), rect, &canvas)
  }

  private func drawMerge(_ merge: MergeNotice, _ isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas) {
    let kind = syncing.merges[merge.group].map { name(of: $0.kind) } ?? "entry"
    let detail = merge.isConflict ? "both texts kept" : "merged \(moment(of: merge.at))"
    drawItem(
      ItemLook(
        sign: merge.isConflict ? glyphs.attention : glyphs.bullet,
        signStyle: merge.isConflict ? theme.error : theme.secondary, kind: kind, title: merge.title, detail: detail,
        isSelected: isSelected, detailStyle: merge.isConflict ? theme.error : theme.secondary), rect, &canvas)
  }

  private func drawPicture(_ fetch: PictureFetch, _ isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas) {
    let hasFailed = fetch.sentence != nil
    drawItem(
      ItemLook(
        sign: hasFailed ? glyphs.attention : comingGlyph, signStyle: hasFailed ? theme.error : theme.accent,
        kind: name(of: .image), title: fetch.title, detail: fetchText(fetch), isSelected: isSelected,
        detailStyle: hasFailed ? theme.error : theme.secondary), rect, &canvas)
  }

  private var comingGlyph: Unicode.Scalar { environment.isUTF8 ? "↓" : "v" }

  /// How a picture on its way here stands, on one line.
  private func fetchText(_ fetch: PictureFetch) -> String {
    if let transfer = fetch.transfer { return shareText(transfer) }
    return fetch.sentence ?? tryText(after: fetch.tries, at: fetch.nextTry) ?? "waits for its turn"
  }

  /// How far a record is, or when it is tried again, or since when it waits.
  private func waitText(_ record: WaitingRecord) -> String {
    if let progress = syncing.status?.sending[record.recordName] {
      if let transfer = progress.transfer, transfer.done > 0 { return shareText(transfer) }
      if let text = tryText(after: progress.tries, at: progress.nextTry) { return text }
      if let transfer = progress.transfer { return "\(bytesText(transfer.total)) to send" }
    }
    return record.since.map { "since \(span(now.instant.milliseconds - $0.milliseconds))" } ?? ""
  }

  private struct ItemLook {
    var sign: Unicode.Scalar
    var signStyle: Style
    var kind: String
    var title: String
    var detail: String
    var isSelected: Bool
    var detailStyle: Style
  }

  private func drawItem(_ look: ItemLook, _ rect: Rect, _ canvas: inout Canvas) {
    let hasKeys = syncScreen?.part == .list
    let selected = look.isSelected ? (hasKeys ? theme.selection : theme.unfocusedSelection) : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(
        String(glyphs.selection), row: rect.row, column: rect.column, limit: 1,
        style: hasKeys ? theme.selectionBar : selected)
    }
    canvas.put(
      String(look.sign), row: rect.row, column: rect.column + 2, limit: 1,
      style: theme.sign(look.signStyle, on: selected))
    var column = rect.column + 4
    if rect.columns >= 44 {
      canvas.put(look.kind, row: rect.row, column: column, limit: 8, style: selected ?? theme.secondary)
      column += 10
    }
    let end = canvas.putRight(
      look.detail, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns * 45 / 100,
      style: selected ?? look.detailStyle)
    let isUntitled = look.title.isEmpty
    canvas.put(
      isUntitled ? "Untitled" : look.title, row: rect.row, column: column, limit: end - column - 2,
      style: selected ?? (isUntitled ? theme.secondary : theme.text))
  }
}
