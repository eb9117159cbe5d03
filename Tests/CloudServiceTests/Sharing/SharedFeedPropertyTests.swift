import CloudRecord
import CloudService
import CloudStore
import Foundation
import TestKit
import Testing

/// Whatever happens to records, shares and people: who reads the feed from any token on ends with what is open to them.
@Suite struct SharedFeedPropertyTests {
  private static let names = (0..<14).map { "r\($0)" }
  private static let people = ["ben", "cleo"]
  /// How many operations one seed does, where more are wanted than there is time for in each run.
  private static let wanted = ProcessInfo.processInfo.environment["CLOUDJOURNAL_FEED_OPERATIONS"].flatMap { Int($0) }
  private static let operations = wanted ?? 200
  private static let seeds = wanted == nil ? 0..<25 : 0..<2
  /// Of how many steps one token is kept.
  private static let tokenDistance = wanted == nil ? 9 : 1

  /// What Alice's zone should look like to others, as a slow reader of rules would find out.
  private final class Model {
    let world: World
    /// Of living shares, by the share's record name; "" is the zone.
    var roots: [String: String] = [:]
    var guids: [String: String] = [:]

    init(_ world: World) { self.world = world }

    func forgetEnded() throws {
      for name in roots.keys.sorted() where try world.record(name) == nil { roots[name] = nil }
    }

    func isIn(_ person: String, _ share: String) throws -> Bool {
      let outcome = try world.lookup([share], world.person("alice"))[0]
      return outcome.record?.sharing?.participants.contains {
        $0.userRecordName == "_\(person)" && $0.status == .accepted
      } ?? false
    }

    func visible(_ person: String) throws -> Set<String> {
      var open: Set<String> = []
      var rows: [String: Record] = [:]
      for outcome in try world.lookup(SharedFeedPropertyTests.names, world.person("alice")) {
        if let record = outcome.record { rows[record.recordName] = record }
      }
      var shares: [String: Bool] = [:]
      for share in roots.keys { shares[share] = try isIn(person, share) }
      if let zone = roots.first(where: { $0.value.isEmpty })?.key {
        return shares[zone] == true ? Set(rows.keys).union([zone]) : []
      }
      for name in rows.keys {
        var next: String? = name
        var passed: Set<String> = []
        // Parents can go in a circle that was made while nothing was shared.
        while let current = next, passed.insert(current).inserted {
          if let share = roots.first(where: { $0.value == current })?.key {
            if shares[share] == true { open.insert(name) }
            break
          }
          next = rows[current]?.parent
        }
      }
      return open.union(shares.filter(\.value).keys)
    }
  }

  private struct Reader {
    let person: String
    let limit: Int
    var token: ChangeToken?
    var seen: [String: Record] = [:]

    /// One page; whether it was the last.
    mutating func readPage(_ world: World) throws -> Bool {
      let page: ZoneChangesReply
      do {
        page = try world.page(token, zone: World.alices, limit: limit, world.person(person, shared: true))
      } catch let error as ServiceError where [.changeTokenExpired, .zoneNotFound].contains(error.code) {
        (token, seen) = (nil, [:])
        return error.code == .zoneNotFound
      }
      #expect(page.changes.count <= limit)
      #expect(Set(page.changes.map(\.recordName)).count == page.changes.count, "each record once a page")
      for change in page.changes {
        switch change {
        case .changed(let record): seen[record.recordName] = record
        case .deleted(let name, _): seen[name] = nil
        }
      }
      token = page.syncToken
      return !page.moreComing
    }

    mutating func readToTheEnd(_ world: World) throws {
      for _ in 0..<2000 { if try readPage(world) { return } }
      Issue.record("a feed of \(person)'s has no end")
    }
  }

  private func act(_ world: World, _ model: Model, _ generator: inout SeededGenerator) throws {
    let name = Self.names[generator.below(Self.names.count)]
    let person = Self.people[generator.below(2)]
    let shares = model.roots.keys.sorted()
    let share = shares.isEmpty ? nil : shares[generator.below(shares.count)]
    switch generator.below(100) {
    case 0..<30:
      var operations: [RecordOperation] = []
      for _ in 0...generator.below(3) {
        var operation = RecordOperation.force(
          Self.names[generator.below(Self.names.count)], ["n": .int64(Int64(generator.below(1000)))])
        if generator.chance(50) { operation.parent = Self.names[generator.below(Self.names.count)] }
        if generator.chance(10) { operation.parentEdit = .cleared }
        operations.append(operation)
      }
      try world.modify(operations, atomic: generator.chance(30), world.person("alice"))
    case 30..<42:
      try world.modify([RecordOperation(.forceDelete, recordName: name)], world.person("alice"))
    case 42..<54:
      let isZone = shares.isEmpty && generator.chance(25)
      let invited = Self.people.filter { _ in generator.chance(70) }.map { ShareParticipant.invited($0) }
      let id = isZone ? ShareRules.zoneShareName : "s\(generator.below(1_000_000))"
      let outcome = try world.modify(
        [.share(isZone ? "" : name, as: id, with: invited)], world.person("alice")
      ).outcomes[0]
      if let record = outcome.record {
        model.roots[id] = isZone ? "" : name
        model.guids[id] = record.shortGUID
      }
    case 54..<60:
      if let share { try world.modify([.delete(share)], world.person("alice")) }
    case 60..<76:
      if let share { try world.accept(model.guids[share], as: person) }
    case 76..<82:
      guard let share else { return }
      let isOwner = generator.chance(50)
      guard !isOwner else { return try remove(person, from: share, world) }
      do { _ = try world.sharedModify(person, [.delete(share)]) } catch is ServiceError { return }
    case 82..<86:
      guard let share else { return }
      // The owner invites a person who was removed, or was never invited.
      try edit(share, world) { $0 + [.invited(person)] }
    case 86..<97:
      do {
        var operation = RecordOperation.force(name, ["n": .int64(Int64(generator.below(1000)))])
        if generator.chance(40) { operation.parent = Self.names[generator.below(Self.names.count)] }
        _ = try world.sharedModify(person, [operation])
        if generator.chance(30) { _ = try world.sharedModify(person, [.delete(name)]) }
      } catch is ServiceError { return }
    default:
      world.advance(Int64(generator.below(20)) * 86_400_000)
      _ = try world.housekeeping()
    }
  }

  private func edit(
    _ share: String, _ world: World, _ change: ([ShareParticipant]) -> [ShareParticipant]
  ) throws {
    guard let record = try world.lookup([share], world.person("alice"))[0].record, let sharing = record.sharing else {
      return
    }
    try world.modify(
      [.share(nil, as: share, with: change(sharing.participants), kind: .update, tag: record.recordChangeTag)],
      world.person("alice"))
  }

  private func remove(_ person: String, from share: String, _ world: World) throws {
    try edit(share, world) { $0.filter { $0.userRecordName != "_\(person)" } }
  }

  /// Readers of pages of 1 to 5 beside all that happens; then from each token that was held.
  @Test(arguments: TestStorage.allCases, seeds)
  func whoReadsEndsWithWhatIsOpen(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(90_000 + seed))
    let world = try World.withJournal(storage)
    let model = Model(world)
    var readers = (1...5).map { Reader(person: Self.people[$0 % 2], limit: $0) }
    var (marks, oldMarks): ([Reader], [Reader]) = ([], [])
    for step in 0..<Self.operations {
      try act(world, model, &generator)
      try model.forgetEnded()
      let index = generator.below(readers.count)
      _ = try readers[index].readPage(world)
      if step % Self.tokenDistance == 0 { marks.append(readers[index]) }
      if step % 20 == 19 {
        for person in Self.people { try compare(world, model, person) }
      }
      if step % 200 == 199 {
        // Those who go on are at every place of a feed, so copies read to its end.
        try check(readers + marks, world, model, "seed \(seed), step \(step)")
        oldMarks += marks.enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
        marks = []
      }
    }
    try check(readers + marks + oldMarks, world, model, "seed \(seed), at the end")
    if let file = world.storage as? TemporaryStorage {
      let findings = try file.examine().misplacedMembers
      #expect(findings == [], "\(findings)")
    }
  }

  /// What can be looked up is what the model says.
  @discardableResult
  private func compare(_ world: World, _ model: Model, _ person: String) throws -> [String: Record] {
    let open = try world.visible(person, Self.names + Array(model.roots.keys))
    #expect(Set(open.keys) == (try model.visible(person)), "\(person)")
    return open
  }

  private func check(_ readers: [Reader], _ world: World, _ model: Model, _ when: String) throws {
    let open = try Dictionary(uniqueKeysWithValues: Self.people.map { ($0, try compare(world, model, $0)) })
    for var reader in readers {
      try reader.readToTheEnd(world)
      let now = try #require(open[reader.person])
      #expect(reader.seen == now, "\(when), \(reader.person), pages of \(reader.limit)")
    }
  }
}
