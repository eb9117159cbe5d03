import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Devices that write, lose replies, remove and read everything again end with the same journal, whatever the order.
@Suite struct SyncConvergenceTests {
  struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  private func scramble(_ fixture: Fixture, _ random: inout Random, device: Int, step: Int) throws {
    let store = fixture.store
    let ids = (1...5).map { RecordName("e\($0)") }
    let id = ids[random.below(ids.count)]
    guard let entry = try store.entry(id) else {
      _ = try fixture.add("t\(step)", "first\n\nsecond \(device)", id: id.rawValue)
      if random.below(2) == 0 {
        let image = EntryImage(
          id: RecordName("i\(device)-\(step)"), entry: id, caption: "c\(step)",
          modifiedAt: fixture.world.environment.now())
        try store.perform(.createImage(image))
      }
      return
    }
    switch random.below(10) {
    case 0: _ = try fixture.edit(id, .title("t\(step) on \(device)"))
    case 1: _ = try fixture.edit(id, .body(entry.body + "\n\nw\(step)x\(device)"))
    case 2: _ = try fixture.edit(id, .body("w\(step)x\(device) " + entry.body))
    case 3: _ = try fixture.edit(id, .tags(entry.tags + ["g\(random.below(4))"]))
    case 4: _ = try fixture.edit(id, .tags(Array(entry.tags.dropFirst())))
    case 5: _ = try fixture.edit(id, .trashedAt(entry.trashedAt == nil ? fixture.world.environment.now() : nil))
    case 6: _ = try fixture.edit(id, .date(fixture.date("2026-0\(1 + random.below(9))-11")), .isFavorite(step % 2 == 0))
    case 7: _ = try fixture.edit(id, .category(RecordName("c\(random.below(2))")), .mood(step % 2 == 0 ? .happy : nil))
    case 8:
      let category = RecordName("c\(random.below(2))")
      if try store.categories(includingTrash: true).contains(where: { $0.id == category }) {
        try store.perform(.editCategory(category, [.name("n\(step)")]))
      } else {
        _ = try fixture.addCategory("n\(step)", id: category.rawValue)
      }
    default:
      if entry.trashedAt != nil { _ = try store.purge([id]) }
    }
  }

  /// Files sync to disk at every commit, so most of the seeds run in memory.
  static let runs: [(StoreKind, Int)] =
    (1...40).map { (.memory, $0) } + [(.sqlite, 1), (.sqlite, 2), (.concurrentSQLite, 3)]

  @Test(arguments: runs)
  func devicesEndAlike(_ kind: StoreKind, seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 0x9E37_79B9)
    var server = FakeServer()
    let devices = try (0..<3).map { number in
      let fixture = try Fixture(kind)
      for _ in 0...number { _ = fixture.world.environment.random() }
      fixture.world.advance(milliseconds: Int64(number - 1) * 86_400_000)
      try fixture.synced.bind(.anna)
      return fixture
    }
    for step in 0..<120 {
      let device = random.below(devices.count)
      let fixture = devices[device]
      for each in devices { each.world.advance(milliseconds: 700) }
      switch random.below(6) {
      case 0: try fixture.exchange(with: &server)
      case 1: try fixture.exchange(with: &server, losesReply: true)
      case 2 where random.below(6) == 0:
        try fixture.synced.beginSweep()
        try fixture.pull(from: server)
        _ = try fixture.synced.finishSweep(allowsMassRemoval: true)
      default: try scramble(fixture, &random, device: device, step: step)
      }
    }
    for _ in 0..<40 { for fixture in devices { try fixture.exchange(with: &server) } }
    for fixture in devices { try fixture.pull(from: server) }
    try checkAlike(devices, server)
  }

  private func checkAlike(_ devices: [Fixture], _ server: FakeServer) throws {
    let live = server.records.filter { $0.value.version != nil }
    for fixture in devices {
      #expect(try fixture.unsent().isEmpty)
      let overview = try fixture.synced.syncOverview(limit: 9)
      #expect(overview.unsent == 0)
      var here: Set<String> = []
      try fixture.store.forEachEntry(in: .all, batch: 10) { here.formUnion($0.map { $0.id.rawValue }) }
      var trashed: [RecordName] = []
      try fixture.store.forEachEntry(in: .trash, batch: 10) { trashed += $0.map { $0.id } }
      for id in trashed where try fixture.store.remark(of: id).removalReason == nil { here.insert(id.rawValue) }
      #expect(here == Set(live.filter { $0.value.version?.recordType == "JournalEntry" }.keys))
      for name in here {
        let entry = try #require(try fixture.store.entry(RecordName(name)))
        let version = try #require(live[name]?.version)
        for change in entry.changes where change.field != "createdAt" {
          #expect(change.value == version.values[change.field], "\(name).\(change.field)")
        }
        #expect(version.values["createdAt"] == .date(entry.date.instant.milliseconds))
        #expect(entry.modifiedAt.milliseconds == live[name]?.modifiedAt, "\(name).modifiedAt")
      }
      if let file = fixture.store as? JournalStore { try file.expectSound() }
    }
  }

  /// What is derived is the same, however a journal came about.
  @Test(arguments: 1...2)
  func bothStoresComeToTheSame(seed: Int) throws {
    var views: [[String]] = []
    for kind in [StoreKind.memory, .sqlite] {
      var random = Random(state: UInt64(seed) &* 77_777)
      var server = FakeServer()
      let devices = try (0..<2).map { number in
        let fixture = try Fixture(kind)
        for _ in 0...number { _ = fixture.world.environment.random() }
        return fixture
      }
      for step in 0..<100 {
        let device = random.below(2)
        for each in devices { each.world.advance(milliseconds: 300) }
        if random.below(3) == 0 {
          try devices[device].exchange(with: &server)
        } else {
          try scramble(devices[device], &random, device: device, step: step)
        }
      }
      let today = try devices[0].date("2026-05-11").local.date
      views.append(
        try devices.flatMap { fixture in
          [
            "\(try fixture.titles())", "\(try fixture.titles(.trash))", "\(try fixture.store.tallies(today: today))",
            "\(try fixture.store.tags(prefix: "", limit: 99).map { "\($0.tag) \($0.count)" })",
            "\(try fixture.search("first"))", "\(try fixture.unsent().map { $0.recordName })",
            "\(try fixture.synced.syncOverview(limit: 50).merges.map { "\($0.recordName) \($0.fields)" })",
          ]
        })
    }
    #expect(views.first?.map { unordered($0) } == views.last?.map { unordered($0) })
  }

  /// Dictionaries print in any order.
  private func unordered(_ text: String) -> [Character] { text.sorted() }
}
