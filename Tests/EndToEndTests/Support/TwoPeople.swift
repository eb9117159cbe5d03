import Foundation
import ScreenKit
import Testing

/// Ada and Ben, each with an account and a computer, and one server between them; their journals travel plain.
class TwoPeople {
  let server: TestServer
  let ada: TestJournal
  let ben: TestJournal
  static let benAddress = "ben@localhost"

  init() throws {
    server = try TestServer()
    ada = try TestJournal()
    ben = try TestJournal()
    try server.run("user", "add", "ben", "--password-stdin", input: TestServer.password + "\n")
    try signIn(ada, "ada")
    try signIn(ben, "ben")
  }

  func signIn(_ journal: TestJournal, _ name: String) throws {
    try journal.output("categories", "add", "Notes of \(name)")
    let token = try #require(try server.run("session", "add", name).split(separator: "\n").last)
    try journal.signIn(at: server.url, session: String(token), on: server, isPlain: true)
    try journal.sync()
  }

  /// The link that a share answers with.
  func share(_ arguments: String..., by journal: TestJournal) throws -> String {
    let outcome = try journal.start(["share"] + arguments + ["--yes"]).finish()
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(arguments) → \(outcome)") }
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The entries that other people share with the journal’s account.
  func shared(with journal: TestJournal) throws -> [SharedPage.Item] {
    let outcome = try journal.run("list", "--shared", "--json")
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    return try JSONDecoder().decode(SharedPage.self, from: Data(outcome.outputBytes)).items
  }
}

/// The answer of `list --shared --json`.
struct SharedPage: Decodable {
  struct Item: Decodable {
    let id: String
    let title: String
    let body: String
    let mood: String?
    let category: String?
    let owner: String
    let permission: String
  }

  let ok: Bool
  let items: [Item]
}
