import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore
import SystemKit

/// Guest journals that were begun and not finished, since a program ended: between the file and the keys, or before the server had
/// heard that a link was accepted.
extension GuestJournal {
  /// Whether the keys of what is shared should be here and are not: nothing was ever fetched, or the server has a ring of keys.
  ///
  /// Of an account whose journal is encrypted. What came plain, before that was so, has neither.
  func isHollow() throws -> Bool {
    guard seals == nil else { return false }
    let rings = StoredShareRings(journal.store)
    return try rings.all().isEmpty && (journal.store.syncPosition().token == nil || !rings.shown().isEmpty)
  }

  /// Whether anything in it is on no server.
  func hasWords() throws -> Bool {
    let overview = try journal.store.syncOverview(limit: 0)
    return overview.unsent + overview.drafts > 0
  }

  /// Said where words wait in one that has no keys.
  static let noKeys =
    "Words of yours wait in what another person shares, and its keys are not here: open its link again."

  /// Ends what a link opened, and of which the server knows nothing after all; who accepts one at this moment holds the lock of the
  /// zone.
  ///
  /// - Parameter former: The names of shares that were here before: those are shared with the person no more, which is said
  ///   otherwise.
  /// - Returns: A sentence each.
  func endUnheard(besides former: Set<String>) throws -> [String] {
    let rings = StoredShareRings(journal.store)
    var sentences: [String] = []
    for var share in try rings.all() where share.link != nil && share.phase != .ended && !names.contains(share.name) {
      if !former.contains(share.name) { sentences.append(sentence(unheard: share.name)) }
      share.phase = .ended
      try rings.keep(share)
    }
    return sentences
  }

  /// What a person reads of a share whose link was opened and that is not shared with them.
  fileprivate func sentence(unheard name: String) -> String {
    let opened = seals?.all.first { $0.name == name }?.opened
    let title = opened.map { $0.box.title }.flatMap { $0.isEmpty ? nil : "“\($0)”" } ?? "An entry"
    let address = opened.flatMap { opened in opened.state.owner.flatMap { opened.address(of: $0.person) } }
    return
      "\(title)\(address.map { " of \($0)" } ?? "") is not here, though its link was opened: that was interrupted. "
      + "Open the link again."
  }
}

extension GuestJournals {
  /// Opens the journal of a zone to take in keys, made where it is not there; nil for a zone whose name no folder can have.
  ///
  /// - Returns: With the zone's lock: as long as that is held, no other process takes the folder for one that was left.
  /// - Throws: ``CommandFailure`` where another process has the lock for ten seconds.
  func begin(_ zone: ZoneID) async throws -> (guest: GuestJournal, lock: FileLock)? {
    while true {
      guard let guest = try open(zone) else { return nil }
      guard let lock = try await EngineLock.soon(guest.journal.paths.syncLock) else {
        try guest.journal.close()
        throw GuestJournals.busy
      }
      // Who had the lock may have removed the folder, or taken in keys: what is known of them is read once it is held.
      if guest.journal.store.place == .same { return (try GuestJournal(guest.journal), lock) }
      try guest.journal.close()
    }
  }

  /// Removes the folders in which there is nothing yet, not even keys; one that is being made just now is left.
  func removeHollow() throws {
    for zone in zones() {
      do {
        guard let guest = try open(zone) else { continue }
        if try guest.isHollow(), try !guest.hasWords(), let lock = try EngineLock.take(guest.journal.paths.syncLock),
          try guest.isHollow()
        {
          try remove(zone, lock)
        }
        try guest.journal.close()
      } catch is StoreError {
        // What cannot be read is said by who synchronises it.
        continue
      }
    }
  }

  /// What is here of a zone of which the server knows nothing, where a link was opened and nothing came of it; nil for others.
  ///
  /// - Returns: The lock, nil where another process has it: it may be accepting just now.
  func unheardOf(_ zone: ZoneID) throws -> (sentence: String, lock: FileLock?)? {
    guard let guest = try open(zone, isReadOnly: true) else { return nil }
    let awaited = try StoredShareRings(guest.journal.store).all().first { $0.link != nil && $0.phase != .ended }
    let sentence = awaited.map { guest.sentence(unheard: $0.name) }
    let isEmpty = guest.names.isEmpty
    try guest.journal.close()
    guard let sentence, isEmpty else { return nil }
    return (sentence, try EngineLock.take(guest.journal.paths.syncLock))
  }
}
