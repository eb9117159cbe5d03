import JournalCore
import JournalStore

/// The examination of what others share, each of whose journals is a file of its own.
struct GuestCheckup {
  private let own: OpenedJournal
  private let guests: GuestJournals

  init(_ own: OpenedJournal) { (self.own, guests) = (own, GuestJournals(own)) }

  /// Looks at each of them; one that cannot be read holds up no other.
  ///
  /// - Parameters:
  ///   - repairs: As of ``OpenedJournal/checkup(repairs:progress:)``.
  ///   - progress: As there.
  func run(repairs: Bool, progress: (Int, Int) -> Void, _ checkup: inout JournalCheckup) {
    guard guests.areAny else { return }
    for zone in guests.zones() {
      do {
        // SQLite compares a search index with its entries in a command that writes.
        guard let guest = try guests.open(zone, isReadOnly: own.store.isReadOnly) else { continue }
        do { try look(guest, repairs: repairs, progress: progress, &checkup) } catch {
          try guest.journal.close()
          throw error
        }
        try guest.journal.close()
      } catch {
        checkup.problems.append(
          "What another person shares cannot be read: \(CommandFailure(error).sentence) “cloudjournal sync” brings it anew once its "
            + "folder in \(own.paths.guestFolder) is removed; words of yours that were not sent may be in it.")
      }
    }
  }

  private func look(
    _ guest: GuestJournal, repairs: Bool, progress: (Int, Int) -> Void, _ checkup: inout JournalCheckup
  ) throws {
    var found = JournalCheckup()
    let store = guest.journal.store
    let examined = try store.examine()
    found.problems += examined.problems
    try guest.journal.checkKept(repairs: repairs, &found)
    try PictureCheckup(guest.journal).run(repairs: repairs, progress: progress, &found)
    let unsent = try store.syncOverview(limit: 0).unsent
    let waiting =
      unsent == 0 ? "" : ", and \(NumberText.counted(unsent, "change of yours waits", "changes of yours wait")) there"
    let entries = NumberText.counted(examined.entries, "entry", "entries")
    checkup.facts.append("\(guest.owner) shares \(entries) with you\(waiting)")
    checkup.problems += found.problems.map { "What \(guest.owner) shares: \($0)" }
  }
}

extension OpenedJournal {
  /// What a backup does not hold because it is not in this journal's file; nil where nothing is left out.
  package func leftOutOfBackup() throws -> String? {
    let guests = GuestJournals(self)
    guard guests.areAny else { return nil }
    let unsent = guests.unsent()
    guard unsent > 0 else { return "What others share with you is not in it." }
    return
      "What others share with you is not in it, nor \(NumberText.counted(unsent, "change", "changes")) of yours there that the "
      + "server does not have: “cloudjournal sync” sends them, and “cloudjournal share copy” makes an entry yours."
  }
}
