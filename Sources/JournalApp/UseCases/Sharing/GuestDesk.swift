import CloudClient
import CloudRecord
package import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// What a link leads to, before and after it is accepted.
package struct Invitation: Sendable {
  /// What is shared, whose it is, and what the person may do.
  package let report: ShareReport
  let guid: String
  /// Of what is shared from an encrypted journal: its keys, as the link opened them; nil for a plain one.
  let sealed: SealedInvitation?
  private let participant: ShareParticipant

  /// - Parameter ownTitle: What the person's own is called; nil for what another person shares.
  init(
    _ information: ShareInformation, guid: String, url: String, sealed: SealedInvitation? = nil, ownTitle: String? = nil
  ) {
    self.guid = guid
    self.sealed = sealed
    participant = information.participant
    let sharing = information.share.sharing ?? ShareDescription(publicPermission: .none, participants: [])
    var kind = "entry"
    switch information.rootRecord?.recordType {
    case JournalSchema.entryType: kind = "entry"
    case JournalCore.Category.recordType: kind = "category"
    default: kind = information.rootRecordName == nil ? "journal" : "other"
    }
    var owner = information.owner
    owner.kind = .owner
    report = ShareReport(
      id: information.rootRecordName ?? information.share.recordName, kind: kind,
      title: sealed?.title ?? ownTitle ?? information.share.shareTitle ?? "An entry",
      isMine: information.participant.kind == .owner,
      owner: ShareWords.name(owner), permission: information.participant.permission,
      url: sealed == nil ? url : nil, sharing)
  }

  /// Whether the person has accepted already.
  package var isAccepted: Bool { participant.status == .accepted }

  /// Whether the person may write, and not before the owner has let them in.
  package var isWaiting: Bool { sealed != nil && report.permission == .readWrite }

  /// `Ben shares with you: “Trip to Bergen”, an entry. You may read and change it. 2 others see it.`
  package var sentence: String {
    let what =
      switch report.kind {
      case "entry": ", an entry with its pictures"
      case "category": ", a category with its entries"
      case "journal": ", a whole journal"
      default: ""
      }
    let writing =
      sealed != nil && report.kind == "category"
      ? "You may read it, write in its entries, and add entries and pictures." : "You may read and change it."
    let may = report.permission == .readWrite ? writing : "You may read it."
    let me = participant.userRecordName
    let others = report.guests.count { $0.status == .accepted && ($0.userRecordName != me || me == nil) }
    let seen = others == 0 ? "" : " \(NumberText.counted(others, "other sees", "others see")) it."
    return "\(report.owner) shares with you: “\(report.title)”\(what). \(may)\(seen)"
  }
}

/// Accepts what others share, leaves it, and copies from it.
package struct GuestDesk: Sendable {
  let own: OpenedJournal
  let environment: [String: String]
  var guests: GuestJournals { GuestJournals(own) }

  /// - Parameter environment: The process's, for its proxies.
  package init(_ own: OpenedJournal, environment: [String: String]) {
    (self.own, self.environment) = (own, environment)
  }

  /// Asks what a link leads to; nothing is accepted.
  ///
  /// - Throws: ``CommandFailure`` for a text that is no link, one of another server, one that has ended, and one for others.
  ///
  /// - Parameter words: Twelve words that were compared with the owner, where the owner comes with other keys than before.
  package func resolve(_ link: String, words: String? = nil) async throws -> Invitation {
    guard !own.paths.isInVault else {
      throw CommandFailure(
        .invalidInput,
        "This journal is encrypted on the disk, and what others share would lie beside it as it is. Nothing was accepted."
      )
    }
    return try await online { connection in
      let link = try InvitationLink(link, of: connection.settings)
      let desk = SharingDesk(own, environment: environment)
      let keys = try desk.keys()
      guard link.link == nil || keys != nil else { throw SealedInvitation.needsEncryption }
      let asked = ShortGUIDRequest(link.guid, fetchesRoot: true, rootDesiredKeys: [])
      let found = try await ask(.resolve([asked]), link.guid, connection)
      guard let keys, found.participant.kind != .owner else {
        // The server knows no title of what is shared encrypted.
        let own = found.participant.kind == .owner ? try desk.target(of: RecordName(found.rootRecordName ?? "")) : nil
        return Invitation(
          found, guid: link.guid, url: connection.settings.shareURL(link.guid), ownTitle: own?.title)
      }
      let (kept, seals) = try known(found.zoneID)
      let sealed = try SealedInvitation(
        found, link.link, identities: try keys.file.held()?.identities() ?? [], known: kept)
      let rings = ShareKeeper(keys.file, own.store).rings
      try sealed.check(with: rings, typed: words)
      try sealed.check(beside: seals, rings)
      return Invitation(found, guid: link.guid, url: connection.settings.shareURL(link.guid), sealed: sealed)
    }
  }

  /// What is kept here of the keys of shares in a zone.
  private func known(_ zone: ZoneID) throws -> ([KeptShare], ShareSeals?) {
    guard guests.zones().contains(zone), let guest = try guests.open(zone, isReadOnly: true) else { return ([], nil) }
    let kept = try StoredShareRings(guest.journal.store).all()
    try guest.journal.close()
    return (kept, guest.seals)
  }

  /// Accepts an invitation, and brings what is shared here.
  ///
  /// - Parameter progress: Called with how far it is.
  /// - Returns: What was accepted; and links of the person's own shares in the place of those that have ended meanwhile, which are
  ///   keys.
  /// - Throws: ``CommandFailure`` where the link has ended meanwhile, or nothing could be fetched.
  package func accept(
    _ invitation: Invitation, _ progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> (invitation: Invitation, links: [ShareReport.Link]) {
    var links: [ShareReport.Link] = []
    // A person's computers tell each other of what was opened in their own zone, which a first synchronisation makes.
    if try own.store.syncPosition().token == nil {
      links = try await SyncRun(own, environment: environment).once(SyncWish(), progress).links
    }
    let accepted = try await online { connection in
      if let sealed = invitation.sealed { return try await accept(invitation, sealed, connection) }
      let asked = ShortGUIDRequest(invitation.guid, fetchesRoot: true, rootDesiredKeys: [])
      let found = try await ask(.accept([asked]), invitation.guid, connection)
      return Invitation(found, guid: invitation.guid, url: connection.settings.shareURL(invitation.guid))
    }
    let result = try await GuestSync(own, environment: environment).once(progress)
    if let obstacle = result.obstacle {
      throw CommandFailure(.inputOutput, "It is accepted, and not all of it is here yet: \(obstacle)")
    }
    return (accepted, links + result.links)
  }

  private func ask(
    _ request: CloudRequest, _ guid: String, _ connection: ServiceConnection
  ) async throws -> ShareInformation {
    switch try await answer(to: request, connection) {
    case .found(let information): return information
    case .refused(let failure): throw failure
    }
  }

  // MARK: What is shared with the person

  /// What others share, as the server told it last.
  ///
  /// - Throws: ``StoreError`` where it cannot be read; ``CommandFailure`` for damaged settings.
  package func shares() throws -> [ShareReport] {
    guard guests.areAny, let settings = try AccountDesk(own, environment: environment).settings() else { return [] }
    let open = try guests.open()
    let reports = try open.flatMap { try $0.reports(settings.shareURL) }
    try guests.close(open)
    return reports
  }

  /// What a person is asked before they leave a share: what goes, and whose it is.
  ///
  /// - Parameter reference: A shared entry, or the title of what is shared.
  /// - Throws: ``CommandFailure`` where there is no such share.
  package func question(onLeaving reference: String) throws -> String {
    guard let (report, entry) = try report(reference) else { throw Self.notSharedWithYou(reference) }
    return Self.question(onLeaving: report, by: entry)
  }

  /// - Parameter entry: The entry that was named; nil where it was the share.
  static func question(onLeaving report: ShareReport, by entry: Entry?) -> String {
    let whole = "“\(report.title)”, which \(report.owner) shares with you, goes from your devices"
    guard let entry, report.kind != "entry" else {
      return "\(whole)\(report.kind == "entry" ? "" : " with its entries"). Leave it?"
    }
    return "\(EntryNaming.quoted(entry)) is shared as part of “\(report.title)”: you leave all of it, or nothing. "
      + "\(whole) with all its entries. Leave it?"
  }

  /// What another person shares, by its title, its id, or an entry in it, with that entry; nil where nothing of that name is shared.
  private func report(_ reference: String) throws -> (report: ShareReport, entry: Entry?)? {
    guard guests.areAny else { return nil }
    let settings = try AccountDesk(own, environment: environment).settings()
    let open = try guests.open()
    let result = Result { () throws -> (report: ShareReport, entry: Entry?)? in
      guard let found = try share(reference, in: open),
        let report = try found.guest.report(of: found.record, { settings?.shareURL($0) ?? "" })
      else { return nil }
      return (report, found.entry)
    }
    try guests.close(open)
    return try result.get()
  }

  /// What a person means who changes what they share themselves.
  ///
  /// - Parameter body: Finds what is the person's own.
  /// - Throws: ``CommandFailure`` that says whose it is where another person shares it; else the error of `body`.
  package func ownTarget(_ reference: String, _ body: () throws -> ShareTarget) throws -> ShareTarget {
    do { return try body() } catch let failure as CommandFailure where Self.isUnknown(failure, reference) {
      guard let theirs = try report(reference)?.report else { throw failure }
      throw Self.belongs(theirs)
    }
  }

  /// The same of something that is shared already.
  ///
  /// - Parameter inTrash: Whether it may lie in the trash, where another computer may have put it.
  /// - Throws: As above.
  package func sharedTarget(_ reference: String, inTrash: Bool = false) throws -> ShareTarget {
    try ownTarget(reference) { try own.context.sharedTarget(reference, inTrash: inTrash) }
  }

  /// Who has what another person shares; nil where the person's own is meant, and where there is no such thing.
  ///
  /// - Throws: ``StoreError`` where it cannot be read; ``CommandFailure`` where several things are meant.
  package func people(_ reference: String) throws -> ShareReport? {
    do { _ = try own.context.sharedTarget(reference) } catch let failure as CommandFailure
      where Self.isUnknown(failure, reference)
    {
      return try report(reference)?.report
    }
    return nil
  }

  /// Whether nothing of one's own has a name; the last entry is one's own, in an empty journal, too.
  private static func isUnknown(_ failure: CommandFailure, _ reference: String) -> Bool {
    [.notFound, .usage].contains(failure.code) && trimmingSpace(reference).lowercased() != "last"
  }

  /// What is said to a person who would change what another one shares.
  static func belongs(_ theirs: ShareReport) -> CommandFailure {
    CommandFailure(
      .noAccess,
      "\(theirs.owner) shares “\(theirs.title)” with you, and only \(theirs.owner) says who has it. Nothing was changed. "
        + "“cloudjournal share people” shows who has it, and “cloudjournal share leave” leaves it.")
  }

  private static func notSharedWithYou(_ reference: String) -> CommandFailure {
    CommandFailure(.notShared, "“\(reference)” is not shared with you. “cloudjournal share list” says what is.")
  }

  /// Leaves a share; what was not sent of it stays as the person's own.
  ///
  /// - Parameter reference: A shared entry, or the title of what is shared.
  /// - Returns: What was left, in quotes; what was kept, a sentence each; and links of the person's own shares in the place of those
  ///   that have ended meanwhile, which are keys.
  /// - Throws: ``CommandFailure`` where there is no such share, or the server refuses.
  package func leave(
    _ reference: String
  ) async throws -> (title: String, notices: [String], links: [ShareReport.Link]) {
    let open = try guests.open()
    let found = try share(reference, in: open)
    try guests.close(open)
    guard let found else { throw Self.notSharedWithYou(reference) }
    let (zone, share, title) = (found.guest.journal.store.address.zoneID, found.record, found.title)
    try await online { connection in
      let operation = RecordOperation(.forceDelete, recordName: share.recordName)
      let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: zone))
      let reply: CloudReply
      do throws(CloudFailure) {
        reply = try await connection.client.on(.shared).send(request, urgency: .interactive)
      } catch {
        // Where nothing else is shared in the zone any more it is as it was wanted.
        guard error.code == .zoneNotFound || error.code == .unknownItem else { throw ShareWords.failure(error) }
        return
      }
      guard case .records(let records) = reply, case .failed(_, let error)? = records.outcomes.first else { return }
      guard error.code == .notFound || error.code == .zoneNotFound else { throw ShareWords.failure(error) }
    }
    let result = try await GuestSync(own, environment: environment).once()
    return ("“\(title)”", result.notices, result.links)
  }

  /// What a person means: the share by its title or id, or the one of an entry that is named.
  private func share(
    _ reference: String, in open: [GuestJournal]
  ) throws -> (guest: GuestJournal, record: Record, title: String, entry: Entry?)? {
    let wanted = trimmingSpace(reference).lowercased()
    // As this program's sentences have names.
    let bare = wanted.hasPrefix("“") && wanted.hasSuffix("”") ? String(wanted.dropFirst().dropLast()) : wanted
    for guest in open {
      let titled = try StoredShares(guest.journal.store).all().filter {
        let name = $0.recordName.lowercased()
        // As lists of shares show it.
        let isNamed = wanted.count >= EntryNaming.shortLength && name.hasSuffix(wanted)
        return try isNamed || name == StoredShares.prefix + wanted
          || [wanted, bare].contains(guest.title(of: $0).lowercased())
      }
      if titled.count == 1 { return (guest, titled[0], try guest.title(of: titled[0]), nil) }
    }
    do {
      guard let (entry, guest) = try guests.entry(reference, in: open), let share = guest.share(of: entry) else {
        return nil
      }
      return (guest, share, try guest.title(of: share), entry)
    } catch let failure as CommandFailure where failure.code == .usage {
      return nil
    }
  }

  /// Copies a shared entry into the person's journal, with its pictures, which are fetched first.
  ///
  /// - Returns: The copy, and how many pictures could not be fetched.
  /// - Throws: ``CommandFailure`` where no shared entry is meant.
  package func copy(_ reference: String) async throws -> (entry: Entry, missing: Int) {
    let open = try guests.open()
    guard let (entry, guest) = try guests.entry(reference, in: open) else {
      try guests.close(open)
      throw CommandFailure(
        .notFound, "No shared entry is called “\(reference)”. “cloudjournal list --shared” shows all of them.")
    }
    let copy = try await copy(entry, of: guest)
    try guests.close(open)
    return copy
  }

  /// The same for an entry by its name in a journal that is open.
  func copy(_ name: RecordName, of guest: GuestJournal) async throws -> (entry: Entry, missing: Int) {
    guard let entry = try guest.journal.store.entry(name), entry.trashedAt == nil else {
      throw CommandFailure(.notFound, "This entry is no longer shared with you.")
    }
    return try await copy(entry, of: guest)
  }

  private func copy(_ entry: Entry, of guest: GuestJournal) async throws -> (entry: Entry, missing: Int) {
    let images = try guest.journal.store.images(of: entry.id)
    if images.contains(where: { !($0.imageAsset.map(guest.journal.assets.contains) ?? true) }) {
      _ = try await PictureDownloads(guest.journal, environment: environment).fetch(images.map(\.id))
    }
    let made = try GuestKeeping(own: own, guest: guest).copy(entry)
    try await giveBack(entry, of: guest)
    return made
  }

  /// Has an entry that may only be read be as its owner has it, once what was changed in it here is in the copy: the next
  /// synchronisation brings it.
  private func giveBack(_ entry: Entry, of guest: GuestJournal) async throws {
    let store = guest.journal.store
    guard try guest.entriesThatStay().contains(where: { $0.id == entry.id }),
      try !store.drafts().contains(where: { $0.entry.id == entry.id }),
      let lock = try await EngineLock.soon(guest.journal.paths.syncLock)
    else { return }
    try withExtendedLifetime(lock) {
      try StoredShares(store).forgetLost([entry.id])
      try store.beginSweep(forgettingHistory: false)
    }
  }

  private func online<Value>(_ body: (ServiceConnection) async throws -> Value) async throws -> Value {
    try await AccountDesk(own, environment: environment).signedIn { connection, _ in try await body(connection) }
  }
}
