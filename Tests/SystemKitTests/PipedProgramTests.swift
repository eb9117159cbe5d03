import SystemKit
import Testing

/// Another program that answers line by line.
@Suite struct PipedProgramTests {
  private let shell = "/bin/sh"

  @Test func linesGoToAndFro() throws {
    let program = try PipedProgram(shell, ["-c", "while read line; do echo \"<$line>\"; done"], environment: [])
    try program.send(Array("one\ntwo\n".utf8))
    #expect(try program.line(within: 20) == "<one>")
    #expect(try program.line(within: 20) == "<two>")
    program.finishSending()
    #expect(try program.line(within: 20) == nil)
  }

  @Test func itBeginsInTheRootFolderWithItsOwnVariables() throws {
    let program = try PipedProgram(shell, ["-c", "pwd; echo \"$NAME\"; echo wrong >&2"], environment: ["NAME=value"])
    #expect(try program.line(within: 20) == "/")
    #expect(try program.line(within: 20) == "value")
    #expect(try program.line(within: 20) == nil)
    let loud = try PipedProgram(shell, ["-c", "echo wrong >&2"], environment: [], readsErrors: true)
    #expect(try loud.line(within: 20) == "wrong")
  }

  @Test func onePastItsEndTakesNothing() throws {
    let program = try PipedProgram(shell, ["-c", "exec cat"], environment: [])
    program.end()
    program.end()
    #expect(throws: SystemError.self) { try program.send([10]) }
    #expect(throws: SystemError.self) { try PipedProgram("/no/such/program", [], environment: []) }
  }

  @Test func programsAreFoundInAbsoluteFoldersOnly() {
    #expect(PipedProgram.path(of: "sh", in: "bin:/nowhere:/bin") == "/bin/sh")
    #expect(PipedProgram.path(of: "sh", in: "bin:.:") == nil)
  }
}
