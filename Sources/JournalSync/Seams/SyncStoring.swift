package import CloudRecord
package import JournalCore
package import SyncCore

/// What synchronising asks of a journal's store: each method is one transaction of sync.md's table, all or nothing.
///
/// Methods block. What they throw is the store's own error, but for ``MassRemoval``.
package protocol SyncStoring: AnyObject, Sendable {
  func syncPosition() throws -> SyncPosition

  /// T7: Binds the file to an account, or unbinds it; another account's token, bases and tags are forgotten, words are not.
  func bind(_ account: AccountBinding?) throws
  /// T7: Notes whether the server has the zone. Forgetting it (`false`) drops token, bases, tags and how far the server was:
  /// all is unsent then.
  func setZoneKnown(_ isKnown: Bool) throws
  /// T7: Notes that the journal is to stay on this machine, or no longer; signing out ends it too.
  func setStaysLocal(_ staysLocal: Bool) throws

  /// T8: Has edits stamped by the server's time from now on, and brings the stamps that nobody else has seen to it, in
  /// their order. Returns of how many records.
  ///
  /// - Parameters:
  ///   - offset: The server's clock less this machine's, in milliseconds.
  ///   - serverTime: Milliseconds since 1970.
  func correctClock(offset: Int64, serverTime: Int64) throws -> Int

  /// Records that are not as the server has them, parked ones left out: categories before entries before images, so that
  /// what is referred to goes first; then deletions. Those in `excluding` are left out.
  func unsent(limit: Int, excluding: Set<String>) throws -> [UnsentRecord]

  /// T2: Merges a page and keeps its token, in one transaction.
  ///
  /// A page that is not as of the journal's ``SyncPosition/revision``, or of a server that is not as far as it was when it
  /// acknowledged what is here, changes nothing, and the summary says so.
  ///
  /// - Parameter allowsMassRemoval: Whether the person agreed to a removal of more than half of the journal.
  /// - Throws: ``MassRemoval`` if the page would remove more than that; nothing is changed then.
  func apply(_ page: FetchedPage, rules: MergeRules, allowsMassRemoval: Bool) throws -> ApplySummary

  /// What the server acknowledged under a change tag, so that files of it that are here need not be fetched again; nil
  /// where the tag is not the one that is known here.
  func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion?

  /// Images that have a file, in the order of their names: of these names, or all.
  func pictures(_ names: [String]?) throws -> [KnownPicture]

  /// T3: Notes what the server acknowledged or refused; `local` is never touched. Returns how many pictures that waited
  /// for their entry may go now.
  ///
  /// - Parameter history: How far the server is by the answer; kept with it.
  @discardableResult
  func commit(_ results: [SendResult], history: ServerHistory?) throws -> Int

  /// T4: Merges records that were looked up; `deleted` here means that the server has none of that name: an unsent edit
  /// then loses its base and goes up as new, anything else is removed.
  ///
  /// - Parameter revision: The ``SyncPosition/revision`` when they were asked for; at another one nothing is changed, and
  ///   the summary says so. nil for what is known to be the latest.
  /// - Parameter history: How far the server is by the answer; kept with it.
  func applyLookedUp(
    _ changes: [FetchedChange], asOf revision: Int64?, history: ServerHistory?, rules: MergeRules
  ) throws -> ApplySummary

  /// T5: Forgets the token and begins an epoch.
  ///
  /// - Parameter forgettingHistory: Whether how far the server was is forgotten too, since the person takes what it has.
  func beginSweep(forgettingHistory: Bool) throws

  /// T6: Moves records with a base that the epoch has not seen to the trash and forgets their base; unsent ones stay and
  /// go up again. Returns how many were moved.
  ///
  /// - Throws: ``MassRemoval``.
  func finishSweep(allowsMassRemoval: Bool) throws -> Int

  /// Lets parked records be sent again; all of them without a name.
  func unpark(_ recordName: String?) throws

  /// What the status view shows, read in one transaction; at most `limit` waiting records by name.
  func syncOverview(limit: Int) throws -> SyncOverview
}

/// For a store that asks for every file anew, and has no pictures.
extension SyncStoring {
  package func acknowledged(_ recordName: String, changeTag: String) throws -> RecordVersion? { nil }
  package func pictures(_ names: [String]?) throws -> [KnownPicture] { [] }
}
