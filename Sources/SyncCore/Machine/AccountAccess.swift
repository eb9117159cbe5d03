import CloudRecord
import JournalCore

/// Whether the account may be used, as the last answers showed it.
struct AccountAccess: Hashable, Sendable {
  private(set) var state = SyncStatus.Account.couldNotDetermine
  /// Why it may not be used, in the service's words; empty if it gave none.
  private(set) var reason = ""
  /// Whether it may not be used, so that nothing is asked of the server.
  private(set) var isClosed = false
  /// The time of the next check without a person: milliseconds since 1970.
  private var retryAt: Int64?
  private let retry: Int64

  /// - Parameter retry: Milliseconds until an account that may not be used is asked for again.
  init(retry: Int64) { self.retry = retry }

  mutating func found(_ state: SyncStatus.Account) { self.state = state }

  /// Knows nothing of the account any more.
  mutating func forget() {
    isClosed = false
    retryAt = nil
    state = .couldNotDetermine
  }

  /// The device is signed out; only the person changes that.
  mutating func signedOut() { close(.noAccount, "", retryAt: nil) }

  /// The account may not do what it was asked to.
  mutating func denied(at now: Int64) { close(.restricted, "", retryAt: now + retry) }

  /// - Parameter waits: Where the tries of an account that is away for a while are counted.
  mutating func refused(_ failure: CloudFailure, counting waits: inout LaneWaits, at now: Int64) {
    switch failure.code {
    case .notAuthenticated: close(.noAccount, failure.reason, retryAt: nil)
    case .accountTemporarilyUnavailable:
      close(.temporarilyUnavailable, failure.reason, retryAt: now + waits.nextPause(of: .account))
    default: close(.restricted, failure.reason, retryAt: now + retry)
    }
  }

  private mutating func close(_ state: SyncStatus.Account, _ reason: String, retryAt: Int64?) {
    self.state = state
    self.reason = reason
    isClosed = true
    self.retryAt = retryAt
  }

  /// Opens it for another check, if it is time.
  ///
  /// - Returns: When it is time, in milliseconds since 1970; nil where only the person can help, or where it is open.
  mutating func open(at now: Int64) -> Int64? {
    guard isClosed, let retryAt else { return nil }
    guard now >= retryAt else { return retryAt }
    isClosed = false
    self.retryAt = nil
    return nil
  }

  mutating func forgetFarTimes(_ now: Int64) { retryAt = retryAt.map { min($0, now + retry) } }
}
