import Glibc
import ScreenKit
import Testing

@Suite struct ProgramTests {
  @Test func inputOutputAndStatusAreKeptApart() throws {
    let outcome = try Program.run(["sh", "-c", "cat; echo complaint >&2; exit 5"], input: "words\n")
    #expect(outcome.output == "words\n")
    #expect(outcome.errors == "complaint\n")
    #expect(outcome.status == .code(5))
  }

  @Test func thereIsNoTerminal() throws {
    let outcome = try Program.run(["sh", "-c", "test -t 0 || test -t 1 || test -t 2 || (: </dev/tty) 2>/dev/null"])
    #expect(outcome.status != .success)
  }

  @Test func largeStreamsDoNotBlockEachOther() throws {
    let text = String(repeating: "a line that goes through\n", count: 40_000)
    let outcome = try Program.run(["sh", "-c", "tee /dev/stderr"], input: text)
    #expect(outcome.output == text)
    #expect(outcome.errors == text)
  }

  @Test func aProgramNeedNotReadItsInput() throws {
    let text = String(repeating: "ignored\n", count: 100_000)
    #expect(try Program.run(["true"], input: text).status == .success)
  }

  @Test func onlyTheGivenEnvironmentIsSeen() throws {
    let outcome = try Program.run(["env"], environment: ["ANSWER": "42"])
    #expect(outcome.output == "ANSWER=42\nLANG=C.UTF-8\nPATH=/usr/bin:/bin\n")
  }

  @Test func severalRunAtOnce() throws {
    let programs = try (0..<10).map { try Program(["sh", "-c", "read -r word; echo $word"], input: "n\($0)\n".utf8) }
    let said = try programs.map { try $0.finish().output }
    #expect(said == (0..<10).map { "n\($0)\n" })
  }

  @Test func signalsAreTold() throws {
    let program = try Program(["sleep", "60"])
    program.signal(SIGINT)
    #expect(try program.finish().status == .signal(SIGINT))
  }

  @Test func whatTakesTooLongIsEnded() throws {
    let program = try Program(["sh", "-c", "echo started; exec sleep 60"])
    let failure = #expect(throws: Failure.self) { try program.finish(within: .milliseconds(300)) }
    #expect(try #require(failure).description.contains("sleep 60"))
  }
}

@Suite struct SandboxTests {
  @Test func aSandboxIsPrivateAndGoes() throws {
    var place = ""
    do {
      let sandbox = try Sandbox()
      place = sandbox.path("")
      try sandbox.write("data/deep/file", "x".utf8)
      #expect(sandbox.exists("data/deep/file"))
      let outcome = try Program.run(["sh", "-c", "echo $HOME $XDG_DATA_HOME"], environment: sandbox.environment)
      #expect(outcome.output == "\(sandbox.path("home")) \(sandbox.path("data"))\n")
      chmod(sandbox.path("data/deep"), 0o500)
    }
    #expect(access(place, F_OK) != 0)
  }

  @Test func scriptsRun() throws {
    let sandbox = try Sandbox()
    let script = try sandbox.script("editor", "echo \"edited $1\"")
    #expect(try Program.run([script, "file"]).output == "edited file\n")
  }
}
