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

  @Test func theStatusViewOnAWideScreen() {
    let person = person(.busy, 120, 28, "S j j")
    #expect(
      person.screen == """
          Personal  ›  Sync                                                                    Sat 21 November    ! 2 need you
         Now ────────────────────────────────────────────────────────  Change ─────────────────────────────────────────────────
          State        sending 400/1 203 · 1.2/3.4 MB  ▮▮▯▯▯▯▯▯ 33 %    entry  “Morning run by the canal”
          To send      1 203 · 2 need you · 3 413 records here          save · waiting 1 min
          Account      anna@journal.example.org · available             Goes with the next batch.
          Last success 12 s ago · next check by push
          Clock        18 ms behind the server                          field  on the server          here
          Zones        JournalZone …a91f                                title  Run                    Morning run by the ca…
                                                                        mood   neutral                happy
        ▌Waiting · 1 203 · 1 to look at ─────────────────────────────   text   Cold; the herons were… Cold and bright; the …
          Needs you
           ! entry     The letter        This entry is larger than …    Cold and bright; the herons were back at the lock.
           ! entry     Long day                      both texts kept
          Goes by itself
         ▌ ↑ entry     Morning run by the canal          since 1 min
           ↑ image     canal.jpg                         since 1 min
           × category  Errands                         to be deleted
             and 1 199 more
          Merged
           • entry     Bread                            merged 08:07

         Log ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────
          09:13:48  sent 200 records in 0.21 s · 2 merged · 0 refused
          09:13:47  pulled 12 changes from JournalZone
          09:12:45  account _5f3a is the one that this journal belongs to


          s sync   p pause   o offline   r retry   R retry all   ⏎ details   h history   A account   l log   y copy   ? keys
        """)
  }

  @Test func theStatusViewOnAUsualScreen() {
    let person = person(.busy, 80, 24, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync                                               ! 2 need you
         Now ──────────────────────────────────────────────────────────────────────────
          State        sending 400/1 203 · 1.2/3.4 MB                  ▮▮▮▯▯▯▯▯▯▯ 33 %
          To send      1 203 · 2 need you · 3 413 records here
          Account      anna@journal.example.org · available
          Last success 12 s ago · next check by push
          Clock        18 ms behind the server
          Zones        JournalZone …a91f

        ▌Waiting · 1 203 · 1 to look at ───────────────────────────────────────────────
          Needs you                                                                    ┃
         ▌ ! entry     The letter                  This entry is larger than the serv… ┃
           ! entry     Long day                                        both texts kept ┃
          Goes by itself                                                               ┃
           ↑ entry     Morning run by the canal                            since 1 min
           ↑ image     canal.jpg                                           since 1 min
           × category  Errands                                           to be deleted

         Log ──────────────────────────────────────────────────────────────────────────
          09:13:48  sent 200 records in 0.21 s · 2 merged · 0 refused
          09:13:47  pulled 12 changes from JournalZone
          09:12:45  account _5f3a is the one that this journal belongs to

          s sync   p pause   o offline   r retry   R retry all   ⏎ details   ? keys
        """)
  }

  @Test func theStatusViewOnTheSmallestScreen() {
    let person = person(.busy, 40, 12, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync       ! 2 need you
         Now ──────────────────────────────────
          State    sending 400/1 203 · 1.2/3.…
          To send  1 203 · 2 need you · 3 413…

        ▌Waiting · 1 203 · 1 to look at ───────
          Needs you                            ┃
         ▌ ! The letter      This entry is la…
           ! Long day          both texts kept
          Goes by itself

          s sync   p pause   ? keys
        """)
  }

  @Test func theStatusViewInASCII() {
    let person = person(.busy, 50, 16, isUTF8: false, "S")
    #expect(
      person.screen == """
          Personal  >  Sync                 ! 2 need you
         Now --------------------------------------------
          State    sending 400/1 203 - 1.2/3.4 MB
          To send  1 203 - 2 need you - 3 413 records h~
          Account  anna@journal.example.org - available
          Last     12 s ago - next check by push

        >Waiting - 1 203 - 1 to look at -----------------
          Needs you                                      #
         > ! entry     The letter  This entry is larger~ #
           ! entry     Long day          both texts kept #
          Goes by itself
           ^ entry     Morning run by the ~  since 1 min
           ^ image     canal.jpg             since 1 min

          s sync   p pause   o offline   ? keys
        """)
  }

  @Test func theStatusViewWhereAllIsSafe() {
    let person = person(.safe, 80, 22, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync                                          ✓ synced 12 s ago
         Now ──────────────────────────────────────────────────────────────────────────
          State        everything is safe
          To send      nothing · 3 413 records here
          Account      anna@journal.example.org · available
          Last success 12 s ago · next check by push
          Clock        18 ms behind the server
          Zones        JournalZone …a91f

        ▌Waiting · 0 ──────────────────────────────────────────────────────────────────

                                       Everything is safe
                    Every word is on the server, and the server's are here.



         Log ──────────────────────────────────────────────────────────────────────────
          09:13:48  sent 200 records in 0.21 s · 2 merged · 0 refused
          09:13:47  pulled 12 changes from JournalZone
          09:12:45  account _5f3a is the one that this journal belongs to

          s sync   p pause   o offline   A account   l log   y copy   ? keys
        """)
  }

  @Test func theStatusViewWithoutAnAccount() {
    let person = person(nil, 70, 14, "S")
    #expect(
      person.screen == """
          Personal  ›  Sync                                     – local only
         Now ────────────────────────────────────────────────────────────────
          State        local only
          Account      Not signed in. You can write; press A to sync.

        ▌Waiting · 0 ────────────────────────────────────────────────────────

                               Nothing waits to be sent
                    Not signed in. You can write; press A to sync.




          A account   l log   y copy   Esc close   ? keys
        """)
  }

  @Test func theDetailsTakeTheirPlaceWhereThereIsLittleRoom() {
    let person = person(.busy, 60, 16, "S enter")
    #expect(
      person.screen == """
          Personal  ›  Sync                           ! 2 need you
         Now ──────────────────────────────────────────────────────
          State        sending 400/1 203 · 1.2/3.4 … ▮▮▯▯▯▯▯▯ 33 %
          To send      1 203 · 2 need you · 3 413 records here
          Account      anna@journal.example.org · available
          Last success 12 s ago · next check by push

        ▌Change ───────────────────────────────────────────────────
          entry  “The letter”                                      ┃
          save · waiting 1 h                                       ┃
          This entry is larger than the server takes (1.2 MB of 1  ┃
          MB). (limitExceeded)
          Make it shorter or split it; saving it tries again.


          s sync   p pause   o offline   r retry   ? keys
        """)
  }

  @Test func theSidesOfAMergeOnAWideScreen() {
    let person = person(.busy, 120, 30, "S j c")
    #expect(
      person.screen == """
          Personal  ›  Sync  ›  Merge                                                          Sat 21 November    ! 2 need you
         Merged 09:13 · “Long day” ──────────────────────────────────────────────────────────────────── • stands in the journal
          field  base                                here                                server
          title  Long day                            Long day                            A long day •
          mood   neutral                             sad 09:13 •                         anxious 09:12
          text   6 words                             +2 −0 words •                       +4 −3 words •

         Before both ────────────────────────── ▌Here ─────────────────────────────────  Server ───────────────────────────────
          Long day                                Long day                                Long A long day

          Two reviews, one argument.              Two reviews, one long argument.         Two Three reviews, one argument.

          No lunch.                               No lunch, again.                        No lunch. Lunch at last.








         In the journal now ───────────────────────────────────────────────────────────────────────────────────────────────────
          Long A long day                                                                                                      ┃
                                                                                                                               ┃
          Two Three reviews, one long argument.                                                                                ┃
                                                                                                                               ┃
          No lunch, again.                                                                                                     ┃


          ⏎ keep   1 here   2 server's   b both   e edit   u undo merge   Tab pane   Esc close   ? keys
        """)
  }

  @Test func theSidesOfAMergeOnAUsualScreen() {
    let person = person(.busy, 80, 20, "S j c right")
    #expect(
      person.screen == """
          Personal  ›  Sync  ›  Merge                                     ! 2 need you
         Merged 09:13 · “Long day” ──────────────────────────── • stands in the journal
          field  base                   here                   server
          title  Long day               Long day               A long day •
          mood   neutral                sad 09:13 •            anxious 09:12
          text   6 words                +2 −0 words •          +4 −3 words •

         Here ───────────────────────────────── ▌Server ──────────────────────── 3 of 4
          Long day                                Long A long day

          Two reviews, one long argument.         Two Three reviews, one argument.

          No lunch, again.                        No lunch. Lunch at last.






          ⏎ keep   1 here   2 server's   b both   e edit   u undo merge   ? keys
        """)
  }

  @Test func theSidesOfAMergeOnTheSmallestScreen() {
    let person = person(.busy, 40, 12, "S j c")
    #expect(
      person.screen == """
          Personal  ›  Sync       ! 2 need you
        ▌Here ────────────────────────── 2 of 4
          Long day
          mood: sad

          Two reviews, one long argument.

          No lunch, again.



          ⏎ keep   1 here   ? keys
        """)
  }

  @Test func theAccount() {
    let person = person(.safe, 80, 18, "A j")
    #expect(
      person.screen == """
          Personal  ›  Account                                       ✓ synced 12 s ago

           ● Signed in as anna@journal.example.org
             What you write here comes to all your devices by itself.

           Server     https://journal.example.org
           Container  iCloud.org.cloudjournal · production
           Device     desk, signed in Fri 20 Nov 2026, 08:14
           Session    expires Wed 10 Feb 2027, 09:40 unless used
           Journal    Personal · 3 413 records

           Devices · 3
             desk                                    by password              this one
         ▌   laptop                                  in the browser         2 days ago
             Unnamed                                 by the server's owner     1 h ago


          o sign out   r ask again   d sign out device   i sign in   ? keys
        """)
  }

  @Test func nobodySignedIn() {
    let person = person(SyncStatus(account: .noAccount), 60, 14, "A")
    #expect(
      person.screen == """
          Personal  ›  Account                        – local only

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
