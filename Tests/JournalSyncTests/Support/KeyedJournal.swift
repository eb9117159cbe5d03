import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// Two devices with keys of their own on one server: a plain journal at first, which is encrypted and made plain again.
struct KeyedJournal {
  let world = CloudWorld()
  let keysOfLaptop: KeyHolder
  let keysOfAttic: KeyHolder
  let laptop: SealedDevice
  let attic: SealedDevice

  init() throws {
    keysOfLaptop = KeyHolder("laptop", world, seed: 1)
    keysOfAttic = KeyHolder("attic", world, seed: 2)
    laptop = try SealedDevice("laptop", world, number: 1, keys: keysOfLaptop.round(seed: 11, mayBePlain: true))
    attic = try SealedDevice("attic", world, number: 2, keys: keysOfAttic.round(seed: 12, mayBePlain: true))
    laptop.start()
    attic.start()
  }
}

/// What tests of such a journal share.
protocol KeyedJournalSuite {
  var journal: KeyedJournal { get }
}

/// How a record lies on the server.
enum RecordForm { case plain, sealed, both, gone }

extension KeyedJournalSuite {
  static var picture: [UInt8] { Array("zqpicture".utf8) + (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) } }
  static var pictureDigest: String { Digest(of: picture).description }
  static var long: String { String(repeating: "zqlong text ", count: 44_000) }

  var world: CloudWorld { journal.world }
  var keysOfLaptop: KeyHolder { journal.keysOfLaptop }
  var keysOfAttic: KeyHolder { journal.keysOfAttic }
  var laptop: SealedDevice { journal.laptop }
  var attic: SealedDevice { journal.attic }

  /// A plain journal with all there is, known to both devices; the picture's bytes are in the attic alone.
  func fill() throws -> [RecordName] {
    let category = JournalCore.Category(
      id: RecordName("019a9f1e-5b1c-7c3d-9d2e-000000000001"), name: "zqcategory",
      modifiedAt: Instant(milliseconds: world.now))
    try attic.perform(.createCategory(category))
    let entry = try attic.write("zqtitle", "zqbody", category: category.id)
    let long = try attic.write("zqother", Self.long)
    let picture = try attic.attach(Self.picture, to: entry, caption: "zqcaption")
    let laptopEntry = try laptop.write("zqlaptop")
    sync()
    let names = [category.id, entry, long, picture, laptopEntry]
    for name in names { #expect(try form(name) == .plain) }
    return names
  }

  func sync() {
    for _ in 0..<3 {
      laptop.sync()
      attic.sync()
    }
  }

  /// One device goes on until it has nothing to do, as the wake-ups that it asks for let it.
  func settle(_ device: SealedDevice) { for _ in 0..<4 { device.sync() } }

  func form(_ name: RecordName) throws -> RecordForm { try world.form(of: name) }

  func mode() throws -> RingMode { try VerifiedRing(decoding: #require(world.ring)).state.mode }

  func sealedZones() -> FieldValue? { world.keyRecord("keyring")?.fields["sealedZones"]?.value }

  func letAtticIn() async throws {
    try await keysOfLaptop.letIn(keysOfAttic)
    hear(attic)
  }

  /// A device hears that the keys may be others by now.
  func hear(_ device: SealedDevice) { device.settle(device.runner.handle(.keysDoubted, at: world.now)) }

  /// A journal as ``fill()`` makes it, sealed, with both devices in.
  func sealed() async throws -> [RecordName] {
    let names = try fill()
    try await turnOn()
    settle(laptop)
    try await letAtticIn()
    sync()
    return names
  }

  func expectEqual(_ names: [RecordName]) throws {
    for device in [laptop, attic] {
      #expect(try device.overview().unsent == 0, "\(device.name)")
      #expect(try device.overview().parked == 0 && device.overview().unreadable == 0, "\(device.name)")
      #expect(try device.entry(names[2])?.body == Self.long)
      #expect(device.files.leftovers.isEmpty)
    }
    for name in names { #expect(try laptop.entry(name) == attic.entry(name)) }
    #expect(try laptop.store.pictures(nil) == attic.store.pictures(nil))
  }

  /// Says it on the laptop, and has its engine hear of it.
  func turnOn() async throws {
    _ = try await keysOfLaptop.desk.turnOn(account: KeyHolder.account)
    hear(laptop)
  }

  func turnOff() async throws {
    _ = try await keysOfLaptop.desk.turnOff()
    hear(laptop)
  }

  /// Turns encryption off and goes on until all records are plain and both devices know it.
  func turnOffOnBoth() async throws {
    try await turnOff()
    sync()
    hear(attic)
    sync()
  }
}

extension CloudWorld {
  /// How a record lies here.
  func form(of name: RecordName) throws -> RecordForm {
    guard let record = try record(name.rawValue) else { return .gone }
    let isSealed = record.fields["sealed"] != nil
    let seen: Set<String> = ["sealed", "formatVersion", "entry", "bodyAsset", "imageAsset"]
    let isPlain = record.fields.keys.contains { !seen.contains($0) }
    return isSealed ? isPlain ? .both : .sealed : .plain
  }

  /// Whether all of these lie here in one form; false where that cannot be read.
  func areAll(_ names: [RecordName], _ form: RecordForm) -> Bool {
    do {
      return try names.allSatisfy { try self.form(of: $0) == form }
    } catch {
      return false
    }
  }
}
