import CloudRecord

/// A zone's changes as a participant hears of them: what has changed in the shares that are open, and where one was joined or
/// left, everything that is in it.
struct SharedFeed {
  var token: SharedToken
  let reached: ReachedZone
  let access: SharedAccess
  let transaction: any CloudTransaction
  let answers: RecordAnswers
  let keys: DesiredKeys
  let types: Set<String>?
  /// How many rows may still be looked at.
  var room: Int
  var budget: PageBudget
  private(set) var changes: [RecordChange] = []
  private(set) var isAtEnd = false
  /// Records that this page tells already: their rows do not change meanwhile.
  private var told: Set<String> = []

  init(
    token: SharedToken, reached: ReachedZone, access: SharedAccess, transaction: any CloudTransaction,
    answers: RecordAnswers, keys: DesiredKeys, types: Set<String>?, room: Int, budget: PageBudget
  ) {
    (self.token, self.reached, self.access, self.transaction) = (token, reached, access, transaction)
    (self.answers, self.keys, self.types, self.room, self.budget) = (answers, keys, types, room, budget)
  }

  /// What happened to one record: told as it is now, or that it went.
  private struct Event {
    var number: Int64
    var name: String
    /// The row, where the event is of a share of the whole zone.
    var row: StoredRecord?
  }

  /// A share that the participant joined, or left.
  private struct Turn {
    var share: Int64
    var number: Int64
    var isJoining: Bool
  }

  mutating func read() throws {
    while room > 0 {
      if let block = token.block {
        guard let turn = turns.first(where: { $0.share == block.share && $0.number == block.number }) else {
          // It was left before all of it was told: the numbers say so, and how it goes on.
          token.block = nil
          continue
        }
        guard try readBlock(block, turn) else { return }
      } else {
        let next = turns.filter { $0.number > token.position }.min { $0.number < $1.number }
        guard try readNumbers(before: next?.number) else { return }
        guard let next else {
          (token.position, token.start) = (reached.zone.sequence, 0)
          isAtEnd = true
          return
        }
        token.block = SharedToken.Block(share: next.share, number: next.number, cursor: "")
      }
    }
  }

  private var turns: [Turn] {
    access.rows.compactMap { row in
      if access.shares[row.share] != nil, let joined = row.joinedAt {
        return Turn(share: row.share, number: joined, isJoining: true)
      }
      // A first fetch has seen nothing of what had gone by then.
      guard let left = row.leftAt, left > token.start else { return nil }
      return Turn(share: row.share, number: left, isJoining: false)
    }
  }

  // MARK: Blocks

  /// Tells members of a share by name; false where the page is full.
  private mutating func readBlock(_ block: SharedToken.Block, _ turn: Turn) throws -> Bool {
    let limit = room
    let isLast: Bool
    if turn.isJoining, access.shares[turn.share]?.share.isZoneWide == true {
      let rows = try transaction.records(in: reached.zone.id, afterName: block.cursor, limit: limit + 1)
      isLast = rows.count <= limit
      for row in rows.prefix(limit) { guard try tell(row, row.recordName, at: nil) else { return false } }
    } else {
      let members = try transaction.members(of: turn.share, afterName: block.cursor, limit: limit + 1)
      isLast = members.count <= limit
      let rows = try rows(members.prefix(limit).map(\.recordName))
      for member in members.prefix(limit) {
        // What came after the participant had gone is not even named.
        let isMeant = turn.isJoining ? member.leftAt == nil : member.enteredAt < turn.number
        if isMeant {
          guard try tell(rows[member.recordName], member.recordName, at: turn.isJoining ? nil : turn.number) else {
            return false
          }
        } else {
          pass(member.recordName)
        }
      }
    }
    guard isLast else { return false }
    token.block = nil
    token.position = turn.number
    endOfStart()
    return true
  }

  private mutating func pass(_ name: String) {
    room -= 1
    token.block?.cursor = name
  }

  // MARK: Numbers

  /// Tells what has changed in the shares that are open, by number; false where the page is full.
  private mutating func readNumbers(before end: Int64?) throws -> Bool {
    let limit = room
    let (events, isLast) = try events(before: end, limit: limit)
    let rows = try rows(events.filter { $0.row == nil }.map(\.name))
    for event in events {
      guard try tell(event.row ?? rows[event.name], event.name, at: event.number) else { return false }
      token.position = event.number
      endOfStart()
    }
    return isLast
  }

  private func events(before end: Int64?, limit: Int) throws -> ([Event], isLast: Bool) {
    var found: [Event] = []
    if let (share, _) = access.zoneShare {
      guard let joined = access.rows.first(where: { $0.share == share.id })?.joinedAt else { return ([], true) }
      let rows = try transaction.changes(
        in: reached.zone.id, after: max(token.position, joined), limit: limit + 1)
      found = rows.map { Event(number: $0.sequence, name: $0.recordName, row: $0) }
    } else {
      for (id, open) in access.shares where open.share.sequence > token.position {
        guard let joined = access.rows.first(where: { $0.share == id })?.joinedAt else { continue }
        let members = try transaction.members(of: id, after: max(token.position, joined), limit: limit + 1)
        found += members.map { Event(number: $0.sequence, name: $0.recordName) }
      }
      found.sort { $0.number < $1.number }
    }
    if let end { found.removeAll { $0.number > end } }
    return (Array(found.prefix(limit)), found.count <= limit)
  }

  private func rows(_ names: [String]) throws -> [String: StoredRecord] {
    guard !names.isEmpty else { return [:] }
    return Dictionary(
      try transaction.records(names, in: reached.zone.id).map { ($0.recordName, $0) },
      uniquingKeysWith: { one, _ in one })
  }

  // MARK: Telling

  /// Tells a record as it is, if it is open now, and else that it went; false where the page has no room for it.
  ///
  /// - Parameter number: That of its going; nil where only what is there is told.
  private mutating func tell(_ row: StoredRecord?, _ name: String, at number: Int64?) throws -> Bool {
    if let row, !row.isDeleted, access.sees(row) {
      // What is open by another share is told by that one's number.
      let isLeaving = token.block != nil && number != nil
      if !isLeaving, types?.contains(row.recordType) ?? true, !told.contains(name) {
        guard budget.take([row]) == 1 else {
          room = 0
          return false
        }
        told.insert(name)
        changes.append(.changed(try answers.record(row, keys)))
      }
    } else if let number, number > token.start, row.map({ types?.contains($0.recordType) ?? true }) ?? true,
      told.insert(name).inserted
    {
      changes.append(.deleted(recordName: name, zoneID: reached.zoneID))
    }
    pass(name)
    return true
  }

  /// A first fetch is over when it has come to where the zone was as it began.
  private mutating func endOfStart() {
    if token.position >= token.start { token.start = 0 }
  }
}

extension SharedFeed {
  /// A page of a participant's feed; `reverse` is not honoured here.
  static func page(
    _ request: ZoneChangesRequest, _ reached: ReachedZone, _ access: SharedAccess, limit: Int, call: ServiceCall,
    budget: inout PageBudget, by service: CloudService, transaction: any CloudTransaction
  ) throws -> ZoneChangesReply {
    let token: SharedToken
    if let given = request.syncToken, !given.text.isEmpty {
      token = try SharedToken.read(given, reached, access, by: service, in: transaction)
    } else {
      token = SharedToken(access, reached, position: 0, start: reached.zone.sequence)
    }
    var feed = SharedFeed(
      token: token, reached: reached, access: access, transaction: transaction,
      answers: RecordAnswers(service, call, reached, in: transaction), keys: DesiredKeys(request.desiredKeys),
      types: request.desiredRecordTypes.map(Set.init), room: min(limit, budget.rows), budget: budget)
    let before = feed.room
    try feed.read()
    budget.spend(rows: before - feed.room, of: feed.budget)
    return ZoneChangesReply(
      zoneID: reached.zoneID, changes: feed.changes, syncToken: try feed.token.sealed(by: service, in: transaction),
      moreComing: !feed.isAtEnd)
  }
}
