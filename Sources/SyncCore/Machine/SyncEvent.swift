package import CloudRecord
package import JournalCore

/// A fact for ``SyncMachine``: something happened outside, or one of its orders came to an end.
package enum SyncEvent: Hashable, Sendable {
  // MARK: From outside

  /// Synchronising begins.
  case started
  /// Something was saved here, by this process or by another.
  case localChange
  /// The server may have news: it pushed, the terminal got the focus, the process was continued.
  case remoteHint
  /// Whether the server pushes news; if not, the machine asks for them now and then.
  case pushConnected(Bool)
  /// The person wants a sync now.
  case syncNow
  case timerFired
  case userPaused
  case userResumed
  case offlineWished(Bool)
  /// The kernel says whether there is a link.
  case reachabilityChanged(isReachable: Bool)
  /// The person signed in or out, here or in another process.
  case accountChanged
  case answered(SyncQuestion.Answer)
  /// The person let parked records go again.
  case retryAsked
  /// The keys of the account may be others by now: a record came that none of the known ones opens, or this device was
  /// let in.
  case keysDoubted

  // MARK: What became of an order

  case accountChecked(AccountFinding)
  case keysChecked(KeysFinding)
  case zoneMade
  case subscribed
  /// - Parameters:
  ///   - hadChanges: Whether there was anything in the page, so that merges may wait to be sent.
  ///   - isNewPosition: Whether its token differs from the token of the request.
  case pageApplied(moreComing: Bool, hadChanges: Bool, isNewPosition: Bool = true)
  /// The page or the end of the sweep would remove too much; nothing was changed.
  case massRemoval(removals: Int, records: Int)
  case sweepBegun
  case sweepFinished
  /// No record waits that may go.
  case nothingToSend
  /// What the server said about a batch is kept.
  case sent(SendTally)
  /// What was looked up is merged.
  ///
  /// - Parameter isAll: Whether nothing else is in doubt.
  case lookedUp(isAll: Bool)
  /// The person's answer was carried out.
  case answerCarriedOut
  /// The answer is of another history of the server's data than the journal knows; nothing of it was kept.
  case otherHistoryFound
  /// A request failed as a whole.
  ///
  /// - Parameter records: How many it would have sent.
  case failed(CloudFailure, records: Int = 0)
  /// The journal's own file could not be read or written.
  ///
  /// - Parameter tally: What the server said about a batch, which could not be kept.
  case storeFailed(reason: String, tally: SendTally = SendTally())
}

/// The account that is signed in, compared with the journal's.
package enum AccountFinding: Hashable, Sendable {
  /// The account that the journal belongs to, or the first one, to which it belongs from now on.
  case ours(SyncStanding)
  case other
  /// The account is ours, and the server's data are of another history.
  case otherHistory
  case signedOut
  /// The person chose to keep the journal on this machine alone, and has not taken that back: no server was asked.
  case staysLocal
}

/// What the look at the account's keys said.
package enum KeysFinding: Hashable, Sendable {
  /// This device has them: the journal can be read and sent.
  case usable
  /// It has not, or what the server shows is not used.
  case stopped(KeyStop)
}

/// The state of synchronising that the journal's file keeps.
package struct SyncStanding: Hashable, Sendable {
  /// Whether the zone was ever on the server.
  package var isZoneKnown: Bool
  /// Whether a full fetch is under way whose end removes what it did not see.
  package var isSweeping: Bool
  /// Whether fetches ask for changes only, and not for the whole zone.
  package var hasToken: Bool

  package init(isZoneKnown: Bool, isSweeping: Bool, hasToken: Bool) {
    (self.isZoneKnown, self.isSweeping, self.hasToken) = (isZoneKnown, isSweeping, hasToken)
  }
}

/// The outcome of one batch, in numbers of records.
package struct SendTally: Hashable, Sendable {
  /// Saved or deleted.
  package var acknowledged: Int
  /// How many of the acknowledged ones were deleted, which frees space.
  package var deleted: Int
  /// Refused; not sent again for the time being.
  package var parked: Int
  /// Changed elsewhere, or of unknown fate: to be looked up.
  package var toLookUp: Int
  /// Refused for want of space; set aside.
  package var withoutSpace: Int
  /// Neither taken nor refused: innocents of an atomic batch, records whose file has to be uploaded again, and those
  /// that ``failure`` concerns.
  package var untouched: Int
  /// The first failure of the server itself, and not of a record; nil if there was none.
  package var failure: CloudFailure?
  /// Why the request was refused as a whole, where its record was parked or its saves were set aside for that.
  package var refusal: CloudFailure?
  /// Whether nothing else waits to be sent.
  package var isAll: Bool
  /// Whether plain records were refused that may be those of a journal that is encrypted by now.
  package var doubtsKeys = false

  package init(
    acknowledged: Int = 0, deleted: Int = 0, parked: Int = 0, toLookUp: Int = 0, withoutSpace: Int = 0,
    untouched: Int = 0, failure: CloudFailure? = nil, refusal: CloudFailure? = nil, isAll: Bool = true
  ) {
    (self.acknowledged, self.deleted, self.parked, self.toLookUp) = (acknowledged, deleted, parked, toLookUp)
    (self.withoutSpace, self.untouched, self.failure) = (withoutSpace, untouched, failure)
    (self.refusal, self.isAll) = (refusal, isAll)
  }

  /// Whether the server decided about some of it.
  package var isTaken: Bool { acknowledged + parked + withoutSpace > 0 }

  /// Whether the next batch will be another one, or meets other keys.
  package var isProgress: Bool { acknowledged + parked + toLookUp + withoutSpace > 0 || doubtsKeys }
}
