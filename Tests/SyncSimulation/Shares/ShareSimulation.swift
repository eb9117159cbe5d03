import CloudRecord
import Foundation
import JournalCore
import JournalStore
import JournalSync
import SyncCore

/// Three accounts that share entries: the real engine, merge and store against the real service, in one thread and virtual time, from
/// one seed. Anna has two devices and owns everything; Ben and Cleo are guests.
///
/// Some hundred deeds – writing, synchronising under faults, sharing, accepting, changing rights, taking out, leaving, stopping – and
/// then everyone synchronises until nothing happens any more. Entries travel plain, one share each. Beside his program Ben sends
/// requests of his own making.
package final class ShareSimulation {
  /// What a person has of an entry.
  struct Access: Equatable {
    var isAccepted = false
    var mayWrite: Bool
  }

  /// A share as its owner has made it.
  struct Sharing {
    var record: Record
    var people: [String: Access]
  }

  package let seed: UInt64
  let mistake: ShareMistake?
  var chance: Chance
  let cloud: ShareCloud
  let owners: [ShareDevice]
  let guests: [ShareDevice]
  var now = Simulation.beginning
  /// What is shared at present, by the entry.
  var shares: [String: Sharing] = [:]
  /// Of each word, the entry that it was written in and by whom.
  var written: [String: (entry: String, by: String)] = [:]
  /// Words that the server has, or had.
  var committed: Set<String> = []
  /// Words whose save a device was told of.
  var acknowledged: Set<String> = []
  /// Entries that a guest could see at some time, with the planted mistake that looks once.
  var everSeen: [String: Set<String>] = [:]
  package var failures: [String] = []
  package private(set) var counts: [String: Int] = [:]
  package private(set) var trace: [String] = []
  private let folder: URL
  private var words = 0
  /// Entries that the adversary wrote in by requests of its own.
  var attacked: Set<String> = []
  /// Entries that it filed before each device of the owner's had them: what a device sees for the first time it believes.
  var filedEarly: Set<String> = []
  /// Where the adversary's looks ended so far.
  var tokens: [ChangeToken] = []
  var isHealed = false

  package init(seed: UInt64, mistake: ShareMistake? = nil) throws {
    (self.seed, self.mistake) = (seed, mistake)
    chance = Chance(seed: seed ^ 0x5AAE_D)
    cloud = try ShareCloud(page: 1 + chance.below(8))
    folder = ShareDevice.folder("shares")
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
    try write(on: owners[0])
    try synchronize(owners[0])
    for _ in 0..<(60 + chance.below(60)) where failures.isEmpty {
      advance(chance.between(100, 90_000))
      try act()
    }
    isHealed = true
    try settle()
    if failures.isEmpty { try check() }
  }

  private func act() throws {
    switch chance.below(100) {
    case 0..<28: try write(on: chance.pick(devices))
    case 28..<36: try intrude()
    case 36..<70: try synchronize(chance.pick(devices))
    case 70..<80: try share()
    case 80..<88: try accept(chance.pick(ShareCloud.guests))
    case 88..<92: try changeRight()
    case 92..<96: try takeOut()
    case 96..<98: try leave(chance.pick(guests))
    default: try stop()
    }
  }

  /// Everyone, several times: what one sends the next one has to hear of.
  private func settle() throws {
    for _ in 0..<4 {
      for device in devices where failures.isEmpty {
        advance(1000)
        try synchronize(device)
      }
    }
  }

  // MARK: Writing

  private func write(on device: ShareDevice) throws {
    words += 1
    let word = Token.make(device: devices.firstIndex { $0 === device } ?? 0, number: words)
    let names = try device.store.entryNames(prefix: "", limit: 10_000)
    if !device.isGuest, names.count < 2 || chance.happens(150) {
      let id = device.names.next()
      let date = EntryDate(instant: Instant(milliseconds: now), timeZone: "Europe/Vienna", offsetSeconds: 3600)
      let entry = Entry(
        id: id, title: "Entry \(words)", body: "first line \(word)", date: date,
        modifiedAt: Instant(milliseconds: now))
      written[word] = (id.rawValue, device.user)
      return try apply(.createEntry(entry), on: device, "writes \(word) in a new entry")
    }
    guard !names.isEmpty, let entry = try device.store.entry(chance.pick(names)) else { return }
    // A guest's program refuses what it knows to be shared for reading; what it knows may be old.
    if device.isGuest, device.seenRights[entry.id.rawValue] != true { return }
    var lines = entry.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.insert("line \(word)", at: chance.below(lines.count + 1))
    written[word] = (entry.id.rawValue, device.user)
    try apply(.editEntry(entry.id, [.body(lines.joined(separator: "\n"))]), on: device, "writes \(word)")
  }

  private func apply(_ operation: JournalOperation, on device: ShareDevice, _ what: String) throws {
    _ = try device.store.apply(JournalEdit(name: "edit", operations: [operation]), cause: .edit)
    count("edits")
    say("\(device.name) \(what)")
  }

  /// Types on in the midst of a request.
  func writeInFlight(on device: ShareDevice) throws { if !isHealed, chance.happens(120) { try write(on: device) } }

  // MARK: Who sees what

  /// Whether a person may see an entry at this moment, by the owner's deeds.
  func mayRead(_ user: String, _ entry: String) -> Bool { shares[entry]?.people[user]?.isAccepted ?? false }

}
