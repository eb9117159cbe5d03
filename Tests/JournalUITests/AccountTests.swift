import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The account: who is signed in, signing in and out, devices, and erasing.
@Suite struct AccountTests {
  func person(_ status: SyncStatus? = .safe, columns: Int = 80, rows: Int = 24, keys: String = "A") -> Person {
    var person = Person(.small, columns: columns, rows: rows)
    person.journal.accountAnswers = { $0 == .load ? .overview(.anna) : nil }
    if let status { person.send(.syncChanged(status)) }
    person.press(keys)
    person.forgetEffects()
    return person
  }

  func requests(_ person: Person) -> [AccountRequest] {
    person.effects.compactMap { if case .account(let request) = $0 { request } else { nil } }
  }

  private let signedOut = SyncStatus(account: .noAccount)

  // MARK: States

  @Test(arguments: [
    (SyncStatus.Account.available, "● Signed in as anna@journal.example.org", "reaches all your devices"),
    (.noAccount, "○ Session ended", "Sign in again to go on; nothing is lost."),
    (.restricted, "! Account restricted", "has restricted this account."),
    (.temporarilyUnavailable, "○ Account not ready", "sync continues automatically"),
    (.couldNotDetermine, "○ Account not known", "r tries"),
  ]) func everyStateHasItsSentence(account: SyncStatus.Account, title: String, words: String) {
    let person = person(.safe.with { $0.account = account })
    #expect(person.sees(title))
    #expect(person.sees(words))
  }

  @Test("an account whose server shows another key is not said to be well")
  func anotherKeyIsSaid() {
    let person = person(
      .safe.with {
        $0.account = .couldNotDetermine
        $0.otherKey = SyncStatus.ServerKeys(shown: "sha256/new", trusted: "sha256/old")
        $0.activity = .waiting(until: SyncStatus.at(-90), why: "Cannot reach box (its key is not the trusted one).")
      })
    let words = ["! Other server key", "Shown      sha256/new", "Trusted    sha256/old", "  --pin sha256/new"]
    #expect(words.allSatisfy { person.sees($0) } && !person.sees("reaches all your devices"), "\(person.screen)")
  }

  @Test("the palette of the sync screen knows what is done to the account")
  func theSyncScreenKnowsErasing() {
    var person = person(keys: "S :")
    person.type("erase")
    #expect(person.sees("Erase the journal on the server"), "\(person.screen)")
    person.press("enter")
    #expect(person.topLine.contains("Account"), "\(person.screen)")
  }

  @Test func rAsksAgain() {
    var person = person(.safe.with { $0.account = .couldNotDetermine })
    person.press("r")
    #expect(requests(person) == [.load])
    #expect(person.effects.contains(.sync(.syncNow)))
  }

  @Test func aSessionThatEndsIsSaidInOneLine() {
    var person = person(keys: "j")
    person.send(.syncChanged(.safe.with { $0.account = .noAccount }))
    #expect(person.bottomLine.hasSuffix(" Session ended. Press A to sign in; nothing is lost."))
  }

  @Test func whatIsShownFollowsTheAccount() {
    var person = person(signedOut)
    person.send(.syncChanged(.safe))
    #expect(requests(person) == [.load])
    #expect(person.sees("Signed in as anna@journal.example.org"))
  }

  @Test func whatCouldNotBeReadIsSaidThere() {
    var person = Person(.small, columns: 80, rows: 24)
    person.journal.accountFailure = Failure("Cannot reach journal.example.org (refused).")
    person.send(.syncChanged(.safe))
    person.press("A")
    #expect(person.sees("Cannot reach journal.example.org (refused)."))
  }

  // MARK: Signing in

  @Test func signingInByNameAndPassword() {
    var person = person(signedOut, keys: "A i")
    person.type("anna")
    person.press("enter enter")
    person.type("correct horse")
    #expect(person.sees("•••••••••••••"))
    #expect(!person.sees("correct") && !person.sees("horse"))
    person.press("enter")
    #expect(
      requests(person) == [
        .signIn(
          SignInPlace(server: "https://journal.example.org", device: "desk"), name: "anna",
          password: Secret("correct horse"))
      ])
    #expect(person.sees("Asking the server …"))
    person.send(.accountAnswered(.signedIn(who: "anna@journal.example.org", said: "3 entries go up.")))
    #expect(!person.seesPane("Sign in"))
    #expect(person.bottomLine.hasSuffix(" Signed in as anna@journal.example.org. 3 entries go up."))
  }

  @Test func anAddressThatIsTypedIsUsed() {
    var person = person(signedOut, keys: "A i up ctrl-u")
    person.paste("https://localhost:8443\n")
    person.press("down")
    person.type("anna")
    person.press("down down")
    person.type("x")
    person.press("enter")
    guard case .signIn(let place, "anna", _)? = requests(person).last else {
      Issue.record("\(requests(person))")
      return
    }
    #expect(place.server == "https://localhost:8443")
  }

  @Test func aWrongPasswordIsSaidAndTypedAnew() {
    var person = person(signedOut, keys: "A i")
    person.type("anna")
    person.press("enter enter")
    person.type("wrong")
    person.journal.accountFailure = Failure("Name or password is wrong.")
    person.press("enter")
    #expect(person.sees("Name or password is wrong."))
    #expect(person.sees("anna") && !person.sees("•"))
    person.journal.accountFailure = nil
    person.type("right")
    person.press("enter")
    guard case .signIn(_, _, let password)? = requests(person).last else {
      Issue.record("nothing was asked")
      return
    }
    #expect(password == Secret("right"))
  }

  @Test func aPasswordStaysWhereTheServerWasNotReached() {
    var person = person(signedOut, keys: "A i")
    person.type("anna")
    person.press("enter enter")
    person.type("right")
    person.journal.accountFailure = Failure("Cannot reach journal.example.org.", isOutOfReach: true)
    person.press("enter")
    #expect(person.sees("Cannot reach journal.example.org.") && person.sees("•••••"))
    // The cursor is at the address.
    person.press("ctrl-u")
    person.type("https://journal.home.arpa")
    person.journal.accountFailure = nil
    person.press("enter enter enter enter")
    guard case .signIn(let place, _, let password)? = requests(person).last else {
      Issue.record("nothing was asked")
      return
    }
    #expect(place.server == "https://journal.home.arpa" && password == Secret("right"))
  }

  @Test func aPasswordIsNowhereToBeFoundAfterwards() {
    var person = person(signedOut, keys: "A i")
    person.type("anna")
    person.press("enter enter")
    person.type("hunter2")
    person.journal.accountFailure = Failure("No.")
    person.press("enter esc")
    var text = ""
    dump(person.model, to: &text)
    #expect(!text.contains("hunter2"))
    var effects = ""
    dump(person.effects, to: &effects)
    #expect(!effects.contains("hunter2") && !"\(person.effects)".contains("hunter2"))
    // Nothing can try it again, either.
    person.press("R")
    #expect(requests(person).count == 1)
  }

  /// The address may have changed: signing in anew is the way to tell it.
  @Test func whoIsSignedInSignsInAnewWhereTheServerDoesNotAnswer() {
    var person = person(keys: "A i")
    #expect(person.bottomLine.contains("You are signed in"))
    person.send(
      .syncChanged(.safe.with { $0.activity = .waiting(until: SyncStatus.at(-60), why: "Cannot reach it.") }))
    person.press("i")
    #expect(person.seesPane("Sign in"))
    // The cursor is at the address.
    person.press("ctrl-u")
    person.type("journal.home.arpa")
    person.press("tab")
    #expect(person.sees("https://journal.home.arpa"))
  }

  @Test func whatIsMissingIsAskedFor() {
    var person = person(signedOut, keys: "A i")
    #expect(person.sees("anna"), "who was signed in last")
    person.press("ctrl-u enter")
    #expect(person.sees("Name is empty."))
    #expect(requests(person).isEmpty)
  }

  @Test func escCancelsWhatIsUnderWay() {
    var person = person(signedOut, keys: "A i")
    person.type("anna")
    person.press("enter enter x enter")
    person.forgetEffects()
    person.press("y")
    #expect(person.seesPane("Sign in"))
    person.press("esc")
    #expect(requests(person) == [.cancelSignIn])
    #expect(!person.seesPane("Sign in"))
  }

  @Test func signingInWithTheBrowserHereOrElsewhere() {
    var person = person(signedOut, keys: "A")
    let address = "https://journal.example.org/sign-in?state=1"
    person.journal.accountAnswers = {
      if case .beginBrowserSignIn = $0 { .browserWaits(address: address, code: nil) } else { nil }
    }
    person.press("w enter")
    #expect(
      requests(person) == [.beginBrowserSignIn(SignInPlace(server: "https://journal.example.org", device: "desk"))])
    #expect(person.sees(address))
    #expect(person.sees("Waiting for the browser."))
    person.press("ctrl-y ctrl-o")
    #expect(person.effects.contains(.copyToClipboard(address)))
    #expect(person.effects.contains(.openLink(address)))
    person.paste("  code-123 ")
    person.press("enter")
    #expect(requests(person).last == .finishBrowserSignIn(code: Secret("code-123")))
    person.send(.accountAnswered(.signedIn(who: "anna", said: "")))
    #expect(person.bottomLine.hasSuffix(" Signed in as anna."))
  }

  /// Eight letters are typed on the page, and nothing here.
  @Test func aShortCodeIsShownAndWaitedFor() {
    var person = person(signedOut, keys: "A w enter")
    person.send(.accountAnswered(.browserWaits(address: "https://a.example/code", code: "BCDF-GHJK")))
    #expect(person.sees("https://a.example/code") && person.sees("and type there:  BCDF-GHJK"))
    #expect(person.sees("Waiting for the page."))
    person.press("tab up x enter")
    person.paste("y")
    #expect(person.sees("BCDF-GHJK") && !requests(person).contains { $0.isFinish })
    person.journal.accountFailure = nil
    person.send(
      .failed(.account(.beginBrowserSignIn(SignInPlace(server: "", device: ""))), Failure("The code has ended.")))
    #expect(person.sees("The code has ended.") && !person.sees("BCDF-GHJK"))
    person.forgetEffects()
    person.press("enter")
    #expect(requests(person).contains { if case .beginBrowserSignIn = $0 { true } else { false } })
    person.send(.accountAnswered(.signedIn(who: "anna", said: "")))
    #expect(!person.sees("Sign in with the browser"))
  }

  /// The server's page is open, and the code that it shows can be typed.
  private func personAtTheBrowser() -> Person {
    var person = person(signedOut, keys: "A w enter")
    person.send(.accountAnswered(.browserWaits(address: "https://a.example", code: nil)))
    return person
  }

  @Test func theBrowserIsWaitedForWhileTheCodeIsTyped() {
    var person = personAtTheBrowser()
    person.type("half a co")
    person.send(.accountAnswered(.signedIn(who: "anna", said: "")))
    #expect(!person.sees("Code"))
  }

  @Test func aCodeThatIsRefusedIsSaidAndTypedAnew() {
    var person = personAtTheBrowser()
    person.type("wrong")
    person.journal.accountFailure = Failure("This code is not one of the server’s.")
    person.press("enter")
    #expect(person.sees("This code is not one of the server’s."))
    #expect(person.sees("https://a.example"))
  }

  // MARK: Signing out, devices, erasing

  @Test func signingOutKeepsTheJournalUnlessAsked() {
    var person = person(keys: "A o")
    person.press("enter")
    #expect(requests(person).isEmpty)
    person.press("o o")
    #expect(requests(person) == [.signOut(erasingJournal: false)])
    person.send(.accountAnswered(.signedOut(erased: false)))
    #expect(person.bottomLine.contains("the journal stays on this computer"))
  }

  @Test func signingOutAndErasingWantsTheName() {
    var person = person(.busy, keys: "A o")
    #expect(person.sees("1,203 changes are not on the server yet"))
    person.press("e")
    person.type("Person")
    person.press("enter")
    #expect(requests(person).isEmpty)
    person.type("al")
    #expect(person.sees("Enter signs out and erases every entry"))
    person.press("enter")
    #expect(requests(person) == [.signOut(erasingJournal: true)])
  }

  @Test(arguments: [("e", JournalPlace.here), ("E", .server)]) func erasingWantsTheName(
    key: String, place: JournalPlace
  ) {
    var person = person(keys: "A")
    #expect(!person.bottomLine.contains("erase"))
    person.press(key)
    #expect(person.sees(place == .here ? "keep theirs; signing in" : "This computer keeps its journal."))
    // Enter alone keeps it.
    person.press("enter")
    #expect(!person.sees("to confirm"))
    person.press("\(key) e")
    #expect(person.sees("Enter erases every entry"))
    #expect(person.bottomLine.contains("erase forever"))
    person.press("y enter")
    #expect(requests(person).isEmpty)
    person.press("ctrl-u")
    person.type("Personal")
    person.press("enter")
    #expect(requests(person) == [.erase(place)])
  }

  /// A server is not said to bring back what it may have lost.
  @Test(arguments: ["e", "o"]) func whatMayBeTheOnlyCopyIsSaidToBe(key: String) {
    let words = "What the server has is in doubt"
    var person = person(.safe.with { $0.activity = .asking(.otherIncarnation) }, columns: 120, keys: "A \(key)")
    #expect(person.sees(words) && !person.sees("keep theirs; signing in"))
    person = self.person(.safe.with { $0.staysLocal = true }, columns: 120, keys: "A \(key)")
    #expect(person.sees(words))
    #expect(!self.person(columns: 120, keys: "A \(key)").sees(words))
  }

  @Test func theServersCopyIsErasedOnlyByItsOwner() {
    var person = person(signedOut, keys: "A E")
    #expect(!person.sees("Erase the journal"))
    person.press("E")
    #expect(person.bottomLine.contains("Sign in first"))
  }

  @Test func anErasedJournalIsReadAnew() {
    var person = person()
    person.send(.accountAnswered(.erased(.here)))
    #expect(person.effects.contains(.loadCategories))
    #expect(person.bottomLine.hasSuffix(" The journal on this computer is erased."))
  }

  /// Until the server is asked, the screen would say that it has every entry.
  @Test func afterErasingOnTheServerItIsAsked() {
    var person = person()
    person.send(.accountAnswered(.erased(.server)))
    #expect(person.effects.contains(.sync(.syncNow)))
  }

  @Test func anotherDeviceIsSignedOutAfterAsking() {
    var person = person(keys: "A d")
    #expect(person.bottomLine.contains("the device that you are using"))
    person.press("j d enter")
    #expect(requests(person).isEmpty)
    person.press("d y")
    #expect(requests(person) == [.revoke(device: "s2")])
    person.send(.accountAnswered(.revoked(device: "s2")))
    #expect(requests(person).last == .load)
  }

  @Test func aDeviceIsRenamed() {
    var person = person(keys: "A j n")
    #expect(person.sees("Rename “laptop”"), "\(person)")
    person.type("kitchen")
    person.press("enter")
    #expect(requests(person) == [.renameDevice(device: "s2", name: "kitchen")])
    person.send(.accountAnswered(.renamed(device: "s2", name: "kitchen")))
    #expect(requests(person).last == .load)
    #expect(person.sees("The device is called “kitchen” now"))
  }

  @Test func aFailureIsSaidAndNothingIsKeptToTryAgain() {
    var person = person(keys: "A j")
    person.journal.accountFailure = Failure("Cannot reach the server.", advice: "Try later.")
    person.press("d y")
    #expect(person.bottomLine.hasSuffix(" Cannot reach the server. Try later."))
  }

  @Test func nothingIsDoneWhereTheJournalIsOnlyRead() {
    var person = Person(.small, columns: 80, rows: 24, isReadOnly: true)
    person.journal.accountAnswers = { $0 == .load ? .overview(.anna) : nil }
    person.send(.syncChanged(.safe))
    person.press("A")
    person.forgetEffects()
    person.press("o d e E i w")
    #expect(requests(person).isEmpty)
    #expect(person.bottomLine.contains("reading only"))
  }
}

extension AccountRequest {
  fileprivate var isFinish: Bool { if case .finishBrowserSignIn = self { true } else { false } }
}
