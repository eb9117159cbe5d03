import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The status view, both sides of a merge and the account, as they are drawn.
@Suite struct SyncDrawingTests {
  private func person(_ status: SyncStatus?, _ columns: Int, _ rows: Int, isUTF8: Bool = true, _ keys: String) -> Person
  {
    var person = Person(.merged, columns: columns, rows: rows, isUTF8: isUTF8)
    person.journal.accountAnswers = { $0 == .load ? .overview(.anna) : nil }
    if let status { person.send(.syncChanged(status)) }
    person.press(keys)
    return person
  }

  /// A server with another key is told of to the end, so that a person can compare the keys.
  @Test(arguments: [(80, 24), (100, 30), (120, 36), (200, 60)]) func whyTheServerIsNotReachedIsReadToItsEnd(
    columns: Int, rows: Int
  ) {
    let keys = ["A", "B"].map { "sha256/" + String(repeating: $0, count: 43) + "=" }
    let why =
      "Cannot reach box.example.org:8443 (its key is not the trusted one: it is \(keys[0]), trusted is \(keys[1]); nothing was "
      + "sent. If its key was replaced, sign in again with --pin \(keys[0]))."
    let status = SyncStatus.safe.with { status in
      status.activity = .waiting(until: SyncStatus.at(-60), why: why)
      status.overview.unsent = 1
      status.overview.waiting = [SyncStatus.waitingRun]
    }
    let person = person(status, columns, rows, "S")
    func flat(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
    #expect(flat(person.screen).contains(flat("1 change waits here; next try in 1 min · \(why)")), "\(person.screen)")
    #expect(person.sees("Morning run by the canal"))
  }

  @Test func theStatusViewOnAWideScreen() {
    let person = person(.busy, 120, 28, "S j j")
    #expect(
      person.screen == """
          Personal  ›  Sync                                                   Sat 21 November    ! 2 to review · 1,202 to send

              ⇅  Sending 400 of 1,203   35\u{202F}% of 3.4 MB; nothing for you to do
              !  1 change refused       see why; r to try again
              !  1 merge to review      both texts were kept; choose the one you like

                 On this computer          To send                   Last sync                 Next
                 7 entries                 1,203                     12 s ago                  when something changes

              To review 2 ────────────────────────────────────────────────────────────────────────────────────────────────
              !  The letter                                   entry · refused                                      for 1 h
                 This entry is larger than the server takes (1.2 MB of 1 MB).
              !  Long day                                     changed here and on another device                     09:13
                 Both texts kept, the later one first
              Waiting 1,202 ──────────────────────────────────────────────────────────────────────────────────────────────
            ▌ ↑  Morning run by the canal                     entry                                              for 1 min
              ↑  canal.jpg                                    image                                              for 1 min
              ×  Errands                                      category · to be deleted                           for 1 min
                 and 1,199 more
              Lately ─────────────────────────────────────────────────────────────────────────────────────────────────────
              ⊎  Bread                                        entry · merged                                         08:07




              ▸  Technical details  account, clock, zones, log · t unfolds

          s sync   p pause   o offline   r retry   R retry all   ⏎ details   Esc close   h history   t technical   ? keys
        """)
  }

  /// What was sent and fetched last stands among the merges, the latest first, and leads to the entry's history.
  @Test func lately() {
    let status = SyncStatus.safe.with { status in
      status.overview.lately = [
        RecentChange(
          recordName: RecordName("long"), title: "Long day", at: SyncStatus.at(600), isFromElsewhere: true,
          device: "laptop"),
        RecentChange(recordName: RecordName("bread"), title: "Bread", at: SyncStatus.at(1200), isFromElsewhere: false),
        RecentChange(recordName: RecordName("run"), title: "A run", at: SyncStatus.at(1800), isFromElsewhere: true),
      ]
    }
    var person = person(status, 120, 28, "S")
    let lines = person.screen.lines
    let heading = lines.firstIndex { $0.contains("Lately") } ?? 0
    let shown = lines.dropFirst(heading + 1).prefix(3)
    #expect(shown.count == 3 && shown.first?.contains("↓  Long day") == true, "\(person.screen)")
    #expect(
      shown.first?.contains("from “laptop”") == true && shown.last?.contains("from another device") == true)
    #expect(
      shown.dropFirst().first?.contains("↑  Bread") == true
        && shown.dropFirst().first?.contains("sent") == true)
    person.press("enter")
    #expect(person.topLine.contains("History") || person.sees("Earlier versions"), "\(person.screen)")
  }

  @Test func theStatusViewOnAUsualScreen() {
    let person = person(.busy, 80, 24, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync                              ! 2 to review · 1,202 to send

          ⇅  Sending 400 of 1,203   35\u{202F}% of 3.4 MB; nothing for you to do
          !  1 change refused       see why; r to try again
          !  1 merge to review      both texts were kept; choose the one you like

             On this computer  7 entries
             To send           1,203
             Last sync         12 s ago
             Next              when something changes

          To review 2 ──────────────────────────────────────────────────────────────── ┃
        ▌ !  The letter                                                        for 1 h ┃
        ▌    This entry is larger than the server takes (1.2 MB of 1 MB).    ⏎ details ┃
          !  Long day                                                            09:13 ┃
             Both texts kept, the later one first                                      ┃
          Waiting 1,202 ────────────────────────────────────────────────────────────── ┃
          ↑  Morning run by the canal                                entry · for 1 min
          ↑  canal.jpg                                               image · for 1 min
          ×  Errands                               category · to be deleted · for 1 m…

          ▸  Technical details  account, clock, zones, log · t unfolds

          s sync   p pause   o offline   r retry   R retry all   Esc close   ? keys
        """)
  }

  @Test func theStatusViewOnTheSmallestScreen() {
    let person = person(.busy, 40, 12, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync      ! 2 to review

          ⇅  Sending 400 of 1,203   35\u{202F}% of 3…
          !  1 change refused       see why; …

          To review 2 ──────────────────────── ┃
        ▌ !  The letter      This entry is la… ┃
          !  Long day        Both texts kept,…
          Waiting 1,202 ──────────────────────
          ↑  Morning run b…  entry · for 1 min

          s sync   Esc close   ? keys
        """)
  }

  @Test func whereLittleIsListedTheSmallestScreenSaysAllOfIt() {
    let safe = person(.safe, 40, 12, "S")
    #expect(safe.sees("Every entry is safe") && safe.sees("here and on journal.example.org"), "\(safe.screen)")
    let why = "Cannot reach box (the connection was refused)."
    let status = SyncStatus.safe.with { status in
      status.activity = .waiting(until: SyncStatus.at(-60), why: why)
      status.overview.unsent = 1
      status.overview.waiting = [SyncStatus.waitingRun]
    }
    let waiting = person(status, 40, 12, "S")
    func flat(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
    #expect(flat(waiting.screen).contains(flat(why)), "\(waiting.screen)")
    #expect(waiting.sees("Waiting 1") && waiting.sees("Morning run"), "\(waiting.screen)")
  }

  @Test func tabGoesToNoDetailsWhereNothingIsListed() {
    var person = person(.safe, 80, 24, "S")
    person.press("tab")
    #expect(!person.sees("Nothing selected") && person.sees("Every entry is safe"), "\(person.screen)")
  }

  @Test func theStatusViewInASCII() {
    let person = person(.busy, 50, 16, isUTF8: false, "S")
    #expect(
      person.screen == """
          Personal  >  Sync                ! 2 to review

          ^  Sending 400 of 1,203   35 % of 3.4 MB; not~
          !  1 change refused       see why; r to try a~
          !  1 merge to review      both texts were kep~

          To review 2 ---------------------------------- #
        > !  The letter            This entry is larger~ #
          !  Long day              Both texts kept, the~ #
          Waiting 1,202 -------------------------------- #
          ^  Morning run by the canal  entry - for 1 min
          ^  canal.jpg                 image - for 1 min
          x  Errands               category - to be del~

          >  Technical details  account, clock, zones, ~
          s sync   p pause   Esc close   ? keys
        """)
  }

  @Test func theStatusViewWhereAllIsSafe() {
    let person = person(.safe, 80, 22, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync                                          ✓ Synced 12 s ago

          ✓  Every entry is safe   here and on journal.example.org, as of 12 s ago

             On this computer  7 entries
             To send           nothing
             Last sync         12 s ago
             Next              when something changes

             Nothing waits to be sent









          ▸  Technical details  account, clock, zones, log · t unfolds

          s sync   p pause   o offline   Esc close   t technical   A account   ? keys
        """)
  }

  @Test func theStatusViewWithoutAnAccount() {
    let person = person(nil, 70, 14, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync                          – On this computer only

          –  Your journal is on this computer only   A to sign in and sync

             Nothing waits to be sent








          A account   t technical   l log   y copy   Esc close   ? keys
        """)
  }

  @Test func theDetailsTakeTheirPlaceWhereThereIsLittleRoom() {
    let person = person(.busy, 60, 16, "S enter")
    #expect(
      person.screen == """
          Personal  ›  Sync          ! 2 to review · 1,202 to send

          ⇅  Sending 400 of 1,203   35\u{202F}% of 3.4 MB; nothing for y…
          !  1 change refused       see why; r to try again
          !  1 merge to review      both texts were kept; choose …

        ▌Change ───────────────────────────────────────────────────
          entry  “The letter”                                      ┃
          save · waiting 1 h                                       ┃
          This entry is larger than the server takes (1.2 MB of 1  ┃
          MB). (limitExceeded)                                     ┃
          Make it shorter or split it; saving it tries again.

          field  on the server           on this computer

          s sync   p pause   o offline   Esc close   ? keys
        """)
  }

  @Test func theSidesOfAMergeOnAWideScreen() {
    let person = person(.busy, 120, 30, "S j c")
    #expect(
      person.screen == """
          Personal  ›  Sync  ›  Long day                                      Sat 21 November    ! 2 to review · 1,202 to send

          Two versions of “Long day”  changed here and on another device · both texts are kept · 09:13

          Original ──────────────────────────── ▌1  This computer ────────────────────  2  Server ────────────────────────────
           6 words                                09:13 · +2 −0 words                    09:12 · +4 −3 words
           − neutral                              ◠ sad · 09:13 · ✓ kept                 ≈ anxious · 09:12

           Long day                               Long day                               Long A long day

           Two reviews, one argument.             Two reviews, one long argument.        Two Three reviews, one argument.

           No lunch.                              No lunch, again.                       No lunch. Lunch at last.






          b  In the journal now ──────────────────────────────────────────────────────────────────────────────────────────────
           11 words · both texts, one after the other                                                                         ┃
           ◠ sad                                                                                                              ┃
                                                                                                                              ┃
           A long day                                                                                                         ┃
                                                                                                                              ┃
           Three reviews, one long argument.                                                                                  ┃

           No lunch, again.

          1 keep mine   2 keep server’s   b keep both   Tab pane   Esc close   e edit   u undo merge   x reviewed   ? keys
        """)
  }

  @Test func theSidesOfAMergeOnAUsualScreen() {
    let person = person(.busy, 80, 20, "S j c right")
    #expect(
      person.screen == """
          Personal  ›  Sync  ›  Long day                 ! 2 to review · 1,202 to send

          Two versions of “Long day”  changed here and on another device

          1  This computer ──────────────────── ▌2  Server ──────────────────── 3 of 4
           09:13 · +2 −0 words                    09:12 · +4 −3 words
           ◠ sad · 09:13 · ✓ kept                 ≈ anxious · 09:12

           Long day                               Long A long day

           Two reviews, one long argument.        Two Three reviews, one argument.

           No lunch, again.                       No lunch. Lunch at last.






          1 keep mine   2 keep server’s   b keep both   Tab pane   Esc close   ? keys
        """)
  }

  @Test func theSidesOfAMergeOnTheSmallestScreen() {
    let person = person(.busy, 40, 12, "S j c")
    #expect(
      person.screen == """
          Personal  ›  Sync      ! 2 to review
        ▌1  This computer ────────────── 2 of 4
          09:13 · +2 −0 words
          ◠ sad · 09:13 · ✓ kept

          Long day

          Two reviews, one long argument.

          No lunch, again.

          1 keep mine   Esc close   ? keys
        """)
  }

  @Test func theAccount() {
    let person = person(.safe, 80, 18, "A j")
    #expect(
      person.screen == """
          Personal  ›  Account                                       ✓ Synced 12 s ago

            ● Signed in as anna@journal.example.org
              What you write here reaches all your devices automatically.

            Server     https://journal.example.org
            Container  iCloud.org.cloudjournal · production
            Device     desk, signed in Fri 20 Nov 2026 · 08:14
            Session    expires Wed 10 Feb 2027 · 09:40 unless used
            Encryption off; K turns it on
            Journal    Personal · 7 entries

            Devices · 3
              desk                                  with a password          this one
          ▌   laptop                                in the browser         2 days ago
              Unnamed                               by the server’s owner     1 h ago

          K keys   o sign out   n rename device   Esc close   ? keys
        """)
  }

  @Test func nobodySignedIn() {
    let person = person(SyncStatus(account: .noAccount), 60, 14, "A")
    #expect(
      person.screen == """
          Personal  ›  Account             – On this computer only

           ○ Not signed in
             You can write; nothing leaves this computer.

             i   sign in with a name and a password
             w   sign in with the browser, on this or another mac…

           Server     https://journal.example.org
           Journal    Personal



          i sign in   w browser   r ask again   Esc close   ? keys
        """)
  }
}
