import CloudRecord
import Synchronization

/// The service's history as one request and its answer tell it.
final class HistoryNote: Sendable {
  /// The history that is known when the request goes out.
  let known: ServerHistory?
  private let latest = Mutex<ServerHistory?>(nil)

  init(known: ServerHistory?) { self.known = known }

  /// The history in the answer; nil if there is none that can be read.
  var found: ServerHistory? { latest.withLock { $0 } }

  /// Whether the answer is of another history: the service's data went back, or come from elsewhere.
  private var isOther: Bool {
    guard let known, let found else { return false }
    return found.incarnation != known.incarnation || found.sequence < known.sequence
  }

  /// - Throws: `changeTokenExpired`, marked as another history, if the answer is of another history.
  func check() throws(CloudFailure) {
    guard isOther else { return }
    throw CloudFailure(
      code: .changeTokenExpired, reason: "the service's data are of another history", isOtherHistory: true)
  }

  /// Marks the failure of a whole request as another history where it is one: an expired token is the outcome of its
  /// zone, and a whole request fails with that code for its history alone.
  func judged(_ failure: CloudFailure) -> CloudFailure {
    var failure = failure
    if failure.code == .changeTokenExpired, known != nil, found != nil { failure.isOtherHistory = true }
    return failure
  }

  func take(_ answer: HTTPAnswer) {
    guard let header = answer.headers[ServerHistory.headerName.lowercased()] else { return }
    let history = ServerHistory(header: header)
    latest.withLock { $0 = history }
  }
}
