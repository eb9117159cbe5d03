import Foundation
import ScreenKit
import Testing

/// Ada, Ben and Cleo, each with an account and a computer, and one server between them; their journals are encrypted.
class SealedPeople {
  let server: TestServer
  let ada: TestJournal
  let ben: TestJournal
  let cleo: TestJournal
  static let benAddress = "ben@localhost"
  static let cleoAddress = "cleo@localhost"

  init() throws {
    server = try TestServer()
    ada = try TestJournal()
    ben = try TestJournal()
    cleo = try TestJournal()
    for name in ["ben", "cleo"] {
      try server.run("user", "add", name, "--password-stdin", input: TestServer.password + "\n")
    }
    try signIn(ada, "ada")
    try signIn(ben, "ben")
    try signIn(cleo, "cleo")
  }

  /// Signs in, which founds the keys of the account.
  func signIn(_ journal: TestJournal, _ name: String) throws {
    let token = try #require(try server.run("session", "add", name).split(separator: "\n").last)
    let outcome = try journal.start(
      ["account", "sign-in", "--server", server.url, "--code"], input: "\(token)\n"
    ).finish()
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    try journal.sync()
  }

  /// Another computer of a person's, let in by the recovery key.
  func another(of name: String, _ journal: TestJournal) throws -> TestJournal {
    let other = try TestJournal()
    let token = try #require(try server.run("session", "add", name).split(separator: "\n").last)
    _ = try other.start(["account", "sign-in", "--server", server.url, "--code"], input: "\(token)\n").finish()
    try other.output("account", "recovery", "--enter", input: try journal.output("account", "recovery"))
    try other.sync()
    return other
  }

  /// The folders in which a journal has what others share, by their names.
  func guestFolders(of journal: TestJournal) throws -> [String] {
    let folder = Self.guestFolder(of: journal)
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Where they lie.
  static func guestFolder(of journal: TestJournal) -> String {
    URL(fileURLWithPath: journal.databasePath).deletingLastPathComponent().path + "/shared"
  }

  /// The id of a new entry in a category.
  func file(_ title: String, _ body: String, in category: String, by journal: TestJournal) throws -> String {
    try journal.output("new", "--title", title, "--body", body, "--category", category)
    return try #require(try journal.entries().first { $0.title == title }).id
  }

  /// Ada’s link to a category for one person.
  func share(category: String, with address: String, _ options: String...) throws -> String {
    let outcome = try say(["share", "--category", category, "--with", address, "--yes"] + options, by: ada)
    let line = outcome.output.split(separator: "\n").last {
      $0.hasPrefix("cloudjournal://") || $0.hasPrefix(address)
    }
    return String(try #require(line).split(separator: " ").last ?? "")
  }

  func open(_ link: String, by journal: TestJournal) throws {
    try say(["open", "--yes", "-"], by: journal, input: link + "\n")
  }

  /// What a person has of others, after a synchronisation.
  func titles(_ journal: TestJournal) throws -> Set<String> {
    _ = try journal.run("sync")
    return Set(try shared(with: journal).map(\.title))
  }

  /// The id of a new entry.
  func write(_ title: String, _ body: String, by journal: TestJournal) throws -> String {
    try journal.output("new", "--title", title, "--body", body)
    return try #require(try journal.entries().first { $0.title == title }).id
  }

  /// What a command of sharing answers.
  @discardableResult
  func say(_ arguments: [String], by journal: TestJournal, input: String = "") throws -> Program.Outcome {
    let outcome = try journal.start(arguments, input: input).finish()
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(arguments) → \(outcome)") }
    return outcome
  }

  /// The link for one person.
  func share(_ id: String, with address: String, _ options: String..., by journal: TestJournal) throws -> String {
    let outcome = try say(["share", id, "--with", address, "--yes"] + options, by: journal)
    let line = try #require(
      outcome.output.split(separator: "\n").last { $0.hasPrefix("cloudjournal://") || $0.hasPrefix(address) })
    return String(line.split(separator: " ").last ?? "")
  }

  /// The entries that other people share with the journal’s account.
  func shared(with journal: TestJournal) throws -> [SharedPage.Item] {
    let outcome = try journal.run("list", "--shared", "--json")
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    return try JSONDecoder().decode(SharedPage.self, from: Data(outcome.outputBytes)).items
  }

  /// Which of some words are found in the server's folder, as they are.
  func found(_ words: [String]) throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: server.folder)
    var found: Set<String> = []
    for file in files {
      guard let data = FileManager.default.contents(atPath: "\(server.folder)/\(file)") else { continue }
      for word in words where data.range(of: Data(word.utf8)) != nil { found.insert(word) }
    }
    return found.sorted()
  }
}
