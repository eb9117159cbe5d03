import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import JournalSync
import SyncCore

/// A device loses its disk and gets its journal back as it once was: words, what waited, tokens, tags, its clock.
///
/// What may be gone with the disk is what was nowhere else; what had reached the server has to come back.
extension Simulation {
  func backUp(_ device: Device) throws {
    guard !isHealed else { return }
    try device.backUp()
    say("\(device.name) is backed up")
  }

  func restore(_ device: Device) throws {
    guard !isHealed else { return }
    let sharing = devices.filter { $0.journal == device.journal }
    let names = deeds.written.keys.sorted()
    let before = try device.words(of: names)
    let replaced = try wordsReplaced(byRequestsOf: sharing)
    for one in sharing { try one.letGo() }
    try journals.restore(device.journal)
    device.files.restore()
    for one in sharing { try one.reopen() }
    var found = try device.words(of: names)
    for other in devices where other.journal != device.journal { found.formUnion(try other.words(of: names)) }
    // What is on the server and about to be replaced there by a request that is on its way is in no history any more.
    let lost = before.subtracting(found.union(try wordsOnServer())).union(replaced.subtracting(found))
    deeds.lost.formUnion(lost)
    counts.restores += 1
    say("\(device.name) is restored from its backup\(lost.isEmpty ? "" : ", and lost \(lost.sorted())")")
    try expectNoGhosts(on: device)
    let position = try device.store.syncPosition()
    // Stamps that were put right once are put right anew, by a clock that was set since; and what was stamped by an offset
    // that the clock no longer has cannot be told from what was stamped before.
    let isOffsetRight = position.clockOffset.map { abs($0 + device.skew) < Simulation.clockTolerance } ?? false
    if !isOffsetRight, hasJumped || plan.clockJump > 0 { wasAhead = true }
    for one in sharing {
      one.isDiskFull = false
      // A journal that belongs to nobody yet would rightly belong to whoever is signed in.
      if position.account == nil { one.user = CloudSide.user }
      queue.put(.restart(one.number), at: now + chance.between(0, 20_000))
      // Somebody writes before the first look at the server.
      for _ in 0..<chance.below(6) { queue.put(.act(one.number, again: false), at: now + chance.between(0, 20_000)) }
      guard chance.happens(300), !one.isCutOff else { continue }
      one.isCutOff = true
      queue.put(
        .change(one.number, { $0.isCutOff = false }, tells: .reachabilityChanged(isReachable: true)),
        at: now + chance.between(5_000, 120_000))
    }
  }

  /// Notes entries that nobody has any more but the backup, in which nothing of them was unsent: they are to go again.
  private func expectNoGhosts(on device: Device) throws {
    guard let records = try cloud.records(of: CloudSide.user, now: now) else { return }
    var waiting: Set<String> = []
    for one in devices {
      waiting.formUnion(try one.store.syncOverview(limit: 10_000).waiting.map(\.recordName.rawValue))
    }
    let unsent = Set(try device.store.syncOverview(limit: 10_000).waiting.map(\.recordName.rawValue))
    waiting.formUnion(requestsOnTheWay(of: devices).flatMap { $0.operations.compactMap(\.recordName) })
    for name in try device.store.entryNames(prefix: "", limit: 10_000) where records[name.rawValue] == nil {
      let pictures = try device.store.images(of: name, includingTrash: true).map(\.id.rawValue)
      // An edit that was not sent when this backup was made brings the entry back, also for those who had it in vain.
      if !unsent.isDisjoint(with: pictures + [name.rawValue]) { deeds.restoredInVain[name.rawValue] = nil }
      guard waiting.isDisjoint(with: pictures + [name.rawValue]) else { continue }
      deeds.restoredInVain[name.rawValue] = now
      say("… with \(short(name)), which nobody else has any more")
    }
  }

  private func requestsOnTheWay(of senders: [Device]) -> [ModifyRequest] {
    queue.events.compactMap { event in
      guard case .arrive(let envelope) = event, case .modify(let modify) = envelope.request else { return nil }
      return senders.contains { $0.number == envelope.device } ? modify : nil
    }
  }

  /// Words that some devices no longer show, of records whose saves may still reach the server.
  private func wordsReplaced(byRequestsOf senders: [Device]) throws -> Set<String> {
    var words: Set<String> = []
    for name in Set(requestsOnTheWay(of: senders).flatMap { $0.operations.compactMap(\.recordName) }) {
      for sender in senders {
        words.formUnion(try sender.words(of: [name]))
        if let entry = try sender.store.entry(RecordName(name)) { words.subtract(Token.all(in: entry)) }
      }
    }
    return words
  }

  /// Words that a lost disk took with it after they had been sent, and those of another program that no device has read,
  /// are gone if the server goes too.
  func loseWhatOnlyTheServerHas() throws {
    guard counts.restores > 0 || plan.hasForeigner else { return }
    var alone = try wordsOnServer()
    for device in devices { alone.subtract(try device.words(of: deeds.written.keys)) }
    deeds.lost.formUnion(alone)
  }

  func wordsOnServer(isCopy: Bool = false) throws -> Set<String> {
    guard let records = try cloud.records(of: CloudSide.user, isCopy: isCopy, now: now) else { return [] }
    return Shown(records).words
  }
}
