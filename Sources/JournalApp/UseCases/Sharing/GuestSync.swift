import CloudClient
import CloudRecord
package import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore
import SystemKit

/// Brings what others share here, and what was written in it there: one zone after the other, after the person's own journal.
package struct GuestSync: Sendable {
  /// How a look at what others share ended.
  package struct Result: Sendable {
    /// What has come or gone, a sentence each.
    package var notices: [String] = []
    /// Why not everything is on the server; nil where it is.
    package var obstacle: String?
    /// How many entries were kept as the person's own.
    package var kept = 0
    /// Whether others share anything, as far as is known.
    package var hasGuests = false
    /// Whether nothing has changed since the look before, so that nothing was fetched or sent.
    package var isQuiet = false
    /// Whether the server could not be asked at all.
    package var isOutOfReach = false
    /// What the next look begins from; nil where that has to ask for everything.
    var mark: Mark?
    /// Whether records of what the person shares are to go up under another key, so that another run is due.
    package var sendsAgain = false
    /// What came and went in what others share.
    package var traffic = SyncTraffic()
    /// Links that take the place of those that ended in this run: they are keys, and belong on a person's screen alone.
    package var links: [ShareReport.Link] = []

    mutating func fail(_ zone: ZoneID, _ error: any Error) {
      obstacle = obstacle ?? "What others share was not brought whole. \(CommandFailure(error).sentence)"
    }
  }

  /// How far a look came.
  package struct Mark: Sendable {
    /// What the server gave.
    let token: ChangeToken
    /// The key under which the person's computers told each other of shares then: under another one they tell it anew.
    let key: KeyID?
  }

  let own: OpenedJournal
  private let environment: [String: String]
  var guests: GuestJournals { GuestJournals(own) }

  /// - Parameter environment: The process's, for its proxies.
  package init(_ own: OpenedJournal, environment: [String: String]) {
    (self.own, self.environment) = (own, environment)
  }

  /// Sees to what the person shares from an encrypted journal; then asks which zones others share, and synchronises each.
  ///
  /// Nothing is asked where the journal is signed out or encrypted on the disk, or of a service that is not ours. In one that is
  /// encrypted end to end, only what was opened here by its link, and what came before that, goes on.
  ///
  /// - Parameters:
  ///   - wantsPictures: Whether the bytes of all pictures are to be here at the end.
  ///   - mark: What an earlier look ended with: where nothing has changed since, that is all that is asked; nil asks for all.
  ///   - progress: Called with whose words are on their way.
  /// - Throws: ``CommandFailure`` or ``StoreError`` where a file cannot be read or written.
  package func once(
    wantsPictures: Bool = false, since mark: Mark? = nil,
    _ progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Result {
    let tended = try await ShareTending(own, environment: environment).once()
    var result = Result(notices: tended.notices, obstacle: tended.obstacle, sendsAgain: tended.isChanged)
    result.links = tended.links
    try await bring(wantsPictures: wantsPictures, since: mark, &result, progress)
    return result
  }

  private func bring(
    wantsPictures: Bool, since mark: Mark?, _ result: inout Result,
    _ progress: @escaping @Sendable (String) -> Void
  ) async throws {
    let desk = AccountDesk(own, environment: environment)
    guard !own.paths.isInVault, let settings = try desk.settings(), settings.isOurs, try desk.session() != nil
    else { return }
    let isSealed = try AccountKeys(own.paths, settings, own.store) != nil
    let notes = isSealed ? try GuestNotes(own, settings) : nil
    // Made anew from what another computer tells, or by the link.
    if isSealed { try guests.removeHollow() }
    // What another computer of the person's has opened.
    let missing = try notes?.missing() ?? []
    guard !isSealed || guests.areAny || !missing.isEmpty else { return }
    result.hasGuests = guests.areAny
    let listed: (zones: [ZoneID], token: ChangeToken?)
    do {
      if let mark, mark.key == notes?.keyID, guests.unsent() == 0, missing.isEmpty,
        try await desk.signedIn({ connection, _ in try await Self.isQuiet(connection, since: mark.token) })
      {
        (result.isQuiet, result.mark) = (true, mark)
        return
      }
      listed = try await desk.signedIn { connection, _ in try await Self.zones(connection) }
    } catch let failure as CommandFailure {
      result.isOutOfReach = true
      if guests.areAny { result.obstacle = "What others share was not asked for. " + failure.sentence }
      return
    }
    var zones = listed.zones
    result.mark = listed.token.map { Mark(token: $0, key: notes?.keyID) }
    // First what is gone: its words are the person's own from then on, and go with the next synchronisation.
    let known = guests.zones()
    for zone in known where !zones.contains(zone) {
      do {
        guard isSealed, let unheard = try guests.unheardOf(zone) else {
          try await dropUnlisted(zone, desk, &result)
          continue
        }
        // The server may have heard of it since it was asked.
        guard let lock = unheard.lock else { continue }
        if try await desk.signedIn({ connection, _ in try await Self.zones(connection) }).zones.contains(zone) {
          zones.append(zone)
        } else {
          try guests.remove(zone, lock)
          result.notices.append(unheard.sentence)
        }
      } catch { result.fail(zone, error) }
    }
    var taken: Set<ZoneID> = []
    for missing in missing where zones.contains(missing.note.zoneID) {
      let note = missing.note
      do {
        guard try await desk.signedIn({ connection, _ in try await notes?.take(note, connection) ?? false }) else {
          if let sentence = try notes?.refuse(missing) { result.notices.append(sentence) }
          continue
        }
        if !known.contains(note.zoneID) { taken.insert(note.zoneID) }
      } catch { result.fail(note.zoneID, error) }
    }
    // What is wrong with one of them holds up no other.
    let here = Set(guests.zones())
    for zone in zones where !isSealed || here.contains(zone) {
      do {
        try await synchronize(zone, isNew: taken.contains(zone), isSealed: isSealed, notes, &result, progress)
      } catch { result.fail(zone, error) }
    }
    do {
      try await tell(try notes?.forgetting(besides: zones) ?? [], by: notes)
    } catch { result.fail(own.store.address.zoneID, error) }
    result.hasGuests = guests.areAny
    if wantsPictures { try await bringPictures(&result, progress) }
  }

  /// Has the server tell this account's devices when something changes in what others share.
  ///
  /// - Returns: Whether it does; without that it is asked now and then.
  func subscribe() async -> Bool {
    let subscription = Subscription(
      subscriptionID: JournalSchema.sharedSubscriptionID, kind: .database,
      notification: NotificationInfo(shouldSendContentAvailable: true))
    do {
      return try await AccountDesk(own, environment: environment).signedIn { connection, _ in
        let reply = try await connection.client.on(.shared)
          .send(.modifySubscriptions([.create(subscription)]), urgency: .background)
        guard case .subscriptions(let outcomes) = reply, case .subscription? = outcomes.first else { return false }
        return true
      }
    } catch {
      // The next look tries it again.
      return false
    }
  }

  private func bringPictures(
    _ result: inout Result, _ progress: @escaping @Sendable (String) -> Void
  ) async throws {
    let open = try guests.open()
    for guest in open {
      if let missing = try await PictureDownloads(guest.journal, environment: environment).bring(nil, progress) {
        result.obstacle = result.obstacle ?? missing
      }
    }
    try guests.close(open)
  }

  private static func changes(
    _ connection: ServiceConnection, since token: ChangeToken?
  ) async throws(CloudFailure) -> DatabaseChangesReply? {
    let request = CloudRequest.databaseChanges(DatabaseChangesRequest(syncToken: token))
    let reply = try await connection.client.on(.shared).send(request, urgency: .background)
    return if case .databaseChanges(let changes) = reply { changes } else { nil }
  }

  /// Whether nothing has changed in any zone since a token was given; a server that takes it no longer is asked for all.
  private static func isQuiet(_ connection: ServiceConnection, since token: ChangeToken) async throws -> Bool {
    do throws(CloudFailure) {
      let changes = try await changes(connection, since: token)
      return changes?.zones.isEmpty == true && changes?.moreComing == false
    } catch {
      guard error.code == .changeTokenExpired || error.code == .invalidArguments else {
        throw ServiceWords.failure(error)
      }
      return false
    }
  }

  /// The zones in which others share something with the account, and what the next look begins from.
  private static func zones(_ connection: ServiceConnection) async throws -> (zones: [ZoneID], token: ChangeToken?) {
    var found: [ZoneID] = []
    var token: ChangeToken?
    var isOver = false
    var pages = 0
    while !isOver {
      let page: DatabaseChangesReply?
      do throws(CloudFailure) {
        page = try await changes(connection, since: token)
      } catch {
        throw ServiceWords.failure(error)
      }
      guard let changes = page else { throw Self.unreadable }
      for zone in changes.zones {
        found.removeAll { $0 == zone.zoneID }
        if !zone.isDeleted, !zone.zoneID.isDefault { found.append(zone.zoneID) }
      }
      // A server that announces more without end is not followed, and what it did not list is not taken for gone.
      pages += 1
      guard !changes.moreComing || changes.syncToken != token && pages < mostPages else { throw Self.unreadable }
      isOver = !changes.moreComing
      token = changes.syncToken
    }
    return (found, token)
  }

  private static let mostPages = 1000
  private static let unreadable = CommandFailure(
    .inputOutput, "The server does not say to its end what is shared. Nothing was changed.")

  // MARK: One zone

  /// Has the person's other computers know what was opened here.
  private func tell(_ operations: [RecordOperation], by notes: GuestNotes?) async throws {
    guard let notes, !operations.isEmpty else { return }
    try await AccountDesk(own, environment: environment).signedIn { connection, _ in
      try await notes.save(operations, connection)
    }
  }

  private func synchronize(
    _ zone: ZoneID, isNew: Bool, isSealed: Bool, _ notes: GuestNotes?, _ result: inout Result,
    _ progress: @escaping @Sendable (String) -> Void
  ) async throws {
    guard let guest = try guests.open(zone) else {
      result.obstacle = "The server names a zone that cannot be kept here."
      return
    }
    do {
      // Without its keys it would travel plain.
      if isSealed, try guest.isHollow() {
        if try guest.hasWords() { result.obstacle = result.obstacle ?? GuestJournal.noKeys }
      } else {
        try await synchronize(guest, isNew: isNew || guest.journal.isNew, notes, &result, progress)
      }
    } catch {
      try guest.journal.close()
      throw error
    }
    try guest.journal.close()
  }

  private func synchronize(
    _ guest: GuestJournal, isNew: Bool, _ notes: GuestNotes?, _ result: inout Result,
    _ progress: @escaping @Sendable (String) -> Void
  ) async throws {
    let journal = guest.journal
    guard let lock = try await EngineLock.soon(journal.paths.syncLock) else {
      result.obstacle = "Another process synchronises what is shared."
      return
    }
    progress("what others share …")
    try GuestKeeping(own: own, guest: guest).takeBackUndone()
    guard var outcome = try await once(journal, lock) else { return }
    result.traffic.add(outcome.status.traffic)
    var now = try GuestJournal(journal)
    // What was refused while one could only read goes as soon as one may write.
    if now.mayWriteSomething, try journal.store.syncOverview(limit: 0).parked > 0 {
      try journal.store.unpark(nil)
      if let again = try await once(journal, lock) {
        outcome = again
        result.traffic.add(again.status.traffic)
      }
      now = try GuestJournal(journal)
    }
    if isNew {
      let titles = try now.reports { $0 }.map { "“\($0.title)”" }
      if !titles.isEmpty { result.notices.append("\(now.owner) shares \(ShareWords.list(titles)) with you.") }
    }
    try tidy(now, ownedBy: isNew ? now.owner : guest.owner, &result)
    result.notices += try now.waits()
    switch outcome {
    // What is known of the zone is whole.
    case .safe:
      try withExtendedLifetime(lock) { result.notices += try now.endUnheard(besides: guest.names) }
      try await tell(try notes?.telling(of: GuestJournal(journal)) ?? [], by: notes)
    case .notSafe(let why, let status):
      let left = try journal.store.syncOverview(limit: 0)
      // What stood in the way may have gone with what is shared no longer.
      if status.account == .available, status.activity == .idle, left.unsent == 0, left.parked == 0 { return }
      let staying = try GuestJournal(journal).entriesThatStay()
      result.obstacle =
        left.parked > 0 && !staying.isEmpty
        ? "You may read \(ShareWords.list(staying.map(EntryNaming.quoted))), which \(now.owner) shares, not change it: what you wrote "
          + "there stayed here. “cloudjournal share copy ENTRY” makes it yours." : "What \(now.owner) shares: \(why)"
    }
  }

  /// Sends and fetches once; nil where the journal is signed out.
  private func once(_ journal: OpenedJournal, _ lock: FileLock) async throws -> SyncOutcome? {
    // How much goes is the owner's to say.
    var wish = SyncWish()
    wish.answer = .takeServers
    guard
      let synchronizer = try JournalSynchronizer(
        paths: journal.paths, store: journal.store, lock: lock, environment: environment, once: wish)
    else { return nil }
    let outcome = await synchronizer.once(wish, StatusFeed { _ in })
    try await synchronizer.close()
    return outcome
  }
}

extension SyncOutcome {
  /// How synchronising stood at the end.
  fileprivate var status: SyncStatus {
    switch self {
    case .safe(let status), .notSafe(_, let status): status
    }
  }
}
