package import CloudRecord

/// An order of ``SyncMachine``; but for the last two each ends in exactly one event.
package enum SyncEffect: Hashable, Sendable {
  /// Ask who is signed in, and compare with whom the journal belongs to.
  case checkAccount
  /// Create the zone; one that exists stays as it is.
  case makeZone
  case subscribe
  /// Fetch the next page and the files that its records need.
  case fetchPage
  /// T2.
  case applyPage(allowsMassRemoval: Bool)
  /// T5.
  case beginSweep
  /// T6.
  case finishSweep(allowsMassRemoval: Bool)
  /// Read what is unsent, at most so many records.
  case selectBatch(limit: Int)
  /// Send the batch that was selected, its files first.
  case send
  /// T3.
  case commitSent
  /// Look up what the last batch left in doubt.
  case lookUp
  /// T4.
  case mergeLookedUp
  /// Park the only record of the batch, for it can never be sent as it is; ``SyncEvent/sent(_:)`` answers.
  case parkBatch(CloudFailure)
  /// Leave the batch's saves out until there is space; ``SyncEvent/sent(_:)`` answers.
  case setBatchAside
  /// T7: do what the person chose.
  case carryOut(SyncAnswer, SyncAsk)
  /// T7: forget that the journal was to stay on this machine; ``SyncEvent/answerCarriedOut`` answers.
  case leaveLocal

  /// Let what was set aside be selected again. No event answers.
  case releaseSetAside
  /// ``SyncEvent/timerFired`` is wanted then, in milliseconds since 1970. Earlier wishes stand. No event answers.
  case wake(at: Int64)
}
