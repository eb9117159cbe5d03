import CloudClient
import CloudRecord
import JournalCore
import JournalStore
import SyncCore

extension GuestSync {
  // MARK: T11: access lost

  /// Entries that are shared no longer go; those with words that were not sent stay as the person's own.
  func tidy(_ guest: GuestJournal, ownedBy owner: String, _ result: inout Result) throws {
    let shares = StoredShares(guest.journal.store)
    let lost = try shares.lostEntries().filter { try !guest.isToGo($0) } + guest.homelessDrafts()
    guard !lost.isEmpty else { return }
    // What was added here and never sent was no one's but the person's own.
    let titles = try lost.filter { try !shares.isNew($0) }.compactMap { try guest.journal.store.entry($0) }
      .map(EntryNaming.quoted)
    let keeping = GuestKeeping(own: own, guest: guest)
    var kept = try keeping.keepUnsent(of: lost)
    // What another program has written meanwhile.
    kept += try keeping.keepUnsent(of: lost).filter { !kept.contains($0) }
    try shares.forgetLost(lost)
    say(titles.isEmpty ? nil : owner, titles, kept, &result)
  }

  /// A zone that the server does not list any more goes as a whole.
  ///
  /// Where the server's data went back, that need not be its owner's doing, and the owner need not have what was written here: it
  /// stays as the person's own.
  func dropUnlisted(_ zone: ZoneID, _ desk: AccountDesk, _ result: inout Result) async throws {
    if let guest = try guests.open(zone) {
      do {
        if let known = try guest.journal.store.syncPosition().account?.incarnation,
          try await desk.signedIn({ connection, _ in
            try await ServiceDiscovery(connection.transport).describe(.background).incarnation
          }) != known
        {
          guard let lock = try await EngineLock.soon(guest.journal.paths.syncLock) else { throw GuestJournals.busy }
          try withExtendedLifetime(lock) { try guest.journal.store.beginSweep(forgettingHistory: true) }
        }
      } catch {
        try guest.journal.close()
        throw error
      }
      try guest.journal.close()
    }
    try await drop(zone, &result)
  }

  /// A zone in which nothing is shared any more goes as a whole.
  func drop(_ zone: ZoneID, _ result: inout Result, byLeaving: Bool = false) async throws {
    guard let guest = try guests.open(zone) else { return }
    let titles: [String]
    var kept: [GuestKeeping.Kept]
    do {
      guard let lock = try await EngineLock.soon(guest.journal.paths.syncLock) else { throw GuestJournals.busy }
      titles = try guest.reports { $0 }.map { "“\($0.title)”" }
      let keeping = GuestKeeping(own: own, guest: guest)
      kept = try keeping.keepUnsent(of: nil)
      // What another program has written meanwhile.
      kept += try keeping.keepUnsent(of: nil).filter { !kept.contains($0) }
      try guests.remove(zone, lock)
      try guest.journal.close()
    } catch {
      try guest.journal.close()
      throw error
    }
    // One that was accepted here and never came: nothing of it was seen.
    guard !titles.isEmpty || !kept.isEmpty else { return }
    say(byLeaving ? nil : guest.owner, titles, kept, &result)
  }

  private func say(_ owner: String?, _ titles: [String], _ kept: [GuestKeeping.Kept], _ result: inout Result) {
    var sentence = ""
    if let owner {
      sentence = "\(owner) no longer shares \(titles.isEmpty ? "anything" : ShareWords.list(titles)) with you."
    }
    func names(_ wasSent: Bool) -> String? {
      let found = kept.filter { $0.wasSent == wasSent }.map {
        "“\($0.title.isEmpty ? "an entry without a title" : $0.title)”"
      }
      return found.isEmpty ? nil : ShareWords.list(found)
    }
    var sentences = sentence.isEmpty ? [] : [sentence]
    if let names = names(false) { sentences.append("Your unsent words are kept in your journal as \(names).") }
    if let names = names(true) {
      sentences.append("What you added there last is in your journal as well, as \(names).")
    }
    sentence = sentences.joined(separator: " ")
    result.kept += kept.count
    if !sentence.isEmpty { result.notices.append(sentence) }
  }
}
