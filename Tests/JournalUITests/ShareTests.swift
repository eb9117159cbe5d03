import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Who has what is one's own: the panel, its keys and its questions.
@Suite struct ShareTests {
  private let run = ShareSubject.entry(RecordName("run"))

  private func person(_ journal: FakeJournal = .shared, columns: Int = 120, rows: Int = 36) -> Person {
    var person = Person(journal, columns: columns, rows: rows)
    person.send(.syncChanged(.safe))
    return person
  }

  private func requests(_ person: Person) -> [ShareRequest] {
    person.effects.compactMap { if case .shares(let request) = $0, request != .load { request } else { nil } }
  }

  @Test(arguments: [(80, 24), (120, 36), (200, 60), (60, 16)])
  func thePanelSaysWhoHasItAndIsNoLargerThanThat(columns: Int, rows: Int) {
    var person = person(columns: columns, rows: rows)
    person.press("&")
    #expect(person.sees("Share “Morning run by the canal”"), "\(person.screen)")
    #expect(person.sees("Anna (you)") && person.sees("owner"))
    #expect(person.sees("Ben") && person.sees("reads and writes"))
    if columns > 60 { #expect(person.sees("not accepted yet")) }
    #expect(person.sees(columns == 60 ? "https://journal.example.org/share" : SharedItem.link))
    #expect(requests(person) == [.look(run)])
    // The journal is seen around it.
    if columns >= 120 { #expect(person.sees("Categories")) }
    person.press("esc")
    #expect(!person.sees("Anna (you)"))
  }

  /// Of a panel's screen the top line is as that of any other.
  @Test func theTopLineKeepsItsGround() {
    var person = person(columns: 80, rows: 24)
    person.press("&")
    let frame = view(person.model)
    #expect(Set((0..<80).map { frame[0, $0].style.background }).count == 1)
  }

  @Test func addingAPersonAsksForTheAddressAndWhatTheyMay() {
    var person = person()
    person.press("& a")
    person.type("dora@journal.example.org")
    person.press("enter")
    #expect(person.sees("dora@journal.example.org gets “Morning run by the canal”"))
    person.press("w")
    #expect(requests(person).last == .invite(run, ["dora@journal.example.org"], mayWrite: true))
    #expect(person.sees("Asking the server"))
  }

  @Test func whatIsNoAddressIsSaidBeforeAnythingIsAsked() {
    var person = person()
    person.press("& a")
    person.type("foo bar")
    person.press("enter")
    #expect(person.message.contains("“foo” is not an address. Give NAME@HOST"), "\(person.message)")
    #expect(!person.sees("gets “Morning run") && requests(person) == [.look(run)])
  }

  @Test func thePermissionOfThePersonUnderTheCursorIsTurned() {
    var person = person()
    person.press("& p")
    #expect(person.message.contains("Choose a person"))
    person.press("j p")
    #expect(requests(person).last == .permit(run, person: "ben@journal.example.org", mayWrite: false))
  }

  @Test func removingAsksAndTheAnswerNoIsTheHarmlessOne() {
    var person = person()
    person.press("& j d")
    #expect(person.sees("Ben no longer gets what is written from now on."))
    person.press("enter")
    #expect(requests(person) == [.look(run)])
    person.press("d y")
    #expect(requests(person).last == .remove(run, person: "ben@journal.example.org"))
  }

  @Test func whoHasNotJoinedIsNamedBeforeItIsOpenedToAnyone() {
    var person = person()
    person.press("& w")
    #expect(person.sees("Anyone who has the link and an account on this server"))
    #expect(person.sees("has not joined yet; the") && person.sees("invitation goes, the link works."))
    person.press("enter")
    #expect(requests(person) == [.look(run)])
    person.press("w r")
    #expect(requests(person).last == .open(run, mayWrite: false))
  }

  @Test func whileItIsOpenPeopleCannotBeChangedOneByOne() {
    var person = person()
    let open = SharedItem.run.with {
      $0.linkAccess = .reads
      $0.people.append(SharedItem.person("Dora", .byLink))
    }
    person.journal.sharesAnswers = { _ in .share(open, of: run, outdated: nil, said: nil) }
    person.press("&")
    #expect(person.sees("Anyone with the link may read it."))
    for key in ["a", "j p", "d"] {
      person.press(key)
      #expect(person.message.contains("First limit it to people you name: w."), "\(key)")
    }
    person.press("w")
    #expect(person.sees("1 person who joined by the link leaves."))
    person.press("y")
    #expect(requests(person).last == .limit(run))
  }

  @Test func stoppingClosesThePanel() {
    var person = person()
    person.press("& x")
    #expect(person.sees("It goes from the devices of others"))
    person.journal.sharesAnswers = { _ in .ended(run, said: "“Morning run by the canal” is no longer shared.") }
    person.press("y")
    #expect(requests(person).last == .stop(run))
    #expect(!person.sees("Anna (you)") && person.message.contains("is no longer shared."))
  }

  @Test func theLinkIsCopiedAndShownAsACode() {
    var person = person()
    person.press("& y")
    #expect(person.effects.contains(.copyToClipboard(SharedItem.link)))
    person.press("Q")
    #expect(requests(person).last == .draw(SharedItem.link) && person.sees("█████"))
    person.press("esc")
    #expect(person.sees("Anna (you)"))
    person.resize(columns: 80, rows: 14)
    person.press("Q")
    #expect(person.message.contains("The window is too small for the code: 35 × 19."))
  }

  @Test func aLetterHasTheLinkAndTheTitleAlone() {
    var person = person()
    person.press("& M")
    let address = person.effects.compactMap { if case .openLink(let address) = $0 { address } else { nil } }.last
    #expect(
      address == "mailto:?subject=%E2%80%9CMorning%20run%20by%20the%20canal%E2%80%9D%20is%20shared%20with%20you"
        + "&body=https%3A%2F%2Fjournal.example.org%2Fshare%2FJq3bV2p0ZrXk1mQe", "\(address ?? "")")
  }

  @Test func eachWhoIsInvitedHasALinkOfTheirOwn() {
    var sealed = SharedItem(
      id: RecordName("run"), kind: .entry, title: "Morning run by the canal", isMine: true, owner: "Anna",
      mayWrite: true, linkAccess: .none, link: nil, people: SharedItem.run.people)
    sealed = sealed.with {
      $0.people[2].link = "cloudjournal://journal.example.org/share/Jq3#k=cleo"
      $0.people.append(SharedItem.person("dora@journal.example.org", .invited))
      $0.people[3].link = "cloudjournal://journal.example.org/share/Jq3#k=dora"
    }
    var person = person()
    person.journal.sharesAnswers = { _ in .share(sealed, of: run, outdated: nil, said: nil) }
    person.press("&")
    #expect(!person.sees("#k="), "\(person.screen)")
    person.press("y")
    #expect(person.message.contains("Choose a person who is invited"))
    // Who is in needs none.
    person.press("j")
    #expect(person.sees("used; it has ended"), "\(person.screen)")
    person.press("j")
    #expect(person.sees("#k=cleo"), "\(person.screen)")
    person.press("y")
    #expect(person.effects.contains(.copyToClipboard("cloudjournal://journal.example.org/share/Jq3#k=cleo")))
    // The link is the key: a letter is asked for first.
    person.press("j M")
    #expect(person.sees("It is the key to “Morning run by the canal”"), "\(person.screen)")
    #expect(!person.effects.contains { if case .openLink = $0 { true } else { false } })
    person.press("y")
    #expect(
      person.effects.contains {
        if case .openLink(let address) = $0 {
          address.hasPrefix("mailto:dora") && address.contains("%23k%3Ddora")
        } else {
          false
        }
      })
  }

  @Test func aFailureIsSaidInThePanelAndNothingIsChanged() {
    var person = person()
    person.press("&")
    person.journal.sharesFailure = Failure("Sharing needs the server; nothing was changed.")
    person.press("j p")
    #expect(person.sees("Sharing needs the server; nothing was changed.") && person.sees("reads and writes"))
    #expect(!person.sees("Try again"))
  }

  @Test func whatIsKnownCanBeChangedBeforeTheServerHasAnsweredWhoHasIt() {
    var person = person()
    person.journal.sharesAnswers = { _ in nil }
    person.press("& j p")
    let asked = ShareRequest.permit(run, person: "ben@journal.example.org", mayWrite: false)
    #expect(requests(person).last == asked)
    person.press("d")
    #expect(person.message.contains("The change before is still on its way."))
    // The answer to the question of before does not undo what the change has brought.
    let changed = SharedItem.run.with { $0.people[1] = SharedItem.person("Ben", .member) }
    person.send(.sharesAnswered(.share(.run, of: run, outdated: nil, said: nil)))
    person.send(.sharesAnswered(.share(changed, of: run, outdated: nil, said: "Ben may read it.")))
    #expect(!person.sees("reads and writes") && person.message.contains("Ben may read it."))
  }

  @Test func withoutTheServerItShowsWhatWasKnownLast() {
    var person = person()
    person.journal.sharesAnswers = { _ in .share(.run, of: run, outdated: "No server answers.", said: nil) }
    person.press("&")
    #expect(person.sees("As it was known last. No server answers.") && person.sees("reads and writes"))
  }

  @Test func whatIsNotSharedSaysHowItIsShared() {
    var person = person()
    person.press("j j &")
    #expect(person.sees("Share “The letter”") && person.sees("Not shared. a adds a person"))
    person.press("y")
    #expect(person.message.contains("There is no link"))
  }

  @Test func anEntryOfASharedCategoryIsSharedWithThat() {
    var person = person()
    person.press("j &")
    #expect(
      person.message.contains(
        "“Long day” is shared with Ben as part of Work; take it out of Work to share it alone."))
  }

  @Test func theQuestionSaysWhatOthersWriteInACategory() {
    var person = person()
    person.press("alt-c j & a")
    person.type("ben@journal.example.org")
    person.press("enter")
    #expect(person.sees("May read and write it"))
    #expect(
      person.sees("Who may write changes texts, moods, dates and tags, and"),
      "\(person.screen)")
    let words = person.screen.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
    #expect(words.contains("and adds entries and pictures. Filing stays yours"), "\(person.screen)")
    // An entry goes with all that is in it.
    person = self.person()
    person.press("& a")
    person.type("ben@journal.example.org")
    person.press("enter")
    #expect(person.sees("May read and write it") && !person.sees("Who may write"))
  }

  @Test func aCategoryIsSharedWhereCategoriesAreManaged() {
    var person = person()
    person.press("alt-c")
    #expect(person.sees("⇄1 1 entry"))
    person.press("j &")
    #expect(requests(person).last == .look(.category(RecordName("work"))) && person.sees("Share “Work”"))
    person.press("esc")
    #expect(person.sees("3 categories"))
  }

  @Test func withoutAnAccountItSaysSo() {
    var person = Person(.shared)
    person.press("&")
    #expect(person.message.contains("Sharing needs an account on a server: A signs in."))
  }

  @Test func namesOfOthersCannotWriteToTheTerminal() {
    var person = person()
    let hostile = SharedItem.run.with { $0.people[1].name = "\u{1B}[2JEve\u{202E}" }
    person.journal.sharesAnswers = { _ in .share(hostile, of: run, outdated: nil, said: nil) }
    person.press("& j d")
    #expect(!person.screen.unicodeScalars.contains("\u{1B}") && !person.screen.unicodeScalars.contains("\u{202E}"))
  }

  // MARK: Filing

  @Test func filingIntoASharedCategorySaysWhoWillSeeIt() {
    var person = person()
    person.press("c down enter")
    #expect(person.sees("Ben will see “Morning run by the canal” and everything you"))
    person.press("enter")
    #expect(person.journal.applied.isEmpty)
    person.press("c down enter y")
    #expect(person.journal.entries[RecordName("run")]?.category == RecordName("work"))
  }

  @Test func filingOutOfASharedCategorySaysWhoWillNoLonger() {
    var person = person()
    person.press("j c down enter")
    #expect(person.sees("Ben will no longer see “Long day”."))
    person.press("y")
    #expect(person.journal.entries[RecordName("long")]?.category == RecordName("home"))
  }

  @Test func aNewCategoryIsNoWayAroundTheQuestion() {
    var person = person()
    person.press("j c")
    person.type("Newcat")
    person.press("enter")
    #expect(person.sees("Ben will no longer see “Long day”."), "\(person.screen)")
    person.press("enter")
    #expect(
      person.journal.applied.isEmpty && person.journal.entries[RecordName("long")]?.category == RecordName("work"))
    person.press("c")
    person.type("Newcat")
    person.press("enter y")
    #expect(person.journal.entries[RecordName("long")]?.category != RecordName("work"))
    #expect(person.journal.categories.values.contains { $0.name == "Newcat" })
    // What is in no share goes there at once.
    person = self.person()
    person.press("c")
    person.type("Newcat")
    person.press("enter")
    #expect(person.journal.categories.values.contains { $0.name == "Newcat" })
  }

  @Test func undoingAndRedoingAskTheSame() {
    var person = person()
    person.press("j c")
    person.type("Newcat")
    person.press("enter y u")
    #expect(person.sees("Ben will see “Long day” and everything you write in it."), "\(person.screen)")
    person.press("enter")
    #expect(person.journal.entries[RecordName("long")]?.category != RecordName("work"))
    person.press("u y")
    #expect(person.journal.entries[RecordName("long")]?.category == RecordName("work"))
    person.press("ctrl-r")
    #expect(person.sees("Ben will no longer see “Long day”."), "\(person.screen)")
    person.press("y")
    #expect(person.journal.entries[RecordName("long")]?.category != RecordName("work"))
  }

  @Test func anEarlierVersionIsNoWayAroundTheQuestion() {
    var person = person()
    person.press("j c down enter y H j r")
    #expect(person.sees("Ben will see this entry and everything you write in it."), "\(person.screen)")
    person.press("enter")
    #expect(person.journal.entries[RecordName("long")]?.category == RecordName("home"))
    person.press("r y")
    #expect(person.journal.entries[RecordName("long")]?.category == RecordName("work"))
  }

  @Test func ofSeveralEntriesThoseThatLeaveAreNamed() {
    var person = person()
    person.press("space space c")
    person.type("home")
    person.press("enter")
    #expect(person.sees("Ben will no longer see"), "\(person.screen)")
  }

  @Test func theEditorAsksAboutANewCategoryToo() {
    var person = person()
    person.press("j e f4")
    person.type("Newcat2")
    person.press("enter")
    #expect(person.sees("Ben will no longer see this entry."), "\(person.screen)")
    person.press("enter esc")
    #expect(person.journal.entries[RecordName("long")]?.category == RecordName("work"))
    person.press("e f4")
    person.type("Newcat2")
    person.press("enter y esc")
    #expect(person.journal.entries[RecordName("long")]?.category != RecordName("work"))
    person.press("u")
    #expect(person.sees("Ben will see “Long day” and everything you write in it."), "\(person.screen)")
  }

  @Test func theEditorAsksTheSame() {
    var person = person()
    person.press("e f4 down enter")
    #expect(person.sees("Ben will see this entry and everything you write in it."))
    person.press("y esc")
    #expect(person.journal.entries[RecordName("run")]?.category == RecordName("work"))
  }
}
