import CloudRecord
package import JournalCore
import SyncCore

extension SyncRunner {
  /// How many waiting records a status names.
  private static let waitingShown = 200

  /// What the store knows of what waits, is parked or was merged.
  package func overview() throws -> SyncOverview { try store.syncOverview(limit: SyncRunner.waitingShown) }

  /// How synchronising stands.
  ///
  /// - Parameter overview: As the store told it last; reading it anew at every step would cost more than the steps.
  package func status(_ overview: SyncOverview) -> SyncStatus {
    var status = SyncStatus(
      account: SyncStatus.Account(machine.account), who: session?.who, activity: activity(overview),
      overview: overview, lastSuccess: telling.lastSuccess,
      clockOffset: telling.clockOffset ?? clockOffset, isPushConnected: machine.isPushConnected,
      zones: [
        SyncStatus.Zone(
          name: JournalSchema.zoneID.zoneName, token: telling.token.map { String($0.text.suffix(4)) })
      ],
      log: telling.log)
    status.staysLocal = machine.phase == .stopped(.stayLocal)
    return status
  }

  private func activity(_ overview: SyncOverview) -> SyncStatus.Activity {
    switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription: .checking
    case .resting: spaceWait ?? .idle
    case .fetching: .fetching(done: telling.fetchedInRun, of: nil)
    case .sending: .sending(done: telling.sentInRun, of: max(telling.sentInRun, telling.sentInRun + overview.unsent))
    case .waiting(let until, let trouble):
      .waiting(
        until: Instant(milliseconds: until),
        why: SyncSentences.waiting(trouble, failures: machine.failuresInARow, service: session?.service))
    case .paused: .paused
    case .offline(let byWish): .offline(byWish: byWish)
    case .asking(let ask): .asking(SyncQuestion(ask))
    case .withoutAccount: .stopped(SyncSentences.account(machine.account))
    case .stopped(let stop): .stopped(SyncSentences.stopped(stop, session: session))
    }
  }

  private var spaceWait: SyncStatus.Activity? {
    machine.spaceRetryAt.map {
      .waiting(until: Instant(milliseconds: $0), why: SyncSentences.sentence(.quotaExceeded, ""))
    }
  }

  /// Why not everything is safe, for somebody who waits for it; nil while there still is something under way, or where
  /// all is done.
  package var obstacle: String? {
    switch machine.phase {
    case .idle, .checkingAccount, .ensuringZone, .ensuringSubscription, .fetching, .sending: nil
    case .resting: machine.isOverQuota ? SyncSentences.sentence(.quotaExceeded, "") : nil
    case .waiting(_, let trouble):
      SyncSentences.waiting(trouble, failures: machine.failuresInARow, service: session?.service)
    case .paused: "Paused."
    case .offline: SyncSentences.offline
    case .asking(let ask): SyncSentences.question(ask)
    case .withoutAccount: SyncSentences.account(machine.account)
    case .stopped(let stop): SyncSentences.stopped(stop, session: session)
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
