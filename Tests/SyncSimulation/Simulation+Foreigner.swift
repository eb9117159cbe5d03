import CloudRecord
import JournalCore
import JournalModel
import JournalSync
import SyncCore

/// Another program on the same account: it writes fields that this one does not know, leaves stamps as they are, and
/// says when something was changed at most; and answers that are garbled on their way.
extension Simulation {
  func actAsForeigner() throws {
    guard !isHealed else { return }
    queue.put(.foreigner, at: now + odd.between(1, 90_000))
    guard let records = try cloud.records(of: CloudSide.user, now: now) else { return }
    let entries = records.values.filter { $0.version.recordType == JournalSchema.entryType }
      .sorted { $0.recordName < $1.recordName }
    guard !entries.isEmpty else { return }
    let record = odd.pick(entries)
    counts.foreign += 1
    deeds.now = now
    switch odd.below(10) {
    case 0..<5: try addField(to: record)
    case 5..<8: try changeTitle(of: record)
    default: try addRecordOfUnknownType()
    }
  }

  private func save(_ operation: RecordOperation) -> Bool {
    let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: ZoneAddress.journal.zoneID))
    let answer = cloud.answer(request, user: CloudSide.user, device: "foreigner", now: now).0
    guard case .success(.records(let reply)) = answer.outcome, case .saved? = reply.outcomes.first else { return false }
    for device in devices where plan.isPushing {
      queue.put(.tell(device.number, life: device.life, .remoteHint), at: now + odd.between(20, 500))
    }
    return true
  }

  private func addField(to record: FetchedRecord) throws {
    let weather = "weather \(counts.foreign)"
    let operation = RecordOperation(
      .update, recordName: record.recordName, recordType: record.version.recordType,
      recordChangeTag: record.changeTag, fields: ["weather": Field(.string(weather))])
    guard save(operation) else { return }
    deeds.weather[record.recordName] = weather
    say("another program notes \(weather) in \(record.recordName.suffix(5))")
  }

  private func changeTitle(of record: FetchedRecord) throws {
    let title = Token.make(device: 99, number: counts.foreign)
    let operation = RecordOperation(
      .update, recordName: record.recordName, recordType: record.version.recordType,
      recordChangeTag: record.changeTag, fields: ["title": Field(.string(title)), "modifiedAt": Field(.date(now))])
    guard save(operation) else { return }
    if case .string(let old)? = record.version.values["title"], !old.isEmpty {
      deeds.replacedTitles[title] = old
      // A disk that was lost may have had it last.
      var known: Set<String> = []
      for device in devices { known.formUnion(try device.words(of: [record.recordName])) }
      if !known.contains(old) { deeds.lost.insert(old) }
    }
    let name = RecordName(record.recordName)
    deeds.note(title: title, of: name)
    deeds.written[record.recordName, default: []].insert(title)
    deeds.touchedAt[record.recordName] = now
    say("another program calls \(short(name)) \(title)")
  }

  private func addRecordOfUnknownType() throws {
    let name = "mood-\(counts.foreign)"
    let operation = RecordOperation(
      .create, recordName: name, recordType: "MoodLog", fields: ["value": Field(.int64(Int64(counts.foreign)))])
    if save(operation) { deeds.unknownRecords.insert(name) }
  }

  /// What this program does not know is there all the same.
  func checkForeign(_ server: [String: FetchedRecord]) {
    guard plan.hasForeigner, !isHistoryBroken, !hasForgotten, counts.restores == 0 else { return }
    // What no device had fetched went with the folder, and no device could notice.
    guard counts.putBacks == 0, counts.copies == 0 else { return }
    for (name, weather) in deeds.weather.sorted(by: { $0.key < $1.key }) where !deeds.purgedEntries.contains(name) {
      guard let record = server[name] else { continue }
      if record.foreignFields["weather"]?.value != .string(weather) {
        failures.append("\(name.suffix(5)) no longer has \(weather), which another program wrote")
      }
    }
    for name in deeds.unknownRecords.sorted() where !cloud.has(name, now: now) {
      failures.append("\(name), of a type that is not known here, is gone")
    }
  }

  // MARK: Answers that are garbled

  /// What a server that is not sound, or something on the way, makes of an answer: all of it can be noticed or borne.
  func garbled(_ reply: CloudReply) -> CloudReply {
    guard !isHealed, plan.lies > 0, odd.happens(plan.lies) else { return reply }
    counts.lies += 1
    switch reply {
    case .records(var records):
      switch odd.below(3) {
      case 0: records.outcomes.reverse()
      case 1: if !records.outcomes.isEmpty { records.outcomes.removeLast() }
      default:
        for index in records.outcomes.indices {
          guard case .saved(var record) = records.outcomes[index] else { continue }
          record.recordChangeTag += "0"
          records.outcomes[index] = .saved(record)
        }
      }
      say("… and its answer is garbled")
      return .records(records)
    case .zoneChanges(let outcomes):
      guard case .page(var page)? = outcomes.first else { return reply }
      if odd.happens(500) { page.changes.reverse() } else { page.changes += page.changes }
      say("… and its page is garbled")
      return .zoneChanges([.page(page)])
    default: return reply
    }
  }
}
