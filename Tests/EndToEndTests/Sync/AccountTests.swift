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

  @Test func besideAnOpenScreenAJournalWithoutAccountIsNotSaidToSynchronise() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    let outcome = try journal.run("sync")
    #expect(outcome.status == .code(1) && outcome.errors.contains("was never signed in to a server"), "\(outcome)")
    try screen.leave()
  }

  @Test func aNameAndAPasswordFromStandardInput() throws {
    let wrong = try signIn("not the password")
    #expect(wrong.status == .code(1) && wrong.output.isEmpty)
    #expect(try !journal.run("account", "status", "--json").output.contains("\"available\""))
    #expect(try signIn(TestServer.password).status == .success)
    try journal.getKeys(of: server)
    #expect(try journal.output("account", "status").contains("Signed in as ada"))
    // When this one was used last is now.
    let devices = try journal.output("account", "devices")
    let own = devices.split(separator: "\n").filter { $0.hasPrefix("*") }
    #expect(own.count == 1 && own[0].contains(", this one, ") && !own[0].contains("used "), "\(devices)")
    let token = journal.sandbox.path("data/cloudjournal/journals/Personal/session.json")
    let mode = try FileManager.default.attributesOfItem(atPath: token)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    try journal.output("written while signed in")
    try journal.sync()
    try journal.output("account", "sign-out")
    #expect(try journal.entries().count == 1)
    #expect(try journal.run("sync", "--once").status == .code(1))
  }

  @Test func beforeTheFirstFetchAnEmptyListSaysHowToFetch() throws {
    #expect(try journal.run("list").errors.contains("No entries.\n"))
    try journal.signIn(to: server)
    #expect(try journal.run("list").errors.contains("Fetch those on the server with: cloudjournal sync"))
    try journal.sync()
    #expect(try journal.run("list").errors.contains("No entries.\n"))
  }

  /// The journal's name is not asked for where it would be of no use.
  @Test(arguments: [["erase", "--server"], ["sign-out", "--remove"]])
  func whoIsNotSignedInIsToldSoBeforeBeingAsked(command: [String]) throws {
    try journal.output("an entry")
    let outcome = try journal.start(["account"] + command).finish()
    #expect(outcome.status == .code(1))
    #expect(outcome.errors.contains("not signed in") && !outcome.errors.contains("to confirm"), "\(outcome)")
    #expect(try journal.entries().count == 1)
  }

  @Test func erasingSaysWhatGoesWhereAndForWhom() throws {
    try journal.output("an entry")
    let alone = try journal.run("account", "erase", "--here", input: "no\n")
    #expect(alone.errors.contains("there is no other copy."), "\(alone)")
    try journal.signIn(to: server)
    let early = try journal.run("account", "erase", "--here", input: "no\n")
    #expect(early.errors.contains("no other device and would be lost."), "\(early)")
    try journal.sync()
    let here = try journal.run("account", "erase", "--here", input: "no\n")
    #expect(here.errors.contains("forever: every entry with its history"), "\(here)")
    // It is the only device that can read it.
    #expect(here.errors.contains("only the recovery key and your password bring it back."), "\(here)")
    let there = try journal.run("account", "erase", "--server", input: "no\n")
    #expect(there.errors.contains("Every entry of ada on \(server.url) "), "\(there)")
    #expect(there.errors.contains("your other devices keep theirs, too, and ask what to do."), "\(there)")
    #expect(try journal.entries().count == 1)
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

  /// An account that was removed and made anew is another one; to say only that it is another's would puzzle its owner.
  @Test func aNewAccountOfTheSameNameIsSaidToBeNew() throws {
    try journal.output("ada's words")
    try journal.signIn(to: server)
    try journal.sync()
    #expect(throws: (any Error).self) { try server.run("user", "remove", "ada") }
    try server.run("user", "remove", "ada", "--yes")
    try server.run("user", "add", "ada", "--password-stdin", input: TestServer.password + "\n")
    let refused = try signIn(TestServer.password)
    #expect(refused.status != .success && refused.errors.contains("an earlier account named ada"), "\(refused)")
    #expect(try journal.entries().count == 1)
  }

  @Test func whatWasNeverSignedInSaysSo() throws {
    try journal.output("an entry")
    let outcome = try journal.run("sync", "--once")
    #expect(outcome.status == .code(1) && outcome.errors.contains("account sign-in"))
    let status = try journal.run("status", "--json")
    #expect(status.status == .code(1) && status.output.contains("\"account\":\"noAccount\""))
  }

  /// The file of the session has to be for its owner's eyes alone; whatever is asked says so.
  @Test func aSessionThatOthersCanReadIsSaidEverywhere() throws {
    try journal.signIn(to: server)
    try journal.sync()
    let file = journal.sandbox.path("data/cloudjournal/journals/Personal/session.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    for arguments in [["sync", "--once"], ["status"], ["doctor"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status == .code(1), "\(outcome)")
      #expect((outcome.output + outcome.errors).contains("is not for your eyes alone"), "\(outcome)")
    }
  }

  /// What the account's settings would tell others is no way to sign in; what is said has to be true.
  @Test func settingsThatOthersCanReadAreSaidWithWhatToDo() throws {
    try journal.signIn(to: server)
    try journal.sync()
    let file = journal.sandbox.path("data/cloudjournal/journals/Personal/account.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    for arguments in [["sync", "--once"], ["doctor"]] {
      let outcome = try journal.start(arguments).finish()
      let said = outcome.output + outcome.errors
      #expect(outcome.status == .code(1), "\(outcome)")
      #expect(said.contains("chmod go= '\(file)'") && !said.contains("can sign in as you"), "\(outcome)")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try journal.sync()
  }

  /// Every file of the journal is for its owner's eyes alone, and `doctor` says where one is not.
  @Test func theDoctorFindsFilesThatOthersCanRead() throws {
    try journal.signIn(to: server)
    try journal.output("an entry")
    try journal.sync()
    try journal.output("backup")
    #expect(try journal.run("doctor").status == .success)
    let folder = journal.sandbox.path("data/cloudjournal/journals/Personal")
    let backups = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/backups")
    let backup = try #require(backups.first)
    for path in ["\(folder)/sync-status.json", "\(folder)/backups/\(backup)"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    }
    let outcome = try journal.run("doctor")
    #expect(outcome.status == .code(1), "\(outcome)")
    #expect(outcome.output.contains("chmod go= '\(folder)/sync-status.json'"), "\(outcome)")
    #expect(outcome.output.contains("chmod -R go= '\(folder)/backups'"), "\(outcome)")
  }

  @Test func aDeviceThatWasSignedOutElsewhereIsRestrictedAndCommandsNameCommands() throws {
    try journal.signIn(to: server)
    try journal.output("words that stay")
    try journal.sync()
    let other = try TestJournal()
    try other.signIn(to: server)
    try other.endOtherSignIns()
    let outcome = try journal.run("sync", "--once")
    #expect(outcome.status == .code(1) && outcome.errors.contains("This device was signed out"), "\(outcome)")
    #expect(outcome.errors.contains("cloudjournal account sign-in") && !outcome.errors.contains("Press A"))
    #expect(try journal.run("account", "status", "--json").output.contains("\"account\":\"restricted\""))
    // The server's owner has restricted nothing: it is this device that was signed out.
    for command in [["account", "status"], ["status"]] {
      let said = try journal.start(command).finish().output
      #expect(said.lowercased().contains("this device was signed out") && !said.contains("restricted"), "\(said)")
    }
    #expect(try journal.entries().count == 1)
  }

  /// The process that synchronises has noted that all is safe, and has not heard yet that the device was signed out.
  @Test func anotherProcessesNoteIsNotTrustedAfterASignOut() throws {
    try journal.signIn(to: server)
    try journal.output("words that stay")
    try journal.sync()
    let watch = try journal.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    // It says nothing before the work is its own.
    _ = try watch.waitForLine { _ in true }
    #expect(try journal.run("sync", "--once").status == .success)
    watch.signal(SIGSTOP)
    let other = try TestJournal()
    try other.signIn(to: server)
    try other.endOtherSignIns()
    let outcome = try journal.run("sync", "--once")
    #expect(outcome.status == .code(1) && outcome.errors.contains("This device was signed out"), "\(outcome)")
    watch.signal(SIGCONT)
    watch.signal(SIGTERM)
    _ = try watch.finish()
  }

  @Test func ourOwnServerHasOneEnvironmentAndTakesAContainerWithAPassword() throws {
    let refused = try journal.run(
      "account", "sign-in", "--server", server.url, "--environment", "development", "--user", "ada", "--password-stdin",
      input: TestServer.password + "\n")
    #expect(refused.status != .success && refused.errors.contains("has the environment production only"), "\(refused)")
    try journal.signIn(to: server)
    struct Account: Decodable { let apiToken: String }
    let file = journal.sandbox.path("data/cloudjournal/journals/Personal/account.json")
    let token = try JSONDecoder().decode(Account.self, from: Data(contentsOf: URL(filePath: file))).apiToken
    let journal = try TestJournal()
    let taken = try journal.run(
      "account", "sign-in", "--server", server.url, "--container", "iCloud.org.cloudjournal", "--api-token",
      token, "--user", "ada", "--password-stdin", input: TestServer.password + "\n")
    #expect(taken.status == .success, "\(taken)")
    try journal.getKeys(of: server)
    try journal.output("an entry")
    try journal.sync()
  }

  @Test func theConfigurationSaysWhere() throws {
    _ = try journal.sandbox.write(
      "config/cloudjournal/config.toml", "[sync]\nserver = \"\(server.url)\"\n".utf8)
    let outcome = try journal.run(
      "account", "sign-in", "--user", "ada", "--password-stdin", input: TestServer.password + "\n")
    #expect(outcome.status == .success, "\(outcome)")
    _ = try journal.sandbox.write("config/cloudjournal/config.toml", "[sync]\ncontainer = \"iCloud.x\"\n".utf8)
    let half = try journal.run("list")
    #expect(half.status != .success && half.errors.contains("container and api-token belong together"), "\(half)")
  }

  /// The second one waits and takes over, whichever way the first one ends.
  @Test func watchingWaitsForTheScreenAndTakesOver() throws {
    try journal.signIn(to: server)
    let screen = try journal.open()
    try screen.wait(for: "✓ Synced")
    let watch = try journal.start(["sync", "--watch"])
    // It used to end at once.
    #expect(!watch.hasEnded(within: .seconds(3)))
    try screen.leave()
    try journal.output("written afterwards")
    let other = try TestJournal()
    try other.signIn(to: server)
    // It is the watching one that sends it.
    let deadline = ContinuousClock.now + .seconds(60)
    var found = false
    while !found, ContinuousClock.now < deadline {
      try other.sync()
      found = try other.entries().contains { $0.body == "written afterwards" || $0.title == "written afterwards" }
    }
    #expect(found)
    watch.signal(SIGTERM)
    #expect(try watch.finish().status == .success)
  }
}
