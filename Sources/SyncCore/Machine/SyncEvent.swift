package import CloudRecord

/// A fact that ``SyncMachine`` is told: something happened outside, or an order of its own came to an end.
package enum SyncEvent: Hashable, Sendable {
  // MARK: From outside

  /// Synchronising begins.
  case started
  /// Something was saved here, by this process or by another.
  case localChange
  /// The server may have news: it pushed, the terminal got the focus, the process was continued.
  case remoteHint
  /// Whether news are pushed; without that they are asked for now and then.
  case pushConnected(Bool)
  /// The person wants it now.
  case syncNow
  case timerFired
  case userPaused
  case userResumed
  case offlineWished(Bool)
  /// The kernel says whether there is a link.
  case reachabilityChanged(isReachable: Bool)
  /// The person signed in or out, here or in another process.
  case accountChanged
  case answered(SyncAnswer)
  /// The person let parked records go again.
  case retryAsked
  /// What had to wait for another record may be sent now.
  case released

  // MARK: What became of an order

  case accountChecked(AccountFinding)
  case zoneMade
  case subscribed
  case pageFetched
  /// - Parameters:
  ///   - hadChanges: Whether there was anything in the page, so that merges may wait to be sent.
  ///   - isNewPosition: Whether its token is another one than was asked with.
  case pageApplied(moreComing: Bool, hadChanges: Bool, isNewPosition: Bool = true)
  /// What was to be applied would remove too much; nothing was changed.
  case massRemoval(removals: Int, records: Int)
  case sweepBegun
  case sweepFinished
  /// - Parameter isAll: Whether nothing else waits to be sent.
  case batchSelected(count: Int, isAll: Bool)
  case sent(SendTally)
  case committed
  case lookedUp
  /// - Parameter isAll: Whether nothing else is in doubt.
  case merged(isAll: Bool)
  /// What the person answered is done.
  case answerCarriedOut
  /// The answer is of a server whose data are another history than the one that the journal knows; nothing of it was kept.
  case otherHistoryFound
  /// A request came to nothing.
  case failed(CloudFailure)
  /// The journal's own file could not be read or written.
  case storeFailed(reason: String)
}

/// Who is signed in, seen from the journal.
package enum AccountFinding: Hashable, Sendable {
  /// The account that the journal belongs to, or the first one, to which it belongs from now on.
  case ours(SyncStanding)
  case other
  /// The account is ours, and the server's data are another history.
  case otherHistory
  case signedOut
  /// The person chose to keep the journal on this machine alone, and has not taken that back: no server was asked.
  case staysLocal
}

/// How far the journal is, as its file says.
package struct SyncStanding: Hashable, Sendable {
  /// Whether the zone was ever on the server.
  package var isZoneKnown: Bool
  /// Whether a full fetch is under way whose end removes what it did not see.
  package var isSweeping: Bool
  package var hasToken: Bool

  package init(isZoneKnown: Bool, isSweeping: Bool, hasToken: Bool) {
    self.isZoneKnown = isZoneKnown
    self.isSweeping = isSweeping
    self.hasToken = hasToken
  }
}

/// What became of the records of one batch.
package struct SendTally: Hashable, Sendable {
  /// Saved or deleted.
  package var acknowledged: Int
  /// Of those, deleted: there is more space now.
  package var deleted: Int
  package var parked: Int
  /// Changed elsewhere, or of unknown fate: to be looked up.
  package var toLookUp: Int
  /// Refused for want of space; set aside.
  package var withoutSpace: Int
  /// Neither taken nor refused: innocents of an atomic batch, and what has to follow another record.
  package var untouched: Int
  /// Something is wrong with the server, not with the records.
  package var failure: CloudFailure?

  package init(
    acknowledged: Int = 0, deleted: Int = 0, parked: Int = 0, toLookUp: Int = 0, withoutSpace: Int = 0,
    untouched: Int = 0,
    failure: CloudFailure? = nil
  ) {
    self.acknowledged = acknowledged
    self.deleted = deleted
    self.parked = parked
    self.toLookUp = toLookUp
    self.withoutSpace = withoutSpace
    self.untouched = untouched
    self.failure = failure
  }

  /// Whether the server decided about some of it.
  package var isTaken: Bool { acknowledged + parked + withoutSpace > 0 }

  /// Whether the next batch will be another one.
  package var isProgress: Bool { acknowledged + parked + toLookUp + withoutSpace > 0 }
}

/// What only the person can decide.
package enum SyncAsk: Hashable, Sendable {
  case zoneGone
  case otherHistory
  case massRemoval(removals: Int, records: Int)
}

package enum SyncAnswer: String, Hashable, Sendable, CaseIterable {
  case uploadAgain, takeServers, stayLocal
}
