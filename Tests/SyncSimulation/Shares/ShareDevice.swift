import CloudRecord
import Foundation
import JournalCore
import JournalStore
import JournalSync
import SyncCore

/// A device of one person: the owner's journal, or what the owner shares with a guest.
final class ShareDevice {
  let name: String
  let user: String
  let isGuest: Bool
  private(set) var store: JournalStore
  private let environment: StoreEnvironment
  private let clock: Knob<Int64>
  private let folder: URL
  private var files = 0
  private(set) var names: RecordNameSource
  /// Words of this person's that became entries of their own when access was lost.
  var kept: Set<String> = []
  /// What the server said last of what the person may do, by entry.
  var seenRights: [String: Bool] = [:]

  init(_ name: String, user: String, isGuest: Bool, seed: UInt64, in folder: URL) throws {
    (self.name, self.user, self.isGuest, self.folder) = (name, user, isGuest, folder)
    let clock = Knob<Int64>(0)
    let chance = Knob(Chance(seed: seed))
    self.clock = clock
    environment = StoreEnvironment(
      now: { Instant(milliseconds: clock.value) }, random: { chance.change { $0.next() } }, deviceName: name,
      isOwnerAlive: { _ in false })
    names = RecordNameSource(environment)
    store = try ShareDevice.open(folder, name, 0, environment, isGuest)
  }

  private static func open(
    _ folder: URL, _ name: String, _ number: Int, _ environment: StoreEnvironment, _ isGuest: Bool
  ) throws -> JournalStore {
    var options = JournalStore.Options()
    if isGuest {
      let zone = ZoneID(zoneName: ShareCloud.zone, ownerRecordName: ShareCloud.owner)
      options.address = ZoneAddress(database: .shared, zoneID: zone)
    }
    let path = folder.appending(path: "\(name)/\(number)/journal.sqlite").path
    return try JournalStore(path: path, environment: environment, options: options)
  }

  func setTime(_ now: Int64) { clock.value = now }

  /// Everything goes that was shared: the next share begins in a file of its own.
  func drop() throws {
    try store.close()
    files += 1
    store = try ShareDevice.open(folder, name, files, environment, isGuest)
  }

  var database: DatabaseScope { isGuest ? .shared : .private }

  /// Words that are shown here or kept in a history, by entry.
  func words() throws -> Set<String> {
    var words: Set<String> = []
    for name in try store.entryNames(prefix: "", limit: 10_000) {
      if let entry = try store.entry(name) { words.formUnion(Token.all(in: entry)) }
      for item in try store.history(of: name) { words.formUnion(Token.all(in: item.oldText)) }
    }
    return words
  }

  /// The bodies of entries that are shown here, by name.
  func bodies() throws -> [String: String] {
    var bodies: [String: String] = [:]
    for name in try store.entryNames(prefix: "", limit: 10_000) {
      if let entry = try store.entry(name), entry.trashedAt == nil { bodies[name.rawValue] = entry.body }
    }
    return bodies
  }

  /// Keeps the words of entries that were not sent, as the person's own.
  ///
  /// - Parameter names: nil for all entries.
  func keepUnsent(of names: [RecordName]?) throws {
    for name in try StoredShares(store).entriesWithUnsentWords() where names?.contains(name) ?? true {
      if let entry = try store.entry(name) { kept.formUnion(Token.all(in: entry)) }
    }
  }
}
