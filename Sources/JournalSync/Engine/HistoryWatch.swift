import CloudRecord
import SyncCore

/// Nothing is taken in from a server whose data went back, or are a copy that goes on by itself: what was acknowledged is
/// not there, and must not count as safe, nor be taken for removed.
struct HistoryWatch {
  /// The server's history as the journal's file knows it, for the request that goes out next.
  private(set) var known: ServerHistory?
  /// The history that the latest answer told, to be kept with the records that it brought.
  private(set) var latest: ServerHistory?

  /// Reads what is known as a request goes out.
  mutating func load(_ store: any SyncStoring) {
    do {
      known = try store.syncPosition().history
    } catch {
      // What is wrong with the store shows when the answer is taken in; until then what was known is true.
    }
  }

  /// Takes what is known from a reading of the same call.
  mutating func load(_ known: ServerHistory?) { self.known = known }

  /// Looks at an answer before anything of it is kept.
  ///
  /// A server gives numbers upwards for ever: one that is below what was known when it was asked has lost what was between
  /// them. And it knows its own past: one that does not know ours says so.
  ///
  /// - Returns: What the answer brought; nil where the server's data are another history.
  mutating func judge(_ answer: CloudAnswer, _ store: any SyncStoring) -> Result<CloudReply, CloudFailure>? {
    var isOther = false
    if case .failure(let failure) = answer.outcome { isOther = failure.isOtherHistory }
    if let asked = answer.asked, let history = answer.history {
      isOther = isOther || history.incarnation != asked.incarnation || history.sequence < asked.sequence
    }
    guard isOther else {
      latest = answer.history ?? latest
      return answer.outcome
    }
    do {
      if try store.syncPosition().history == answer.asked { return nil }
      // Another program has learnt something meanwhile, or asked the person already: it is asked anew.
      return Self.again("another program has synchronised meanwhile")
    } catch {
      return Self.again("\(error)")
    }
  }

  private static func again(_ reason: String) -> Result<CloudReply, CloudFailure> {
    .failure(CloudFailure(code: .networkFailure, reason: reason, isOutcomeUnknown: true))
  }

  mutating func forgetLatest() { latest = nil }
}
