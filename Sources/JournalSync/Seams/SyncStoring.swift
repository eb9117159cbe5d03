package import CloudRecord
package import JournalCore
package import SyncCore

/// A journal's store as sync sees it: each method is one transaction of the table in docs/sync.md, all or nothing.
///
/// Methods block the thread. They throw the store's own error, or ``MassRemoval`` where a comment says so.
package protocol SyncStoring: AnyObject, Sendable {
  /// The zone that the store's records are in; fixed for the life of the store.
  var address: ZoneAddress { get }

  /// Returns the journal's account and how far it is with its zone.
  func syncPosition() throws -> SyncPosition

  /// T7: Binds the file to an account; nil signs out. Another account than before has the token, bases and tags
  /// forgotten, never words.
  func bind(_ account: AccountBinding?) throws
  /// T7: Notes whether the server has the zone. `false` drops the token, bases, tags and how far the server was, after
  /// which every record is unsent.
  func setZoneKnown(_ isKnown: Bool) throws
  /// T7: Notes that the journal is to stay on this machine, or no longer; signing out ends it too.
  func setStaysLocal(_ staysLocal: Bool) throws

  /// T8: Has edits stamped by the server's time from now on, and moves the stamps that no other device has seen to it,
  /// in their order. Returns the number of records that got other stamps.
  ///
  /// - Parameters:
  ///   - offset: The server's clock less this machine's, in milliseconds.
  ///   - serverTime: Milliseconds since 1970.
  func correctClock(offset: Int64, serverTime: Int64) throws -> Int

  /// Returns how far the journal is, and records that are not as the server has them, without parked ones and those in `excluding`: categories
  /// before entries before images, so that a reference finds its target; then records that only a newer program reads,
  /// and deletions last.
  ///
  /// - Parameter counting: How many waiting records the overview names that comes with them; nil for no overview.
  func unsent(limit: Int, excluding: Set<String>, counting: Int?) throws -> UnsentRecords

  /// T2: Merges a page and keeps its token, in one transaction.
  ///
  /// A page that is not as of the journal's ``SyncPosition/revision``, or of a server that is not as far as it was when
  /// it acknowledged what is here, changes nothing, and the summary says so.
  ///
  /// - Parameter allowsMassRemoval: Whether the person agreed to a removal of more than half of the journal.
  /// - Throws: ``MassRemoval`` if the page would remove more than that; nothing is changed then.
  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary

  /// Returns the version that the server acknowledged under a change tag, so that its files which are here are not
  /// fetched again; nil where the tag is not the one that is known here.
  func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion?

  /// Returns images that have a digest, in the order of their names: of these names, or all for nil.
  func pictures(_ names: [String]?) throws -> [KnownPicture]

  /// T3: Notes what the server acknowledged or refused; `local` is never touched.
  ///
  /// - Parameter history: How far the server is by the answer; kept with it.
  /// - Parameter counting: As of ``unsent(limit:excluding:counting:)``; counted after what is noted.
  @discardableResult
  func commit(_ results: [SendResult], history: ServerHistory?, counting: Int?) throws -> CommitSummary

  /// T4: Merges records that were looked up; `deleted` here means that the server has none of that name: an unsent edit
  /// then loses its base and goes up as new, anything else is removed.
  ///
  /// - Parameter revision: The ``SyncPosition/revision`` when they were asked for; at another one nothing is changed,
  ///   and the summary says so. nil for what is known to be the latest.
  /// - Parameter history: How far the server is by the answer; kept with it.
  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary

  /// T5: Forgets the token and begins an epoch.
  ///
  /// - Parameter forgettingHistory: Whether to forget how far the server was too, since the person takes what it has.
  func beginSweep(forgettingHistory: Bool) throws

  /// T6: Moves records with a base that the epoch has not seen to the trash and forgets their base; unsent ones stay
  /// and go up again. Returns how many were moved. Large sweeps may be several transactions; a call after an
  /// interruption goes on.
  ///
  /// - Throws: ``MassRemoval`` if more than half of the journal would be gone within a day.
  func finishSweep(allowsMassRemoval: Bool) throws -> Int

  /// Returns the names of records of the server's that cannot be opened here for one reason, in their order.
  func unreadable(_ reason: ClosedReason) throws -> [String]

  /// Returns the names of those among them that need one of these keys, which are given in hexadecimal digits.
  func unreadable(under keys: Set<String>) throws -> [String]

  /// Returns records of the server's that cannot be opened here for one reason, as they came.
  func closedRecords(_ reason: ClosedReason) throws -> [Record]

  /// Returns the names of pictures of these entries that the server has, as far as is known.
  func imagesOnServer(of entries: [String]) throws -> [String]

  /// T9: Renames imported records whose names follow from what they say, as long as the journal has met neither a server nor a
  /// ring of keys.
  ///
  /// - Parameter naming: The name in place of one; nil where it stays.
  func nameImports(by naming: (String) -> String?) throws

  /// T9: Notes which ring of keys the journal has. After another one, numbers of keys of before count for nothing.
  func noteRing(_ id: String) throws

  /// T9: Has these records go up again though nothing of them changed.
  func sendAgain(_ names: [String]) throws

  /// T9: Has every record that the server has, and that is not as it is to be, go up again though nothing of it changed.
  func reseal(to goal: SealGoal) throws -> SealProgress

  /// T9: Has what hangs on the roots of shares go up again under their newest keys, and what hangs on none of them no longer under
  /// a share's; returns how many records are not as they are to be. What comes after it, or is acknowledged, is seen to in the same way
  /// within T2, T3 and T4.
  func resealShared(_ wanted: [String: SharedForm]) throws -> Int

  /// Lets one parked record be sent again, or all of them if the name is nil.
  func unpark(_ recordName: String?) throws

  /// Returns the contents of the status view from one transaction; at most `limit` waiting records by name.
  func syncOverview(limit: Int) throws -> SyncOverview
}

/// Defaults for a store that has no pictures and no sealed records.
extension SyncStoring {
  /// Returns nil: every file is fetched anew.
  package func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? { nil }
  /// Returns no name.
  package func unreadable(_ reason: ClosedReason) throws -> [String] { [] }
  /// Returns no name.
  package func unreadable(under keys: Set<String>) throws -> [String] { [] }
  /// Returns no record.
  package func closedRecords(_ reason: ClosedReason) throws -> [Record] { [] }
  /// Returns no name.
  package func imagesOnServer(of entries: [String]) throws -> [String] { [] }
  /// Renames nothing.
  package func nameImports(by naming: (String) -> String?) throws {}
  /// Notes nothing.
  package func noteRing(_ id: String) throws {}
  /// Notes nothing.
  package func sendAgain(_ names: [String]) throws {}
  /// Notes nothing: nothing is left.
  package func reseal(to goal: SealGoal) throws -> SealProgress { SealProgress(left: 0, added: 0) }
  /// Notes nothing: nothing is left.
  package func resealShared(_ wanted: [String: SharedForm]) throws -> Int { 0 }
  /// Returns no picture.
  package func pictures(_ names: [String]?) throws -> [KnownPicture] { [] }
}
