package import CloudRecord

/// An order of ``SyncMachine``. Each ends in exactly one event, except the last two, which end in none.
///
/// T2 to T7 are the transactions of docs/sync.md.
package enum SyncEffect: Hashable, Sendable {
  /// Ask which account is signed in, and compare it with the journal's.
  case checkAccount
  /// Create the zone; one that exists stays as it is.
  case makeZone
  case subscribe
  /// Fetch the next page and the files that its records need.
  case fetchPage
  /// T2: merge the page that was fetched, and keep its token.
  case applyPage(allowsMassRemoval: Bool)
  /// T5: forget the token, and begin to read everything again.
  case beginSweep
  /// T6: move to the trash what the sweep has not seen on the server.
  case finishSweep(allowsMassRemoval: Bool)
  /// Read at most so many unsent records.
  case selectBatch(limit: Int)
  /// Send the batch that was selected, its files first.
  case send
  /// T3: keep what the server said about the batch.
  case commitSent
  /// Look up what the last batch left in doubt.
  case lookUp
  /// T4: merge the records that were looked up.
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
  /// Send ``SyncEvent/timerFired`` at this time, in milliseconds since 1970, and at the times ordered before. No event
  /// answers.
  case wake(at: Int64)
}
