import CloudRecord
import JournalCore
import SyncCore

/// How synchronising stands, in values and sentences for people, of everything that has a part in it.
struct StatusComposer {
  let machine: SyncMachine
  let context: SyncContext
  let session: SyncSession?
  let batch: BatchSend
  let uploads: FileUploads

  /// - Parameters:
  ///   - overview: As the store told it last.
  ///   - sentBefore: How many records of this run had been sent then: what was sent since waits no more.
  ///   - now: Milliseconds since 1970.
  func status(_ overview: SyncOverview, sentBefore: Int, at now: Int64) -> SyncStatus {
    let log = context.log
    var status = SyncStatus(
      account: machine.account, who: session?.who, activity: activity(overview, sentBefore, at: now),
      overview: overview,
      lastSuccess: log.lastSuccess, clockOffset: context.clock.shown, isPushConnected: machine.isPushConnected,
      zones: [SyncStatus.Zone(name: context.zoneID.zoneName, token: log.token.map { String($0.text.suffix(4)) })],
      log: log.lines)
    status.staysLocal = machine.phase == .stopped(.stayLocal)
    if case .waiting(_, .request(let failure)) = machine.phase, let keys = failure.otherKey {
      status.otherKey = SyncStatus.ServerKeys(shown: keys.shown, trusted: keys.trusted)
    }
    status.lastSent = log.lastSent
    status.traffic = log.traffic
    status.transfer = uploads.queue.transfer
    status.sending = sending(overview, at: now)
    status.encryption = context.encryption
    return status
  }

  private func activity(_ overview: SyncOverview, _ sentBefore: Int, at now: Int64) -> SyncStatus.Activity {
    let sent = context.log.sentInRun
    return switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription: .checking
    case .resting: spaceWait(pictures: overview.unsentImages) ?? uploading(overview, sentBefore, at: now) ?? .idle
    case .fetching: .fetching(done: context.log.fetchedInRun, of: nil)
    case .sending: .sending(done: sent, of: max(sent, sentBefore + overview.unsent))
    case .waiting(let until, let trouble):
      .waiting(until: Instant(milliseconds: until), why: waiting(trouble))
    case .paused: .paused
    case .offline(let byWish): .offline(byWish: byWish)
    case .asking(let question): .asking(question)
    case .withoutAccount: .stopped(accountSentence)
    case .stopped(let stop): .stopped(SyncSentences.stopped(stop, session: session, context.speech))
    }
  }

  private func spaceWait(pictures: Int) -> SyncStatus.Activity? {
    let queue = uploads.queue
    let time = machine.spaceRetryAt ?? (queue.items.allSatisfy(\.waitsForSpace) ? queue.spaceRetryAt : nil)
    return time.map {
      .waiting(
        until: Instant(milliseconds: $0), why: SyncSentences.fullSpace(context.log.spaceWords, pictures: pictures))
    }
  }

  private func waiting(_ trouble: SyncTrouble) -> String {
    SyncSentences.waiting(trouble, failures: machine.failuresInARow, service: session?.service, context.speech)
  }

  private var accountSentence: String {
    SyncSentences.account(machine.account, machine.accountReason, context.speech)
  }

  /// The activity of uploads while the records rest; nil where there is none.
  private func uploading(_ overview: SyncOverview, _ sentBefore: Int, at now: Int64) -> SyncStatus.Activity? {
    let queue = uploads.queue
    guard !queue.items.isEmpty else { return nil }
    let isUnderWay = queue.items.contains { $0.ticket != nil }
    guard !isUnderWay, let until = queue.wakeAt(now), let trouble = queue.trouble else {
      let sent = context.log.sentInRun
      return .sending(done: sent, of: max(sent, sentBefore + max(overview.unsent, queue.items.count)))
    }
    return .waiting(until: Instant(milliseconds: until), why: waiting(.request(trouble)))
  }

  /// The tries, the next try and the transfer of single records that wait, which the store does not know.
  private func sending(_ overview: SyncOverview, at now: Int64) -> [RecordName: SendProgress] {
    var progress: [RecordName: SendProgress] = [:]
    let noSpace = SyncSentences.sentence(.quotaExceeded, context.log.spaceWords)
    for record in overview.waiting where record.code == nil {
      let name = record.recordName.rawValue
      var item = SendProgress(tries: batch.attempts(of: name))
      if item.tries > 0, case .waiting(let until, _) = machine.phase { item.nextTry = Instant(milliseconds: until) }
      if batch.choice.setAside.contains(name) {
        item.nextTry = machine.spaceRetryAt.map { Instant(milliseconds: $0) }
        item.why = noSpace
      }
      if item != SendProgress() { progress[record.recordName] = item }
    }
    for upload in uploads.queue.items {
      let next = uploads.queue.nextTry(of: upload, at: now)
      progress[RecordName(upload.recordName)] = SendProgress(
        tries: upload.tries, nextTry: next.map { Instant(milliseconds: $0) },
        transfer: upload.meter?.transfer ?? SyncTransfer(done: 0, total: upload.size),
        why: upload.waitsForSpace ? noSpace : nil)
    }
    return progress
  }

  // MARK: For a command that waits

  /// Milliseconds without progress after which a command that waits is told.
  private static let longestStall: Int64 = 120_000

  /// Why nothing has moved for two minutes; nil where something did, or all is done.
  func stall(at now: Int64) -> String? {
    switch machine.phase {
    case .checkingAccount, .ensuringZone, .ensuringSubscription, .fetching, .sending, .waiting: break
    case .idle, .resting, .paused, .offline, .asking, .withoutAccount, .stopped: return nil
    }
    guard now - max(machine.progressAt, uploads.movedAt) >= StatusComposer.longestStall else { return nil }
    let why = machine.trouble.map(waiting)
    return "Nothing has moved for two minutes." + (why.map { " \($0)" } ?? "")
  }

  /// Why not everything is on the server; nil while work is under way, or where all is done.
  var obstacle: String? {
    switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription, .fetching, .sending: nil
    case .resting:
      if machine.isOverQuota || uploads.queue.spaceRetryAt != nil {
        SyncSentences.fullSpace(context.log.spaceWords, pictures: uploads.queue.items.count)
      } else if !uploads.queue.items.isEmpty, let trouble = uploads.queue.trouble {
        waiting(.request(trouble))
      } else {
        nil
      }
    case .waiting(_, let trouble): waiting(trouble)
    case .paused: "Paused."
    case .offline: SyncSentences.offline
    case .asking(let question): SyncSentences.question(question)
    case .withoutAccount: accountSentence
    case .stopped(let stop): SyncSentences.stopped(stop, session: session, context.speech)
    }
  }

  /// Whether nothing more is to be expected for now.
  ///
  /// - Parameters:
  ///   - patience: The number of failed tries after which a waiting command gives up.
  ///   - soon: The longest time that a waiting command waits for the next try, in milliseconds.
  func isFinished(at now: Int64, patience: Int, soon: Int64) -> Bool {
    switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription, .fetching, .sending: false
    case .resting:
      (machine.isAtRest || machine.isOverQuota)
        && (uploads.queue.items.isEmpty || uploads.queue.isStuck(at: now, patience: patience, soon: soon))
    case .waiting(let until, _): machine.failuresInARow >= patience || until - now > soon
    case .paused, .offline, .asking, .withoutAccount, .stopped: true
    }
  }
}
