import CloudClient
import CloudRecord
import JournalCore
import JournalStore
import JournalSync

/// Shares what is the person's own, and changes who has it: each call asks the server, and nothing is queued.
package struct SharingDesk: Sendable {
  let journal: OpenedJournal
  let environment: [String: String]
  var store: JournalStore { journal.store }
  private let sending: (@Sendable () async throws -> Void)?

  /// - Parameters:
  ///   - environment: The process's, for its proxies.
  ///   - sending: Returns once what waits is sent, or for so long that it is not waited for; nil where this has to send it.
  package init(
    _ journal: OpenedJournal, environment: [String: String], sending: (@Sendable () async throws -> Void)? = nil
  ) {
    (self.journal, self.environment, self.sending) = (journal, environment, sending)
  }

  /// How often a change of the list is tried on a share that others change meanwhile.
  private static let tries = 3

  // MARK: Sharing

  /// Shares something, or invites more people to what is shared already.
  ///
  /// What is to be shared is sent first, so that the server has all of it.
  ///
  /// - Parameter progress: Called with how far sending is.
  /// - Throws: ``CommandFailure`` where the journal is signed out, or the server refuses.
  package func share(
    _ target: ShareTarget, _ wish: ShareWish, _ progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> ShareReport {
    let addresses = try wish.addresses()
    if try keys() != nil { return try await shareSealed(target, addresses, wish, progress) }
    try await send(progress)
    // Another device may have turned encryption on meanwhile.
    try requirePlain()
    let report = try await online { try await list(target, addresses, wish, title: target.title, $0) }
    // The entries of a category come under it one by one.
    if target.category != nil { try await send(progress) }
    return report
  }

  /// Makes the list of people, or adds to it.
  ///
  /// - Parameter title: What the server may know.
  func list(
    _ target: ShareTarget, _ addresses: [String], _ wish: ShareWish, title: String, _ connection: ServiceConnection
  ) async throws -> ShareReport {
    guard let root = try await find(target.root.rawValue, connection) else { throw Self.notSent(target) }
    if let name = root.share { return try await invite(target, addresses, wish, in: name, connection) }
    return try await create(target, addresses, wish, title: title, connection)
  }

  private func invite(
    _ target: ShareTarget, _ addresses: [String], _ wish: ShareWish, in name: String, _ connection: ServiceConnection
  ) async throws -> ShareReport {
    var remarks: [String] = []
    var report = try await change(target, name, connection, hangs: true) { edit, sharing, people in
      remarks = Self.invite(addresses, wish, isOpen: sharing.publicPermission, &edit, &people)
    }
    report.remarks = remarks
    return report
  }

  static func notSent(_ target: ShareTarget) -> CommandFailure {
    CommandFailure(
      .busy,
      "\(target.quoted) is not on the server yet. Try again when “cloudjournal sync” says that everything is safe.")
  }

  private func create(
    _ target: ShareTarget, _ addresses: [String], _ wish: ShareWish, title: String, _ connection: ServiceConnection
  ) async throws -> ShareReport {
    let name = Self.name(of: target)
    var operation = RecordOperation(
      .create, recordName: name, recordType: StoredShares.recordType,
      fields: ["cloudkit.title": Field(.string(title))])
    operation.createsShortGUID = true
    operation.sharing = ShareEdit(
      root: target.root.rawValue, publicPermission: wish.isForAnyone ? wish.permission : SharePermission.none,
      participants: addresses.map { ShareParticipant(emailAddress: $0, permission: wish.permission) })
    switch try await modify(operation, connection) {
    case .saved(let record): return try keep(record, target, connection, isNew: true)
    case .failed(_, let error):
      // An answer that was lost: the share is there.
      if let there = try await find(name, connection), there.sharing != nil {
        _ = try keep(there, target, connection, isNew: true)
        return try await invite(target, addresses, wish, in: name, connection)
      }
      if error.extensionCode == .alreadyShared {
        throw CommandFailure(
          .exists,
          "\(target.quoted) is shared as part of something else, or has something in it that is shared already. "
            + "“cloudjournal share list” says what; one thing is in one share.")
      }
      throw ShareWords.failure(error)
    case .deleted: throw Self.unexpected
    }
  }

  /// The name of a share; it follows from its root, so that a share that was made twice is one.
  static func name(of target: ShareTarget) -> String { StoredShares.prefix + target.root.rawValue }

  // MARK: Who has it

  /// What is known of a share, asked of the server; as it was told last where that cannot be reached.
  ///
  /// - Parameter offline: Called with why it is not of now.
  /// - Throws: ``CommandFailure`` with the code `not-shared` where it is not shared.
  package func people(_ target: ShareTarget, offline: (String) -> Void) async throws -> ShareReport {
    do {
      return try await online { connection in
        let name = try await shareName(target, connection)
        guard let record = try await find(name, connection) else { throw Self.notShared(target) }
        return try linked(keep(record, target, connection))
      }
    } catch let failure as CommandFailure where failure.code == .needsNetwork {
      guard let known = try shares().first(where: { $0.id == target.root.rawValue }) else { throw failure }
      offline(failure.sentence)
      return known
    }
  }

  /// Lets a person read, or read and write.
  ///
  /// - Throws: ``CommandFailure`` where the person is not in the share, or the server refuses.
  package func setPermission(
    _ target: ShareTarget, of person: String, mayWrite: Bool
  ) async throws -> (report: ShareReport, name: String) {
    if try keys() != nil { return try await setPermissionSealed(target, of: person, mayWrite: mayWrite) }
    return try await edit(target, person) { people, place in
      people[place].permission = mayWrite ? .readWrite : .readOnly
    }
  }

  /// Takes a person out of a share.
  ///
  /// - Throws: ``CommandFailure`` where the person is not in the share, or the server refuses.
  package func remove(
    _ person: String, from target: ShareTarget
  ) async throws -> (report: ShareReport, name: String) {
    if try keys() != nil { return try await removeSealed(person, from: target) }
    return try await edit(target, person) { people, place in people.remove(at: place) }
  }

  /// Limits a share that is open to anyone with the link to people who are named; those who came by the link leave.
  ///
  /// - Throws: ``CommandFailure`` where it is not shared, or the server refuses.
  package func limit(_ target: ShareTarget) async throws -> ShareReport {
    guard try keys() == nil else {
      throw CommandFailure(
        .invalidInput,
        "All who came by the link have the key of what is shared encrypted: stop it, and share it again with the people whom you "
          + "name. Nothing was changed.")
    }
    return try await online { connection in
      let name = try await shareName(target, connection)
      return try await change(target, name, connection) { edit, _, _ in edit.publicPermission = SharePermission.none }
    }
  }

  func edit(
    _ target: ShareTarget, _ person: String, _ body: @Sendable (inout [ShareParticipant], Int) -> Void
  ) async throws -> (report: ShareReport, name: String) {
    try await online { connection in
      let name = try await shareName(target, connection)
      var changed = ""
      let report = try await change(target, name, connection) { edit, _, people in
        guard let place = Self.place(of: person, in: people) else {
          let known = people.filter { $0.kind != .owner }.map { $0.emailAddress ?? ShareWords.name($0) }
          throw CommandFailure(
            .notFound,
            "\(target.quoted) is not shared with “\(person)”."
              + (known.isEmpty ? "" : " It is shared with \(ShareWords.list(known))."))
        }
        changed = ShareWords.name(people[place])
        body(&people, place)
        edit.participants = people
      }
      return (report, changed)
    }
  }

  /// A person by the address, or by the name that they go by where only one has it.
  static func place(of person: String, in people: [ShareParticipant]) -> Int? {
    let wanted = trimmingSpace(person).lowercased()
    let guests = people.indices.filter { people[$0].kind != .owner }
    if let place = guests.first(where: { people[$0].emailAddress?.lowercased() == wanted }) { return place }
    let named = guests.filter { people[$0].givenName?.lowercased() == wanted }
    return named.count == 1 ? named[0] : nil
  }

  /// Ends a share; what is shared stays with the person alone.
  ///
  /// - Throws: ``CommandFailure`` where it is not shared, or the server refuses.
  package func stop(_ target: ShareTarget) async throws {
    if try keys() != nil { return try await stopSealed(target) }
    try await online { connection in
      let name = try await shareName(target, connection)
      switch try await modify(RecordOperation(.forceDelete, recordName: name), connection) {
      case .deleted: try StoredShares(store).forget(name, ofCategory: target.category)
      case .failed(_, let error): throw ShareWords.failure(error)
      case .saved: throw Self.unexpected
      }
    }
    if target.category != nil { try await send { _ in } }
  }

  // MARK: What is shared

  /// The person's own shares, as the server told them last.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read; ``CommandFailure`` for damaged settings.
  package func shares() throws -> [ShareReport] {
    let settings = try AccountDesk(journal, environment: environment).settings()
    return try StoredShares(store).all().compactMap { record in
      guard let sharing = record.sharing else { return nil }
      var (id, kind, title) = (record.recordName, "journal", "Your whole journal")
      if record.recordName.hasPrefix(StoredShares.prefix) {
        id = String(record.recordName.dropFirst(StoredShares.prefix.count))
        let target = try target(of: RecordName(id))
        kind = target?.kind ?? "entry"
        title = target?.title ?? record.shareTitle ?? "An entry"
      } else if let known = record.shareTitle {
        // Another program's; what its root is it does not say.
        (kind, title) = ("other", known)
      }
      return try linked(
        ShareReport(
          id: id, kind: kind, title: title, isMine: true, owner: sharing.owner.map(ShareWords.name) ?? "you",
          permission: .readWrite, url: record.shortGUID.flatMap { settings?.shareURL($0) }, sharing))
    }
  }

  func target(of root: RecordName) throws -> ShareTarget? {
    if let entry = try store.entry(root) { return .entry(entry) }
    return try store.categories(includingTrash: true).first { $0.id == root }.map { .category($0) }
  }

  // MARK: The server

  /// Changes a share as it is now; where another device changed it meanwhile, the same change is made again.
  ///
  /// - Parameter hangs: Whether the entries of a category are put under it, in case that was interrupted before.
  func change(
    _ target: ShareTarget, _ name: String, _ connection: ServiceConnection, hangs: Bool = false,
    _ body: (inout ShareEdit, ShareDescription, inout [ShareParticipant]) throws -> Void
  ) async throws -> ShareReport {
    for _ in 0..<SharingDesk.tries {
      guard let record = try await find(name, connection), let sharing = record.sharing else {
        throw Self.notShared(target)
      }
      var edit = ShareEdit()
      var people = sharing.participants
      try body(&edit, sharing, &people)
      guard edit != ShareEdit() else { return try keep(record, target, connection, isNew: hangs) }
      if edit.participants != nil, sharing.publicPermission != .none {
        throw Self.isPublic(target)
      }
      var operation = RecordOperation(
        .update, recordName: name, recordType: StoredShares.recordType, recordChangeTag: record.recordChangeTag)
      operation.sharing = edit
      switch try await modify(operation, connection) {
      case .saved(let saved): return try keep(saved, target, connection, isNew: hangs)
      case .failed(_, let error) where error.code == .conflict: continue
      case .failed(_, let error): throw ShareWords.failure(error)
      case .deleted: throw Self.unexpected
      }
    }
    throw CommandFailure(.busy, "Another device changes this share again and again. Try again later.")
  }

  /// T9: keeps what the server has just answered.
  ///
  /// - Parameter isNew: Whether the entries of a category are not under it yet.
  func keep(
    _ record: Record, _ target: ShareTarget, _ connection: ServiceConnection, isNew: Bool = false
  ) throws -> ShareReport {
    guard let sharing = record.sharing else { throw Self.unexpected }
    // Of an encrypted journal they are under it before there is a list.
    let hangs = try isNew && keys() == nil
    try StoredShares(store).keep(record, ofCategory: hangs ? target.category : nil)
    return ShareReport(
      id: target.root.rawValue, kind: target.kind, title: target.title, isMine: true,
      owner: sharing.owner.map(ShareWords.name) ?? "you", permission: .readWrite,
      url: record.shortGUID.map(connection.settings.shareURL), sharing)
  }

  func shareName(_ target: ShareTarget, _ connection: ServiceConnection) async throws -> String {
    guard let root = try await find(target.root.rawValue, connection), let name = root.share else {
      throw Self.notShared(target)
    }
    return name
  }

  /// Sends what waits; what stands in the way of other records is none of sharing.
  func send(_ progress: @escaping @Sendable (String) -> Void) async throws {
    if let sending { return try await sending() }
    _ = try await SyncRun(journal, environment: environment).once(SyncWish(), progress)
  }

  func find(_ name: String, _ connection: ServiceConnection) async throws -> Record? {
    let request = LookupRequest(items: [LookupRequest.Item(recordName: name)], zoneID: store.address.zoneID)
    guard case .records(let reply) = try await ask(.lookup(request), connection), let outcome = reply.outcomes.first
    else { throw Self.unexpected }
    switch outcome {
    case .saved(let record): return record
    case .deleted: return nil
    case .failed(_, let error) where error.code == .notFound || error.code == .zoneNotFound: return nil
    case .failed(_, let error): throw ShareWords.failure(error)
    }
  }

  func modify(_ operation: RecordOperation, _ connection: ServiceConnection) async throws -> RecordOutcome {
    let request = ModifyRequest(operations: [operation], zoneID: store.address.zoneID)
    guard case .records(let reply) = try await ask(.modify(request), connection), let outcome = reply.outcomes.first
    else { throw Self.unexpected }
    return outcome
  }

  private func ask(_ request: CloudRequest, _ connection: ServiceConnection) async throws -> CloudReply {
    do throws(CloudFailure) {
      return try await connection.client.send(request, urgency: .interactive)
    } catch {
      throw ShareWords.failure(error)
    }
  }

  func online<Value>(_ body: (ServiceConnection) async throws -> Value) async throws -> Value {
    try await AccountDesk(journal, environment: environment).signedIn { connection, _ in try await body(connection) }
  }

  /// The keys of the account; nil where the journal travels plain, or was never signed in.
  func keys() throws -> AccountKeys? {
    guard let settings = try AccountDesk(journal, environment: environment).settings() else { return nil }
    return try AccountKeys(journal.paths, settings, store)
  }

  /// Another device may have turned encryption on meanwhile.
  ///
  /// - Throws: ``CommandFailure`` where the journal is encrypted end to end.
  private func requirePlain() throws {
    guard try keys() != nil else { return }
    throw CommandFailure(
      .busy,
      "Encryption was turned on by another device just now. Share it again when that is done. Nothing was shared.")
  }

  static func isPublic(_ target: ShareTarget) -> CommandFailure {
    CommandFailure(
      .invalidInput,
      "\(target.quoted) is open to anyone with the link, and its people cannot be changed meanwhile. End that first: "
        + "cloudjournal share stop \(target.root.rawValue)")
  }

  static func notShared(_ target: ShareTarget) -> CommandFailure {
    CommandFailure(.notShared, "\(target.quoted) is not shared.")
  }

  static let unexpected = CommandFailure(
    .inputOutput, "The server did not say what became of it. “cloudjournal share list” says what is shared.")
}

extension Record {
  /// The title that a share shows.
  var shareTitle: String? {
    guard case .string(let title)? = fields["cloudkit.title"]?.value, !title.isEmpty else { return nil }
    return title
  }
}
