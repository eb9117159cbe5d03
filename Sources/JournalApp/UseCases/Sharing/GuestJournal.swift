import CloudClient
package import CloudRecord
import Encodings
import Foundation
import Glibc
package import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SystemKit

/// What another person shares in one zone: a journal of its own beside the person's, which goes when its folder does.
package struct GuestJournal: Sendable {
  /// The open journal.
  package let journal: OpenedJournal
  /// Whose it is, and what its shares permit, as the server told last.
  private let shares: [Record]
  /// What is known of the keys of its shares; nil where what is shared travels plain.
  let seals: ShareSeals?

  init(_ journal: OpenedJournal) throws {
    self.journal = journal
    shares = try StoredShares(journal.store).all()
    let settings: AccountSettings?
    do { settings = try journal.paths.account.read() } catch { throw ServiceWords.failure(error) }
    let keeper = settings.flatMap { ShareKeeper(ofGuest: journal.paths, $0, journal.store) }
    seals = try keeper.flatMap { try $0.kept().isEmpty ? nil : try $0.look() }
  }

  /// The names of the shares that the server has told of.
  var names: Set<String> { Set(shares.map(\.recordName)) }

  /// The keys under which an entry came that is filed under a category, or under none.
  func seal(of entry: RecordName, in category: RecordName?) -> ShareSeals.Share? {
    let roots = [entry, category].compactMap { $0?.rawValue }
    return roots.lazy.compactMap { root in seals?.all.first { $0.root == root } }.first
  }

  /// What the keys of a share let the person do with an entry, or with what is shared; nil where it travels plain.
  private func right(for entry: RecordName, in category: RecordName? = nil) -> SharePermission? {
    guard seals != nil else { return nil }
    guard let share = seal(of: entry, in: category), share.trouble == nil, share.mayWrite else { return .readOnly }
    return .readWrite
  }

  /// Why nothing is written in an entry at present, beside that it is shared for reading; nil where nothing else stands in the way.
  func obstacle(toEntry entry: RecordName, in category: RecordName?) -> ShareTrouble? {
    seal(of: entry, in: category).flatMap(obstacle)
  }

  /// The same of all that is in a share.
  private func obstacle(to share: ShareSeals.Share) -> ShareTrouble? {
    guard share.trouble == .notIn else { return share.trouble }
    // To who may only read it is nothing that waits for the owner.
    let permission = shares.first { $0.recordName == share.name }?.sharing?.currentUser?.permission
    return permission == .readWrite ? .notIn : nil
  }

  /// What waits here, and for what: a sentence for each share whose keys let the person write nothing, or read nothing new.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  func waits() throws -> [String] {
    try shares.compactMap { record in
      guard let share = seals?.all.first(where: { $0.name == record.recordName }), let obstacle = obstacle(to: share)
      else { return nil }
      return "“\(try title(of: record))”, which \(owner) shares with you, waits. \(obstacle.sentence)"
    }
  }

  /// The owner as people know them.
  package var owner: String {
    shares.compactMap { $0.sharing?.owner }.first.map(ShareWords.name) ?? "someone"
  }

  /// What the person may do with an entry; permission is the server's word, and this only what it said last.
  package func permission(for entry: Entry) -> SharePermission { permission(forEntry: entry.id, in: entry.category) }

  /// What the person may do with an entry of this name that is filed under a category, or under none.
  func permission(forEntry entry: RecordName, in category: RecordName?) -> SharePermission {
    let names = [entry, category].compactMap { $0.map { StoredShares.prefix + $0.rawValue } }
    let own = shares.filter { names.contains($0.recordName) }
    // In a sealed share its keys say it: what is signed by others is taken in by no one.
    if right(for: entry, in: category) == .readOnly { return .readOnly }
    return (own.isEmpty ? shares : own).compactMap { $0.sharing?.currentUser?.permission }
      .reduce(.none, SharePermission.most)
  }

  /// Whether anything here may be changed, as far as the server told last.
  var mayWriteSomething: Bool {
    shares.contains { share in
      guard share.sharing?.currentUser?.permission == .readWrite else { return false }
      guard let seals else { return true }
      return seals.all.contains { $0.name == share.recordName && $0.trouble == nil && $0.mayWrite }
    }
  }

  /// The entries with unsent words that may only be read, so that these stay here.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  func entriesThatStay() throws -> [Entry] {
    try StoredShares(journal.store).entriesWithUnsentWords().sorted().compactMap { try journal.store.entry($0) }
      .filter { permission(for: $0) != .readWrite && obstacle(toEntry: $0.id, in: $0.category) == nil }
  }

  /// - Throws: ``CommandFailure`` where the entry is shared for reading alone.
  package func requireWriting(_ entry: Entry) throws {
    guard permission(for: entry) != .readWrite else { return }
    if let obstacle = obstacle(toEntry: entry.id, in: entry.category) {
      throw CommandFailure(.noAccess, "\(EntryNaming.quoted(entry)): \(obstacle.sentence)")
    }
    throw CommandFailure(
      .noAccess,
      "\(owner) shares \(EntryNaming.quoted(entry)) for reading. Copy it into your journal: cloudjournal share copy "
        + EntryNaming.shortID(entry.id))
  }

  /// Whether pictures can be added to an entry here, and those that are there are its owner's, as is the trash: it is shared with a
  /// category, by keys.
  func addsOnly(to entry: RecordName, in category: RecordName?) -> Bool {
    categoryShare(of: entry, in: category) != nil
  }

  /// The sealed share of a category by which an entry came; nil for one that came by another.
  private func categoryShare(of entry: RecordName, in category: RecordName?) -> ShareSeals.Share? {
    guard let share = seal(of: entry, in: category), share.root == category?.rawValue else { return nil }
    return share
  }

  /// How pictures are named that the person adds to an entry: in a category's sealed share their names say who made them; nil for any
  /// other entry, where names are by chance alone.
  package func namingOfPictures(in entry: Entry) -> (() -> RecordName)? {
    guard let share = categoryShare(of: entry.id, in: entry.category) else { return nil }
    let zone = journal.store.address.zoneID.zoneName
    return { RecordName(share.nameOfAdded(inZone: zone, toEntry: entry.id.rawValue, random: World.chance)) }
  }

  /// - Parameter removing: Whether pictures are to be removed, or restored.
  /// - Throws: ``CommandFailure`` where pictures of an entry are not the person's to change.
  package func requireChanging(_ images: [EntryImage], of entry: Entry, removing: Bool = false) throws {
    try requireWriting(entry)
    for image in images { try requireChanging(image.id, of: entry, removing: removing) }
  }

  /// The same for one picture, of an entry in which the person may write.
  func requireChanging(_ image: RecordName, of entry: Entry, removing: Bool) throws {
    guard addsOnly(to: entry.id, in: entry.category) else { return }
    switch try StoredShares(journal.store).stage(ofPicture: image) {
    case .new: break
    case .withoutWord:
      guard removing else { break }
      throw CommandFailure(
        .noAccess, "This picture has been sent, and stays there: only \(owner) removes it. Nothing was changed.")
    case .owners:
      throw CommandFailure(
        .noAccess,
        "Pictures are \(owner)’s in a category of an encrypted journal once they are there: you add some, and \(owner) "
          + "changes and removes them. Nothing was changed.")
    }
  }

  /// Whose trash an entry can be moved to from here: the person's own where it was added here and never sent.
  package enum Trash: Hashable, Sendable { case own, owner }

  /// Whose trash an entry goes to.
  ///
  /// - Throws: ``CommandFailure`` where it is not the person's to throw away.
  package func trash(of entry: Entry) throws -> Trash {
    if try StoredShares(journal.store).isNew(entry.id) { return .own }
    try requireWriting(entry)
    guard addsOnly(to: entry.id, in: entry.category) else { return .owner }
    throw CommandFailure(.noAccess, trashIsOwners + " Nothing was changed.")
  }

  /// What a person reads who wants more.
  var trashIsOwners: String { "The trash is \(owner)’s in a category of an encrypted journal." }

  /// - Throws: ``CommandFailure`` where fields are changed that are the owner's alone.
  package func requireTheirs(_ fields: EntryFields) throws {
    guard fields.category != nil || fields.isFavorite != nil else { return }
    throw CommandFailure(.noAccess, "Favourites and categories are \(owner)’s. Nothing was changed.")
  }

  /// - Throws: ``CommandFailure`` where an earlier version is not the person's to restore.
  package func requireRestoring(_ history: EntryHistory, before number: Int) throws {
    try requireWriting(history.entry)
    let changes = history.entry.changes(restoring: try history.version(before: number))
    guard changes.contains(where: { $0.sets(\.category) || $0.sets(\.isFavorite) }) else { return }
    throw CommandFailure(.noAccess, "Favourites and categories are \(owner)’s. Nothing was changed.")
  }

  /// The share through which an entry came; nil where it is not known.
  func share(of entry: Entry) -> Record? {
    let names = [entry.id, entry.category].compactMap { $0.map { StoredShares.prefix + $0.rawValue } }
    return names.lazy.compactMap { name in shares.first { $0.recordName == name } }.first
      ?? (shares.count == 1 ? shares.first : nil)
  }

  /// What is shared here, as lists of shares have it.
  func reports(_ url: (String) -> String) throws -> [ShareReport] {
    try shares.compactMap { try report(of: $0, url) }
  }

  /// The same of one share; nil where the server did not say who has it.
  func report(of record: Record, _ url: (String) -> String) throws -> ShareReport? {
    guard let sharing = record.sharing else { return nil }
    var id = record.recordName
    var kind = "other"
    if id.hasPrefix(StoredShares.prefix) {
      id = String(id.dropFirst(StoredShares.prefix.count))
      kind = try journal.store.entry(RecordName(id)) == nil ? "category" : "entry"
    }
    var report = ShareReport(
      id: id, kind: kind, title: try title(of: record, root: id), isMine: false, owner: owner,
      permission: right(for: RecordName(id)) ?? sharing.currentUser?.permission ?? .readOnly,
      url: seals == nil ? record.shortGUID.map(url) : nil, sharing)
    report.obstacle = obstacle(toEntry: RecordName(id), in: nil)?.sentence
    return report
  }
}

extension GuestJournal {
  /// The title of what is shared by a record of the server's.
  func title(of record: Record) throws -> String {
    let name = record.recordName
    let root = name.hasPrefix(StoredShares.prefix) ? String(name.dropFirst(StoredShares.prefix.count)) : name
    return try title(of: record, root: root)
  }

  /// What is shared, by the words that came with it, and of a sealed one never the server's.
  private func title(of record: Record, root: String) throws -> String {
    guard let seals else { return record.shareTitle ?? "An entry" }
    if let title = try journal.store.entry(RecordName(root))?.title, !title.isEmpty { return title }
    return seals.all.first { $0.root == root }?.opened.box.title ?? "An entry"
  }
}

/// What others share with a journal's account, a ``GuestJournal`` for each of their zones.
package struct GuestJournals: Sendable {
  private let own: OpenedJournal

  /// - Parameter own: The person's journal, beside which they lie.
  package init(_ own: OpenedJournal) { self.own = own }

  private static let longestName = 200

  /// The name of a zone's folder; nil for a name that is too long to be one.
  private static func folderName(_ zone: ZoneID) -> String? {
    guard let owner = zone.ownerRecordName else { return nil }
    let name = PercentCoding.encode(owner) + "," + PercentCoding.encode(zone.zoneName)
    return name.utf8.count <= longestName ? name : nil
  }

  private static func zone(_ folder: String) -> ZoneID? {
    let parts = folder.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = PercentCoding.decode(parts[0].utf8),
      let name = PercentCoding.decode(parts[1].utf8), !owner.isEmpty, !name.isEmpty
    else { return nil }
    return ZoneID(zoneName: name, ownerRecordName: owner)
  }

  /// Whether others share anything, as far as this computer knows: one look at the disk.
  package var areAny: Bool { FolderFiles.exists(own.paths.guestFolder) && !zones().isEmpty }

  /// The zones of which something is here, in the order of their names.
  func zones() -> [ZoneID] {
    FolderFiles.names(in: own.paths.guestFolder, prefix: "").sorted().compactMap { name in
      guard FolderFiles.exists(own.paths.guest(name).database) else { return nil }
      return Self.zone(name)
    }
  }

  /// All of them, opened; ``close(_:)`` closes them.
  ///
  /// - Throws: ``StoreError`` where one cannot be opened.
  package func open(isReadOnly: Bool = false) throws -> [GuestJournal] {
    try zones().compactMap { try open($0, isReadOnly: isReadOnly) }
  }

  /// All of them, opened, with the names of their folders.
  ///
  /// - Throws: ``StoreError`` where one cannot be opened.
  func named() throws -> [(name: String, guest: GuestJournal)] {
    guard areAny else { return [] }
    return try zones().compactMap { zone in
      guard let name = Self.folderName(zone), let guest = try open(zone) else { return nil }
      return (name, guest)
    }
  }

  /// The one of a zone, made where it is not there; nil for a zone whose name no folder can have.
  func open(_ zone: ZoneID, isReadOnly: Bool = false) throws -> GuestJournal? {
    guard let name = Self.folderName(zone) else { return nil }
    guard !own.paths.isInVault else {
      throw CommandFailure(
        .invalidInput,
        "This journal is encrypted on the disk, and what others share would lie beside it as it is. Nothing was taken in."
      )
    }
    let paths = own.paths.guest(name)
    let environment = World.storeEnvironment(of: own.paths)
    var options = JournalStore.Options(isReadOnly: isReadOnly || own.store.isReadOnly)
    options.address = ZoneAddress(database: .shared, zoneID: zone)
    let isNew = !FolderFiles.exists(paths.database)
    let store = try JournalStore(path: paths.database, environment: environment, options: options)
    let context = JournalContext(
      store: store, environment: environment, zone: own.context.zone, defaultClock: own.context.defaultClock,
      dateOrder: own.context.dateOrder, lockPath: paths.folder + "/categories.lock")
    return try GuestJournal(
      OpenedJournal(
        paths: paths, store: store, context: context, isNew: isNew, assets: AssetFolder(path: paths.images)))
  }

  /// How many records and drafts in them the server does not have; one that cannot be read counts as one.
  func unsent() -> Int { standing().unsent }

  /// The same, with what waits in them, and for what, a sentence each.
  func standing() -> (unsent: Int, waits: [String]) {
    var (unsent, waits): (Int, [String]) = (0, [])
    guard areAny else { return (unsent, waits) }
    for zone in zones() {
      do {
        guard let guest = try open(zone, isReadOnly: true) else { continue }
        let overview = try guest.journal.store.syncOverview(limit: 0)
        let here = try guest.waits()
        try guest.journal.close()
        unsent += overview.unsent + overview.drafts
        waits += here
      } catch {
        // What is in it may be on no server; the next synchronisation says what is wrong with it.
        unsent += 1
      }
    }
    return (unsent, waits)
  }

  /// Closes what was opened.
  ///
  /// - Throws: ``StoreError`` where a file cannot be closed.
  package func close(_ journals: [GuestJournal]) throws {
    for guest in journals { try guest.journal.close() }
  }

  /// The entry that a person means, among those that others share; nil where none fits.
  ///
  /// - Throws: ``CommandFailure`` where several fit, or where it is in the trash; ``StoreError``.
  package func entry(_ reference: String, in journals: [GuestJournal]) throws -> (entry: Entry, guest: GuestJournal)? {
    var found: [(entry: Entry, guest: GuestJournal)] = []
    for guest in journals {
      do {
        found.append((try guest.journal.context.entry(reference, inTrash: false), guest))
      } catch let failure as CommandFailure where failure.code == .notFound {
        continue
      }
    }
    guard found.count <= 1 else {
      throw CommandFailure(
        .ambiguous, "“\(reference)” is the end or the beginning of several shared entries. Give more of it.")
    }
    return found.first
  }

  static let busy = CommandFailure(
    .busy, "Another process synchronises what is shared. Try again when it is done.")

  /// Removes a zone with all that lies in its folder, the database last: as long as that is there, the next look goes on.
  ///
  /// - Parameter lock: That of the zone's synchronising.
  /// - Throws: ``CommandFailure`` where the system refuses it.
  func remove(_ zone: ZoneID, _ lock: FileLock) throws {
    guard let name = Self.folderName(zone) else { return }
    let paths = own.paths.guest(name)
    guard FolderFiles.exists(paths.folder) else { return }
    try withExtendedLifetime(lock) {
      for folder in [paths.images, paths.folder] {
        try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.removeFolder(folder) }
      }
    }
    // Empty, unless another person shares something, too.
    _ = rmdir(own.paths.guestFolder)
  }
}
