import CloudRecord
package import JournalCore
import SyncCore

extension SyncRunner {
  /// How many waiting records a status names.
  private static let waitingShown = 200

  /// Returns the store's numbers of unsent, parked and merged records, and the first 200 that wait.
  ///
  /// - Throws: The store's error if the journal cannot be read.
  package func overview() throws -> SyncOverview { try store.syncOverview(limit: SyncRunner.waitingShown) }

  /// Returns the status for the screen and for commands.
  ///
  /// - Parameter overview: As the store told it last; reading it anew at every step would cost more than the steps.
  /// - Parameter now: Milliseconds since 1970.
  package func status(_ overview: SyncOverview, at now: Int64) -> SyncStatus {
    var status = SyncStatus(
      account: SyncStatus.Account(machine.account), who: session?.who, activity: activity(overview, at: now),
      overview: overview, lastSuccess: telling.lastSuccess,
      clockOffset: telling.clockOffset ?? clockOffset, isPushConnected: machine.isPushConnected,
      zones: [
        SyncStatus.Zone(
          name: zoneID.zoneName, token: telling.token.map { String($0.text.suffix(4)) })
      ],
      log: telling.log)
    status.staysLocal = machine.phase == .stopped(.stayLocal)
    status.traffic = telling.traffic
    status.transfer = uploads.transfer
    status.sending = sending(overview, at: now)
    return status
  }

  private func activity(_ overview: SyncOverview, at now: Int64) -> SyncStatus.Activity {
    switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription: .checking
    case .resting: spaceWait(pictures: overview.unsentImages) ?? uploading(overview, at: now) ?? .idle
    case .fetching: .fetching(done: telling.fetchedInRun, of: nil)
    case .sending: .sending(done: telling.sentInRun, of: max(telling.sentInRun, telling.sentInRun + overview.unsent))
    case .waiting(let until, let trouble):
      .waiting(
        until: Instant(milliseconds: until),
        why: waiting(trouble))
    case .paused: .paused
    case .offline(let byWish): .offline(byWish: byWish)
    case .asking(let ask): .asking(SyncQuestion(ask))
    case .withoutAccount: .stopped(accountSentence)
    case .stopped(let stop): .stopped(SyncSentences.stopped(stop, session: session, speech))
    }
  }

  private func spaceWait(pictures: Int) -> SyncStatus.Activity? {
    let time = machine.spaceRetryAt ?? (uploads.items.allSatisfy(\.waitsForSpace) ? uploads.spaceRetryAt : nil)
    return time.map {
      .waiting(until: Instant(milliseconds: $0), why: SyncSentences.fullSpace(spaceWords, pictures: pictures))
    }
  }

  private func waiting(_ trouble: SyncTrouble) -> String {
    SyncSentences.waiting(trouble, failures: machine.failuresInARow, service: session?.service, speech)
  }

  private var accountSentence: String { SyncSentences.account(machine.account, machine.accountReason, speech) }

  /// The activity of uploads while the records rest; nil where there is none.
  private func uploading(_ overview: SyncOverview, at now: Int64) -> SyncStatus.Activity? {
    guard !uploads.items.isEmpty else { return nil }
    let isUnderWay = uploads.items.contains { $0.ticket != nil }
    guard !isUnderWay, let until = uploads.wakeAt(now), let trouble = uploads.trouble else {
      return .sending(done: telling.sentInRun, of: telling.sentInRun + max(overview.unsent, uploads.items.count))
    }
    return .waiting(
      until: Instant(milliseconds: until),
      why: waiting(.request(trouble)))
  }

  /// The tries, the next try and the transfer of single records that wait, which the store does not know.
  private func sending(_ overview: SyncOverview, at now: Int64) -> [RecordName: SendProgress] {
    var progress: [RecordName: SendProgress] = [:]
    for record in overview.waiting where record.code == nil {
      let name = record.recordName.rawValue
      var item = SendProgress(tries: attempts[name] ?? 0)
      if item.tries > 0, case .waiting(let until, _) = machine.phase { item.nextTry = Instant(milliseconds: until) }
      if setAside.contains(name) {
        item.nextTry = machine.spaceRetryAt.map { Instant(milliseconds: $0) }
        item.why = SyncSentences.sentence(.quotaExceeded, spaceWords)
      }
      if item != SendProgress() { progress[record.recordName] = item }
    }
    for upload in uploads.items {
      let next = uploads.nextTry(of: upload, at: now)
      progress[RecordName(upload.recordName)] = SendProgress(
        tries: upload.tries, nextTry: next.map { Instant(milliseconds: $0) },
        transfer: upload.meter?.transfer ?? SyncTransfer(done: 0, total: upload.size),
        why: upload.waitsForSpace ? SyncSentences.sentence(.quotaExceeded, spaceWords) : nil)
    }
    return progress
  }

  /// Whether nothing more is to be expected of uploads for now.
  ///
  /// - Parameters:
  ///   - patience: The number of failed tries after which a waiting command gives up.
  ///   - soon: The longest time that a waiting command waits for the next try, in milliseconds.
  func uploadsAreSettled(at now: Int64, patience: Int, soon: Int64) -> Bool {
    uploads.items.isEmpty || uploads.isStuck(at: now, patience: patience, soon: soon)
  }

  /// Milliseconds without progress after which a command that waits is told.
  private static let longestStall: Int64 = 120_000

  /// Why nothing has moved for two minutes; nil where something did, or all is done.
  func stall(at now: Int64) -> String? {
    switch machine.phase {
    case .checkingAccount, .ensuringZone, .ensuringSubscription, .fetching, .sending, .waiting: break
    case .idle, .resting, .paused, .offline, .asking, .withoutAccount, .stopped: return nil
    }
    guard now - max(machine.progressAt, uploadedAt) >= SyncRunner.longestStall else { return nil }
    let why = machine.trouble.map(waiting)
    return "Nothing has moved for two minutes." + (why.map { " \($0)" } ?? "")
  }

  /// Why not everything is on the server, for a command that waits for it; nil while work is under way, or where all is
  /// done.
  package var obstacle: String? {
    switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription, .fetching, .sending: nil
    case .resting:
      if machine.isOverQuota || uploads.spaceRetryAt != nil {
        SyncSentences.fullSpace(spaceWords, pictures: uploads.items.count)
      } else if !uploads.items.isEmpty, let trouble = uploads.trouble {
        waiting(.request(trouble))
      } else {
        nil
      }
    case .waiting(_, let trouble):
      waiting(trouble)
    case .paused: "Paused."
    case .offline: SyncSentences.offline
    case .asking(let ask): SyncSentences.question(ask)
    case .withoutAccount: accountSentence
    case .stopped(let stop): SyncSentences.stopped(stop, session: session, speech)
    }
  }
}

extension SyncStatus.Account {
  init(_ state: AccountState) {
    self =
      switch state {
      case .available: .available
      case .noAccount: .noAccount
      case .restricted: .restricted
      case .temporarilyUnavailable: .temporarilyUnavailable
      case .couldNotDetermine: .couldNotDetermine
      }
  }
}

extension SyncQuestion {
  init(_ ask: SyncAsk) {
    self =
      switch ask {
      case .zoneGone: .zoneGone
      case .otherHistory: .otherIncarnation
      case .massRemoval(let removals, let records): .massRemoval(removals, of: records)
      }
  }
}
