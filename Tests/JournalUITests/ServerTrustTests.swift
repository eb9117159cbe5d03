import JournalCore
import JournalUI
import TerminalKit
import Testing

/// A server whose certificate no authority has signed: a person compares its key before anything secret goes there.
@Suite struct ServerTrustTests {
  private let key = "sha256/" + String(repeating: "A", count: 43) + "="

  /// At the question, after a name and a password were typed.
  private func asked() -> Person {
    var person = Person(.small, columns: 80, rows: 24)
    person.send(.syncChanged(.safe.with { $0.account = .noAccount }))
    person.press("A i")
    person.press("ctrl-u")
    person.type("box.example.org:8443")
    person.press("enter")
    person.type("anna")
    person.press("enter enter")
    person.type("hunter2")
    person.press("enter")
    guard case .account(let request)? = person.effects.last else { return person }
    person.send(.accountAnswered(.untrusted(key: key, host: "box.example.org:8443", request: request)))
    return person
  }

  private func places(_ person: Person) -> [SignInPlace] {
    person.effects.compactMap { if case .account(.signIn(let place, _, _)) = $0 { place } else { nil } }
  }

  @Test("Enter reaches the device’s name before the password, and signs in from the last field alone")
  func theDeviceIsNamedBeforeThePassword() {
    var person = Person(.small, columns: 80, rows: 24)
    person.send(.syncChanged(.safe.with { $0.account = .noAccount }))
    person.press("A i ctrl-u")
    person.type("box.example.org\nanna\n")
    person.press("ctrl-u")
    person.type("attic\n")
    person.type("x")
    #expect(places(person).isEmpty)
    person.press("enter")
    #expect(places(person).map(\.device) == ["attic"], "\(person.screen)")
  }

  @Test func theSchemeIsCompletedAndTheKeyIsShown() {
    let person = asked()
    #expect(places(person).map(\.server) == ["https://box.example.org:8443"])
    #expect(person.sees("Trust this server?"))
    #expect(person.sees(key))
    #expect(person.sees("box.example.org:8443"))
  }

  @Test func aTrustedKeyIsPinned() {
    var person = asked()
    person.press("y")
    #expect(places(person).map(\.pin) == [nil, key])
    #expect(person.sees("Asking the server") && !person.sees("not trusted"))
  }

  /// Who has compared the key once is not asked again because of a wrong password, but is for another server.
  @Test func aTrustedServerIsNotAskedAboutAgain() {
    var person = asked()
    person.press("y")
    guard case .account(let request)? = person.effects.last else { Issue.record("nothing was asked"); return }
    person.send(.failed(.account(request), Failure("The account or the password is wrong.")))
    #expect(person.sees("The account or the password is wrong."))
    person.type("hunter3")
    person.press("enter")
    #expect(places(person).map(\.pin) == [nil, key, key])
    guard case .account(let again)? = person.effects.last else { Issue.record("nothing was asked"); return }
    person.send(.failed(.account(again), Failure("The account or the password is wrong.")))
    person.press("up up up ctrl-u")
    person.type("other.example.org")
    person.press("enter enter enter")
    person.type("hunter3")
    person.press("enter")
    #expect(places(person).last?.server == "https://other.example.org" && places(person).last?.pin == nil)
  }

  @Test func enterAloneTrustsNothing() {
    var person = asked()
    person.press("enter")
    #expect(places(person).count == 1)
    #expect(!person.sees("Trust this server?") && person.sees("box.example.org:8443 is not trusted. Nothing was sent."))
    person.press("esc")
    var text = ""
    dump(person.model, to: &text)
    #expect(!text.contains("hunter2"))
  }

  @Test func thisComputerIsAskedWithoutTLS() {
    #expect(ServerAddress.completed(" localhost:8080 ") == "http://localhost:8080")
    #expect(ServerAddress.completed("127.0.0.1:8080") == "http://127.0.0.1:8080")
    #expect(ServerAddress.completed("localhost.example.org") == "https://localhost.example.org")
    #expect(ServerAddress.completed("http://192.168.1.4") == "http://192.168.1.4")
    #expect(ServerAddress.completed(" ") == "")
  }
}
