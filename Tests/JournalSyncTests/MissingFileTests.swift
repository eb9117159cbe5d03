import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Synchronization
import Testing

/// Files that cannot be had or sent while a journal takes another form: each is named, none is given up for good.
@Suite struct MissingFileTests: KeyedJournalSuite {
  let journal: KeyedJournal

  init() throws { journal = try KeyedJournal() }

  /// Files do not come down, as long as the server's are not mounted.
  private func hideFiles() {
    world.failing { request in
      switch request {
      case .downloadAsset, .downloadFile: .lost(CloudFailure(code: .assetNotAvailable, reason: "not mounted"))
      default: nil
      }
    }
  }

  @Test func aPictureThatIsNowhereIsNamedWhenItIsTurnedOff() async throws {
    let names = try await sealed()
    for device in [laptop, attic] { device.files.set(nil, for: Self.pictureDigest) }
    world.state.withLock { $0.files = $0.files.filter { $0.value.count > 100_000 } }
    try await turnOff()
    settle(laptop)
    #expect(try mode() == .opening)
    let overview = try laptop.overview()
    #expect(overview.parked == 1)
    #expect(overview.waiting.map(\.recordName) == [names[3]])
    #expect(overview.waiting.first?.reason?.contains("zqcaption") ?? false)
    let before = world.requests.count
    settle(laptop)
    #expect(world.requests.count - before < 20)
    // It turns up.
    laptop.files.add(Self.picture)
    laptop.settle(laptop.runner.handle(command: .retry(nil), at: world.now))
    settle(laptop)
    #expect(try mode() == .open && form(names[3]) == .plain)
    hear(attic)
    sync()
    try expectEqual(names)
  }

  @Test func aPictureThatIsTooLargeOnceItIsSealedIsNamedAndSentOnce() async throws {
    let names = try fill()
    laptop.files.add(Self.picture)
    world.failing { request in
      guard case .uploadAsset(let token, _, _) = request, token.fieldName == "imageAsset" else { return nil }
      return .lost(CloudFailure(code: .limitExceeded, reason: "too large"))
    }
    try await turnOn()
    for _ in 0..<3 { settle(laptop) }
    #expect(laptop.uploads == 1)
    #expect(try laptop.overview().parked == 1 && mode() == .sealing)
    world.failing { _ in nil }
    laptop.settle(laptop.runner.handle(command: .retry(names[3]), at: world.now))
    settle(laptop)
    #expect(try mode() == .sealed && form(names[3]) == .sealed)
  }

  @Test func whatIsTakenBackLeavesNothingThatWaits() async throws {
    let names = try await sealed()
    laptop.files.set(nil, for: Self.pictureDigest)
    hideFiles()
    try await turnOff()
    settle(laptop)
    #expect(try laptop.overview().parked == 1)
    try await turnOn()
    settle(laptop)
    #expect(try mode() == .sealed)
    #expect(try laptop.overview().parked == 0 && laptop.overview().unsent == 0)
    #expect(try form(names[3]) == .sealed)
  }

  @Test func aFileThatIsNotAvailableStaysOnTheServerWhenItIsTurnedOn() async throws {
    let names = try fill()
    attic.files.set(nil, for: Self.pictureDigest)
    hideFiles()
    try await turnOn()
    for _ in 0..<3 { settle(laptop) }
    #expect(try world.record(names[3].rawValue)?.fields["imageAsset"] != nil)
    #expect(try laptop.overview().parked == 1 && mode() == .sealing)
    #expect(try laptop.overview().waiting.first?.reason?.contains("zqcaption") ?? false)
    world.failing { _ in nil }
    laptop.settle(laptop.runner.handle(command: .retry(nil), at: world.now))
    settle(laptop)
    #expect(try mode() == .sealed && form(names[3]) == .sealed)
    #expect(laptop.files.bytes(Self.pictureDigest) == Self.picture)
  }

  @Test func aTextThatIsNotAvailableIsNotOverwrittenAndComesLater() async throws {
    let names = try await sealed()
    let text = Self.long + "zqmore"
    try laptop.edit(names[2], .body(text))
    laptop.sync()
    hideFiles()
    for _ in 0..<4 { attic.sync() }
    #expect(try attic.overview().unreadable == 1)
    #expect(try attic.store.unreadable(.damaged).isEmpty)
    try attic.edit(names[2], .title("zqhere"))
    attic.settle(attic.runner.handle(command: .retry(names[2]), at: world.now))
    attic.sync()
    world.failing { _ in nil }
    laptop.sync()
    #expect(try laptop.entry(names[2])?.body == text)
    try attic.revive(number: 72, keysOfAttic)
    sync()
    for device in [laptop, attic] {
      #expect(try device.entry(names[2])?.body == text, "\(device.name)")
      #expect(try device.title(names[2]) == "zqhere", "\(device.name)")
      #expect(try device.overview().unreadable == 0 && device.overview().unsent == 0, "\(device.name)")
    }
  }
}
