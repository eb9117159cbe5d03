import JournalSeal
import JournalStore
import JournalUI
import Synchronization

/// How long the kernel keeps a key that a person has typed, from its last use.
package enum KeptTime: Hashable, Sendable {
  /// So many seconds; 0: not at all, this process alone has the key.
  case seconds(UInt32)
  /// As the journal's own settings say; this process alone has the key until the journal is open.
  case asSet
  /// The same, and the usual time until it is open, and where its settings have each command ask.
  case asSetForAll

  /// As the configuration says, or else the journal's own settings.
  package init(configured: UInt32?) { self = configured.map { .seconds($0) } ?? .asSet }

  /// Until the journal is open, in seconds.
  var first: UInt32 {
    switch self {
    case .seconds(let seconds): seconds
    case .asSet: 0
    case .asSetForAll: LockDesk.usualTime
    }
  }
}

extension JournalVault {
  /// Keys that were typed in this process, of journals that have not said yet for how long they are kept.
  private static let untold = Mutex(ShortTable<VaultID, KeptTime>())

  /// Has the key at hand as ``keep(_:of:seconds:)`` does, for a time that may be known only once the journal is open.
  func keep(_ key: VaultKey, of file: VaultFile, _ time: KeptTime) -> Bool {
    JournalVault.untold.withLock { untold in
      if case .seconds = time { untold[file.id] = nil } else { untold[file.id] = time }
    }
    return keep(key, of: file, seconds: time.first)
  }

  /// The journal is open: its own settings say how long a key is kept that was typed just now.
  func tell(_ opened: Opened, _ store: JournalStore) {
    let vault = opened.file.id
    let isUntold = JournalVault.untold.withLock { untold in
      defer { untold[vault] = nil }
      return untold[vault] != nil
    }
    guard isUntold else { return }
    let set: UInt32
    do { set = try Preferences.keptUnlocked(in: store) } catch {
      // It cannot be read: each command asks, or the usual time stays.
      return
    }
    if set > 0 { _ = keep(opened.key, of: opened.file, seconds: set) }
  }

  /// Has the kernel keep the key of an open journal for another time from now on; 0: not at all.
  func change(seconds: UInt32) {
    guard let file = lastSeen, let key = keyHere(file.id), isOurs(file) else { return }
    if seconds > 0 { _ = keep(key, of: file, seconds: seconds) } else { withhold(file.id) }
  }
}

extension LockDesk {
  /// What the settings of a journal that is plain so far say of how long it stays unlocked, in seconds.
  ///
  /// - Throws: ``StoreError`` where it cannot be opened.
  package func keptUnlocked() throws -> UInt32 {
    let store = try JournalStore(path: paths.database, environment: World.storeEnvironment(of: paths))
    let seconds = try Preferences.keptUnlocked(in: store)
    try store.close()
    return seconds
  }
}

extension Preferences {
  /// The seconds for which the settings of a journal have it stay unlocked; 0: each command asks.
  static func keptUnlocked(in store: JournalStore) throws(StoreError) -> UInt32 {
    let saved = try store.preference("screen.lockKeep")
    return Preferences(values: saved.map { ["lockKeep": $0] } ?? [:]).lockKeep
  }
}
