import CPty
import CVTerm
import Glibc

/// A program in a terminal of its own: what it draws is read back cell by cell, what is typed is sent as bytes.
///
/// Every wait is for a condition and returns as soon as it holds; nothing sleeps. A wait in vain throws a ``Failure``
/// that shows the screen. The terminal answers device attribute, cursor position and colour queries as a real one does.
package final class Screen {
  package private(set) var rows: Int
  package private(set) var columns: Int
  package let pid: Int32
  /// How the program ended; nil while it runs.
  package private(set) var exitStatus: ExitStatus?
  /// Every byte that the program wrote, in order.
  package private(set) var rawOutput: [UInt8] = []
  /// Modes, title and commands of the stream so far.
  package private(set) var scanner: OutputScanner
  /// What the terminal answers to a query for its background (`OSC 11`); nil means that it stays silent.
  package let backgroundColor: String?
  /// True for a terminal that answers no question; a test may answer in its place, when and how it likes.
  package let isSilent: Bool
  /// True for a terminal that knows kitty's keyboard protocol: it says so, and sends Esc by it where that is wanted.
  package let knowsKeyboardProtocol: Bool

  /// Kept as long as the program may run: its files go with it.
  private let sandbox: Sandbox?
  private let terminal: OpaquePointer
  let cells: OpaquePointer
  private var master: Int32
  /// Whether everything that the program wrote is here, since it has closed its side.
  private var isDrained = false
  private let processDescriptor: Int32
  private var input: ArraySlice<UInt8> = []
  private var answeredCommands = 0
  private var answeredKeyboardQuestions = 0
  private var filter = CommandFilter()

  /// How long a wait may take: far longer than anything needs on a busy machine, since success ends it at once.
  package static let patience = Duration.seconds(20)

  /// Starts `command` in a terminal of this size.
  ///
  /// - Parameters:
  ///   - environment: the whole environment, apart from defaults for TERM, LANG and PATH.
  ///   - backgroundColor: as in `rgb:1010/1414/1818`.
  ///   - isSilent: answers nothing by itself.
  ///   - knowsKeyboardProtocol: has kitty's keyboard protocol.
  ///   - sandbox: where the program lives, which stays as long as this does.
  /// - Throws: ``Failure`` when the program cannot be executed.
  package init(
    _ command: [String], rows: Int = 24, columns: Int = 80, environment: [String: String] = [:],
    directory: String? = nil, backgroundColor: String? = nil, isSilent: Bool = false,
    knowsKeyboardProtocol: Bool = false, sandbox: Sandbox? = nil
  ) throws {
    let defaults = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let variables = defaults.merging(environment) { $1 }
    var master: Int32 = -1
    let pid = try withExecutionArguments(command, environment: variables) { path, arguments, variables in
      Forking.apart {
        cpty_spawn(&master, Int32(rows), Int32(columns), path, arguments, variables, directory)
      }
    }
    guard pid > 0 else { throw Failure("cannot start \(command): \(lastError())") }
    (self.rows, self.columns, self.pid, self.master) = (rows, columns, pid, master)
    (self.backgroundColor, self.isSilent) = (backgroundColor, isSilent)
    (self.knowsKeyboardProtocol, self.sandbox) = (knowsKeyboardProtocol, sandbox)
    scanner = OutputScanner(rows: rows)
    processDescriptor = cpty_process_descriptor(pid)
    terminal = vterm_new(Int32(rows), Int32(columns))
    vterm_set_utf8(terminal, 1)
    cells = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(cells, 1)
    vterm_screen_reset(cells, 1)
    guard cpty_set_nonblocking(master) == 0, processDescriptor >= 0 else {
      throw Failure("cannot watch \(command): \(lastError())")
    }
  }

  deinit {
    if exitStatus == nil {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      _ = ExitStatus.collect(pid)
    }
    if master >= 0 { close(master) }
    if processDescriptor >= 0 { close(processDescriptor) }
    vterm_free(terminal)
  }

  /// Where the cursor is, counted from 0.
  package var cursor: (row: Int, column: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return (Int(position.row), Int(position.col))
  }

  // MARK: Acting

  /// Types these bytes; they are delivered as the program reads them.
  package func send(_ bytes: some Sequence<UInt8>) {
    input.append(contentsOf: bytes)
    if master >= 0 { _ = writeAvailable(master, &input) }
  }

  /// Changes the terminal's size; the program is told by SIGWINCH.
  package func resize(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    vterm_set_size(terminal, Int32(rows), Int32(columns))
    scanner.resize(rows: rows)
    cpty_resize(master, Int32(rows), Int32(columns))
  }

  /// Sends a signal to the program itself.
  package func signal(_ number: Int32) { kill(pid, number) }

  /// Closes the terminal as a lost connection does: the program gets SIGHUP and can read and write no more.
  package func hangUp() {
    guard master >= 0 else { return }
    close(master)
    master = -1
  }

  // MARK: Waiting

  /// Takes in output until the condition holds.
  ///
  /// - Throws: ``Failure`` with the screen when time runs out or the program ends before.
  package func wait(
    until what: String, within patience: Duration = Screen.patience, fileID: StaticString = #fileID,
    line: UInt = #line, _ condition: (Screen) -> Bool
  ) throws {
    let deadline = Deadline(after: patience)
    while !condition(self) {
      if let exitStatus {
        throw Failure("ended (\(exitStatus)) before \(what)\n\(picture)", at: place(fileID, line))
      }
      if deadline.hasPassed {
        throw Failure("waited \(patience) in vain until \(what)\n\(picture)", at: place(fileID, line))
      }
      step(until: deadline)
    }
  }

  /// Takes in output until the condition holds, but no longer than this.
  ///
  /// - Returns: whether it holds.
  package func settled(within patience: Duration, _ condition: (Screen) -> Bool) -> Bool {
    let deadline = Deadline(after: patience)
    while !condition(self), exitStatus == nil, !deadline.hasPassed { step(until: deadline) }
    return condition(self)
  }

  /// Takes in output until the program has ended and everything it wrote is here.
  @discardableResult
  package func waitForExit(
    within patience: Duration = Screen.patience, fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> ExitStatus {
    let deadline = Deadline(after: patience)
    while true {
      if let exitStatus { return exitStatus }
      if deadline.hasPassed {
        throw Failure("waited \(patience) in vain for the end\n\(picture)", at: place(fileID, line))
      }
      step(until: deadline)
    }
  }

  /// One turn: waits for output, for room to write or for the end, and deals with it.
  private func step(until deadline: Deadline) {
    let wanted = input.isEmpty ? POLLIN : POLLIN | POLLOUT
    let events = waitForEvents(
      [(isDrained ? -1 : master, Int32(wanted)), (processDescriptor, Int32(POLLIN))], until: deadline)
    if events[0] & Int32(POLLOUT) != 0 { _ = writeAvailable(master, &input) }
    var isClosed = master < 0 || isDrained
    if events[0] & Int32(POLLIN | POLLHUP | POLLERR) != 0 { isClosed = takeOutput() }
    if events[1] != 0 {
      // What was written just before the end may still be on its way; the terminal says when nothing more comes.
      // Only a process left behind in the terminal could keep it open, hence the limit.
      let last = Deadline(after: .seconds(1))
      while !isClosed, !last.hasPassed {
        _ = waitForEvents([(master, Int32(POLLIN))], until: last)
        isClosed = takeOutput()
      }
      exitStatus = ExitStatus.collect(pid)
    } else if isClosed {
      // The program has closed its side and lives on: wait for its end alone. Our side stays open, since closing it
      // sends SIGHUP, which would kill a program between its last `close` and its exit.
      isDrained = true
    }
  }

  /// - Returns: whether the terminal is closed on the program's side.
  private func takeOutput() -> Bool {
    guard master >= 0 else { return true }
    let (bytes, isClosed) = readAvailable(master)
    guard !bytes.isEmpty else { return isClosed }
    rawOutput += bytes
    scanner.scan(bytes)
    filter.filter(bytes).withUnsafeBytes { buffer in
      _ = vterm_input_write(terminal, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
    answer()
    return isClosed
  }

  /// Sends the replies of the emulator, and those that it does not know.
  private func answer() {
    var replies = [CChar](repeating: 0, count: 4096)
    if knowsKeyboardProtocol, scanner.keyboardQuestions > answeredKeyboardQuestions {
      // Before the answer to DA1, which ends a series of questions.
      answeredKeyboardQuestions = scanner.keyboardQuestions
      send("\u{1B}[?\(scanner.hasKeyboardProtocol ? 5 : 0)u".utf8)
    }
    while true {
      let count = vterm_output_read(terminal, &replies, replies.count)
      guard count > 0 else { break }
      if !isSilent { send(replies[..<count].map { UInt8(bitPattern: $0) }) }
    }
    let new = scanner.commands[min(answeredCommands, scanner.commands.count)...]
    answeredCommands = scanner.commands.count
    if let backgroundColor, new.contains("11;?") { send("\u{1B}]11;\(backgroundColor)\u{1B}\\".utf8) }
  }
}
