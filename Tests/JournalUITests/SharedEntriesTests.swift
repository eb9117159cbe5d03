import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// What others share, in the list and in the reader.
@Suite struct SharedEntriesTests {
  private func person(_ journal: FakeJournal = .shared, keys: String = "N", isUTF8: Bool = true) -> Person {
    var person = Person(journal, isUTF8: isUTF8)
    person.send(.syncChanged(.safe))
    person.press(keys)
    return person
  }

  @Test func theListSaysWhoseTheEntriesAre() {
    let person = person()
    #expect(person.shows("Shared with me", 2))
    #expect(person.sees("Trip to Bergen") && person.sees("Ben · read only"))
    #expect(person.screen.lines.contains { $0.contains("Shared with me   2") })
    // Nothing of it is in the person's own lists.
    var own = person
    own.press("a")
    #expect(!own.sees("Trip to Bergen") && own.shows("All entries", 7))
  }

  @Test func theSidebarHasTheRowOnlyWhereSomethingIsThere() {
    #expect(person(keys: "").sees("Shared with me"))
    #expect(!person(.small, keys: "").sees("Shared with me"))
    #expect(person(.small).sees("No one shares anything with you"))
  }

  @Test func theReadingPageSaysWhoseItIs() {
    var person = person()
    person.press("j enter")
    #expect(person.sees("Ben · read only") && person.sees("Eleven of them"))
  }

  @Test func whatWaitsSaysForWhatInTheListAndInThePanel() {
    var journal = FakeJournal.shared
    let (walk, reason) = (FakeJournal.guest("walk"), "Whose it is has other keys since: compare twelve words.")
    journal.remarks[walk] = EntryRemark(sharedBy: SharedBy(owner: "Ben", mayWrite: false, obstacle: reason))
    journal.shelf.theirs = journal.shelf.theirs.map { thing in
      thing.id == walk ? thing.with { $0.obstacle = reason } : thing
    }
    var person = person(journal, keys: "N j e")
    #expect(person.message.contains("Whose it is has other keys since"), "\(person.message)")
    #expect(person.sees("Ben · waits") && !person.sees("Ben · read only"), "\(person.screen)")
    person.press("&")
    #expect(person.sees("compare twelve words.") && !person.sees("You may read it."), "\(person.screen)")
  }

  @Test(arguments: ["f", "c"]) func whatIsTheOwnersIsSaidSo(key: String) {
    let person = person(keys: "N \(key)")
    #expect(person.message.contains("Favourites and categories are Ben’s."))
    #expect(person.journal.applied.isEmpty)
  }

  @Test(arguments: ["e", "m", "t", "w", "i", "d", "."]) func whatIsForReadingIsNotChanged(key: String) {
    var person = person(keys: "N j \(key)")
    #expect(person.message.contains("Ben shares this for reading; + copies it into your journal."), "\(key)")
    person.press("y")
    #expect(person.journal.applied.isEmpty)
  }

  @Test func whatMayBeWrittenIsEdited() {
    var person = person(keys: "N m 1")
    let trip = FakeJournal.guest("trip")
    #expect(person.journal.entries[trip]?.mood == .excited)
    person.press("u")
    #expect(person.journal.entries[trip]?.mood == .happy)
    person.press("e")
    #expect(!person.sees("+ category"))
    person.press("f6")
    #expect(person.message.contains("Favourites and categories are Ben’s."))
    person.press("tab")
    person.type("Sun. ")
    person.press("esc")
    #expect(person.journal.entries[trip]?.body.contains("Sun.") == true)
    #expect(person.shows("Shared with me", 2))
  }

  /// In the category of the selected entry at once, elsewhere where it is chosen.
  @Test func aNewEntryIsWrittenInTheCategoryOfAnotherPerson() throws {
    let added = FakeJournal.guest("added")
    var person = person(.sharedCategory, keys: "N G n")
    #expect(person.sees("Where is it written?") == false && person.sees("Garden") && person.sees("Ben"), "\(person)")
    // What is the owner's is not offered.
    #expect(!person.sees("+ category") && !person.bottomLine.contains("category"))
    person.type("Peas")
    person.press("f6")
    #expect(person.message.contains("Favourites and categories are Ben’s."))
    person.press("esc")
    let entry = try #require(person.journal.entries[added])
    #expect(entry.title == "Peas" && entry.category == RecordName("garden").ofGuest("_ben,JournalZone"))
    #expect(person.sees("Shared with me") && person.sees("Peas"))
    // Nothing of it is made where no word was written.
    person = self.person(.sharedCategory, keys: "N G n esc")
    #expect(person.journal.applied.isEmpty)
    // The first entry is shared by itself.
    person = self.person(.sharedCategory)
    #expect(person.bottomLine.contains("n new"), "\(person.bottomLine)")
    person.press("n")
    #expect(person.sees("Where is it written?") && person.sees("Garden") && person.sees("Your own journal"))
    person.press("enter")
    person.type("Leeks")
    person.press("esc")
    #expect(person.journal.entries[added]?.title == "Leeks")
    person = self.person(.sharedCategory, keys: "N n down enter")
    person.type("Mine")
    person.press("esc")
    #expect(person.journal.entries[added] == nil && person.journal.entries.values.contains { $0.title == "Mine" })
    #expect(person.sees("All entries"))
    // Where no one shares a category for writing it is one's own, as ever.
    person = self.person(keys: "N n")
    person.type("Own")
    person.press("esc")
    #expect(person.journal.entries.values.contains { $0.title == "Own" && $0.id.guest == nil })
  }

  /// It is not put back into what that person shares.
  @Test func whatIsSharedNoLongerWhileItIsWrittenBecomesOnesOwn() throws {
    let trip = FakeJournal.guest("trip")
    var person = person(keys: "N e tab")
    person.type("Sun. ")
    person.send(.entryLoaded(trip, .compare, nil))
    #expect(person.message.contains("saving keeps your words in your own journal"), "\(person.message)")
    person.press("esc")
    let own = try #require(person.journal.entries.values.first { $0.body.contains("Sun.") && $0.id.guest == nil })
    #expect(own.title == "Trip to Bergen" && own.category == nil)
    #expect(person.journal.entries[trip]?.body.contains("Sun.") == false)
  }

  /// In a category of an encrypted journal texts, moods, dates and tags are changed and pictures added, and the trash is the owner's.
  @Test func theTrashIsTheOwnersInACategoryOfAnEncryptedJournal() {
    var journal = FakeJournal.shared
    let trip = FakeJournal.guest("trip")
    journal.remarks[trip] = EntryRemark(sharedBy: SharedBy(owner: "Ben", mayWrite: true, addsOnly: true))
    var person = person(journal, keys: "N d")
    #expect(person.message.contains("The trash is Ben’s in a category of an encrypted journal."))
    #expect(person.journal.applied.isEmpty)
    // With another one that is marked, too.
    person = self.person(journal, keys: "N space space d")
    #expect(person.journal.applied.isEmpty)
    person = self.person(journal, keys: "N m 1")
    #expect(person.journal.entries[trip]?.mood == .excited)
    // Pictures are added.
    person = self.person(journal, keys: "N i")
    #expect(!person.message.contains("Ben’s"), "\(person.message)")
  }

  /// What was added here and never sent is its maker's: no one else has it, and it goes to one's own trash.
  @Test func whatWasAddedAndNotSentIsThrownAwayByWhoAddedIt() {
    var journal = FakeJournal.sharedCategory
    let beans = FakeJournal.guest("beans")
    var mine = SharedBy(owner: "Ben", mayWrite: true, addsOnly: true, isUnsent: true)
    journal.remarks[beans] = EntryRemark(sharedBy: mine)
    var person = person(journal, keys: "N down down d")
    #expect(person.sees("“Beans” was not sent yet: it goes to your own trash."))
    person.press("y")
    #expect(person.journal.entries[beans]?.trashedAt != nil)
    // Where one may write no more it is one's own still.
    mine.mayWrite = false
    journal.remarks[beans] = EntryRemark(sharedBy: mine)
    person = self.person(journal, keys: "N down down d y")
    #expect(person.journal.entries[beans]?.trashedAt != nil)
    // With another one that was sent it is the owner's to do.
    person = self.person(journal, keys: "N space space space d")
    #expect(person.journal.applied.isEmpty)
  }

  @Test func theTrashIsTheOwnersAndAsks() {
    var person = person(keys: "N d")
    #expect(person.sees("“Trip to Bergen” goes to Ben’s trash, for everybody."))
    person.press("enter")
    #expect(person.journal.applied.isEmpty)
    person.press("d y")
    #expect(person.journal.entries[FakeJournal.guest("trip")]?.trashedAt != nil)
  }

  @Test func severalAreChangedAtOnceWhereOnePersonSharesThemAll() {
    // One of the two is for reading alone.
    var person = person(keys: "N space space m")
    #expect(person.message.contains("“Herons” is shared for reading: leave it out."), "\(person.message)")
    #expect(person.journal.applied.isEmpty)
    var journal = FakeJournal.shared
    let (trip, walk) = (FakeJournal.guest("trip"), FakeJournal.guest("walk"))
    journal.remarks[walk] = EntryRemark(sharedBy: SharedBy(owner: "Ben", mayWrite: true))
    person = self.person(journal, keys: "N space space m 1")
    #expect(person.journal.entries[trip]?.mood == .excited && person.journal.entries[walk]?.mood == .excited)
    // Of another person's journal, beside it.
    var other = FakeJournal.entry("", "Canal", "Cold.", FakeJournal.date(2026, 11, 10, 9))
    other.id = RecordName("canal").ofGuest("_dora,JournalZone")
    journal.add(other)
    journal.remarks[other.id] = EntryRemark(sharedBy: SharedBy(owner: "Dora", mayWrite: true))
    person = self.person(journal, keys: "N space space space t")
    #expect(person.message.contains("These are of several people"), "\(person.message)")
  }

  @Test func markedOnesAreExportedWhoeverSharesThem() {
    var person = person(keys: "N space space x")
    person.type("jrnl")
    person.press("enter ctrl-u")
    person.type("~/shared.txt")
    person.press("enter")
    let requests = person.effects.compactMap { effect in
      if case .export(let request) = effect { request } else { nil }
    }
    #expect(Set(requests.last?.entries ?? []) == [FakeJournal.guest("trip"), FakeJournal.guest("walk")])
  }

  @Test func theSearchOverThisListIsInWhatOthersShare() {
    var person = person(keys: "N /")
    person.type("herons")
    person.press("enter")
    #expect(person.sees("Trip to Bergen") && !person.sees("Morning run"), "\(person.screen)")
    person.press("f")
    #expect(person.message.contains("Favourites and categories are Ben’s."))
    person.press("esc")
    #expect(person.shows("Shared with me", 2))
    // From anywhere by a word of the search.
    var own = self.person(keys: "/")
    own.type("is:shared boots")
    own.press("enter")
    #expect(own.sees("Trip to Bergen") && !own.sees("Eleven of them"), "\(own.screen)")
    own.press("esc")
    #expect(own.shows("All entries", 7))
    own.press("/")
    own.type("is:shared")
    own.press("enter")
    #expect(own.sees("Trip to Bergen") && own.sees("Herons"), "\(own.screen)")
  }

  @Test func thePageOfAnEntryForReadingOffersNoKeyThatDoesNothing() {
    var person = person(keys: "N j enter")
    let line = { (person: Person) in person.screen.lines.last ?? "" }
    #expect(line(person).contains("copy to mine") && !line(person).contains("favourite"), "\(line(person))")
    #expect(!line(person).contains(" edit") && !line(person).contains("mood"), "\(line(person))")
    person = self.person(keys: "N enter")
    #expect(line(person).contains("edit") && !line(person).contains("favourite"), "\(line(person))")
  }

  @Test func theEditorSaysWhoSeesWhatIsWritten() {
    var person = person(keys: "N e")
    #expect(person.sees("⇄ Ben"), "\(person.screen)")
    person = self.person(keys: "e")
    #expect(person.sees("⇄ Ben, cleo@journal.example.org"), "\(person.screen)")
  }

  @Test func plusCopiesIntoTheJournal() {
    var person = person(keys: "")
    person.press("+")
    #expect(person.message.contains("This entry is yours already."))
    person.journal.sharesAnswers = { _ in .copied(RecordName("mine"), said: "“Herons” is in your journal.") }
    person.press("N j +")
    #expect(person.effects.contains(.shares(.copy(FakeJournal.guest("walk")))))
    #expect(person.message.contains("“Herons” is in your journal."))
  }

  @Test func thePanelOfWhatOthersShareLeavesIt() {
    var person = person(keys: "N &")
    #expect(person.sees("“Trip to Bergen” of Ben") && person.sees("You may read and write it."))
    person.press("a")
    #expect(person.message.contains("Who has it is Ben’s to say."))
    person.press("x")
    #expect(person.sees("“Trip to Bergen” goes from your devices."))
    person.press("y")
    #expect(person.effects.contains(.shares(.leave(.entry(FakeJournal.guest("trip"))))))
  }

  @Test func ownEntriesThatOthersHaveAreMarked() {
    #expect(person(keys: "").sees("⇄1"))
    let plain = person(keys: "", isUTF8: false)
    #expect(plain.sees("=1") && !plain.sees("⇄"))
  }

  @Test func newsAreSaidAndTheListIsReadAgain() {
    var person = person()
    var walk = FakeJournal.entry("", "New one", "Body", FakeJournal.date(2026, 11, 21, 9))
    walk.id = FakeJournal.guest("new")
    person.journal.add(walk)
    person.send(.sharesAnswered(.changed))
    person.send(.sharesAnswered(.news(["Ben shares “New one” with you."])))
    #expect(person.sees("New one") && person.message.contains("Ben shares “New one” with you."))
  }

  @Test func whatIsWrittenInThisListIsOnesOwn() {
    var person = person(keys: "N n")
    person.type("Mine")
    person.press("esc")
    #expect(person.shows("All entries", 8) && person.journal.applied.last?.edit.operations.first?.record.guest == nil)
  }

  // MARK: Links

  @Test func aLinkIsOpenedAndNotAcceptedWithoutBeingAsked() {
    var person = person(keys: ":")
    person.journal.sharesAnswers = { request in
      switch request {
      case .resolve(let link):
        .invitation(
          SharedInvitation(
            link: link, sentence: "Ben shares with you: “Trip to Bergen”, an entry with its pictures.",
            isAccepted: false, isMine: false))
      case .accept: .accepted(root: FakeJournal.guest("walk"), said: "“Herons” is here.")
      default: nil
      }
    }
    person.type("open a link to something")
    person.press("enter")
    person.type(SharedItem.link)
    person.press("enter")
    #expect(person.effects.contains(.shares(.resolve(SharedItem.link))))
    #expect(person.sees("Ben shares with you: “Trip to Bergen”"))
    person.press("enter")
    #expect(!person.effects.contains(.shares(.accept(SharedItem.link))))
    person.press(":")
    person.type("open a link to something")
    person.press("enter")
    person.type(SharedItem.link)
    person.press("enter a")
    #expect(person.effects.contains(.shares(.accept(SharedItem.link))))
    #expect(person.shows("Shared with me", 2) && person.message.contains("“Herons” is here."))
    #expect(person.sees("Eleven of them"))
  }
}
