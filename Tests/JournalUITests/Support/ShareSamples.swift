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

  /// The same with a category of Ben's in which one may write, and one entry in it.
  static var sharedCategory: FakeJournal {
    var journal = shared
    let garden = RecordName("garden").ofGuest("_ben,JournalZone")
    var beans = entry("", "Beans", "Sown.", date(2026, 11, 12, 9))
    (beans.id, beans.category) = (guest("beans"), garden)
    journal.add(beans)
    journal.remarks[beans.id] = EntryRemark(sharedBy: SharedBy(owner: "Ben", mayWrite: true, addsOnly: true))
    journal.shelf.theirs.append(
      SharedItem(
        id: garden, kind: .category, title: "Garden", isMine: false, owner: "Ben", mayWrite: true, linkAccess: .none,
        link: nil, people: [SharedItem.person("Ben", .owner), SharedItem.person("Anna", .member, mayWrite: true)]))
    journal.shelf.categories.append(
      Category(id: garden, name: "Garden", colorHex: "#44aa66", sortOrder: 0, modifiedAt: beans.modifiedAt))
    journal.shelf.count += 1
    let answers = journal.sharesAnswers
    journal.sharesAnswers = { request in
      if case .begin(let category) = request {
        return .begun(guest("added"), in: category, sharedBy: SharedBy(owner: "Ben", mayWrite: true, addsOnly: true))
      }
      return answers(request)
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
