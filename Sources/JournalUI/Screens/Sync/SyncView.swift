import JournalCore
import TerminalKit

/// One line of what is said about the present: what it is about, and what is so.
struct SyncFact: Hashable, Sendable {
  var name: String
  var text: String
  var tone = SyncPromise.Tone.quiet
}

extension SyncScreen {
  func draw(_ canvas: inout Canvas) {
    let layout = self.layout
    if let rect = layout.now { drawNow(rect, &canvas) }
    if let rect = layout.list { drawWaiting(rect, &canvas) }
    if let rect = layout.change { drawChange(rect, &canvas) }
    if let rect = layout.log { drawLog(rect, &canvas) }
    if let rect = layout.fold { drawFold(rect, &canvas) }
  }

  // MARK: Now

  /// The sentences, with their details below them where there is no room beside; then what is known in numbers.
  var headRows: Int {
    let rows = setSayings.reduce(0) { $0 + $1.rows }
    let facts = self.facts
    guard size.rows >= 20, !facts.isEmpty else { return rows }
    let details = state.isDetailed ? details.count + 1 : 0
    return rows + 1 + (factsStandBeside ? 2 : facts.count) + details
  }

  /// Whether a sentence has too little room beside its title.
  private var saysBelow: Bool { size.columns < 60 && saysAll }
  /// Whether details have several lines: in a low window where little is listed below them.
  private var saysAll: Bool { size.rows >= 20 || listed <= SyncLayout.few }
  /// Whether the facts have room side by side.
  private var factsStandBeside: Bool {
    let facts = self.facts
    let columns = (size.columns - 2 * SyncLayout.margin(size) - 7) / max(1, facts.count)
    return size.columns >= SyncLayout.wide && facts.allSatisfy { width.columns(of: $0.text) <= columns - 2 }
  }

  private var facts: [SyncFact] {
    guard let status = syncing.status, status.who != nil else { return [] }
    var facts = [SyncFact(name: "On this computer", text: countedHere)]
    facts.append(toSendFact(status))
    if let pictures = picturesFact(status) { facts.append(pictures) }
    let last = (status.lastAgreement ?? status.lastSeen).map { age(of: $0, isFine: true) } ?? "never"
    facts.append(SyncFact(name: "Last sync", text: last))
    facts.append(SyncFact(name: "Next", text: nextSyncText(status)))
    // It decides which of two edits is the later one.
    if let offset = status.clockOffset, abs(offset) > 60_000 {
      facts.append(SyncFact(name: "Clock", text: clockText(offset), tone: .warning))
    }
    return facts
  }

  /// When the server is asked again.
  private func nextSyncText(_ status: SyncStatus) -> String {
    switch status.activity {
    case .offline(let byWish): byWish ? "when you reconnect" : "when the network is back"
    case .paused: "when you resume"
    case .waiting(let until, _):
      until > now.instant ? "in \(span(until.milliseconds - now.instant.milliseconds + 999))" : "now"
    default: status.isPushConnected ? "when something changes" : "every few minutes"
    }
  }

  /// What only helps to find a fault.
  private var details: [SyncFact] {
    guard let status = syncing.status else { return [] }
    let who = status.who.map { "\($0) \(glyphs.separator) " } ?? ""
    var facts = [SyncFact(name: "Account", text: who + name(of: status.account))]
    if let offset = status.clockOffset {
      facts.append(SyncFact(name: "Clock", text: clockText(offset), tone: abs(offset) > 60_000 ? .warning : .quiet))
    }
    if !status.zones.isEmpty {
      let zones = status.zones.map { zone in
        zone.name + (zone.token.map { " \(glyphs.ellipsis)\($0)" } ?? ", not read yet")
      }
      facts.append(SyncFact(name: "Zones", text: zones.joined(separator: " \(glyphs.separator) ")))
    }
    return facts
  }

  /// Pictures on their way here; nil where none are, and none were refused.
  private func picturesFact(_ status: SyncStatus) -> SyncFact? {
    let coming = status.pictures.filter { !$0.isOver }
    let failed = status.pictures.count { $0.sentence != nil }
    var parts = failed > 0 ? ["\(grouped(failed)) did not arrive"] : []
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
      var words = [counted(images, "picture", "pictures")]
      if let transfer = status.transfer {
        words.append(bytesText(max(0, transfer.total - transfer.done)))
        if let speed = transfer.speed { words.append("\(bytesText(speed))/s") }
      }
      parts[0] += " (\(words.joined(separator: ", ")))"
    }
    if overview.drafts > 0 { parts.append(counted(overview.drafts, "draft", "drafts")) }
    return SyncFact(name: "To send", text: parts.joined(separator: " \(glyphs.separator) "))
  }

  private func drawNow(_ rect: Rect, _ canvas: inout Canvas) {
    canvas.fill(rect, theme.popup)
    var inside = Rect(row: rect.row + 1, column: rect.column + 2, rows: rect.rows - 1, columns: rect.columns - 4)
    drawSayings(&inside, &canvas)
    guard inside.rows >= 3, size.rows >= 20 else { return }
    _ = inside.takeTop(1)
    drawFacts(&inside, &canvas)
    guard state.isDetailed else { return }
    _ = inside.takeTop(1)
    for fact in details where inside.rows > 0 { drawFactLine(fact, inside.takeTop(1), &canvas) }
  }

  /// A sentence as it is set: the lines of its detail, and whether they begin below it.
  private struct SetSaying {
    var saying: SyncSaying
    var details: [String]
    var isBelow: Bool
    var rows: Int { isBelow ? 1 + details.count : max(1, details.count) }
  }

  /// Columns between the sentences' signs and their details, where these stand beside.
  private func detailIndent(_ sayings: [SyncSaying]) -> Int {
    3 + min(sayings.map { width.columns(of: $0.title) }.max() ?? 0, sayingColumns * 3 / 5) + 3
  }

  /// Columns that a sentence has with its detail.
  private var sayingColumns: Int { size.columns - 2 * SyncLayout.margin(size) - 4 }
  /// Where fewer columns than a server's key has are left beside the title, a detail of several lines goes below it.
  private static let narrowest = 56

  /// What is wrong has to be read to its end, so that a long detail takes several lines, as far as there are any.
  private var setSayings: [SetSaying] {
    let sayings = syncSayings
    let beside = sayingColumns - detailIndent(sayings)
    return sayings.map { saying in
      let safe = TerminalSafe(saying.detail, keepingLines: false).text
      guard !safe.isEmpty, saysAll else {
        return SetSaying(saying: saying, details: safe.isEmpty ? [] : [safe], isBelow: saysBelow)
      }
      let isBelow = saysBelow || beside < Self.narrowest && width.columns(of: safe) > beside
      let lines = wrapped(safe, columns: max(1, isBelow ? sayingColumns - 3 : beside))
      return SetSaying(saying: saying, details: Array(lines.prefix(6)), isBelow: isBelow)
    }
  }

  private func drawSayings(_ inside: inout Rect, _ canvas: inout Canvas) {
    let beside = inside.column + detailIndent(syncSayings)
    for set in setSayings where inside.rows > 0 {
      let (saying, row) = (set.saying, inside.takeTop(1))
      let column = set.isBelow ? row.column + 3 : beside
      let tone =
        saying.sign == String(glyphs.waiting) || saying.sign == "⇅" ? theme.accent : style(of: saying.promise.tone)
      canvas.put(saying.sign, row: row.row, column: row.column, limit: 1, style: tone)
      canvas.put(
        saying.title, row: row.row, column: row.column + 3,
        limit: set.isBelow ? row.columns - 3 : column - row.column - 5, style: theme.heading)
      for (line, text) in set.details.enumerated() {
        let place = line == 0 && !set.isBelow ? row : inside.rows > 0 ? inside.takeTop(1) : nil
        guard let place else { break }
        canvas.put(text, row: place.row, column: column, limit: place.endColumn - column, style: theme.secondary)
      }
    }
  }

  private func drawFacts(_ inside: inout Rect, _ canvas: inout Canvas) {
    let facts = self.facts
    guard !facts.isEmpty else { return }
    guard factsStandBeside else {
      for fact in facts where inside.rows > 0 { drawFactLine(fact, inside.takeTop(1), &canvas) }
      return
    }
    let rows = inside.takeTop(2)
    let columns = (rows.columns - 3) / facts.count
    for (place, fact) in facts.enumerated() {
      let column = rows.column + 3 + place * columns
      canvas.put(fact.name, row: rows.row, column: column, limit: columns - 2, style: theme.faint)
      canvas.put(
        fact.text, row: rows.row + 1, column: column, limit: columns - 2,
        style: fact.tone == .quiet ? theme.text : style(of: fact.tone))
    }
  }

  private func drawFactLine(_ fact: SyncFact, _ row: Rect, _ canvas: inout Canvas) {
    canvas.put(fact.name, row: row.row, column: row.column + 3, limit: 16, style: theme.faint)
    canvas.put(
      fact.text, row: row.row, column: row.column + 21, limit: row.columns - 21,
      style: fact.tone == .quiet ? theme.text : style(of: fact.tone))
  }

  /// Where the technical details are folded away.
  private func drawFold(_ rect: Rect, _ canvas: inout Canvas) {
    let key = keyText(.showTechnical, in: [.sync])
    canvas.put(
      [
        StyledText(String(glyphs.collapsed), theme.accent), StyledText("  Technical details", theme.secondary),
        StyledText("  account, clock, zones, log \(glyphs.separator) \(key) unfolds", theme.faint),
      ], row: rect.row, column: rect.column + 2, limit: rect.columns - 4)
  }
}
