import Foundation
import ScreenKit
import Testing

/// Signing in and out from the command line, as scripts do.
@Suite struct AccountTests {
  let server: TestServer
  let journal: TestJournal

  init() throws {
    server = try TestServer()
    journal = try TestJournal()
  }

  private func signIn(_ password: String) throws -> Program.Outcome {
    try journal.run(
      "account", "sign-in", "--server", server.url, "--user", "ada", "--password-stdin", input: password + "\n")
  }

  @Test func aNameAndAPasswordFromStandardInput() throws {
    let wrong = try signIn("not the password")
    #expect(wrong.status == .code(1) && wrong.output.isEmpty)
    #expect(try !journal.run("account", "status", "--json").output.contains("\"available\""))
    #expect(try signIn(TestServer.password).status == .success)
    #expect(try journal.output("account", "status").contains("Signed in as ada"))
    #expect(try journal.output("account", "devices").contains("*"))
    let token = journal.sandbox.path("data/cloudjournal/journals/Personal/session.json")
    let mode = try FileManager.default.attributesOfItem(atPath: token)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    try journal.output("written while signed in")
    try journal.sync()
    try journal.output("account", "sign-out")
    #expect(try journal.entries().count == 1)
    #expect(try journal.run("sync", "--once").status == .code(1))
  }

  @Test func aServerThatIsNoneIsNamed() throws {
    for address in ["http://journal.example.org", "ftp://x", "not an address", "http://127.0.0.1:1"] {
      let outcome = try journal.run(
        "account", "sign-in", "--server", address, "--user", "ada", "--password-stdin", input: "x\n")
      #expect(outcome.status != .success)
      #expect(outcome.errors.contains("cloudjournal: "), "\(outcome)")
      #expect(!outcome.errors.contains("Error("), "\(outcome)")
    }
  }

  /// One file, one account: words of one never go to another.
  @Test func anotherAccountHasAJournalOfItsOwn() throws {
    try journal.output("ada's words")
    try journal.signIn(to: server)
    try journal.sync()
    try server.run("user", "add", "bert", "--password-stdin", input: "another long password\n")
    let token = try #require(try server.run("session", "add", "bert").split(separator: "\n").last)
    let refused = try journal.run("account", "sign-in", "--server", server.url, "--code", input: token + "\n")
    #expect(refused.status != .success && refused.errors.contains("--journal"))
    let taken = try journal.run(
      "account", "sign-in", "--server", server.url, "--code", "--journal", "Bert", input: token + "\n")
    #expect(taken.status == .success, "\(taken)")
    try journal.output("sync", "--once", "--journal", "Bert")
    #expect(try journal.page("list", "--json", "--journal", "Bert").items.isEmpty)
    #expect(try journal.entries().count == 1)
  }

  @Test func whatWasNeverSignedInSaysSo() throws {
    try journal.output("an entry")
    let outcome = try journal.run("sync", "--once")
    #expect(outcome.status == .code(1) && outcome.errors.contains("account sign-in"))
    let status = try journal.run("status", "--json")
    #expect(status.status == .code(1) && status.output.contains("\"account\":\"noAccount\""))
  }
}
