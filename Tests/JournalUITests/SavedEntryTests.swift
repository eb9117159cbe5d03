import JournalCore
import TestKit
import Testing

@testable import JournalUI

/// A saved entry changes the screen where it is shown; the journal is not read again as a whole.
@Suite struct SavedEntryTests {
  private func reads(_ person: Person) -> [Effect] { person.effects.filter(\.isRead) }

  private func change(_ person: inout Person, _ operations: [JournalOperation]) {
    person.model.workOnMain { $0.perform("changed it", operations) }
    person.send(.timerFired(.notice))
  }

  private func show(_ person: inout Person, _ scope: ListScope) {
    person.model.workOnMain { $0.show(scope) }
    person.send(.timerFired(.notice))
  }

  /// The rows of the list are those that reading it anew would bring.
  private func expectTrueList(_ person: Person, _ what: String) {
    let list = person.model.main.list
    var journal = person.journal
    let request = ListRequest(scope: list.scope, order: list.order, limit: 10_000)
    guard case .pageLoaded(_, let page) = journal.answer(.loadPage(request, ListTicket(generation: 0, use: .replace)))
    else { return }
    #expect(list.rows == page.rows, "\(what)")
    guard case .talliesLoaded(let tallies) = journal.answer(.loadTallies(person.model.today)) else { return }
    #expect(person.model.desk.tallies == tallies, "\(what)")
    if let total = list.total(tallies) { #expect(total == page.rows.count, "\(what)") }
    if let id = list.selected?.id, let detail = person.model.main.reader.detail {
      #expect(detail.entry == person.journal.entries[id], "\(what)")
    }
  }

  @Test func afterASaveTheScreenReadsOnce() {
    var person = Person(.small)
    person.press("j e ctrl-end")
    person.type(" And more.")
    person.forgetEffects()
    person.press("ctrl-s")
    #expect(person.journal.applied.count == 1)
    #expect(reads(person).count == 1)
    person.forgetEffects()
    person.press("esc")
    #expect(reads(person).isEmpty && !person.timers.contains(.tags))
    #expect(person.sees("And more."))
    expectTrueList(person, "saved")
  }

  @Test func savingOnTheWayOutReadsOnceToo() {
    var person = Person(.small)
    person.press("j e ctrl-end")
    person.type(" And more.")
    person.forgetEffects()
    person.press("esc")
    #expect(reads(person).count == 1)
    #expect(person.sees("And more."))
  }

  @Test func aNewEntryStandsInTheListAfterOneLook() {
    var person = Person(.small)
    person.press("n")
    person.type("A walk\nOver the hill.")
    person.forgetEffects()
    person.press("esc")
    #expect(person.journal.applied.count == 1)
    #expect(reads(person).count == 1 && !person.timers.contains(.tags))
    #expect(person.sees("A walk") && person.sees("Over the hill."))
    #expect(person.model.main.list.selected?.title == "A walk")
    expectTrueList(person, "new")
  }

  /// The rows around the screen do not have it: the same look finds it elsewhere.
  @Test func anEntryThatGoesFarAwayIsShownAfterOneLook() throws {
    var person = Person(.many(700))
    let id = try #require(person.model.main.list.selected?.id)
    let far = FakeJournal.date(1990, 1, 1)
    person.forgetEffects()
    change(&person, [.editEntry(id, [.date(far)])])
    // The second one only fills the screen above it.
    let pages = reads(person).map { if case .loadPage(_, let ticket) = $0 { ticket.use } else { ListTicket.Use?.none } }
    #expect(pages == [nil, .before])
    #expect(person.model.main.list.selected?.id == id)
    #expect(person.model.main.list.rows.last?.id == id)
  }

  /// Tags are counted again, when changes rest, only where the entry has others.
  @Test func tagsAreReadWhereTheyChanged() {
    var person = Person(.small, columns: 140)
    person.press("j e ctrl-end")
    person.type(" #hill")
    person.forgetEffects()
    person.press("esc")
    #expect(reads(person).count == 1)
    person.wait(for: .tags)
    #expect(person.effects.contains(.loadTags(prefix: "")))
  }

  /// Others have moved it meanwhile: its row cannot be put where it stood.
  @Test func anEntryThatStandsElsewhereNowIsLookedForThere() {
    var person = Person(.small)
    let id = person.model.main.list.rows[1].id
    person.press("j e ctrl-end")
    person.type(" More.")
    person.journal.entries[id]?.date = FakeJournal.date(2027, 1, 1)
    person.press("ctrl-s esc")
    #expect(person.model.main.list.rows.first?.id == id)
    expectTrueList(person, "moved by others")
  }

  /// A search shows what matches it, wherever the words are.
  @Test func aSearchIsReadAgain() {
    var person = Person(.small)
    person.press("/")
    person.type("lunch")
    person.wait(for: .search)
    person.press("enter")
    let id = person.model.main.list.selected?.id
    #expect(id != nil)
    change(&person, [.editEntry(id ?? RecordName(""), [.body("Nothing to eat.")])])
    #expect(person.model.main.list.rows.allSatisfy { $0.id != id })
    expectTrueList(person, "search")
  }

  @Test func whatCouldNotBeReadIsSaidAndReadWhenAskedAgain() {
    var person = Person(.small)
    person.press("j e ctrl-end")
    person.type(" More.")
    person.journal.readFailure = Failure("The disk cannot be read.")
    person.press("esc")
    #expect(person.message.contains("The disk cannot be read."))
    person.journal.readFailure = nil
    person.press("R")
    #expect(person.sees("More."))
    expectTrueList(person, "tried again")
  }

  /// Whatever is changed of an entry, in whatever list and order, the screen is as if it had been read anew; undo and redo too.
  @Test(arguments: 1...12) func aPatchedListIsTheListThatReadingItWouldBring(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    var person = Person(.small, columns: seed.isMultiple(of: 2) ? 140 : 80, rows: 24)
    let category = person.journal.categories.keys.sorted().first
    let scopes: [ListScope] =
      [.all, .favorites, .unfiled, .mood(.happy), .tag("hill"), .earlierYears(of: person.model.today)]
      + (category.map { [.category($0)] } ?? [])
    for step in 0..<60 {
      let ids = person.journal.entries.values.filter { $0.trashedAt == nil }.map(\.id).sorted()
      guard let id = ids.randomElement(using: &dice) else { return }
      switch Int.random(in: 0..<10, using: &dice) {
      case 0:
        show(&person, scopes.randomElement(using: &dice) ?? .all)
      case 1: person.press("u")
      case 2: person.press("ctrl-r")
      case 3:
        person.press("n")
        person.type("Entry \(step)\nWords\(Bool.random(using: &dice) ? " #hill" : "")")
        person.press("esc")
      default:
        let changes: [EntryChange] = [
          .title("Title \(step)"), .body("Body \(step)"), .body("On the #hill"), .isFavorite(step.isMultiple(of: 2)),
          .mood(Bool.random(using: &dice) ? .happy : nil), .tags(Bool.random(using: &dice) ? ["hill"] : []),
          .category(Bool.random(using: &dice) ? category : nil), .date(FakeJournal.date(2026, 1 + step % 12, 3)),
        ]
        change(&person, [.editEntry(id, [changes.randomElement(using: &dice) ?? .body("")])])
      }
      expectTrueList(person, "seed \(seed), step \(step)")
    }
  }
}
