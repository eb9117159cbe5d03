import JournalCore
import JournalUI

/// What Anna, whose journal the tests have, shares with others, and what Ben shares with her.
extension SharedItem {
  static let link = "https://journal.example.org/share/Jq3bV2p0ZrXk1mQe"

  static func person(_ name: String, _ role: SharedPerson.Role, mayWrite: Bool = false) -> SharedPerson {
    let may = mayWrite ? "reads and writes" : "reads"
    let state =
      switch role {
      case .owner: "owner"
      case .invited: "invited, \(may) · not accepted yet"
      case .member: may
      case .byLink: "\(may), came by the link"
      }
    return SharedPerson(
      name: name, address: "\(name.lowercased())@journal.example.org", role: role, mayWrite: mayWrite, state: state)
  }

  /// The entry “Morning run by the canal”, shared with two people.
  static var run: SharedItem {
    SharedItem(
      id: RecordName("run"), kind: .entry, title: "Morning run by the canal", isMine: true, owner: "Anna",
      mayWrite: true, linkAccess: .none, link: link,
      people: [
        person("Anna", .owner), person("Ben", .member, mayWrite: true), person("cleo@journal.example.org", .invited),
      ])
  }

  /// The category “Work”, shared with Ben.
  static var work: SharedItem {
    SharedItem(
      id: RecordName("work"), kind: .category, title: "Work", isMine: true, owner: "Anna", mayWrite: true,
      linkAccess: .none, link: link, people: [person("Anna", .owner), person("Ben", .member)])
  }

  func with(_ change: (inout SharedItem) -> Void) -> SharedItem {
    var copy = self
    change(&copy)
    return copy
  }
}

extension FakeJournal {
  /// The guest journal of Ben's zone.
  static let bens = "_ben,JournalZone"

  static func guest(_ name: String) -> RecordName { RecordName(name).ofGuest(bens) }

  /// ``small``, with entries that Ben shares: one to be written together, one for reading.
  static var shared: FakeJournal {
    var journal = FakeJournal.small
    var trip = entry(
      "", "Trip to Bergen", "Rain, and herons.\n\n- [ ] pack boots", date(2026, 11, 20, 18), mood: .happy)
    trip.id = guest("trip")
    var walk = entry("", "Herons", "Eleven of them, at the lock.", date(2026, 11, 18, 8))
    walk.id = guest("walk")
    journal.add(trip)
    journal.add(walk)
    journal.remarks[trip.id] = EntryRemark(sharedBy: SharedBy(owner: "Ben", mayWrite: true))
    journal.remarks[walk.id] = EntryRemark(sharedBy: SharedBy(owner: "Ben", mayWrite: false))
    func theirs(_ entry: Entry, mayWrite: Bool) -> SharedItem {
      SharedItem(
        id: entry.id, kind: .entry, title: entry.title, isMine: false, owner: "Ben", mayWrite: mayWrite,
        linkAccess: .none, link: SharedItem.link,
        people: [SharedItem.person("Ben", .owner), SharedItem.person("Anna", .member, mayWrite: mayWrite)])
    }
    journal.shelf = SharedShelf(
      mine: [.run, .work], theirs: [theirs(trip, mayWrite: true), theirs(walk, mayWrite: false)], count: 2)
    journal.sharesAnswers = { request in
      switch request {
      case .look(.entry(RecordName("run"))):
        .share(.run, of: .entry(RecordName("run")), outdated: nil, said: nil)
      case .look(let subject): .share(nil, of: subject, outdated: nil, said: nil)
      case .draw: .code(Array(repeating: String(repeating: "█", count: 33), count: 17))
      default: nil
      }
    }
    return journal
  }
}

extension EntryRemark {
  init(sharedBy: SharedBy) {
    self.init()
    self.sharedBy = sharedBy
  }
}
