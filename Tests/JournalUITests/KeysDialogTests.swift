import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The keys of an encrypted journal on the screen: recovery key, six words, letting a device in.
@Suite struct KeysDialogTests {
  private func person(_ status: SyncStatus, keys: String = "A", columns: Int = 80, rows: Int = 24) -> Person {
    var person = Person(.small, columns: columns, rows: rows)
    person.journal.accountAnswers = { $0 == .load ? .overview(.anna) : nil }
    person.send(.syncChanged(status))
    person.press(keys)
    person.forgetEffects()
    return person
  }

  private func requests(_ person: Person) -> [AccountRequest] {
    person.effects.compactMap { if case .account(let request) = $0 { request } else { nil } }
  }

  @Test func theTopLineSaysWhatTheKeysStandInTheWayOf() {
    #expect(person(.waitsForKeys, keys: "j").topLine.contains("Key needed"))
    #expect(
      person(.waitsForKeys.with { $0.encryption = EncryptionStatus(.removed) }, keys: "j").topLine
        .contains("Device removed"))
    #expect(person(.encrypted, keys: "j").topLine.contains("1 to review"))
    let plain = person(.safe.with { $0.encryption = EncryptionStatus(.ready, key: 1) }, keys: "j")
    #expect(plain.topLine.contains("Synced"))
  }

  @Test func aDeviceThatWasRemovedSaysByWhomAndAsksAgain() {
    var keys = EncryptionStatus(.removed)
    keys.removal = KeyRemoval(at: Instant(milliseconds: 1_763_683_200_000), by: "\u{1B}[2Jlaptop")
    let status = SyncStatus.waitsForKeys.with { $0.encryption = keys }
    var person = person(status, keys: "S", columns: 100)
    #expect(person.sees("This device was removed on Fri 21 Nov 2025 by “") && person.sees("laptop”"))
    #expect(person.sees("r asks to be let in again"))
    #expect(!view(person.model).text.unicodeScalars.contains("\u{1B}"))
    person.press("r")
    #expect(requests(person) == [.beginAgain])
    person.send(.accountAnswered(.waitsForKeys))
    #expect(person.sees("This computer needs the key"))
    for (screen, key) in [("A", "r"), ("A", "K"), ("S", "s"), ("j", "s")] {
      var other = self.person(status, keys: screen)
      other.press(key)
      #expect(requests(other).contains(.beginAgain), "\(screen) \(key)")
    }
  }

  @Test func olderKeysOfTheServerAreSaid() {
    var keys = EncryptionStatus(.ready, key: 2)
    keys.setback = .replaced(at: Person.morning)
    var person = person(.safe.with { $0.encryption = keys }, keys: "S", columns: 120)
    #expect(person.sees("The server showed older keys") && person.sees("saved over them"))
    #expect(person.topLine.contains("Synced"))
    keys.setback = .kept(since: Person.morning)
    person.send(.syncChanged(.safe.with { $0.encryption = keys }))
    #expect(person.sees("The server keeps older keys") && person.topLine.contains("1 to review"))
  }

  @Test func aKeyThatMayBeOnItsWayIsNoFaultForAnHour() {
    var status = SyncStatus.safe.with { $0.encryption = EncryptionStatus(.ready, key: 1) }
    (status.overview.unreadable, status.overview.keyless) = (1, 1)
    status.overview.keylessSince = Instant(milliseconds: Person.morning.milliseconds - 60_000)
    let early = person(status, keys: "S", columns: 100)
    #expect(early.topLine.contains("Waiting for a key") && early.sees("1 record waits for its key"))
    #expect(!early.sees("cannot be opened"))
    status.overview.keylessSince = Instant(milliseconds: Person.morning.milliseconds - 3_600_001)
    let late = person(status, keys: "S", columns: 100)
    #expect(late.topLine.contains("1 to review") && late.sees("1 record cannot be opened"))
  }

  /// Neither the account's screen nor an empty list promises what cannot be before the key is here.
  @Test func whatCannotBeWithoutTheKeyIsNotPromised() {
    let account = person(.waitsForKeys)
    #expect(account.sees("The journal on the server is encrypted.") && !account.sees("reaches all your devices"))
    var empty = Person(FakeJournal(), columns: 80, rows: 24)
    empty.send(.syncChanged(.waitsForKeys))
    #expect(empty.sees("A   Let this computer read the journal"))
    empty.send(.syncChanged(.safe))
    #expect(empty.sees("A   See your account and devices"))
  }

  @Test func aDeviceThatAsksIsSaidOnce() {
    var person = person(.safe.with { $0.encryption = EncryptionStatus(.ready, key: 3) }, keys: "j")
    person.send(.syncChanged(.encrypted))
    #expect(person.bottomLine.contains("“attic” asks to read this journal. A shows it."))
    person.press("f")
    person.send(.syncChanged(.encrypted))
    #expect(!person.message.contains("attic"))
  }

  @Test func aHostileNameIsShownAsText() {
    var status = SyncStatus.encrypted
    status.encryption?.asking = ["\u{1B}[2Jattic\u{202E}"]
    let person = person(status, keys: "A a")
    #expect(person.sees("attic"))
    #expect(!view(person.model).text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  /// In the smallest window the words around it give way, not what is to be copied.
  @Test(arguments: [(40, 12), (80, 24), (60, 15)])
  func whatIsToBeCopiedIsSeenInEveryWindow(columns: Int, rows: Int) {
    var person = person(.encrypted, keys: "A K", columns: columns, rows: rows)
    let key = "AAAA BBBB CCCC DDDD EEEE FFFF GGGG HHHH"
    person.send(.accountAnswered(.recoveryKey(Secret(key))))
    for group in key.split(separator: " ") { #expect(person.sees(String(group))) }
    person.press("c")
    #expect(person.sees("Copied the recovery key."))
    for group in key.split(separator: " ") { #expect(person.sees(String(group))) }
    let waiting = self.person(.waitsForKeys, keys: "A K", columns: columns, rows: rows)
    for word in ["apple", "river", "candle", "ocean", "tiger", "lamp", "press A, then"] { #expect(waiting.sees(word)) }
  }

  /// The mark in the top line is a key, and sync status says what it tells of.
  @Test func whoAsksIsOneKeyAwayAndNamedInSyncStatus() {
    var person = person(.encrypted, keys: "j", columns: 120, rows: 30)
    person.press("S")
    #expect(person.sees("“attic” asks to read this journal"))
    person.press("esc !")
    #expect(person.topLine.contains("Account"))
  }

  @Test func theRecoveryKeyIsCheckedByTwoOfItsGroups() throws {
    var person = person(.encrypted)
    person.press("K")
    #expect(requests(person) == [.showRecoveryKey])
    person.send(.accountAnswered(.recoveryKey(.recovery)))
    for (place, group) in Secret.recovery.revealed.split(separator: " ").enumerated() {
      #expect(person.sees("\(place + 1)   \(group)"))
    }
    person.press("c")
    #expect(person.effects.contains(.copyToClipboard(Secret.recovery.revealed)))
    person.press("enter")
    let asked = try #require(view(person.model).text.firstMatch(of: /Type groups (\d) and (\d)/))
    let (first, second) = (try #require(Int(asked.1)), try #require(Int(asked.2)))
    #expect(first < second && second <= 8)
    person.type("QQQQ PPPP")
    person.press("enter")
    #expect(person.sees("That does not match groups \(first) and \(second)."))
    #expect(!requests(person).contains(.confirmRecoveryKey(.recovery)))
    let groups = Secret.recovery.revealed.split(separator: " ").map(String.init)
    person.press("ctrl-u")
    person.type("\(groups[first - 1].lowercased()) \(groups[second - 1])")
    person.press("enter")
    #expect(requests(person).contains(.confirmRecoveryKey(.recovery)))
    person.send(.accountAnswered(.recoveryConfirmed))
    #expect(!person.sees("Check the recovery key"))
    #expect(person.bottomLine.contains("It is not kept here any more."))
  }

  @Test func escapeLeavesTheCheckForTheKey() {
    var person = person(.encrypted)
    person.send(.accountAnswered(.recoveryKey(.recovery)))
    person.press("enter esc")
    #expect(person.sees("Your recovery key"))
    person.press("esc")
    #expect(!person.sees("Your recovery key"))
  }

  @Test func aDeviceThatWaitsShowsItsWordsAndTakesTheRecoveryKey() {
    var person = person(.waitsForKeys, keys: "A K")
    for (place, word) in ["apple", "river", "candle", "ocean", "tiger", "lamp"].enumerated() {
      #expect(person.sees("\(place + 1)   \(word)"))
    }
    person.press("r")
    person.type("qqqs")
    person.press("enter")
    #expect(requests(person).contains(.enterRecoveryKey(Secret("qqqs"))))
    person.send(.failed(.account(.enterRecoveryKey(Secret("qqqs"))), Failure("The mistake is in group 3.")))
    #expect(person.sees("The mistake is in group 3."))
    person.send(.accountAnswered(.hasKeys))
    #expect(person.bottomLine.contains("This computer can read the journal now."))
    #expect(!person.sees("Type the recovery key"))
  }

  @Test func whoIsLetInMeanwhileNeedsNoWordsAnyMore() {
    var person = person(.waitsForKeys, keys: "A K")
    person.send(.syncChanged(.safe.with { $0.encryption = EncryptionStatus(.ready, key: 1) }))
    #expect(!person.sees("needs the key"))
    #expect(person.bottomLine.contains("This computer can read the journal now."))
  }

  @Test func aDeviceIsLetInByItsWords() {
    var person = person(.encrypted, keys: "A a")
    #expect(person.sees("Let “attic” read this journal?"))
    #expect(person.sees("change your password"))
    person.type("appl rive cand ocea tige lamp")
    person.press("enter")
    #expect(requests(person) == [.approve(Secret("appl rive cand ocea tige lamp"))])
    person.send(
      .failed(.account(.approve(Secret("x"))), Failure("These are not the words of a device that asks.")))
    #expect(person.sees("These are not the words of a device that asks."))
    person.send(.accountAnswered(.letIn(name: "attic")))
    #expect(person.bottomLine.contains("“attic” can read the journal now."))
  }

  @Test func signingInEncryptsUnlessAPersonSaysOtherwise() {
    var person = person(SyncStatus(account: .noAccount), keys: "A i")
    #expect(person.sees("encrypted end to end"))
    person.type("anna")
    person.press("ctrl-t enter enter")
    #expect(person.sees("owner can read it"))
    person.type("correct horse")
    person.press("enter")
    #expect(
      requests(person) == [
        .signIn(
          SignInPlace(server: "https://journal.example.org", device: "desk", isPlain: true), name: "anna",
          password: Secret("correct horse"))
      ])
  }

  @Test func aJournalThatTheServerCallsPlainStopsTheSignInUnlessAPersonAgrees() {
    for (keys, agrees) in [("enter", false), ("n", false), ("y", true)] {
      var person = person(SyncStatus(account: .noAccount), keys: "A i")
      person.type("anna")
      person.press("enter")
      person.type("correct horse")
      person.press("enter")
      person.send(.accountAnswered(.isPlainThere))
      #expect(person.sees("If you turned encryption on elsewhere, stop here."))
      person.press(keys)
      #expect(requests(person).last == .agreeToPlain(agrees), "\(keys)")
    }
  }

  @Test func theRecoveryKeyIsShownAsAPictureWhereThatFits() {
    var person = person(.encrypted)
    person.press("K")
    person.send(.accountAnswered(.recoveryKey(.recovery)))
    person.press("q")
    #expect(requests(person).last == .drawRecoveryKey)
    person.send(.accountAnswered(.recoveryPicture(Array(repeating: String(repeating: "▀", count: 33), count: 17))))
    #expect(person.sees(String(repeating: "▀", count: 33)))
    person.press("esc")
    #expect(person.sees("Your recovery key"))
    for rows in [nil, Array(repeating: "█", count: 60)] {
      person.send(.accountAnswered(.recoveryPicture(rows)))
      #expect(person.sees("cannot be shown as a picture"))
    }
  }

  /// The same key shows the keys of a journal, or offers to make them.
  @Test func aPlainJournalIsEncryptedOnceAPersonSaysSo() {
    var person = person(.safe, keys: "A a")
    #expect(requests(person).isEmpty && person.sees("off; K turns it on"))
    person.press("K enter")
    #expect(requests(person).isEmpty && !person.sees("Encrypt this journal"))
    person.press("K e")
    #expect(requests(person) == [.turnEncryptionOn])
    person.forgetEffects()
    person.send(.accountAnswered(.recoveryKey(.recovery)))
    #expect(person.sees("Your recovery key"))
    #expect(person.effects.contains(.sync(.syncNow)), "what is on the server is encrypted from then on")
  }

  @Test func withoutAnAccountThereAreNoKeys() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("A K")
    #expect(!requests(person).contains(.turnEncryptionOn) && !person.sees("Encrypt this journal"))
  }
}
