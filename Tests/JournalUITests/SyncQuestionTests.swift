import JournalCore
import JournalUI
import TerminalKit
import Testing

/// What only a person can decide about a journal and its server.
@Suite struct SyncQuestionTests {
  private static let questions: [SyncQuestion] = [.zoneGone, .otherIncarnation, .massRemoval(3000, of: 3413)]

  private func person(_ question: SyncQuestion, columns: Int = 90, rows: Int = 28) -> Person {
    var person = Person(.small, columns: columns, rows: rows)
    person.send(.syncChanged(.safe))
    person.send(.syncChanged(.safe.with { $0.activity = .asking(question) }))
    return person
  }

  @Test(arguments: questions) func aQuestionIsALineUntilThePersonTurnsToIt(question: SyncQuestion) {
    var person = person(question)
    #expect(person.topLine.hasSuffix("! 1 to review"))
    #expect(person.bottomLine.hasSuffix("! answers."))
    // It takes no key away: u is still undo.
    person.press("u")
    #expect(person.syncCommands.isEmpty)
    #expect(person.bottomLine.contains("nothing to undo"))
  }

  @Test func aJournalThatIsGoneIsSaidToHaveBeenThere() {
    var person = person(.zoneGone, columns: 120)
    let seen = SyncStatus.safe.lastSuccess
    person.press("!")
    #expect(!person.sees("still had it"))
    person.press("esc")
    person.send(
      .syncChanged(
        .safe.with {
          $0.activity = .asking(.zoneGone)
          $0.lastSeen = seen
        }))
    person.press("!")
    #expect(person.sees("The server still had it on "))
    #expect(SyncQuestion.otherIncarnation.stillThere(seen, in: person.model.environment.zone) == nil)
  }

  @Test(arguments: ["!", "s", "S", "Y !", "A !"]) func itIsAskedWhereOneLooksForIt(keys: String) {
    var person = person(.zoneGone)
    person.press(keys)
    #expect(person.seesPane("Your journal was erased on the server"))
    #expect(person.sees("It is complete here: 7 entries."))
  }

  @Test(arguments: questions) func theFirstAnswerLosesNothing(question: SyncQuestion) {
    var person = person(question)
    person.press("! enter")
    #expect(person.syncCommands == [.answer(.uploadAgain)])
  }

  @Test(arguments: questions) func takingTheServersIsAskedTwiceAndNotByEnterAlone(question: SyncQuestion) {
    var person = person(question)
    person.press("! t enter")
    #expect(person.syncCommands.isEmpty)
    person.press("! t y")
    #expect(person.syncCommands == [.answer(.takeServers)])
  }

  @Test(arguments: questions) func stayingLocalAndLaterAreAnswersToo(question: SyncQuestion) {
    var person = person(question)
    person.press("! n")
    person.press("! esc")
    #expect(person.syncCommands.isEmpty)
    person.press("! l")
    #expect(person.syncCommands == [.answer(.stayLocal)])
  }

  @Test func whatStaysLocalIsTakenBackWithTheSameKey() {
    var person = Person(.small, columns: 100, rows: 28)
    let local = SyncStatus.safe.with {
      $0.activity = .stopped("As you chose, this journal stays on this computer.")
      $0.staysLocal = true
    }
    person.send(.syncChanged(local))
    person.press("S")
    #expect(person.sees("Your journal stays on this computer   ! to sync it after all"))
    #expect(person.topLine.hasSuffix("this computer only"))
    person.press("! n")
    #expect(person.syncCommands.isEmpty)
    person.press("! t enter")
    #expect(person.syncCommands.isEmpty)
    person.press("! t y")
    person.press("! enter")
    #expect(person.syncCommands == [.answer(.takeServers), .answer(.uploadAgain)])
  }

  @Test func theNumbersAreSaid() {
    var person = person(.massRemoval(3000, of: 3413))
    person.press("!")
    #expect(person.sees("3,000 entries would be removed"))
    #expect(person.sees("3,000 of 3,413 entries are gone"))
    person.press("t")
    #expect(person.sees("3,000 of 3,413 entries move to the trash here"))
  }

  @Test func anAnswerToAQuestionThatIsSettledIsNotSent() {
    var person = person(.zoneGone)
    person.press("!")
    person.send(.syncChanged(.safe))
    person.press("u")
    #expect(person.syncCommands.isEmpty)
    #expect(person.bottomLine.contains("settled already"))
  }

  @Test func everyAnswerIsReadableOnTheSmallestScreen() {
    for question in Self.questions {
      var person = person(question, columns: 40, rows: 12)
      person.press("!")
      for answer in ["Upload everything again", "Take the server’s", "Stay local, stop syncing", "Not now"] {
        #expect(person.sees(answer), "\(question)")
      }
    }
  }

  @Test func withoutAQuestionThereIsNothingToAnswer() {
    var person = Person(.small)
    person.send(.syncChanged(.safe))
    person.press("!")
    #expect(person.bottomLine.contains("nothing to review"))
  }

  /// The mark in the top line is a key: it leads to what it tells of.
  @Test func aMergeThatWaitsIsOneKeyAway() {
    var person = Person(.merged, columns: 120, rows: 30)
    person.send(.syncChanged(.busy))
    person.press("!")
    #expect(person.topLine.contains("Sync  ›  Long day"))
    person.press("esc")
    #expect(person.sees("n new"))
  }
}
