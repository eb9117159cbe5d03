import Foundation
import Glibc
import ScreenKit
import Testing

/// From nothing to two computers with one journal, by what `init` prints: over TLS, with the server's own certificate.
@Suite struct ServerSetupTests {
  let sandbox: Sandbox
  let program: String
  let port: UInt16

  init() throws {
    sandbox = try Sandbox()
    program = try BuiltProgram.path("cloudjournal-server")
    port = try FreePort.find()
  }

  private var folder: String { sandbox.path("data/server") }

  /// Passwords that are cheap to check.
  var environment: [String: String] {
    sandbox.environment.merging(["CLOUDJOURNAL_SERVER_PASSWORD_COST": "small"]) { $1 }
  }

  func setUp(_ arguments: String..., input: String = TestServer.password + "\n") throws -> Program.Outcome {
    try Program.run(
      [program, "init", "--data", folder, "--host", "127.0.0.1", "--port", "\(port)"] + arguments, input: input,
      environment: environment)
  }

  func serve() throws -> Program {
    let process = try Program(
      [program, "--data", folder, "--log-level", "error"], environment: environment, sandbox: sandbox)
    #expect(try process.waitForLine { $0.hasPrefix("listening on ") } == "listening on https://127.0.0.1:\(port)")
    return process
  }

  /// The words of the line that is to be typed on each computer, without the program's name.
  func line(of outcome: Program.Outcome) throws -> [String] {
    let line = try #require(outcome.output.split(separator: "\n").last?.split(separator: " "))
    #expect(line.first == "cloudjournal")
    return line.dropFirst().map { String($0) }
  }

  private func signIn(_ journal: TestJournal, _ line: [String]) throws -> Program.Outcome {
    try journal.start(line + ["--password-stdin"], input: TestServer.password + "\n").finish()
  }

  @Test func twoComputersShowOneJournal() throws {
    let outcome = try setUp("--user", "ada", "--password-stdin")
    #expect(outcome.status == .success, "\(outcome)")
    let line = try line(of: outcome)
    let server = try serve()
    let (laptop, desktop) = (try TestJournal(), try TestJournal())
    try laptop.output("Written on the laptop")
    for journal in [laptop, desktop] {
      let signedIn = try signIn(journal, line)
      #expect(signedIn.status == .success, "\(signedIn)")
    }
    try laptop.output("account", "approve", try desktop.words().joined(separator: " "))
    try laptop.sync()
    try desktop.sync()
    #expect(try desktop.entries().map(\.title) == ["Written on the laptop"])
    try end(server)

    // The key stays, so that both go on when the server was started anew.
    let again = try setUp()
    #expect(again.status == .success && again.output.contains("is set up already"))
    let key = { (words: [String]) in words.last { $0.hasPrefix("sha256/") } }
    #expect(try key(self.line(of: again)) == key(line))
    let restarted = try serve()
    try desktop.output("Written on the desktop")
    try desktop.sync()
    try laptop.sync()
    #expect(try laptop.entries().count == 2)
    try end(restarted)
  }

  /// Ends a server, and waits until it has gone.
  func end(_ server: Program) throws {
    server.signal(SIGTERM)
    _ = try server.finish()
  }

  /// A journal with an entry that a server has, and the words with which it signed in.
  private func begin() throws -> (line: [String], server: Program, journal: TestJournal) {
    let line = try line(of: try setUp("--user", "ada", "--password-stdin"))
    let server = try serve()
    let journal = try TestJournal()
    try journal.output("Written at the old address")
    #expect(try signIn(journal, line).status == .success)
    try journal.sync()
    return (line, server, journal)
  }

  /// The key says that it is the same server, so the journal goes on with all that it knows of it.
  @Test func aServerAtAnotherAddressKeepsItsAccount() throws {
    let (line, server, journal) = try begin()
    let moved = line.map { $0.replacing("//127.0.0.1:", with: "//localhost:") }
    let outcome = try signIn(journal, moved)
    #expect(outcome.status == .success && outcome.errors.contains("ada@localhost:\(port)"), "\(outcome)")
    #expect(try journal.run("sync").errors.contains("Nothing new."))
    #expect(try journal.output("account", "status").contains("https://localhost:\(port)"))
    try end(server)
  }

  /// The same account on a server with another key could be anyone's copy.
  @Test func anotherKeyAtAnotherAddressIsAnotherServer() throws {
    let (line, server, journal) = try begin()
    try end(server)
    for name in ["tls", "server.toml"] { try FileManager.default.removeItem(atPath: folder + "/" + name) }
    let other = try self.line(of: try setUp()).map { $0.replacing("//127.0.0.1:", with: "//localhost:") }
    #expect(other.last != line.last)
    let copy = try serve()
    let refused = try signIn(journal, other)
    #expect(refused.status == .code(1) && refused.errors.contains("gets a journal of its own"), "\(refused)")
    try end(copy)
  }

  /// Devices know the server by its key: a lost one is not silently another.
  @Test func aLostKeyIsSaidWithWhatToDo() throws {
    _ = try setUp("--user", "ada", "--password-stdin")
    try FileManager.default.removeItem(atPath: folder + "/tls")
    for words in [["serve", "--data", folder], ["init", "--data", folder, "--password-stdin"]] {
      let outcome = try Program.run([program] + words, environment: environment)
      #expect(outcome.status == .code(1), "\(outcome)")
      #expect(outcome.errors.contains("is missing. Put the folder tls back from a backup"), "\(outcome)")
    }
  }

  /// A bare address of this computer is taken as http, and this server answers nothing to that.
  @Test func anAddressWithoutItsSchemeIsToldWhatItLacks() throws {
    _ = try setUp("--user", "ada", "--password-stdin")
    let server = try serve()
    let journal = try TestJournal()
    let refused = try signIn(journal, ["account", "sign-in", "--server", "localhost:\(port)", "--user", "ada"])
    #expect(refused.status == .code(1), "\(refused)")
    #expect(refused.errors.contains("If the server uses HTTPS, give its address with https://."), "\(refused)")
    try end(server)
  }

  /// The unit says what systemd understands, whatever the folder is called, and what it starts is the server.
  @Test func theUnitForSystemdStartsTheServer() throws {
    let folder = sandbox.path("data/a server's \"folder\" $HOME 100 %d")
    let outcome = try Program.run(
      [
        program, "init", "--data", folder, "--host", "127.0.0.1", "--port", "\(port)", "--user", "ada",
        "--password-stdin",
      ],
      input: TestServer.password + "\n", environment: environment)
    #expect(outcome.status == .success, "\(outcome)")
    let unit = folder + "/cloudjournal-server.service"
    if access("/usr/bin/systemd-analyze", X_OK) == 0 {
      let verdict = try Program.run(
        ["/usr/bin/systemd-analyze", "verify", "--user", unit],
        environment: environment.merging(["XDG_RUNTIME_DIR": sandbox.path("data")]) { $1 })
      #expect(verdict.status == .success && verdict.errors.isEmpty, "\(verdict)")
    }
    let text = try String(contentsOfFile: unit, encoding: .utf8)
    #expect(text.contains("\nRestart=on-failure\nRestartSec=5\n") && text.contains("\nWantedBy=default.target\n"))
    let start = try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    let words = Self.words(ofCommand: String(start.dropFirst("ExecStart=".count)))
    #expect(words == [program, "serve", "--data", folder])
    let process = try Program(words, environment: environment, sandbox: sandbox)
    #expect(try process.waitForLine { $0.hasPrefix("listening on ") } == "listening on https://127.0.0.1:\(port)")
    try end(process)
  }

  /// The words of a command as systemd reads them (systemd.service(5)).
  private static func words(ofCommand line: String) -> [String] {
    var (words, word) = ([String](), "")
    var (isQuoted, isEscaped) = (false, false)
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return (words + [word]).map { $0.replacing("%%", with: "%").replacing("$$", with: "$") }
  }

  /// What is printed again can be typed as it stands: the only account is named, and one that is missing is to be made.
  @Test func initDoneAgainNamesTheAccount() throws {
    let first = try line(of: try setUp("--user", "ada", "--password-stdin"))
    #expect(try line(of: setUp()) == first)
    let missing = try setUp("--user", "bert")
    #expect(missing.status == .success && missing.output.contains(" user add bert --data "), "\(missing)")
    #expect(try line(of: missing).contains("bert"))
    let added = try Program.run(
      [program, "user", "add", "bert", "--password-stdin", "--data", folder], input: TestServer.password + "\n",
      environment: environment)
    #expect(added.status == .success, "\(added)")
    #expect(!(try setUp("--user", "bert").output.contains("Make an account")))
    let either = try setUp()
    #expect(try line(of: either).contains("NAME") && !either.output.contains("Make an account"), "\(either)")
  }

  @Test func onATerminalTheLineIsAQRCodeWhereThereIsRoom() throws {
    #expect(try setUp("--user", "ada", "--password-stdin").status == .success)
    for columns in [100, 40] {
      let screen = try Screen(
        [program, "init", "--data", folder, "--user", "ada"], rows: 60, columns: columns, environment: environment,
        sandbox: sandbox)
      #expect(try screen.waitForExit() == .success)
      #expect(screen.outputText.contains("--pin sha256/"))
      let rows = screen.outputText.components(separatedBy: "\u{1B}[30;107m").dropFirst().map { part in
        String(part.components(separatedBy: "\u{1B}").first ?? "")
      }
      guard columns == 100 else {
        #expect(rows.isEmpty && !screen.outputText.contains("QR code"), "\(screen.picture)")
        continue
      }
      // Four light modules around it, and the marks in three of its corners.
      let mark = "█▀▀▀▀▀█"
      let width = (rows.first?.count ?? 0) - 8
      try #require(width >= 21 && (width - 17).isMultiple(of: 4) && rows.count == (width + 9) / 2, "\(screen.picture)")
      let bottom = rows[2 + (width - 7) / 2].dropFirst(4)
      #expect(rows[2].dropFirst(4).hasPrefix(mark) && rows[2].dropLast(4).hasSuffix(mark), "\(screen.picture)")
      #expect(bottom.hasPrefix(mark) && !bottom.dropLast(4).hasSuffix(mark), "\(screen.picture)")
    }
    #expect(!(try setUp()).output.contains("█"))
  }

  @Test func checkLooksAtTheCertificate() throws {
    #expect(try setUp("--user", "ada", "--password-stdin").status == .success)
    func check() throws -> Program.Outcome {
      try Program.run([program, "check", "--data", folder], environment: environment)
    }
    let sound = try check()
    #expect(sound.status == .success && sound.output.contains("The certificate fits its key."), "\(sound)")
    let configuration = try String(contentsOfFile: folder + "/server.toml", encoding: .utf8)
    let key = try #require(configuration.split(separator: "\n").first { $0.hasPrefix("tls-key") })
    let path = try #require(key.split(separator: "\"").last.map { String($0) })
    let other = try Program.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    try other.output.write(toFile: path.hasPrefix("/") ? path : folder + "/" + path, atomically: true, encoding: .utf8)
    let wrong = try check()
    #expect(wrong.status != .success && wrong.errors.contains("do not make a pair"), "\(wrong)")
  }

  @Test func aServerThatIsNotTrustedGetsNoPassword() throws {
    let line = try line(of: try setUp("--user", "ada", "--password-stdin"))
    let server = try serve()
    let journal = try TestJournal()
    let pin = try #require(line.last)
    let unpinned = try signIn(journal, Array(line.dropLast(2)))
    #expect(unpinned.status == .code(1) && unpinned.errors.contains("--pin \(pin)"), "\(unpinned)")
    let wrong = "sha256/" + String(repeating: "A", count: 43) + "="
    let mistaken = try signIn(journal, line.dropLast() + [wrong])
    #expect(mistaken.status == .code(1), "\(mistaken)")
    #expect(mistaken.errors.contains(pin) && mistaken.errors.contains(wrong), "\(mistaken)")
    #expect(try journal.run("account", "status", "--json").output.contains("\"noAccount\""))
    try end(server)
  }

  /// The password is typed twice and never shown. Two that differ are asked for again, three times at most; these, and
  /// Ctrl-C, make nothing and leave the terminal as it was.
  @Test(arguments: ["same", "other", "mended", "interrupt"])
  func onATerminalThePasswordIsTypedTwice(_ second: String) throws {
    let words = ["init", "--data", folder, "--host", "127.0.0.1", "--port", "\(port)", "--user", "ada"]
    let screen = try Screen([program] + words, rows: 24, columns: 100, environment: environment, sandbox: sandbox)
    try screen.wait(forOutput: "Password for ada")
    screen.type(TestServer.password + "\r")
    try screen.wait(forOutput: "Password again")
    let isSame = second == "same" || second == "mended"
    switch second {
    case "same": screen.type(TestServer.password + "\r")
    case "interrupt": screen.type("\u{3}")
    default:
      screen.type("another one\r")
      // Both are typed anew.
      for time in 2...(isSame ? 2 : 3) {
        func wait(for words: String) throws {
          try screen.wait(until: "“\(words)” is asked \(time) times") {
            $0.outputText.components(separatedBy: words).count > time
          }
        }
        try wait(for: "Password for ada")
        screen.type(TestServer.password + "\r")
        try wait(for: "Password again")
        screen.type((isSame ? TestServer.password : "another one") + "\r")
      }
    }
    #expect(try screen.waitForExit() == (isSame ? .success : .code(1)))
    let output = String(decoding: screen.rawOutput, as: UTF8.self)
    #expect(!output.contains(TestServer.password))
    #expect(
      output.contains(second == "other" ? "passwords differ. Nothing" : isSame ? "--pin" : "Nothing was changed"))
    #expect((access(folder + "/server.toml", F_OK) == 0) == isSame)
  }

  /// Where the environment names no one, the system knows who runs the program.
  @Test func theFirstAccountHasThePersonsName() throws {
    var environment = environment
    (environment["USER"], environment["LOGNAME"]) = ("", nil)
    let outcome = try Program.run(
      [program, "init", "--data", folder, "--host", "127.0.0.1", "--port", "\(port)", "--password-stdin"],
      input: TestServer.password + "\n", environment: environment)
    let name = try #require(getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) })
    #expect(outcome.output.contains(" --user \(name) --pin "), "\(outcome)")
    environment["USER"] = "J. Müller"
    let refused = try Program.run(
      [program, "init", "--data", folder + "2", "--password-stdin"], input: TestServer.password + "\n",
      environment: environment)
    #expect(refused.status == .code(1) && refused.errors.contains("Give one with --user NAME."), "\(refused)")
  }

  /// The words are those of the other program.
  @Test(arguments: [
    (["init", "--foo"], "There is no option --foo. Did you mean --host? See “cloudjournal-server init --help”."),
    (["user", "add"], "Give a name. See “cloudjournal-server user add --help”."),
    (["init", "--port", "x"], "“x” is not a value of --port <number>. See “cloudjournal-server init --help”."),
    (
      ["nonsense"],
      "There is no command “nonsense”. There are: serve, init, user, session, token, container, backup, restore, "
        + "check."
    ),
    (["user", "add", "ada", "b", "c"], "“b”, “c” are too many words. See “cloudjournal-server user add --help”."),
    (["user", "quota", "ada"], "Name the size. See “cloudjournal-server user quota --help”."),
  ])
  func mistakesAreSaidInWordsOfOurs(arguments: [String], words: String) throws {
    let outcome = try Program.run([program] + arguments, environment: environment)
    #expect(outcome.status == .code(2) && outcome.errors == "cloudjournal-server: \(words)\n", "\(outcome)")
  }

  @Test func nothingIsMadeForAnAnswerThatIsNoGood() throws {
    for (arguments, input) in [
      (["--user", "ada", "--password-stdin"], "short\n"),
      (["--user", "not a name", "--password-stdin"], "long enough\n"),
      (["--user", "ada", "--password-stdin", "--host", "no host"], TestServer.password + "\n"),
    ] {
      let outcome = try Program.run(
        [program, "init", "--data", folder, "--port", "\(port)"] + arguments, input: input, environment: environment)
      #expect(outcome.status == .code(1), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: folder), "\(outcome)")
    }
  }

  /// A folder whose settings were written by hand is left as it is.
  @Test func settingsOfAPersonAreNotTouched() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/server.toml"
    try "port = 9000\n".write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try setUp("--user", "ada", "--password-stdin")
    #expect(outcome.status == .code(1) && outcome.errors.contains("not written by init"), "\(outcome)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "port = 9000\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["server.toml"])
  }
}

/// A port of loopback that no program listens on at the moment.
enum FreePort {
  static func find() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw UnexpectedOutcome(description: "no socket") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw UnexpectedOutcome(description: "no free port") }
    return UInt16(bigEndian: address.sin_port)
  }
}
