import JournalCore
import JournalUI
import Testing

/// The sentences of the sync screen, and the top line that is made of them.
@Suite struct SyncSayingTests {
  private func person(_ status: SyncStatus?, columns: Int = 120) -> Person {
    var person = Person(.merged, columns: columns, rows: 36)
    if let status { person.send(.syncChanged(status)) }
    person.press("S")
    return person
  }

  @Test(arguments: [
    (SyncStatus.safe, "✓  Every entry is safe   here and on journal.example.org, as of 12 s ago"),
    (.safe.with { $0.overview.unsent = 1 }, "↑  1 change on its way   with the next batch"),
    (
      .safe.with { $0.activity = .sending(done: 400, of: 1200) },
      "⇅  Sending 400 of 1,200   33\u{202F}%; nothing for you to do"
    ),
    (.safe.with { $0.activity = .checking }, "⇅  Asking the server"),
    (.safe.with { $0.activity = .stopped("Update it.") }, "!  Update it"),
    (
      .safe.with { $0.activity = .fetching(done: 1203, of: 3413) },
      "⇅  Fetching 1,203 of 3,413   35\u{202F}%; nothing for you to do"
    ),
    (
      .safe.with { $0.activity = .waiting(until: SyncStatus.at(-90), why: "The server is under maintenance.") },
      "○  Waiting   next try in 1 min · The server is under maintenance."
    ),
    (
      .safe.with {
        $0.activity = .waiting(until: SyncStatus.at(-90), why: "")
        $0.overview.unsent = 3
      }, "○  Waiting   3 changes wait here; next try in 1 min"
    ),
    (
      .safe.with {
        $0.account = .couldNotDetermine
        $0.activity = .waiting(until: SyncStatus.at(-90), why: "Cannot reach box.")
      }, "○  No answer from the server   next try in 1 min · Cannot reach box."
    ),
    (
      .safe.with { $0.activity = .stopped("Cannot reach box (its key differs).") },
      "!  Cannot reach box   (its key differs)."
    ),
    (.safe.with { $0.activity = .paused }, "○  Sync is paused   p to resume"),
    (
      .safe.with {
        $0.activity = .offline(byWish: true)
        $0.overview.unsent = 3
      }, "○  Offline by choice   3 changes wait here; o to reconnect"
    ),
    (.safe.with { $0.activity = .offline(byWish: false) }, "○  Offline   continues when the network is back"),
    (.safe.with { $0.overview.drafts = 1 }, "↑  1 draft not saved yet   saving sends it"),
    (.safe.with { $0.account = .noAccount }, "!  Session ended   Press A to sign in; nothing is lost."),
    (.safe.with { $0.activity = .asking(.zoneGone) }, "!  Your journal was erased on the server   ! to answer"),
    (SyncStatus(account: .noAccount), "–  Your journal is on this computer only   A to sign in and sync"),
  ]) func everyStateHasItsSentence(status: SyncStatus, sentence: String) {
    var person = person(status)
    if !person.sees(sentence) { person.press("esc") }
    #expect(person.sees(sentence), "\(person.screen)")
  }

  @Test("what waits to be sent is said beside what is to review, where there is room")
  func whatWaitsIsSaidBesideWhatIsToReview() {
    let status = SyncStatus.safe.with {
      $0.overview.conflicts = 1
      $0.overview.parked = 1
      $0.overview.unsent = 4
    }
    #expect(person(status).topLine.hasSuffix("! 2 to review · 3 to send"))
    #expect(person(status, columns: 50).topLine.hasSuffix("! 2 to review"))
  }

  @Test("a screen that has not reached the server yet tells of the sync of before")
  func theLastSyncIsThatOfBefore() {
    let status = SyncStatus.safe.with {
      ($0.lastSuccess, $0.lastSeen) = (nil, SyncStatus.at(7200))
      $0.activity = .offline(byWish: false)
    }
    let person = person(status)
    #expect(person.sees("2 h ago") && !person.sees("never"), "\(person.screen)")
  }

  @Test func whatIsSafeAndWhatIsToReviewAreSaidBesideEachOther() {
    let person = person(.safe.with { $0.overview.conflicts = 1 })
    #expect(person.sees("✓  Every entry is safe"))
    #expect(person.sees("!  1 merge to review     both texts were kept; choose the one you like"))
    #expect(person.topLine.hasSuffix("! 1 to review"))
  }

  /// Whether or not the account was known before: nothing is called on its way to a server that nothing is sent to.
  @Test(arguments: [SyncStatus.Account.available, .couldNotDetermine]) func aServerWithAnotherKeyIsSaidToBeOne(
    account: SyncStatus.Account
  ) {
    var person = person(
      .safe.with {
        $0.account = account
        $0.activity = .waiting(until: SyncStatus.at(-60), why: "Cannot reach box (its key is not the trusted one).")
        $0.otherKey = SyncStatus.ServerKeys(shown: "sha256/new", trusted: "sha256/old")
        $0.overview.unsent = 1
      })
    #expect(person.sees("!  The server shows another key   1 change waits here; nothing was sent; A shows both keys"))
    #expect(person.topLine.hasSuffix("! Other server key · 1 to send"))
    #expect(!person.sees("on its way") && !person.sees("when something changes") && person.sees("in 1 min"))
    person.press("esc")
    #expect(person.topLine.hasSuffix("! Other server key · 1 to send"))
  }

  /// The screen never says that all is safe where the top line says that something is to be sent, or the other way round.
  @Test(arguments: SyncStatus.Account.allCases) func topLineAndScreenNeverContradictEachOther(
    account: SyncStatus.Account
  ) {
    let activities: [SyncStatus.Activity] = [
      .idle, .checking, .fetching(done: 1, of: 2), .sending(done: 1, of: 2), .paused, .offline(byWish: true),
      .waiting(until: SyncStatus.at(-5), why: ""), .stopped("It stopped."),
    ]
    for activity in activities {
      for number in 0..<32 {
        var status = SyncStatus.safe
        status.account = account
        status.activity = activity
        status.overview.unsent = number & 1 + number >> 1 & 1
        status.overview.parked = number >> 1 & 1
        status.overview.drafts = number >> 2 & 1
        status.overview.conflicts = number >> 3 & 1
        if number & 16 != 0 { status.lastSuccess = nil }
        let person = person(status)
        let saysSafe = person.sees("Every entry is safe")
        #expect(saysSafe == status.isSafe, "\(status)")
        #expect(person.topLine.contains("✓") == (saysSafe && status.overview.conflicts == 0), "\(status)")
        let saysReview = person.sees("to review     ") || person.sees("to review   ") || person.sees("refused   ")
        if person.topLine.contains("to review") { #expect(saysReview, "\(person.screen)") }
      }
    }
  }

  @Test func technicalDetailsAreFoldedAway() {
    var person = person(.safe)
    #expect(!person.sees("JournalZone") && person.sees("Technical details"))
    person.press("t")
    #expect(person.sees("Zones") && person.sees("JournalZone …a91f") && person.sees("18 ms behind the server"))
    #expect(person.sees("pulled 12 changes"))
    person.press("t")
    #expect(!person.sees("JournalZone"))
  }
}
