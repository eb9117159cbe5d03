import CloudClient
import JournalCore
import JournalUI
import Testing

@testable import JournalApp

/// The account view's requests are answered away from the screen, each with its answer or its failure.
@Suite(.timeLimit(.minutes(3))) struct ScreenAccountTests {
  private func account(_ shell: ShellFixture) -> ScreenAccount {
    ScreenAccount(journal: shell.journal, environment: shell.environment) { [messages = shell.messages] in
      messages.post($0)
    }
  }

  @Test func whereNoAccountIsTheDeviceStillHasAName() async throws {
    let shell = try ShellFixture()
    account(shell).perform(.load)
    let overview = try await shell.wait(for: "the overview") { message in
      if case .accountAnswered(.overview(let overview)) = message { overview } else { nil }
    }
    #expect(overview.server == nil && overview.device?.isEmpty == false)
  }

  @Test(arguments: ["ftp://example.org", "http://journal.example.org", "127.0.0.1:9"])
  func anAddressThatCannotBeUsedIsAFailureOfTheRequest(_ address: String) async throws {
    let shell = try ShellFixture()
    let request = AccountRequest.signIn(SignInPlace(server: address), name: "ada", password: Secret("wren-marsh-91"))
    account(shell).perform(request)
    let (failed, why) = try await shell.wait(for: "the failure") { message -> (Effect, Failure)? in
      if case .failed(let effect, let failure) = message { (effect, failure) } else { nil }
    }
    #expect(failed == .account(request))
    #expect(!why.sentence.isEmpty && !why.sentence.contains("wren-marsh"))
    // Nothing half done.
    #expect(try AccountDesk(shell.journal, environment: shell.environment).settings()?.userRecordName == nil)
  }

  @Test(arguments: [
    ("158__54__abc", "158__54__abc"),
    ("http://127.0.0.1:1/?ckWebAuthToken=158__a%2Bb&x=1", "158__a+b"),
    ("https://host/done?ckSession=q1#end", "q1"), ("see ckWebAuthToken=a b", "a"),
  ])
  func theCodeIsFoundInWhatAPersonCopies(_ text: String, _ code: String) {
    #expect(SignInCode.find(in: text) == code)
  }
}
