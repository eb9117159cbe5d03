import CloudRecord
import Synchronization

/// What one request says of the service's history, and what its answer does.
final class HistoryNote: Sendable {
  /// What is known when it goes out.
  let known: ServerHistory?
  private let latest = Mutex<ServerHistory?>(nil)

  init(known: ServerHistory?) { self.known = known }

  /// What the answer said; nil where it said nothing, or nothing that can be read.
  var found: ServerHistory? { latest.withLock { $0 } }

  /// Whether the answer is of another history: the service's data went back, or are those of another one.
  private var isOther: Bool {
    guard let known, let found else { return false }
    return found.incarnation != known.incarnation || found.sequence < known.sequence
  }

  /// - Throws: A failure that says so, where the answer is of another history.
  func check() throws(CloudFailure) {
    guard isOther else { return }
    throw CloudFailure(
      code: .changeTokenExpired, reason: "the service's data are of another history", isOtherHistory: true)
  }

  /// A failure of a request with what it says of the history: a token that has expired is the outcome of its zone, but a
  /// whole request is refused so for its history alone.
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
