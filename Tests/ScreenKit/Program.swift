import CPty
import Glibc

/// A program without a terminal: bytes in, bytes and a status out.
package final class Program {
  /// What a finished program leaves.
  package struct Outcome: Sendable, CustomStringConvertible {
    package let status: ExitStatus
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
    package var description: String { "\(status)\n-- output --\n\(output)\n-- errors --\n\(errors)" }
  }

  package let pid: Int32
  private let command: [String]
  /// Kept as long as the program may run: its files go with it.
  private let sandbox: Sandbox?
  private var input: ArraySlice<UInt8>
  private var stdin: Int32
  private var stdout: Int32
  private var stderr: Int32
  private let processDescriptor: Int32
  private var isCollected = false

  /// Starts a program in a session of its own, so that it cannot reach any terminal.
  ///
  /// - Parameters:
  ///   - input: what it reads on its standard input, after which that ends.
  ///   - sandbox: where the program lives, which stays as long as this does.
  package init(
    _ command: [String], input: some Sequence<UInt8> = [UInt8](), environment: [String: String] = [:],
    directory: String? = nil, sandbox: Sandbox? = nil
  ) throws {
    // A program that ends without reading all its input must not end the tests; it shows as EPIPE instead.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    (self.command, self.sandbox) = (command, sandbox)
    self.input = ArraySlice(input)
    var pipes: [[Int32]] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard cpty_pipe(&ends) == 0 else { throw Failure("no pipe for \(command): \(lastError())") }
      pipes.append(ends)
    }
    let variables = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    let theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
    let started = Result {
      try withExecutionArguments(command, environment: variables) { path, arguments, variables in
        Forking.apart { cpty_spawn_piped(theirs, path, arguments, variables, directory) }
      }
    }
    let error = lastError()
    theirs.forEach { close($0) }
    (stdin, stdout, stderr) = (pipes[0][1], pipes[1][0], pipes[2][0])
    pid = try started.get()
    processDescriptor = pid > 0 ? cpty_process_descriptor(pid) : -1
    guard pid > 0 else {
      isCollected = true
      throw Failure("cannot start \(command): \(error)")
    }
    for descriptor in [stdin, stdout, stderr] { _ = cpty_set_nonblocking(descriptor) }
  }

  deinit {
    if !isCollected, pid > 0 {
      kill(-pid, SIGKILL)
      _ = ExitStatus.collect(pid)
    }
    for descriptor in [stdin, stdout, stderr, processDescriptor] where descriptor >= 0 { close(descriptor) }
  }

  /// Waits until the program has printed a whole line of which `isWanted` is true, and gives it.
  ///
  /// What it has said up to there is no part of ``Outcome/output`` any more.
  package func waitForLine(
    within patience: Duration = Screen.patience, fileID: StaticString = #fileID, line: UInt = #line,
    _ isWanted: (String) -> Bool
  ) throws -> String {
    let deadline = Deadline(after: patience)
    var said: [UInt8] = []
    while true {
      while let end = said.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: said[..<end], as: UTF8.self)
        said.removeSubrange(...end)
        if isWanted(text) { return text }
      }
      guard stdout >= 0, !deadline.hasPassed else {
        throw Failure("\(command) did not say what was waited for", at: place(fileID, line))
      }
      let events = waitForEvents([(stdout, Int32(POLLIN))], until: deadline)
      if events[0] != 0 { take(&stdout, into: &said) }
    }
  }

  /// Waits for the program's end, but no longer than this; false where it still runs.
  ///
  /// What it said stays to be collected by ``finish(within:fileID:line:)``.
  package func hasEnded(within patience: Duration) -> Bool {
    waitForEvents([(processDescriptor, Int32(POLLIN))], until: Deadline(after: patience))[0] != 0
  }

  /// Sends a signal to the program.
  package func signal(_ number: Int32) { kill(pid, number) }

  /// Feeds the program and collects what it says until it has ended.
  ///
  /// - Throws: ``Failure`` with what it said so far when time runs out; the program is then killed.
  package func finish(
    within patience: Duration = Screen.patience, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Outcome {
    let deadline = Deadline(after: patience)
    var output: [UInt8] = []
    var errors: [UInt8] = []
    while stdout >= 0 || stderr >= 0 {
      if input.isEmpty { shut(&stdin) }
      if deadline.hasPassed {
        kill(-pid, SIGKILL)
        let said = String(decoding: output + errors, as: UTF8.self)
        throw Failure(
          "waited \(patience) in vain for the end of \(command); it said:\n\(said)", at: place(fileID, line))
      }
      let events = waitForEvents(
        [(stdin, Int32(POLLOUT)), (stdout, Int32(POLLIN)), (stderr, Int32(POLLIN))], until: deadline)
      // A program may end without reading all: what is left over is nobody's then.
      if events[0] != 0, !writeAvailable(stdin, &input) { input = [] }
      if events[1] != 0 { take(&stdout, into: &output) }
      if events[2] != 0 { take(&stderr, into: &errors) }
    }
    let ended = waitForEvents([(processDescriptor, Int32(POLLIN))], until: deadline)
    guard ended[0] != 0 else {
      kill(-pid, SIGKILL)
      throw Failure("\(command) closed its output and did not end within \(patience)", at: place(fileID, line))
    }
    shut(&stdin)
    isCollected = true
    return Outcome(status: ExitStatus.collect(pid), outputBytes: output, errorBytes: errors)
  }

  /// Starts a program and waits for its end.
  package static func run(
    _ command: [String], input: String = "", environment: [String: String] = [:], directory: String? = nil,
    within patience: Duration = Screen.patience, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Outcome {
    try Program(command, input: input.utf8, environment: environment, directory: directory)
      .finish(within: patience, fileID: fileID, line: line)
  }

  private func take(_ descriptor: inout Int32, into bytes: inout [UInt8]) {
    let (new, isClosed) = readAvailable(descriptor)
    bytes += new
    if isClosed { shut(&descriptor) }
  }

  private func shut(_ descriptor: inout Int32) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
