import JournalCore

/// What a bug report needs: states, codes, ids and numbers; no title, no text, no name of a person or a server.
struct ProblemReport: ShowsSync {
  var desk: Desk
  /// The row under the cursor.
  let row: SyncRow?

  var text: String {
    var lines = ["CloudJournal sync report, \(utc(now.instant))"]
    guard let status = syncing.status else { return (lines + ["no account"]).joined(separator: "\n") + "\n" }
    let overview = status.overview
    lines.append("account \(status.account.rawValue), \(activityCode(status.activity))")
    lines.append(
      "records \(overview.records), unsent \(overview.unsent), parked \(overview.parked), conflicts "
        + "\(overview.conflicts), drafts \(overview.drafts)")
    lines.append(
      "last success \(status.lastSuccess.map { utc($0) } ?? "never"), push \(status.isPushConnected ? "yes" : "no"), "
        + "clock offset \(status.clockOffset.map { "\($0) ms" } ?? "unknown")")
    for zone in status.zones { lines.append("zone \(zone.name), token \(zone.token ?? "none")") }
    if case .record(let record) = row { lines.append("selected: \(code(record))") }
    if case .merge(let merge) = row { lines.append("selected: \(code(merge))") }
    for record in overview.waiting.filter({ $0.code != nil }).prefix(50) { lines.append("refused: \(code(record))") }
    for line in status.log.suffix(100) { lines.append("\(utc(line.at)) \(line.text)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func code(_ record: WaitingRecord) -> String {
    let fields = record.fields.map(\.field).joined(separator: " ")
    return "\(name(of: record.kind)) \(record.recordName), \(record.action == .save ? "save" : "delete"), "
      + "\(record.code ?? "waiting") since \(record.since.map { utc($0) } ?? "?"), fields \(fields.isEmpty ? "-" : fields)"
  }

  private func code(_ merge: MergeNotice) -> String {
    "merge \(merge.group) of \(merge.recordName) at \(utc(merge.at)), fields \(merge.fields.joined(separator: " "))"
      + (merge.isConflict ? ", both texts kept" : "")
  }

  private func utc(_ instant: Instant) -> String { CivilDateTime(instant: instant, offsetSeconds: 0).iso + "Z" }

  private func activityCode(_ activity: SyncStatus.Activity) -> String {
    switch activity {
    case .idle: "idle"
    case .checking: "checking"
    case .fetching(let done, let all): "fetching \(done)/\(all.map { String($0) } ?? "?")"
    case .sending(let done, let all): "sending \(done)/\(all)"
    case .waiting(let until, _): "waiting until \(utc(until))"
    case .paused: "paused"
    case .offline(let byWish): byWish ? "offline by wish" : "offline"
    case .asking(.zoneGone): "asking: zone gone"
    case .asking(.otherIncarnation): "asking: other incarnation"
    case .asking(.massRemoval(let count, let all)): "asking: removal of \(count) of \(all)"
    case .stopped: "stopped"
    }
  }
}
