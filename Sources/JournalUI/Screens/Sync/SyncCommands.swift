import JournalCore
import TerminalKit

/// What synchronising is told to do.
extension ShowsSync {
  mutating func requestSync(_ command: SyncRequest) { emit(.sync(command)) }

  /// Whether there is a server to synchronise with; says so where there is none.
  mutating func canSync() -> Bool {
    guard canWrite() else { return false }
    guard let status = syncing.status else {
      say(accountSentence(.noAccount, who: nil) ?? "")
      return false
    }
    switch status.account {
    case .available, .couldNotDetermine, .temporarilyUnavailable: return true
    case .noAccount, .restricted:
      say(accountSentence(status) ?? "", .warning)
      return false
    }
  }

  mutating func syncNow() {
    guard canSync() else { return }
    switch syncing.status?.activity {
    case .asking: return askWhatSyncAsks()
    case .stopped where syncing.awaitsAnswer: return askWhatSyncAsks()
    case .paused:
      requestSync(.setPaused(false))
      say("Sync resumed")
    case .offline(byWish: true):
      requestSync(.setOffline(false))
      say("Online again")
    default: say("Synchronising \(glyphs.ellipsis)")
    }
    requestSync(.syncNow)
  }

  mutating func togglePause() {
    guard canSync() else { return }
    let isPaused = syncing.status?.activity == .paused
    requestSync(.setPaused(!isPaused))
    say(isPaused ? "Sync resumed" : "Sync is paused; what you write waits here.")
  }

  mutating func toggleOffline() {
    guard canSync() else { return }
    let isOffline = syncing.status?.activity == .offline(byWish: true)
    requestSync(.setOffline(!isOffline))
    say(isOffline ? "Online again" : "Offline by choice; what you write waits here.")
  }
}
