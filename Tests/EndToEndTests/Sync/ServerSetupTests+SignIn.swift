import ScreenKit
import Testing

/// What a person is asked on a terminal, and what the server says to a mistyped command.
extension ServerSetupTests {
  /// On a terminal the key is asked about, and No is the answer of who just presses Enter.
  @Test func onATerminalAPersonComparesTheKey() throws {
    let line = try line(of: try setUp("--user", "ada", "--password-stdin"))
    let server = try serve()
    let journal = try TestJournal()
    let words = Array(line.dropLast(2))
    let pin = try #require(line.last)
    for (answer, follows) in [("\r", "Nothing was sent."), ("y\r", "Name of this device [")] {
      let screen = try journal.start(screen: words, rows: 24, columns: 100)
      try screen.wait(for: "Trust this server?")
      try screen.wait(for: pin)
      screen.type(answer)
      try screen.wait(forOutput: follows)
      if answer != "\r" {
        // Enter takes the name that the computer has.
        screen.type("\r")
        try screen.wait(forOutput: "Password of ada")
        screen.type(TestServer.password + "\r")
        try screen.wait(forOutput: "Signed in as ada")
      }
      #expect(try screen.waitForExit() == (answer == "\r" ? .code(1) : .success))
    }
    try journal.sync()
    try end(server)
  }

  /// A typing error is no reason to begin again: what was settled stays, and the password alone is asked for once more.
  @Test func onATerminalAMistypedPasswordIsAskedForAgain() throws {
    let line = try line(of: try setUp("--user", "ada", "--password-stdin"))
    let server = try serve()
    let journal = try TestJournal()
    let screen = try journal.start(screen: Array(line.dropLast(2)), rows: 24, columns: 100)
    try screen.wait(for: "Trust this server?")
    screen.type("y\r")
    try screen.wait(forOutput: "Name of this device [")
    screen.type("\r")
    try screen.wait(forOutput: "Password of ada")
    screen.type("not it at all\r")
    // The second question comes after what was wrong with the first answer, and what is typed before it is thrown away.
    try screen.wait(until: "it asks again") { screen in
      (0..<24).count { screen.line($0).hasPrefix("Password of ada") } == 2
    }
    screen.type(TestServer.password + "\r")
    try screen.wait(forOutput: "Signed in as ada")
    #expect(try screen.waitForExit() == .success)
    try end(server)
  }

  /// A word that is no command gets the one that it may have been.
  @Test(arguments: [
    (["serv"], "There is no command “serv”. Did you mean “cloudjournal-server serve”?"),
    (["user", "ad"], "There is no command “user ad”. Did you mean “cloudjournal-server user add”?"),
    (["user", "whoami"], "There is no command “user whoami”. There are: add, list"),
  ])
  func aMistypedCommandOfTheServerIsNamed(words: [String], said: String) throws {
    let run = try Program.run([program] + words)
    #expect(run.status == .code(2) && run.errors.contains(said), "\(run)")
  }
}
