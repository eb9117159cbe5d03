import CloudRecord
import SyncCore

/// Nothing is taken in from a server whose data went back, or are a copy that goes on by itself: what was acknowledged is
/// not there, and must not count as safe, nor be taken for removed.
extension SyncRunner {
  /// Reads what is known as a request goes out.
  mutating func loadHistory() {
    do {
      known = try store.syncPosition().history
    } catch {
      // What is wrong with the store shows when the answer is taken in; until then what was known is true.
    }
  }

  enum Judgement {
    /// The answer goes on from what the journal knows.
    case ours(Result<CloudReply, CloudFailure>)
    /// The server's data are another history.
    case other
  }

  /// Looks at an answer before anything of it is kept.
  ///
  /// A server gives numbers upwards for ever: one that is below what was known when it was asked has lost what was between
  /// them. And it knows its own past: one that does not know ours says so.
  mutating func judged(_ answer: CloudAnswer) -> Judgement {
    var isOther = false
    if case .failure(let failure) = answer.outcome { isOther = failure.isOtherHistory }
    if let asked = answer.asked, let history = answer.history {
      isOther = isOther || history.incarnation != asked.incarnation || history.sequence < asked.sequence
    }
    guard isOther else {
      latestHistory = answer.history ?? latestHistory
      return .ours(answer.outcome)
    }
    do {
      guard try store.syncPosition().history == answer.asked else {
        // Another program has learnt something meanwhile, or asked the person already: it is asked anew.
        return .ours(
          .failure(
            CloudFailure(
              code: .networkFailure, reason: "another program has synchronised meanwhile", isOutcomeUnknown: true)))
      }
    } catch {
      return .ours(.failure(CloudFailure(code: .networkFailure, reason: "\(error)", isOutcomeUnknown: true)))
    }
    return .other
  }

  /// Forgets what was under way with a server that is no longer the one that was known.
  mutating func leaveOff() {
    intake = nil
    prepared = nil
    work = nil
    ahead = nil
    latestHistory = nil
    pageFollows = nil
  }
}
