package import JournalCore

/// An order of ``SyncMachine``. Each ends in exactly one event, except the last two, which end in none.
///
/// T2 to T7 are the transactions of docs/sync.md.
package enum SyncOrder: Hashable, Sendable {
  /// Ask which account is signed in, and compare it with the journal's; binds the journal to the first one (T7).
  case checkAccount
  /// Look at the ring of the account's keys, and take over what it says: before anything of the journal is read or sent.
  case checkKeys
  /// Create the zone; one that exists stays as it is (T7).
  case makeZone
  case subscribe
  /// Fetch the next page and the files that its records need, merge it and keep its token (T2).
  case fetchPage(allowsMassRemoval: Bool)
  /// T5: forget the token, and begin to read everything again.
  case beginSweep
  /// T6: move to the trash what the sweep has not seen on the server.
  case finishSweep(allowsMassRemoval: Bool)
  /// Send at most so many unsent records, their files first, and keep what the server said about them (T3).
  ///
  /// - Parameter mayPark: Whether the only record of a batch that is refused as a whole may be parked.
  case sendBatch(limit: Int, mayPark: Bool = true)
  /// Look up what the last batch left in doubt, and merge it (T4).
  case lookUp
  /// T7: do what the person chose.
  case carryOut(SyncQuestion.Answer, SyncQuestion)
  /// T7: forget that the journal was to stay on this machine; the answer then holds for the question if it comes again.
  case leaveLocal(SyncQuestion.Answer)

  /// Let what was set aside be selected again. No event answers.
  case releaseSetAside
  /// Send ``SyncEvent/timerFired`` at this time, in milliseconds since 1970, and at the times ordered before. No event
  /// answers.
  case wake(at: Int64)
}
