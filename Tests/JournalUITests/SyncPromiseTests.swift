import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The right end of the top line: is my writing safe?
@Suite struct SyncPromiseTests {
  private func person(_ status: SyncStatus?, isUTF8: Bool = true) -> Person {
    var person = Person(.small, columns: 90, rows: 16, isUTF8: isUTF8)
    if let status { person.send(.syncChanged(status)) }
    return person
  }

  @Test(arguments: [
    (SyncStatus.safe, "✓ Synced 12 s ago", "v Synced 12 s ago"),
    (.safe.with { $0.overview.unsent = 3 }, "↑ 3 to send", "^ 3 to send"),
    (.safe.with { $0.activity = .fetching(done: 1203, of: 3413) }, "⇅ 1,203 of 3,413", "^v 1,203 of 3,413"),
    (.safe.with { $0.activity = .fetching(done: 40, of: nil) }, "⇅ 40", "^v 40"),
    (.safe.with { $0.activity = .sending(done: 1, of: 2) }, "⇅ 1 of 2", "^v 1 of 2"),
    (
      .safe.with {
        $0.activity = .offline(byWish: false)
        $0.overview.unsent = 3
      }, "○ Offline · 3 to send", "o Offline - 3 to send"
    ),
    (.safe.with { $0.activity = .offline(byWish: true) }, "○ Offline", "o Offline"),
    (.safe.with { $0.activity = .paused }, "○ Paused", "o Paused"),
    (
      .safe.with {
        $0.activity = .waiting(until: SyncStatus.at(-90), why: "")
        $0.overview.unsent = 3
      }, "○ Waiting · 3 to send", "o Waiting - 3 to send"
    ),
    (.safe.with { $0.activity = .checking }, "⇅ Checking", "^v Checking"),
    (.safe.with { $0.overview.parked = 1 }, "! 1 to review", "! 1 to review"),
    (.busy, "! 2 to review · 1,202 to send", "! 2 to review - 1,202 to send"),
    (.safe.with { $0.activity = .asking(.zoneGone) }, "! 1 to review", "! 1 to review"),
    (.safe.with { $0.activity = .stopped("Update.") }, "! Sync stopped", "! Sync stopped"),
    (.safe.with { $0.overview.drafts = 1 }, "↑ 1 draft", "^ 1 draft"),
    (.safe.with { $0.lastSuccess = nil }, "○ Not yet synced", "o Not yet synced"),
    (SyncStatus(account: .noAccount), "– On this computer only", "- On this computer only"),
    (.safe.with { $0.account = .noAccount }, "! Session ended", "! Session ended"),
    (.safe.with { $0.account = .restricted }, "! Account restricted", "! Account restricted"),
    (.safe.with { $0.account = .temporarilyUnavailable }, "○ Account not ready", "o Account not ready"),
    (.safe.with { $0.account = .couldNotDetermine }, "⇅ Checking", "^v Checking"),
    (
      .safe.with {
        $0.account = .couldNotDetermine
        $0.activity = .stopped("No answer.")
        $0.overview.unsent = 3
      }, "○ No answer · 3 to send", "o No answer - 3 to send"
    ),
  ]) func everyStateHasItsWords(status: SyncStatus, words: String, ascii: String) {
    #expect(person(status).topLine.hasSuffix("    \(words)"))
    #expect(person(status, isUTF8: false).topLine.hasSuffix("    \(ascii)"))
  }

  @Test func withoutAnAccountItSaysSo() { #expect(person(nil).topLine.hasSuffix("– On this computer only")) }

  /// Whatever else is so: a ✓ stands only for everything being on the server.
  @Test(arguments: SyncStatus.Account.allCases) func aCheckMarkIsNeverGivenForLess(account: SyncStatus.Account) {
    let activities: [SyncStatus.Activity] = [
      .idle, .checking, .fetching(done: 1, of: 2), .sending(done: 1, of: 2), .paused, .offline(byWish: true),
      .waiting(until: SyncStatus.at(-5), why: ""), .asking(.otherIncarnation), .stopped(""),
    ]
    for activity in activities {
      for number in 0..<32 {
        var status = SyncStatus.safe
        status.account = account
        status.activity = activity
        status.overview.unsent = number & 1
        status.overview.parked = number >> 1 & 1
        status.overview.drafts = number >> 2 & 1
        status.overview.conflicts = number >> 3 & 1
        if number & 16 != 0 { status.lastSuccess = nil }
        let hasCheckMark = person(status).topLine.contains("✓")
        #expect(!hasCheckMark || status.isSafe, "\(status)")
      }
    }
  }

  @Test func wordsInTheEditorAreNotSafeYet() {
    var person = person(.safe)
    person.press("j e")
    #expect(person.topLine.hasSuffix("✓ Synced 12 s ago"))
    person.type("x")
    #expect(person.topLine.hasSuffix("Writing …"))
    person.wait(for: .draft)
    #expect(person.topLine.hasSuffix("Draft kept 09:14"))
  }

  @Test func aSavedEntryIsNotSafeBeforeTheServerHasIt() {
    var person = person(.safe)
    person.press("j e")
    person.type("x")
    person.press("ctrl-s")
    #expect(person.topLine.hasSuffix("↑ 1 to send"))
    // A status that was on its way when the entry was saved does not know of it.
    person.send(.syncChanged(.safe))
    #expect(person.topLine.hasSuffix("↑ 1 to send"))
    person.send(.syncChanged(.safe.with { $0.overview.unsent = 1 }))
    #expect(person.topLine.hasSuffix("↑ 1 to send"))
    person.send(.syncChanged(.safe.with { $0.lastSuccess = SyncStatus.at(-1) }))
    #expect(person.topLine.hasSuffix("✓ Synced just now"))
  }

  /// A send is as good as a fetch where the server tells of changes by itself.
  @Test func theAgeIsThatOfTheLastSend() {
    #expect(person(.safe.with { $0.lastSent = SyncStatus.at(2) }).topLine.hasSuffix("✓ Synced 2 s ago"))
    #expect(person(.safe.with { $0.lastSent = SyncStatus.at(60) }).topLine.hasSuffix("✓ Synced 12 s ago"))
    let alone = person(
      .safe.with {
        $0.lastSent = SyncStatus.at(2)
        $0.isPushConnected = false
      })
    #expect(alone.topLine.hasSuffix("✓ Synced 12 s ago"))
  }

  @Test func anEditThatChangedNothingForTheServerIsSafeAfterAMoment() {
    var person = person(.safe)
    person.press("f")
    #expect(person.topLine.hasSuffix("↑ 1 to send"))
    person.pass(seconds: 3)
    person.wait(for: .clock)
    #expect(person.topLine.contains("✓ Synced"))
  }

  @Test func theTopLineKeepsItsPromiseOnEveryScreen() {
    for keys in ["S", "A", "Y", "C", "I", "alt-c", ",", "?", "H", "S j c", "e", ":", "/"] {
      var person = Person(.merged, columns: 80, rows: 24)
      person.send(.syncChanged(.busy))
      person.press(keys)
      #expect(person.topLine.hasSuffix("! 2 to review · 1,202 to send"), "\(keys)")
    }
  }

  // MARK: Ages

  @Test func agesGrowBySecondsForAMinuteThenByMinutesAndHours() {
    var person = person(.safe)
    person.pass(seconds: 2)
    person.wait(for: .clock)
    #expect(person.topLine.hasSuffix("✓ Synced 14 s ago"))
    person.pass(seconds: 60)
    person.wait(for: .clock)
    #expect(person.topLine.hasSuffix("✓ Synced 1 min ago"))
    person.pass(seconds: 3600)
    person.wait(for: .clock)
    #expect(person.topLine.hasSuffix("✓ Synced 1 h ago"))
    person.pass(seconds: 90_000)
    person.wait(for: .clock)
    #expect(person.topLine.hasSuffix("✓ Synced 1 day ago"))
  }

  /// Milliseconds until the clock wakes the screen.
  private func nextWaking(_ person: inout Person, after seconds: Int64) -> Int {
    person.pass(seconds: seconds)
    person.forgetEffects()
    person.wait(for: .clock)
    for case .startTimer(.clock, let milliseconds) in person.effects { return milliseconds }
    return 0
  }

  @Test func theClockWakesNoMoreOftenThanAnAgeChanges() {
    var person = person(.safe)
    #expect((850...1000).contains(nextWaking(&person, after: 1)))
    #expect((40_000...60_000).contains(nextWaking(&person, after: 60)))
    #expect(nextWaking(&person, after: 3600) == 600_000)
    #expect(nextWaking(&person, after: 86_400 * 2) <= 600_000)
  }

  @Test func aLookAtTheServerThatFindsNothingDoesNotMakeTheClockTickBySeconds() {
    var person = person(.safe)
    person.pass(seconds: 300)
    person.send(.syncChanged(.safe.with { $0.activity = .checking }))
    person.send(.syncChanged(.safe.with { $0.activity = .fetching(done: 0, of: nil) }))
    #expect(person.topLine.hasSuffix("⇅ Checking"))
    person.send(.syncChanged(.safe.with { $0.lastSuccess = SyncStatus.at(-300) }))
    #expect(person.topLine.hasSuffix("✓ Synced just now"))
    #expect(nextWaking(&person, after: 1) > 50_000)
  }

  @Test func withoutSyncTheClockWakesEveryTenMinutesAsBefore() {
    var person = person(nil)
    #expect(nextWaking(&person, after: 1) == 600_000)
  }

  @Test func aWaitIsCountedDownWhereItIsLookedAt() {
    var person = Person(.small, columns: 100, rows: 24)
    person.send(
      .syncChanged(
        .safe.with { $0.activity = .waiting(until: SyncStatus.at(-9), why: "Cannot reach journal.example.org.") }))
    person.press("S")
    #expect(person.sees("next try in 9 s · Cannot reach"))
    person.pass(seconds: 2)
    person.wait(for: .clock)
    #expect(person.sees("next try in 7 s"))
    #expect(nextWaking(&person, after: 1) <= 1000)
  }

  // MARK: Rows of the list

  @Test func rowsSayWhichEntriesAreNotSafe() {
    var journal = FakeJournal.small
    journal.syncMarks = [RecordName("run"): .waiting, RecordName("letter"): .needsAttention]
    let person = Person(journal, columns: 80, rows: 20)
    let rows = person.screen.lines
    #expect(rows.contains { $0.contains("Morning run") && $0.contains("↑ ★ ◡") })
    #expect(rows.contains { $0.contains("The letter") && $0.contains(" ! ≈") })
    #expect(rows.contains { $0.contains("Long day") && !$0.contains("↑") && !$0.contains("!") })
  }
}
