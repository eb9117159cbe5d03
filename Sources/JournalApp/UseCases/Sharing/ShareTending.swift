import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// Sees to what a person shares from an encrypted journal, after each synchronisation: lets in who has the link, goes on with what
/// was interrupted, and puts keys right that the server shows otherwise.
struct ShareTending: Sendable {
  /// What came of it.
  struct Result: Sendable {
    /// A sentence each.
    var notices: [String] = []
    /// Why not everything is as it is to be; nil where it is.
    var obstacle: String?
    /// Whether records are to go up again.
    var isChanged = false
    /// Links in the place of those that have ended.
    var links: [ShareReport.Link] = []
  }

  /// Milliseconds after which an invitation that is in no list is taken for one that was left, or never told.
  private static let patience: Int64 = 600_000

  private let own: OpenedJournal
  private let environment: [String: String]

  init(_ own: OpenedJournal, environment: [String: String]) {
    (self.own, self.environment) = (own, environment)
  }

  /// Asks the server only where there is something to do.
  func once() async throws -> Result {
    var result = Result()
    let desk = SharingDesk(own, environment: environment)
    guard let keys = try desk.keys(), try keys.sealing() != nil else { return result }
    let keeper = ShareKeeper(keys.file, own.store)
    guard try !keeper.kept().isEmpty else { return result }
    let inForce = try keeper.look().all
    result.obstacle = try lost(keeper, besides: inForce)
    for share in inForce where share.isOwn {
      do {
        try await tend(share, keeper, desk, &result)
      } catch {
        result.obstacle = result.obstacle ?? "What you share was not seen to. \(CommandFailure(error).sentence)"
      }
    }
    if result.isChanged { try keeper.nudge() }
    return result
  }

  /// What is said of a share whose list is there and whose keys the server shows no more; nil where there is none.
  private func lost(_ keeper: ShareKeeper, besides inForce: [ShareSeals.Share]) throws -> String? {
    let known = Set(inForce.map(\.name))
    let ended = Set(try keeper.kept().filter { $0.phase == .ended }.map(\.name)).subtracting(known)
    guard let list = try StoredShares(own.store).all().first(where: { ended.contains($0.recordName) }) else {
      return nil
    }
    let root = RecordName(String(list.recordName.dropFirst(StoredShares.prefix.count)))
    let title = try SharingDesk(own, environment: environment).target(of: root)?.quoted ?? "an entry"
    return
      "The server shows no keys of \(title) any more, so others get nothing of what you write there. Stop sharing it, and "
      + "share it again: cloudjournal share stop \(try name(root))"
  }

  /// How a command names what is shared.
  private func name(_ root: RecordName) throws -> String {
    guard case .category(let category)? = try SharingDesk(own, environment: environment).target(of: root) else {
      return EntryNaming.shortID(root)
    }
    return "“\(category.name)”"
  }

  private func title(_ share: ShareSeals.Share, _ desk: SharingDesk) throws -> String {
    try desk.target(of: RecordName(share.root))?.quoted ?? "“\(share.opened.box.title)”"
  }

  private func tend(
    _ share: ShareSeals.Share, _ keeper: ShareKeeper, _ desk: SharingDesk, _ result: inout Result
  ) async throws {
    let title = try title(share, desk)
    let list = try StoredShares(own.store).all().first { $0.recordName == share.name }
    if !share.isInForce { return try await end(share, list, keeper, desk, &result) }
    guard let target = try desk.target(of: RecordName(share.root)) else {
      // What is only closed here, as after a change of another person's to it, is not gone.
      if try ClosedReason.allCases.contains(where: { try own.store.unreadable($0).contains(share.root) }) {
        result.obstacle = result.obstacle ?? "\(title) cannot be opened here, and is shared as before."
        return
      }
      // What is gone for good is shared no more.
      try await withKeys(desk, keeper) { try await $0.beginEnding(share.name) }
      result.isChanged = true
      return
    }
    switch share.trouble {
    case nil, .renewalDue: break
    case let trouble?:
      result.obstacle = result.obstacle ?? "\(title): \(trouble.sentence)"
      return
    }
    guard let list, let sharing = list.sharing else {
      result.notices.append(
        "Sharing \(title) was begun and is not done: no one sees it. Share it again, or: cloudjournal share stop "
          + (try name(RecordName(share.root))))
      return
    }
    let record = try keeper.shown().first { $0.recordName == KeptShare.prefix + share.name }
    let shown = record.flatMap(ShareJudge.ring)
    let isSettled = Self.isSettled(record, offset: 0)
    let found = try Course(sharing, share.opened, isSettled: isSettled) { try keeper.rings.pin(at: $0) }
    result.notices += found.notices.map { "\(title): \($0)" }
    let isRenamed = !target.isNamed(in: share.opened)
    guard share.trouble != nil || shown != share.opened.verified.ring.encoded || !found.isEmpty || isRenamed else {
      return
    }
    let before = share.form
    let changed: (course: Course, after: ShareSeals.Share?)? = try await withKeys(desk, keeper) { keyDesk in
      guard let latest = try await latest(sharing, isSettled, record, for: found, share, desk, keyDesk) else {
        return nil
      }
      let (sharing, isSettled) = latest
      var settled = found
      let after = try await keyDesk.change(share.name) { draft, opened in
        settled = try Course(sharing, opened, isSettled: isSettled) { try keeper.rings.pin(at: $0) }
        // Another device has changed the ring since the list was told: who is in it and not in the list may be new.
        if opened.verified.ring.encoded != share.opened.verified.ring.encoded {
          (settled.gone, settled.withdrawn, settled.strangers, settled.strange) = ([], [], [], [])
        }
        for (join, address, right, trust) in settled.joins {
          try draft.add(join.identity, at: address, right, trust: trust)
        }
        if !settled.gone.isEmpty { try draft.remove(settled.gone) }
        for address in settled.withdrawn { try draft.withdraw(address) }
        // Who has it, and who opens a link, sees the name that it has now.
        let isRenamed = !target.isNamed(in: opened)
        if isRenamed { draft.setTitle(target.title, category: target.sealedCategory) }
        return isRenamed || !settled.joins.isEmpty || !settled.gone.isEmpty || !settled.withdrawn.isEmpty
      }
      for (join, address, _, trust) in found.joins where after?.opened.person(at: address) == join.identity.person {
        try keyDesk.pin(join.identity, at: address, trust: trust)
      }
      settled.joins = found.joins.filter { after?.opened.person(at: $0.address) == $0.join.identity.person }
      return (settled, after)
    }
    guard let (course, after) = changed else { return }
    for (_, address, right, _) in course.joins {
      result.notices.append("\(title): \(address) is in now, and \(right == .write ? "reads and writes" : "reads").")
    }
    for address in course.strange {
      result.notices.append(
        "\(title): its keys do not have \(address) any more, who is taken out of it. Share it again to have them in.")
    }
    if !course.strangers.isEmpty {
      // A removal that was interrupted between the keys and the list.
      try await desk.online { connection in
        _ = try await desk.change(desk.target(share), share.name, connection) { edit, _, people in
          people.removeAll { person in course.strangers.contains { $0 == person.participantID } }
          edit.participants = people
        }
      }
    }
    guard after?.form != before else { return }
    result.links += try desk.shares().first { $0.id == share.root }?.links ?? []
    // What waited for the share to be in order goes with the next run.
    try own.store.unpark(nil)
    result.isChanged = true
  }

  /// The list by which something is taken away, and whether it is settled: as the server has it now, and by the server's clock.
  ///
  /// What was told last may be older than the ring. nil where the server has no list any more: another device ends the share.
  private func latest(
    _ known: ShareDescription, _ isSettled: Bool, _ ring: Record?, for course: Course, _ share: ShareSeals.Share,
    _ desk: SharingDesk, _ keyDesk: ShareKeyDesk
  ) async throws -> (ShareDescription, isSettled: Bool)? {
    guard course.takesAway else { return (known, isSettled) }
    guard let now = try await desk.find(share.name, keyDesk.connection)?.sharing else { return nil }
    return (now, Self.isSettled(ring, offset: keyDesk.connection.client.clockOffset ?? 0))
  }

  /// Whether a ring is no longer new: another process or device may be about to put into the list whom it has just invited.
  ///
  /// - Parameter offset: The server's clock less this computer's, in milliseconds.
  private static func isSettled(_ ring: Record?, offset: Int64) -> Bool {
    guard let ring else { return false }
    return ring.modified.timestamp < World.now().milliseconds + offset - patience
  }

  /// Goes on with a share that is being ended.
  private func end(
    _ share: ShareSeals.Share, _ list: Record?, _ keeper: ShareKeeper, _ desk: SharingDesk, _ result: inout Result
  ) async throws {
    if list != nil {
      try await desk.online { try await desk.endList(share.name, $0) }
      // What others have saved until then is fetched while its key is known.
      result.isChanged = true
      return
    }
    // Where encryption was turned off meanwhile its records go plain once it is over, and not before.
    let isOff = try desk.keys()?.sealing().map { !$0.isSealed } ?? false
    guard try isOff || !keeper.rings.isAnyLeft(in: share.opened.state.origin) else {
      result.isChanged = true
      return
    }
    try await withKeys(desk, keeper) { try await $0.end(share.name) }
    guard isOff else { return }
    try own.store.unpark(nil)
    result.isChanged = true
  }

  @discardableResult
  private func withKeys<Value: Sendable>(
    _ desk: SharingDesk, _ keeper: ShareKeeper, _ body: (ShareKeyDesk) async throws -> Value
  ) async throws -> Value {
    do {
      return try await desk.online { connection in
        try await body(ShareKeyDesk(journal: own, keeper: keeper, connection: connection))
      }
    } catch let failure as RingFailure {
      throw SharingDesk.failure(failure)
    }
  }

  /// What a list of the server's asks for by what the ring says.
  private struct Course {
    /// People with the key of their link, to be let in.
    var joins: [(join: ShareJoin, address: String, right: ShareRight, trust: OwnersBox.Trust)] = []
    /// Members who have left.
    var gone: [PersonID] = []
    /// Invitations of people who have left, or whom no list came to have: their links end.
    var withdrawn: [String] = []
    /// Rows of the list that are in the ring neither as members nor as invited, by their ids.
    var strangers: Set<String> = []
    /// Their addresses.
    var strange: [String] = []
    /// What a person should know, a sentence each.
    var notices: [String] = []

    /// Whether anyone loses something by it.
    var takesAway: Bool { !gone.isEmpty || !withdrawn.isEmpty || !strangers.isEmpty }

    var isEmpty: Bool { joins.isEmpty && gone.isEmpty && withdrawn.isEmpty && strangers.isEmpty }

    init(
      _ sharing: ShareDescription, _ opened: OpenedShare, isSettled: Bool,
      pin: (String) throws -> (identity: [UInt8], trust: UInt8)?
    ) rethrows {
      var present: Set<String> = []
      let invitations = opened.own?.invitations ?? [:]
      for row in sharing.participants where row.kind != .owner && row.status != .removed {
        guard let address = row.emailAddress?.lowercased() else { continue }
        present.insert(address)
        let isKnown =
          opened.person(at: address) != nil || invitations[address] != nil
          || row.kind == .publicUser && invitations[""] != nil
        guard isKnown else {
          guard let id = row.participantID else { continue }
          strangers.insert(id)
          strange.append(address)
          continue
        }
        guard row.status == .accepted, let info = row.protectionInfo else { continue }
        try judge(info.bytes, address, opened, pin)
      }
      for person in opened.state.members.keys.sorted() {
        guard let address = opened.address(of: person), !present.contains(address) else { continue }
        gone.append(person)
      }
      guard isSettled else { return }
      withdrawn = invitations.keys.sorted().filter { address in
        address.isEmpty ? sharing.publicPermission == .none : !present.contains(address)
      }
    }

    private mutating func judge(
      _ bytes: [UInt8], _ address: String, _ opened: OpenedShare,
      _ pin: (String) throws -> (identity: [UInt8], trust: UInt8)?
    ) rethrows {
      let join: ShareJoin
      do { join = try ShareJoin(decoding: bytes) } catch {
        notices.append("\(address) came with keys that cannot be read, and is not let in.")
        return
      }
      var known: IdentityPin?
      if let (identity, trust) = try pin(address), let keys = PublicKeys(encoded: identity),
        let how = OwnersBox.Trust(rawValue: trust)
      {
        known = IdentityPin(keys, at: address, trust: how)
      }
      switch opened.verdict(on: join, from: address, pin: known) {
      case .isIn: break
      case .invited(let right, let trust): joins.append((join, address, right, trust))
      case .unproved:
        notices.append(
          "\(address) has accepted without the key of their link, and is not let in. Send them the link again.")
      case .changed:
        notices.append(
          "\(address) comes with other keys than before, and is not let in. Compare twelve words with them: cloudjournal share verify."
        )
      case .refused:
        notices.append(
          "\(address) opened the link, and what came of it does not fit: it may have been interrupted. They are not let in; have them "
            + "open it again."
        )
      }
    }
  }
}

extension SharingDesk {
  /// What a share of this program is of.
  func target(_ share: ShareSeals.Share) throws -> ShareTarget {
    guard let target = try target(of: RecordName(share.root)) else { throw Self.unexpected }
    return target
  }
}
