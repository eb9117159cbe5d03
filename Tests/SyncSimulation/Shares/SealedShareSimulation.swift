import CloudRecord
import Foundation
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// A mistake that is planted in a run of people who share a category of an encrypted journal.
package enum SealedShareMistake: String, CaseIterable, Sendable {
  /// A device of the owner's goes on under the first key of the share, whatever the server shows.
  case keepsFormerKey
  /// What is filed elsewhere, or thrown away, stays where others see it.
  case keepsParent
  /// A device of the owner's sends what it writes as it is.
  case sendsPlain
  /// A device of the owner's takes any word of hers that an entry is filed there, whenever she gave it.
  case takesFormerWord
}

/// A run of people who share.
package protocol ShareRun: AnyObject {
  /// Runs it to its end.
  func run() throws
  /// What is wrong then.
  var failures: [String] { get }
  /// How often what happened.
  var counts: [String: Int] { get }
  /// All that happened, a line each.
  var trace: [String] { get }
}

extension ShareSimulation: ShareDriving {}
extension SealedShareSimulation: ShareDriving {}

/// Three accounts and a category of an encrypted journal: the real engine, keys, merge and store against the real service, in one
/// thread and virtual time, from one seed. Anna has two devices and owns everything; Ben writes in what is there,
/// Cleo reads, and now and then Ben and the server forge something together.
///
/// Some hundred deeds – writing, filing, throwing away, restoring, synchronising under faults, taking people out and inviting them
/// again, making another key – and then everyone synchronises until nothing happens any more.
package final class SealedShareSimulation {
  package let seed: UInt64
  let mistake: SealedShareMistake?
  var chance: Chance
  let cloud: ShareCloud
  let owners: [ShareDevice]
  let guests: [ShareDevice]
  let random: SealRandom
  let keys: JournalKeys
  /// The identities of all, by account.
  let identities: [String: KeyPair]
  var now = Simulation.beginning
  /// The ring of the share, as the owner made it last.
  var ring: OpenedShare?
  /// The record of the list of people.
  var list: Record?
  /// Who has the category now.
  var present: Set<String> = []
  /// The first record with a ring that the server showed, with the planted mistake that keeps it.
  var firstRing: Record?
  var isHealed = true
  package var failures: [String] = []
  package private(set) var counts: [String: Int] = [:]
  package private(set) var trace: [String] = []
  /// What guests wrote, as far as they had it in the share at the end.
  var guestWords: Set<String> = []
  /// In which entry guests wrote each of their words.
  var places: [String: RecordName] = [:]
  /// Entries that the owner deleted forever.
  var deleted: Set<RecordName> = []
  /// Pictures, with the entries that they are of.
  var pictures: [String: RecordName] = [:]
  /// What is filed there, as the server had it last.
  var seen: [String: SealedContent] = [:]
  /// In the place of which entries a forgery was put.
  var forged: Set<String> = []
  /// Pictures that were forged on entries that are the owner's alone.
  var forgedPictures: [String: RecordName] = [:]
  /// Entries that were filed there, or restored, since the forgery.
  var filedSince: Set<RecordName> = []
  private let folder: URL
  private var words = 0

  static let category = RecordName("health")
  static let share = StoredShares.prefix + category.rawValue

  package init(seed: UInt64, mistake: SealedShareMistake? = nil) throws {
    (self.seed, self.mistake) = (seed, mistake)
    chance = Chance(seed: seed ^ 0x5EA1_ED)
    cloud = try ShareCloud(page: 1 + chance.below(8))
    let bytes = Knob(Chance(seed: chance.next()))
    random = { count in bytes.change { chance in (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) } } }
    guard let keys = JournalKeys([JournalKey.fresh(random)]) else { preconditionFailure("one key is no key twice") }
    self.keys = keys
    var identities: [String: KeyPair] = [:]
    for user in [ShareCloud.owner] + ShareCloud.guests { identities[user] = try .fresh(random) }
    self.identities = identities
    folder = ShareDevice.folder("sealed-shares")
    var seeds = chance
    (owners, guests) = try ShareDevice.all(in: folder, &seeds)
    chance = seeds
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path): \(error)") }
  }

  func say(_ line: String) { trace.append("\((now - Simulation.beginning) / 1000) s  \(line)") }

  func count(_ what: String) { counts[what, default: 0] += 1 }

  // MARK: The run

  /// Runs it to its end; ``failures`` says what is wrong then.
  package func run() throws {
    for device in devices { device.setTime(now) }
    let category = Category(
      id: Self.category, name: "Health", sortOrder: 0, modifiedAt: Instant(milliseconds: now))
    try apply(.createCategory(category), on: owners[0], "makes the category")
    for _ in 0..<3 { try write(on: owners[0]) }
    try synchronize(owners[0])
    try share()
    isHealed = false
    for _ in 0..<(60 + chance.below(60)) where failures.isEmpty {
      advance(chance.between(100, 90_000))
      try act()
    }
    isHealed = true
    for _ in 0..<4 {
      for device in devices where failures.isEmpty {
        advance(1000)
        try synchronize(device)
      }
    }
    if failures.isEmpty { try check() }
  }

  private func act() throws {
    switch chance.below(100) {
    case 0..<16: try write(on: chance.pick(owners))
    case 16..<26: try writeThere(on: guests[0])
    case 26..<44: try file(on: chance.pick(owners))
    case 44..<51: try forge()
    case 51..<53: try deleteForever(on: chance.pick(owners))
    case 53..<88: try synchronize(chance.pick(devices))
    case 88..<92: try rotate()
    case 92..<96: try takeOut()
    default: try inviteAgain()
    }
  }

  // MARK: Writing

  private func write(on device: ShareDevice) throws {
    words += 1
    let word = Token.make(device: devices.firstIndex { $0 === device } ?? 0, number: words)
    let names = try device.store.entryNames(prefix: "", limit: 10_000)
    guard names.count > 2, chance.happens(600), let entry = try device.store.entry(chance.pick(names)) else {
      let date = EntryDate(instant: Instant(milliseconds: now), timeZone: "Europe/Vienna", offsetSeconds: 3600)
      let entry = Entry(
        id: device.names.next(), title: "Entry \(words)", body: "first line \(word)", date: date,
        modifiedAt: Instant(milliseconds: now), category: chance.happens(600) ? Self.category : nil)
      try apply(.createEntry(entry), on: device, "writes \(word) in \(entry.id.rawValue.suffix(4)), a new entry")
      guard chance.happens(400) else { return }
      // Its bytes are nowhere; its words travel as those of every picture.
      let picture = EntryImage(
        id: device.names.next(), entry: entry.id, caption: "caption", sortOrder: 0,
        modifiedAt: Instant(milliseconds: now))
      pictures[picture.id.rawValue] = entry.id
      return try apply(.createImage(picture), on: device, "adds a picture")
    }
    try apply(.editEntry(entry.id, [.body(entry.body + "\nline \(word)")]), on: device, "writes \(word)")
  }

  /// A guest writes in what is filed there, or adds an entry or a picture.
  private func writeThere(on device: ShareDevice) throws {
    guard present.contains(device.user) else { return }
    if chance.happens(300) { return try add(on: device) }
    let names = try device.store.entryNames(prefix: "", limit: 10_000).filter {
      try device.store.entry($0)?.trashedAt == nil
    }
    guard !names.isEmpty, let entry = try device.store.entry(chance.pick(names)) else { return }
    if chance.happens(250) { return try addPicture(to: entry, on: device) }
    words += 1
    let word = Token.make(device: devices.firstIndex { $0 === device } ?? 0, number: words)
    guestWords.insert(word)
    places[word] = entry.id
    count("written there")
    try apply(.editEntry(entry.id, [.body(entry.body + "\nline \(word)")]), on: device, "writes \(word) there")
  }

  private func add(on device: ShareDevice) throws {
    guard let ring, let person = identities[device.user]?.publicKeys.person else { return }
    words += 1
    let word = Token.make(device: devices.firstIndex { $0 === device } ?? 0, number: words)
    let name = AddedName.fresh(by: person, origin: ring.state.origin, zone: ShareCloud.zone, random: random)
    let entry = Entry(
      id: RecordName(name), title: "Added \(words)", body: "first line \(word)",
      date: EntryDate(instant: Instant(milliseconds: now), timeZone: "Europe/Vienna", offsetSeconds: 3600),
      modifiedAt: Instant(milliseconds: now), category: Self.category)
    guestWords.insert(word)
    places[word] = entry.id
    count("added there")
    try apply(.createEntry(entry), on: device, "writes \(word) in \(name.suffix(4)), a new entry there")
  }

  /// A guest adds a picture to what is filed there; its bytes are nowhere, and its words travel as those of every picture.
  private func addPicture(to entry: Entry, on device: ShareDevice) throws {
    guard let ring, let person = identities[device.user]?.publicKeys.person, entry.category == Self.category else {
      return
    }
    let name = AddedName.fresh(
      by: person, origin: ring.state.origin, zone: ShareCloud.zone, entry: entry.id.rawValue, random: random)
    pictures[name] = entry.id
    count("pictures added there")
    try apply(
      .createImage(
        EntryImage(
          id: RecordName(name), entry: entry.id, caption: "caption", sortOrder: 0,
          modifiedAt: Instant(milliseconds: now))),
      on: device, "adds a picture to \(entry.id.rawValue.suffix(4)) there")
  }

  /// Files an entry there or elsewhere, throws it away or restores it.
  private func file(on device: ShareDevice) throws {
    let names = try device.store.entryNames(prefix: "", limit: 10_000)
    guard !names.isEmpty, let entry = try device.store.entry(chance.pick(names)) else { return }
    if chance.happens(400) {
      let isThrown = entry.trashedAt == nil
      count(isThrown ? "thrown away" : "restored")
      if !isThrown { filedSince.insert(entry.id) }
      let change = EntryChange.trashedAt(isThrown ? Instant(milliseconds: now) : nil)
      return try apply(
        .editEntry(entry.id, [change]), on: device,
        "\(isThrown ? "throws away" : "restores") \(entry.id.rawValue.suffix(4))")
    }
    let isFiled = entry.category == nil
    count(isFiled ? "filed" : "filed elsewhere")
    if isFiled { filedSince.insert(entry.id) }
    try apply(
      .editEntry(entry.id, [.category(isFiled ? Self.category : nil)]), on: device,
      "files \(entry.id.rawValue.suffix(4)) \(isFiled ? "there" : "elsewhere")")
  }

  /// Deletes one forever, whatever others write in it at the same time.
  private func deleteForever(on device: ShareDevice) throws {
    let names = try device.store.entryNames(prefix: "", limit: 10_000)
    guard names.count > 4, let entry = try device.store.entry(chance.pick(names)) else { return }
    if entry.trashedAt == nil {
      try apply(.editEntry(entry.id, [.trashedAt(Instant(milliseconds: now))]), on: device, "throws one away")
    }
    guard try device.store.purge([entry.id]) == 1 else { return }
    deleted.insert(entry.id)
    count("deleted forever")
    say("\(device.name) deletes \(entry.id.rawValue.suffix(4)) forever")
  }

  private func apply(_ operation: JournalOperation, on device: ShareDevice, _ what: String) throws {
    _ = try device.store.apply(JournalEdit(name: "edit", operations: [operation]), cause: .edit)
    say("\(device.name) \(what)")
  }

  /// Types on in the midst of a request.
  func writeInFlight(on device: ShareDevice) throws {
    guard !isHealed, chance.happens(120) else { return }
    if !device.isGuest { try write(on: device) } else if device === guests[0] { try writeThere(on: device) }
  }
}
