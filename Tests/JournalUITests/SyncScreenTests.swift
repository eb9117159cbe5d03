import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The status view: what is safe, what is not, why, and what can be done about it.
@Suite struct SyncScreenTests {
  private func person(
    _ status: SyncStatus? = .busy, columns: Int = 170, rows: Int = 36, keys: String = "S", isReadOnly: Bool = false
  ) -> Person {
    var person = Person(.merged, columns: columns, rows: rows, isReadOnly: isReadOnly)
    if let status { person.send(.syncChanged(status)) }
    person.press(keys)
    person.forgetEffects()
    return person
  }

  // MARK: Commands

  @Test func sOnTheMainScreenSyncsNow() {
    var person = person(.safe, keys: "j")
    person.press("s")
    #expect(person.syncCommands == [.syncNow])
    #expect(person.bottomLine.contains("Synchronising"))
  }

  @Test func thePaletteOfTheListGoesOffline() {
    var person = person(.safe, keys: "j :")
    person.type("reconnect")
    #expect(person.sees("Go offline or online"), "\(person.screen)")
    person.press("enter")
    #expect(person.syncCommands == [.setOffline(true)] && person.topLine.contains("Sync"))
  }

  @Test func sWithoutAnAccountSaysWhatToDo() {
    for status in [nil, SyncStatus(account: .noAccount)] {
      var person = person(status, keys: "j")
      person.press("s")
      #expect(person.syncCommands.isEmpty)
      #expect(person.bottomLine.hasSuffix(" Not signed in. You can write; press A to sync."))
    }
  }

  @Test func sEndsAPauseAndTheWishToBeOffline() {
    var paused = person(.safe.with { $0.activity = .paused }, keys: "j")
    paused.press("s")
    #expect(paused.syncCommands == [.setPaused(false), .syncNow])
    var offline = person(.safe.with { $0.activity = .offline(byWish: true) }, keys: "j")
    offline.press("s")
    #expect(offline.syncCommands == [.setOffline(false), .syncNow])
  }

  @Test func theScreenDoesNotContradictItself() {
    let merge = MergeNotice(
      group: 7, recordName: RecordName("long"), title: "Long day", at: Person.morning, fields: ["body"],
      isConflict: true)
    var person = Person(.small, columns: 120, rows: 36)
    person.send(
      .syncChanged(
        .safe.with {
          $0.overview.conflicts = 1
          $0.overview.merges = [merge]
          $0.log = []
        }))
    person.press("S")
    #expect(person.topLine.hasSuffix("! 1 to review"))
    #expect(person.sees("Every entry is safe") && person.sees("1 merge to review"))
    #expect(person.sees("To review 1 ─"))
    #expect(!person.sees("Nothing has happened yet"))
  }

  @Test(arguments: [
    (SyncStatus.Activity.offline(byWish: true), "o online"), (.idle, "o offline"), (.paused, "p resume"),
    (.idle, "p pause"),
  ])
  func theKeysSayWhatTheyDoNow(activity: SyncStatus.Activity, words: String) {
    var person = Person(.small, columns: 120, rows: 36)
    person.send(.syncChanged(.safe.with { $0.activity = activity }))
    person.press("S")
    #expect(person.bottomLine.contains(words), "\(person.bottomLine)")
  }

  /// Somebody whose clock is an hour off has to see it: it is what decides which of two edits is the later one.
  @Test func aClockThatIsWrongIsShown() {
    #expect(person(.safe.with { $0.clockOffset = -3_600_000 }).screen.contains("1 h ahead of the server"))
    #expect(!person(.safe.with { $0.clockOffset = 18 }).screen.contains("behind the server"))
  }

  @Test func pauseAndOfflineAreSwitches() {
    var on = person(.safe)
    on.press("p o")
    #expect(on.syncCommands == [.setPaused(true), .setOffline(true)])
    var off = person(.safe.with { $0.activity = .paused })
    off.press("p")
    #expect(off.syncCommands == [.setPaused(false)])
    var away = person(.safe.with { $0.activity = .offline(byWish: true) })
    away.press("o")
    #expect(away.syncCommands == [.setOffline(false)])
  }

  @Test func rTriesARefusedChangeAgainAndCapitalRAll() {
    var person = person()
    person.press("r")
    #expect(person.syncCommands == [.retry(RecordName("letter"))])
    person.press("j j r")
    #expect(person.syncCommands.count == 1)
    #expect(person.bottomLine.contains("is sent automatically"))
    person.press("R")
    #expect(person.syncCommands.last == .retry(nil))
  }

  @Test func nothingIsToldToSyncWhereTheJournalIsOnlyRead() {
    var person = person(isReadOnly: true)
    person.press("s p o r R u")
    #expect(person.syncCommands.isEmpty)
    #expect(!person.effects.contains { $0.isWrite })
    #expect(person.bottomLine.contains("open for reading only"))
  }

  // MARK: What it says

  @Test(arguments: [
    (SyncStatus.Account.noAccount, "Session ended   Press A to sign in; nothing is lost."),
    (.restricted, "The server’s owner has restricted this account   Ask them; your journal stays here."),
    (.temporarilyUnavailable, "The account is not ready yet   sync continues automatically."),
    (.couldNotDetermine, "Cannot ask the server who you are   Check the connection; r tries again."),
  ]) func everyAccountStateIsSaid(account: SyncStatus.Account, words: String) {
    let status = SyncStatus.safe.with {
      $0.account = account
      $0.activity = .stopped("No answer.")
    }
    let person = person(status, columns: 99)
    #expect(person.sees(words))
  }

  @Test func aChangeThatNeedsAPersonSaysWhySinceWhenAndWhatToDo() {
    let person = person()
    #expect(person.sees("save · waiting 1 h"))
    #expect(person.sees("larger than the server takes"))
    #expect(person.sees("(limitExceeded)"))
    #expect(person.sees("Make it shorter or split it"))
  }

  @Test(arguments: [
    (SyncStatus.Activity.idle, "Sent with the next batch."), (.paused, "Sent when sync resumes."),
    (.offline(byWish: false), "Sent when you are back online."),
    (.waiting(until: SyncStatus.at(-300), why: ""), "Sent at 09:19."),
    (.stopped("x"), "Waits until that is settled."),
  ]) func aChangeThatWaitsSaysWhatHappensNext(activity: SyncStatus.Activity, words: String) {
    let status = SyncStatus.safe.with {
      $0.activity = activity
      $0.overview.unsent = 1
      $0.overview.waiting = [SyncStatus.waitingRun]
    }
    #expect(person(status).sees(words))
  }

  @Test func aMergeSaysWhatItDidToTheWords() {
    let person = person(keys: "S G")
    #expect(person.sees("merged 08:07 · mood"))
    #expect(person.sees("kept in history: mood excited (server)"))
    #expect(person.sees("u restores this device’s version."))
  }

  @Test func theDetailsOfAMergeAreReadOnceAndAgainWhenTheJournalChanged() {
    var person = person(keys: "S j")
    person.press("k j k j")
    #expect(!person.effects.contains(.loadMerge(group: 7)))
    person.send(.journalChanged)
    #expect(person.effects.filter { $0 == .loadMerge(group: 7) }.count == 1)
  }

  @Test func aMergeThatCannotBeReadSaysSo() {
    var journal = FakeJournal.merged
    journal.merges = [:]
    var person = Person(journal, columns: 170, rows: 30)
    person.send(.syncChanged(.busy))
    person.press("S j")
    #expect(person.sees("Its details could not be read."))
  }

  @Test func theCursorStaysOnItsChangeWhileOthersComeAndGo() {
    var person = person(keys: "S j j j")
    #expect(person.sees("▌ ↑  canal.jpg"))
    person.send(.syncChanged(.busy.with { $0.overview.waiting.removeFirst(2) }))
    #expect(person.sees("▌ ↑  canal.jpg"))
    person.send(.syncChanged(.busy.with { $0.overview.waiting.removeAll() }))
    #expect(person.sees("▌"))
    person.send(.syncChanged(.safe))
    #expect(person.sees("Every entry is safe"))
  }

  @Test func undoTakesAMergeBackAndElsewhereTheLastEdit() {
    var person = person(keys: "S j")
    person.press("u")
    #expect(person.journal.settledMerges == [7])
    #expect(person.bottomLine.contains("Undid the merge of “Long day”"))
    // Taking it back is an edit like any other: it can be undone.
    person.press("k u")
    #expect(person.journal.applied.last?.cause == .undo)
  }

  @Test func undoOfAMergeThatWasDecidedUndoesTheDecision() {
    var person = person(keys: "S j c")
    person.press("2")
    #expect(person.journal.settledMerges == [7])
    #expect(person.bottomLine.contains("Kept the server’s version of “Long day”"))
    // The message said that u undoes it: it does not take this device's version instead.
    person.press("g j")
    #expect(person.bottomLine.contains("u undo") && !person.bottomLine.contains("undo merge"), "\(person.bottomLine)")
    #expect(person.sees("u undoes what you decided."), "\(person.screen)")
    person.press("u")
    #expect(person.journal.settledMerges == [7] && person.journal.applied.last?.cause == .undo)
    #expect(person.bottomLine.contains("Undone: kept the server’s version"))
    // Nothing is decided any more: now it is the merge that is undone.
    person.press("g j")
    #expect(person.sees("u restores this device’s version."), "\(person.screen)")
    person.press("u")
    #expect(person.journal.settledMerges == [7, 7])
    #expect(person.bottomLine.contains("Undid the merge of “Long day”"))
  }

  @Test func aMergeThatCouldNotBeTakenBackCanBeTriedAgain() {
    var person = person(keys: "S j")
    person.journal.failure = Failure("The disk is full.", advice: "Make room.")
    person.press("u")
    #expect(person.sees("The disk is full."))
    #expect(person.journal.settledMerges.isEmpty)
    person.journal.failure = nil
    person.press("r")
    #expect(person.journal.settledMerges == [7])
  }

  @Test func aConflictCanBeCalledSeen() {
    var person = person(keys: "S j")
    person.press("x")
    #expect(person.syncCommands == [.dismissConflict(group: 7)])
    person.press("j x")
    #expect(person.syncCommands.count == 1)
  }

  @Test func newsOfBothTextsKeptIsALineThatTakesNoKeys() {
    var person = person(.safe, keys: "e")
    person.type("a")
    person.send(.syncChanged(.busy))
    #expect(person.bottomLine.contains("“Long day” was changed elsewhere too: both texts are kept. S shows them."))
    person.type("b")
    #expect(person.sees("ab"))
  }

  @Test func theHistoryOfAnEntryIsOneKeyAway() {
    var person = person()
    person.press("h")
    #expect(person.effects.contains(.loadHistory(RecordName("letter"))))
    #expect(person.sees("No earlier version"))
    person.press("esc")
    #expect(person.sees("Waiting"))
    person.press("j j j h")
    #expect(person.bottomLine.contains("Only entries have a history"))
  }

  @Test func theAccountIsOneKeyAwayAndBackAgain() {
    var person = person()
    person.press("a")
    #expect(person.topLine.contains("›  Account"))
    #expect(person.effects.contains(.account(.load)))
    person.press("S")
    #expect(person.seesPane("Waiting"))
    person.press("q")
    #expect(person.sees("All entries"))
  }

  @Test func theStatusViewOpensOverTheEditorWithoutTouchingTheWords() {
    var person = person(.busy, keys: "e")
    person.type("words ")
    person.press("f10")
    #expect(person.seesPane("Waiting"))
    person.press("esc")
    #expect(person.sees("words"))
    #expect(person.topLine.hasSuffix("Writing …"))
  }

  // MARK: Panes

  @Test func detailsAndLogTakeTheKeysAndGiveThemBack() {
    var person = person(columns: 80, rows: 24)
    person.press("enter")
    #expect(person.seesPane("Change") && !person.seesPane("Waiting"))
    person.press("esc")
    #expect(person.seesPane("Waiting"))
    person.press("l")
    #expect(person.seesPane("Log") && !person.seesPane("Waiting"))
    person.press("l tab")
    #expect(person.seesPane("Change"))
    person.press("esc esc")
    #expect(person.sees("All entries"))
  }

  @Test func theMouseChoosesAndOpens() {
    var person = person()
    let row = person.screen.lines.firstIndex { $0.contains("Long day") } ?? 0
    person.mouse(.press, row: row, column: 20)
    #expect(person.screen.lines[row].hasPrefix("    ▌ !"))
    person.mouse(.doublePress, row: row, column: 20)
    #expect(person.seesPane("1  This computer"))
  }

  // MARK: Log

  @Test func theLogIsFilteredAsOneTypes() {
    var person = person(columns: 80, rows: 24)
    person.press("/")
    person.type("PULLED zone")
    #expect(person.sees("Log · 1 of 3"))
    #expect(person.sees("pulled 12 changes") && !person.sees("sent 200"))
    person.press("enter")
    person.press("q")
    #expect(person.seesPane("Waiting"))
    person.press("/")
    person.type("none such")
    #expect(person.sees("No matching lines"))
    person.press("esc")
    #expect(person.sees("sent 200"))
  }

  @Test func commandsAreTextWhileTheFilterIsTyped() {
    var person = person(columns: 80, rows: 24)
    person.press("/")
    person.type("sporRu:?S")
    #expect(person.syncCommands.isEmpty)
    #expect(person.sees("/ sporRu:?S"))
  }

  // MARK: Report

  @Test func theReportHasCodesAndNumbersAndNoneOfTheWords() {
    var person = person()
    person.press("y")
    guard case .copyToClipboard(let report)? = person.effects.last(where: \.isCopy) else {
      Issue.record("nothing was copied")
      return
    }
    for part in ["limitExceeded", "letter", "unsent 1203", "JournalZone", "a91f", "sent 200 records", "18 ms"] {
      #expect(report.contains(part), "\(part)")
    }
    for part in ["The letter", "morning post", "Long day", "anna", "example.org", "canal.jpg", "Personal"] {
      #expect(!report.contains(part), "\(part)")
    }
  }

  // MARK: Hostile texts

  @Test func hostileTextsAreDrawnSafely() {
    let nasty = "\u{1B}]0;owned\u{7}\u{202E}evil\r\nline\u{9B}2J" + String(repeating: "漢", count: 200)
    let status = SyncStatus.busy.with {
      $0.who = nasty
      $0.activity = .stopped(nasty)
      for index in $0.overview.waiting.indices {
        $0.overview.waiting[index].title = nasty
        $0.overview.waiting[index].reason = nasty
        $0.overview.waiting[index].code = nasty
        $0.overview.waiting[index].fields = [FieldDifference(field: nasty, base: nasty, here: nasty)]
      }
      for index in $0.overview.merges.indices { $0.overview.merges[index].title = nasty }
      $0.zones = [SyncStatus.Zone(name: nasty, token: nasty)]
      $0.log = [SyncStatus.LogLine(at: SyncStatus.at(1), text: nasty)]
    }
    for (columns, rows) in [(200, 60), (120, 36), (80, 24), (40, 12)] {
      for keys in ["S", "S enter", "S l", "S j c", "A"] {
        let person = person(status, columns: columns, rows: rows, keys: keys)
        let text = person.screen
        #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        #expect(!text.unicodeScalars.contains("\u{202E}"))
        #expect(person.screen.lines.count == rows)
      }
    }
  }
}

extension Effect {
  fileprivate var isCopy: Bool { if case .copyToClipboard = self { true } else { false } }
}

extension Person {
  /// What synchronising was told, oldest first.
  var syncCommands: [SyncRequest] {
    effects.compactMap { if case .sync(let command) = $0 { command } else { nil } }
  }
}
