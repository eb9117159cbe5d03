import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// An entry that goes for good goes with its pictures, and one that comes back comes back with them.
@Suite struct RemovedTogetherTests: KeyedJournalSuite {
  let journal: KeyedJournal

  init() throws { journal = try KeyedJournal() }

  /// The entry and its picture live on both devices, and on the server with the file.
  private func expectAlive(_ entry: RecordName, _ picture: RecordName, _ title: String) throws {
    for device in [laptop, attic] {
      #expect(try device.title(entry) == title, "\(device.name)")
      #expect(try device.entry(entry)?.trashedAt == nil, "\(device.name)")
      #expect(try device.pictures(entry) == [picture], "\(device.name)")
      #expect(try device.overview().unsent == 0 && device.overview().parked == 0, "\(device.name)")
    }
    #expect(try world.record(picture.rawValue)?.fields["imageAsset"] != nil)
  }

  @Test func anEditThatIsThereFirstBringsThePicturesBack() async throws {
    let names = try await sealed()
    try attic.edit(names[1], .title("zqmeanwhile"))
    attic.sync()
    try laptop.purge(names[1])
    laptop.sync()
    sync()
    try expectAlive(names[1], names[3], "zqmeanwhile")
    try expectEqual(names)
  }

  @Test func anEditThatMeetsTheWordsOfTheRemovalBringsThePicturesBack() async throws {
    let names = try await sealed()
    try laptop.purge(names[1])
    settle(laptop)
    #expect(try world.record(names[3].rawValue)?.fields["imageAsset"] == nil)
    try attic.edit(names[1], .title("zqmeanwhile"))
    sync()
    sync()
    try expectAlive(names[1], names[3], "zqmeanwhile")
  }

  @Test func theDeviceWithTheFileSendsItAgain() async throws {
    let names = try await sealed()
    try laptop.purge(names[1])
    settle(laptop)
    // The attic has lost its copy of the picture, and edits the entry.
    attic.files.set(nil, for: Self.pictureDigest)
    try attic.edit(names[1], .title("zqmeanwhile"))
    sync()
    sync()
    try expectAlive(names[1], names[3], "zqmeanwhile")
  }

  @Test func picturesComeBackInAJournalThatIsPlainAgain() async throws {
    let names = try await sealed()
    try await turnOffOnBoth()
    try attic.edit(names[1], .title("zqmeanwhile"))
    attic.sync()
    try laptop.purge(names[1])
    laptop.sync()
    sync()
    try expectAlive(names[1], names[3], "zqmeanwhile")
    try expectEqual(names)
  }

  @Test func aRemovalWithItsPictureIsOneWhereTheEntryAloneIsLookedUp() async throws {
    let names = try fill()
    for number in 0..<6 { try laptop.write("other \(number)") }
    laptop.files.add(Self.picture)
    sync()
    // While the laptop seals, the attic removes an entry whose picture waits to go up.
    laptop.holdsUploads = true
    let isRemoved = Flag()
    laptop.beforeRequest = { [attic] request in
      guard case .modify(let modify) = request, modify.zoneID?.zoneName == "JournalZone", isRemoved.raise() else {
        return
      }
      do { try attic.purge(names[1]) } catch { Issue.record(error) }
      attic.sync()
    }
    try await turnOn()
    laptop.sync()
    laptop.releaseUploads()
    settle(laptop)
    #expect(try laptop.entry(names[1])?.trashedAt != nil)
    for name in [names[1], names[3]] { #expect([.gone].contains(try form(name)), "\(name)") }
    #expect(try mode() == .sealed)
    #expect(try laptop.overview().unsent == 0)
  }

  @Test func aRemovalIsNotForgottenWhereTheZoneWasLost() async throws {
    let names = try await sealed()
    for number in 0..<6 { try laptop.write("other \(number)") }
    sync()
    try laptop.purge(names[4])
    settle(laptop)
    // The attic was away. The zone is erased, and both send theirs again.
    try world.zones(.delete(ZoneID(zoneName: "JournalZone")))
    for device in [attic, laptop, attic] {
      device.sync()
      device.settle(device.runner.handle(.answered(.uploadAgain), at: world.now))
      device.sync()
    }
    sync()
    #expect(try laptop.entry(names[4]) == nil)
    #expect(try attic.entry(names[4])?.trashedAt != nil)
  }
}
