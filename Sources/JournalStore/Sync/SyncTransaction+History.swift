package import CloudRecord
import SyncCore

/// How far the server is known to have been, which no later state of it may be behind.
extension SyncTransaction {
  /// Keeps how far the server is with what it said, in one transaction; a late answer does not take that back.
  package mutating func note(_ history: ServerHistory?) {
    guard let history else { return }
    if let known = zone.history, known.incarnation == history.incarnation, known.sequence > history.sequence { return }
    zone.history = history
  }

  /// Whether an answer is of a state before what the server has acknowledged here: what is not in it was not removed. The
  /// summary then says that it is not taken in.
  package mutating func isBehind(_ history: ServerHistory?) -> Bool {
    guard let history, let known = zone.history, known.incarnation == history.incarnation,
      history.sequence < known.sequence
    else { return false }
    summary.isStale = true
    return true
  }
}
