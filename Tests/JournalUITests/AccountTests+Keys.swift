import JournalCore
import JournalUI
import TerminalKit
import Testing

/// What the account view says and asks of the keys of an encrypted journal.
extension AccountTests {
  @Test(arguments: [(true, "only the recovery key"), (false, "was not confirmed")])
  func erasingTheOnlyDeviceThatCanReadSaysWhatIsLost(isConfirmed: Bool, words: String) {
    var person = person()
    var overview = AccountOverview.anna
    overview.keys = AccountReaders(
      status: EncryptionStatus(.ready, key: 1, isRecoveryConfirmed: isConfirmed), names: ["laptop"])
    person.send(.accountAnswered(.overview(overview)))
    person.press("e")
    let shown = view(person.model).text.replacing(/[│\s]+/, with: " ")
    #expect(shown.contains(words) && !shown.contains("brings the journal back from there"), "\(shown)")
    overview.keys?.names.append("attic")
    person.press("esc")
    person.send(.accountAnswered(.overview(overview)))
    person.press("e")
    #expect(view(person.model).text.replacing(/[│\s]+/, with: " ").contains("brings the journal back from there"))
  }

  @Test func whoseKeysGoWithASignInIsAskedWhereItIsNotKnown() {
    var person = person()
    let readers = ["attic", ""].enumerated().map {
      AccountReader(id: "\($0.offset)123456789", name: $0.element, since: Instant(milliseconds: 0))
    }
    person.send(.accountAnswered(.whichReader(device: "s2", readers: readers)))
    #expect(person.sees("attic, 01234567") && person.sees("a device without a name, 11234567"))
    // Enter alone does nothing.
    person.press("enter")
    #expect(requests(person).isEmpty)
    person.send(.accountAnswered(.whichReader(device: "s2", readers: readers)))
    person.press("2")
    #expect(requests(person) == [.revoke(device: "s2", reader: .device("1123456789"))])
    person.send(.accountAnswered(.whichReader(device: "s2", readers: readers)))
    person.press("o")
    #expect(requests(person).last == .revoke(device: "s2", reader: .none))
  }

  @Test func aNewRecoveryKeyIsShownAfterItsKeeperWasSignedOut() {
    var person = person()
    person.send(.accountAnswered(.revoked(device: "s2", hasNewRecovery: true)))
    #expect(requests(person).contains(.showRecoveryKey))
  }

  @Test func beginningWithOtherKeysWantsTheName() {
    var person = person(.safe.with { $0.encryption = EncryptionStatus(.refused) })
    person.press("K")
    #expect(
      person.sees("Begin with the keys that the server shows?") && person.sees("If none of your devices made them"))
    // Enter alone keeps them.
    person.press("enter")
    #expect(!person.sees("to confirm"))
    person.press("K b")
    #expect(person.sees("ask to be let in anew") && person.bottomLine.contains("begin again"))
    person.type("Personal")
    person.press("enter")
    #expect(requests(person) == [.beginAgain])
    person.send(.accountAnswered(.waitsForKeys))
    #expect(person.sees("This computer needs the key"))
  }
}
