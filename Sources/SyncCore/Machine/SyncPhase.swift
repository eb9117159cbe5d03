package import CloudRecord
package import JournalCore

/// The state of synchronising, for people to see.
package enum SyncPhase: Hashable, Sendable {
  /// Not begun.
  case idle
  case checkingAccount
  case ensuringZone
  case ensuringSubscription
  case fetching
  case sending
  /// Nothing to do.
  case resting
  /// - Parameter until: Milliseconds since 1970.
  case waiting(until: Int64, SyncTrouble)
  case paused
  case offline(byWish: Bool)
  case asking(SyncQuestion)
  /// The device is signed out, or the account may not be used at present.
  case withoutAccount
  case stopped(SyncStop)
}

/// The last failure.
package enum SyncTrouble: Hashable, Sendable {
  case request(CloudFailure)
  /// The journal's own file could not be read or written; the store's words.
  case store(String)
  /// Other devices change the same records faster than they can be merged here.
  case contention
}

/// Why synchronising cannot go on by itself.
package enum SyncStop: Hashable, Sendable {
  /// Settings have to change.
  case failure(CloudFailure)
  /// The account that is signed in does not own this journal.
  case otherAccount
  /// The person chose to keep the journal here only.
  case stayLocal
  /// The journal is sealed, and this device cannot use its keys.
  case keys(KeyStop)
}

/// Why a device cannot use the keys of its account's journal.
package enum KeyStop: Hashable, Sendable {
  /// It is not let in yet.
  case waiting
  /// Another device removed it, of this name; empty where that is not known.
  case removed(by: String)
  /// The journal is to be sealed, and the server shows no keys.
  case noRing
  /// The server shows no keys, and no person has said yet that the journal is not sealed.
  case unanswered
  /// The server shows keys that none of the person's devices agreed to.
  case forked
  /// The server shows other keys, founded anew.
  case another
  /// A newer version of this program wrote the keys.
  case newer
  /// The keys that the server shows break a rule.
  case broken
  /// The keys say that the journal is not sealed, and no device that this one knows of has said so.
  case unconfirmed
}
