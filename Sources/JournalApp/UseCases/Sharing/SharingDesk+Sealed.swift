import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// Sharing from an encrypted journal: the share's ring of keys first, then its records under them, then the list of people; and
/// who is to read no more is out of the ring, with another key, before the list says so.
extension SharingDesk {
  /// What the server may know of the title.
  private static func sealedTitle(_ target: ShareTarget) -> String {
    target.category == nil ? "An entry" : "A category"
  }

  /// The keys of shares, with the way to the server.
  func withShareKeys<Value>(
    _ body: (ShareKeyDesk, ServiceConnection) async throws -> Value
  ) async throws -> Value {
    guard let keys = try keys() else { throw Self.noLongerSealed }
    let keeper = ShareKeeper(keys.file, store)
    return try await online { connection in
      // Here, since what a connection throws has a sentence already.
      do {
        return try await body(ShareKeyDesk(journal: journal, keeper: keeper, connection: connection), connection)
      } catch let failure as RingFailure {
        throw Self.failure(failure)
      }
    }
  }

  private func keeper() throws -> ShareKeeper? { try keys().map { ShareKeeper($0.file, store) } }

  private static let noLongerSealed = CommandFailure(
    .busy, "Encryption was turned off by another device just now. Nothing was changed.")

  /// What a ring refuses, for a person.
  static func failure(_ failure: RingFailure) -> CommandFailure {
    switch failure {
    case .newer: CommandFailure(.invalidInput, ShareTrouble.newer.sentence)
    case .broken(.form, _):
      CommandFailure(
        .invalidInput,
        "The keys of this share have no room for that: it was changed too often, or has too many people. Stop it, and share again."
      )
    case .broken(_, let why): CommandFailure(.invalidInput, "The keys of this share do not allow that (\(why)).")
    }
  }

  /// - Throws: ``CommandFailure`` where this device is not in, encryption is on its way on or off, or the entry is shared with its
  ///   category.
  private func requireReady(_ target: ShareTarget) throws {
    if let outer = try outerShare(of: target) {
      throw CommandFailure(
        .exists,
        "\(target.quoted) is shared as part of “\(outer)”. Take it out of that category to share it alone. Nothing was changed."
      )
    }
    guard let keys = try keys(), try keys.sealing() != nil else {
      throw CommandFailure(.needsKey, KeyWords.waiting + " Run “cloudjournal account keys” to see what to do.")
    }
    guard try keys.survey()?.mode == .sealed else {
      throw CommandFailure(
        .busy, "Encryption is being turned on or off. Share it when that is done: “cloudjournal status” says so.")
    }
  }

  /// The title of the shared category that an entry is shared with; nil for one that is in none, or is shared by itself.
  private func outerShare(of target: ShareTarget) throws -> String? {
    guard case .entry(let entry) = target, let category = entry.category, let keeper = try keeper() else { return nil }
    let inForce = try keeper.look().all.filter { $0.isOwn && $0.isInForce }
    guard !inForce.contains(where: { $0.root == entry.id.rawValue }) else { return nil }
    return inForce.first { $0.root == category.rawValue }?.opened.box.title
  }

  /// What those who may write do not, where a category is shared by keys; nil for all else.
  ///
  /// - Throws: ``CommandFailure`` or ``StoreError`` where the keys cannot be read.
  package func limits(of target: ShareTarget) throws -> String? {
    guard target.category != nil, try keys() != nil else { return nil }
    return
      "Who may write changes texts, moods, dates and tags, and adds entries and pictures. Filing and the trash stay yours."
  }

  // MARK: Sharing

  func shareSealed(
    _ target: ShareTarget, _ addresses: [String], _ wish: ShareWish, _ progress: @escaping @Sendable (String) -> Void
  ) async throws -> ShareReport {
    try requireReady(target)
    try await send(progress)
    try requireReady(target)
    let (name, root) = (Self.name(of: target), target.root.rawValue)
    let invited = wish.isForAnyone ? [""] : addresses
    let right: ShareRight? = wish.mayWrite.map { $0 ? .write : .read }
    try await withShareKeys { desk, connection in
      guard let there = try await find(root, connection) else { throw Self.notSent(target) }
      let own = try await desk.address()
      guard !addresses.contains(own) else {
        throw CommandFailure.usage("\(own) is your own address. Name the people to share with.")
      }
      // What the list would refuse is no act of the ring: who is named would have a link, and no way in.
      let list = try await sharing(of: there, connection)
      try Self.check(addresses, beside: list, target)
      let listed = Self.listed(list)
      _ = try await desk.found(
        name, root: root, title: target.title, category: target.sealedCategory, address: own)
      try await desk.change(name, title: target.title) { draft, opened in
        // The server's list has those no longer who did not come before it was opened to anyone; their links end now, and not the new one later.
        let former = wish.isForAnyone ? opened.own?.invitations.keys.filter { !$0.isEmpty }.sorted() ?? [] : []
        for address in former { try draft.withdraw(address) }
        return try Self.invite(invited, right, &draft, opened, listed) || !former.isEmpty
      }
    }
    // The engine has what hangs on the root go up again under the share's key.
    try await send(progress)
    guard try await isSealed(root, in: name) else {
      throw CommandFailure(
        .busy,
        "\(target.quoted) is not whole on the server under its own key yet, so nothing of it was shown to others. Say the same "
          + "again when “cloudjournal sync” says that everything is safe, or “cloudjournal share stop”.")
    }
    return try await online { connection in
      try linked(try await list(target, addresses, wish, title: Self.sealedTitle(target), connection))
    }
  }

  /// Whether all of what is shared is on the server under its share's newest key; waits for another process that sees to it.
  private func isSealed(_ root: String, in name: String) async throws -> Bool {
    guard let keeper = try keeper() else { return false }
    let began = World.now().milliseconds
    var isNudged = false
    var pause: Int64 = 250
    var (left, form): ([SharedRecordName], SharedForm?) = ([], nil)
    while true {
      guard let share = try keeper.look().all.first(where: { $0.name == name }), share.isInForce else { return false }
      // Under another key all of it is left again.
      if form != share.form { (left, form) = ([], share.form) }
      left = try keeper.rings.left(of: root, form: share.form, since: left)
      if left.isEmpty { return true }
      // Where no other process has the engine, what is left does not go by itself.
      guard try EngineLock.take(journal.paths.syncLock) == nil, World.now().milliseconds - began < Self.patience else {
        return false
      }
      if !isNudged { try keeper.nudge() }
      isNudged = true
      try await Task.sleep(for: .milliseconds(pause))
      pause = min(2 * pause, Self.longestPause)
    }
  }

  /// Milliseconds for which a command waits for another process that seals.
  private static let patience: Int64 = 30_000
  /// Milliseconds between two looks at what it has done.
  private static let longestPause: Int64 = 2000

  /// The list of people of a root that is shared already; nil where it is not.
  private func sharing(of root: Record, _ connection: ServiceConnection) async throws -> ShareDescription? {
    guard let name = root.share else { return nil }
    return try await find(name, connection)?.sharing
  }

  /// Those of whom the server's list knows, by their addresses; with an empty one where it is open to anyone with the link.
  private static func listed(_ list: ShareDescription?) -> Set<String> {
    let known = (list?.participants ?? []).filter { $0.kind != .owner && $0.status != .removed }
    let addresses = Set(known.compactMap { $0.emailAddress?.lowercased() })
    guard let list, list.publicPermission != .none else { return addresses }
    return addresses.union([""])
  }

  /// - Parameter right: nil gives people who are in what they have already, and others the right to read.
  private static func invite(
    _ addresses: [String], _ right: ShareRight?, _ draft: inout ShareDraft, _ opened: OpenedShare,
    _ listed: Set<String> = []
  ) throws -> Bool {
    var isChanged = false
    for address in addresses {
      let isIn = opened.person(at: address) != nil || opened.own?.invitations[address] != nil
      if right == nil, isIn, listed.contains(address) { continue }
      let right = right ?? .read
      if let person = opened.person(at: address) {
        guard opened.state.permission(of: person) != right else { continue }
        try draft.setPermission(of: person, to: right)
      } else {
        guard opened.own?.invitations[address] != right else { continue }
        try draft.invite(address, right)
      }
      isChanged = true
    }
    return isChanged
  }

  /// The report of a sealed share with the links of those who have not come in; a plain one as it is.
  func linked(_ report: ShareReport) throws -> ShareReport {
    guard let keeper = try keeper(), let settings = try AccountDesk(journal, environment: environment).settings()
    else { return report }
    let name = StoredShares.prefix + report.id
    var linked = report
    guard let share = try keeper.look().all.first(where: { $0.name == name && $0.isOwn }) else {
      // Without a key a link leads to nothing.
      linked.url = nil
      return linked
    }
    let listed = Set(report.people.compactMap { $0.emailAddress?.lowercased() })
    linked.links = (share.opened.own?.invitations.keys.sorted() ?? []).compactMap { address in
      // The link of a person who has left leads nowhere.
      guard address.isEmpty ? report.publicPermission != .none : listed.contains(address) else { return nil }
      guard let url = report.url, let link = share.opened.link(for: address) else { return nil }
      return ShareReport.Link(address: address, url: settings.sealedURL(url, link))
    }
    // Without a key a link leads to nothing.
    linked.url = linked.links?.count == 1 ? linked.links?[0].url : nil
    return linked
  }

  // MARK: People

  func setPermissionSealed(
    _ target: ShareTarget, of person: String, mayWrite: Bool
  ) async throws -> (report: ShareReport, name: String) {
    let right: ShareRight = mayWrite ? .write : .read
    // What others wrote is taken in as long as they may.
    if !mayWrite { try await send { _ in } }
    try await changeRing(target, person) { draft, opened, address in
      try Self.invite([address], right, &draft, opened)
    }
    let (report, name) = try await edit(target, person) { people, place in
      people[place].permission = mayWrite ? .readWrite : .readOnly
    }
    // Less is another key: what is there is sealed anew.
    try await sendAnew()
    return (try linked(report), name)
  }

  func removeSealed(_ person: String, from target: ShareTarget) async throws -> (report: ShareReport, name: String) {
    try await send { _ in }
    try await changeRing(target, person) { draft, opened, address in
      if let member = opened.person(at: address) {
        try draft.remove(member)
      } else if opened.own?.invitations[address] != nil {
        try draft.withdraw(address)
      } else {
        return false
      }
      return true
    }
    let (report, name) = try await edit(target, person) { people, place in people.remove(at: place) }
    try await sendAnew()
    return (try linked(report), name)
  }

  /// Sends what is to be under another key now, or has the process do so that synchronises.
  func sendAnew() async throws {
    try keeper()?.nudge()
    try await send { _ in }
  }

  /// Changes the ring for a person of the server's list.
  private func changeRing(
    _ target: ShareTarget, _ person: String,
    _ body: @Sendable (inout ShareDraft, OpenedShare, _ address: String) throws -> Bool
  ) async throws {
    try await withShareKeys { desk, connection in
      let name = try await shareName(target, connection)
      guard let sharing = try await find(name, connection)?.sharing else { throw Self.notShared(target) }
      // The list could not say what the ring would.
      guard sharing.publicPermission == .none else { throw Self.isPublic(target) }
      // Who is in no list is named by the next step.
      guard let place = Self.place(of: person, in: sharing.participants) else { return }
      // A name is the server's word, and rights are not given on it.
      guard sharing.participants[place].emailAddress?.lowercased() == trimmingSpace(person).lowercased() else {
        throw CommandFailure.usage(
          "What is shared encrypted goes by addresses: name \(sharing.participants[place].emailAddress ?? person) in the place of "
            + "“\(person)”. Nothing was changed.")
      }
      guard let address = sharing.participants[place].emailAddress?.lowercased() else {
        throw CommandFailure(
          .inputOutput, "The server does not say at which address \(person) is. Nothing was changed.")
      }
      guard try await desk.change(name, { draft, opened in try body(&draft, opened, address) }) != nil else {
        throw CommandFailure(
          .invalidInput,
          "The keys of this share are not here, or gone from the server. Stop it with “cloudjournal share stop”, and share again."
        )
      }
    }
  }

  // MARK: The end

  func stopSealed(_ target: ShareTarget) async throws {
    let name = Self.name(of: target)
    // What others wrote is taken in as long as they may.
    try await send { _ in }
    try await withShareKeys { desk, connection in
      let isKnown = try desk.keeper.kept().contains { $0.name == name && $0.phase != .ended }
      try await desk.beginEnding(name)
      let there = try await find(target.root.rawValue, connection)?.share
      guard isKnown || there != nil else { throw Self.notShared(target) }
      if let there { try await endList(there, connection) }
    }
    // The records go back under the journal's keys, and then the ring goes.
    try await sendAnew()
  }

  /// Removes a list of people.
  func endList(_ name: String, _ connection: ServiceConnection) async throws {
    switch try await modify(RecordOperation(.forceDelete, recordName: name), connection) {
    case .deleted: try StoredShares(store).forget(name, ofCategory: nil)
    case .failed(_, let error) where error.code == .notFound: try StoredShares(store).forget(name, ofCategory: nil)
    case .failed(_, let error): throw ShareWords.failure(error)
    case .saved: throw Self.unexpected
    }
  }
}
