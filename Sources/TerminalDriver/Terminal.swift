import CTerminal
import Glibc
package import TerminalKit

/// A closure on its way through C.
private final class SupervisedCall {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

/// The terminal while the journal's screen is open: frames go out, events come in.
///
/// Belongs to one thread, the one that made it. From ``init(_:waker:width:)`` to ``close()`` the terminal is ours; a
/// crash or `exit()` in between gives it back as well.
package final class Terminal {
  /// The colours that are used; themes are chosen by it.
  package let depth: ColorDepth
  /// The background as far as the environment tells, nil where it does not; ``DriverEvent/background(isDark:)`` may say
  /// better later.
  package let guessesDark: Bool?
  /// The columns of characters as ncurses counts them.
  package let width: LibcWidth
  /// The size as of the last event.
  package internal(set) var size: Size

  let waker: Waker
  let signalDescriptor: Int32
  var painter: Painter
  var parser: InputParser
  var clicks = ClickCounter()
  /// When the parser's timeout ends, milliseconds of the monotonic clock.
  var parserDeadline: Int64?
  /// How often the last question was asked and not answered yet.
  private(set) var answersDue = 0 { didSet { parser.expectsReply = answersDue > 0 } }
  var pictures: Pictures
  /// Events that came outside of `nextEvents`, which returns them when it is called next.
  var pending: [DriverEvent] = []
  private let usesMouse: Bool
  private let crashNote: String
  /// Whether the terminal sends keys by kitty's protocol, in which Esc has a sequence of its own.
  private var tellsKeysApart = false
  /// What is known of the question for the background.
  var background = BackgroundQuestion()
  /// Whether the width of `★` is to be asked, or asked and not told yet.
  var asksForSigns: Bool
  private var hasAskedForSigns = false
  /// The background that the window was given; nil where it has its own.
  private var windowColor: Color?
  private let hasTitle: Bool
  private let isInsideScreen: Bool
  private let notices: TerminalNotice
  private var savedErrors: Int32 = -1
  private(set) var isOpen = true

  /// The signs that this terminal can show.
  package let glyphs: Glyphs
  /// True where text can be struck out.
  package let canStrike: Bool
  /// True where the locale can show more than ASCII.
  package var isUTF8: Bool { width.isUTF8 }

  struct BackgroundQuestion {
    var isAsked = false
    var isTold = false
    var isGivenUp = false
  }

  /// Runs `body` in a process that a second one watches, so that the terminal comes back even after `SIGKILL`; to be
  /// called before any thread is started.
  ///
  /// Costs a fork; where input is no terminal, `body` simply runs. It runs on a thread other than the caller's, and
  /// only there may code wait for another thread: the runtime's locks do not survive a fork on the first one.
  ///
  /// - Throws: the error of `body`.
  package static func supervised(_ body: () throws -> Void) throws {
    var result: Result<Void, any Error> = .success(())
    withoutActuallyEscaping(body) { body in
      let call = SupervisedCall { result = Result { try body() } }
      ct_supervise(
        { Unmanaged<SupervisedCall>.fromOpaque($0!).takeUnretainedValue().run() },
        Unmanaged.passUnretained(call).toOpaque())
    }
    try result.get()
  }

  /// Has the process that watches this one go on watching the program that takes its place, pictures and window
  /// included; to be called right before that.
  package static func handOnGuard() { ct_guard_hand_on() }

  /// Blocks the signals that the event loop reads; to be called before any other thread or task is started.
  package static func blockSignals() { ct_block_signals() }

  /// Takes the terminal over; on failure the terminal is as it was, though the signals may be blocked.
  ///
  /// - Throws: `noTerminal` where input or output is none, `dumbType` or `unknownType` for a terminal that cannot be
  ///   drawn on, `system` where the kernel gives no descriptor for signals.
  package init(_ options: TerminalOptions, waker: Waker, width: LibcWidth) throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
    let kind = try TerminalKind(options)
    ct_block_signals()
    let signals = ct_signal_descriptor()
    guard signals >= 0 else { throw .system("signalfd", errno) }
    ct_remember(STDOUT_FILENO)
    parser = InputParser(backspaceIsControlH: Self.erasesWithControlH(), escapeWait: options.escapeWait)
    guard ct_start(kind.type, STDIN_FILENO, STDOUT_FILENO) else {
      Glibc.close(signals)
      throw .unknownType(kind.type)
    }
    depth = kind.depth
    guessesDark = TerminalTraits.isDark(colorFGBG: options.environment["COLORFGBG"])
    self.width = width
    glyphs = TerminalTraits.glyphs(of: options.environment["TERM"] ?? "", isUTF8: width.isUTF8)
    self.waker = waker
    signalDescriptor = signals
    // It is no colour, and needs no sign beyond ASCII.
    canStrike = ct_capability("smxx") != nil
    painter = Painter(
      depth: kind.depth, colors: kind.colors, pairs: Int(ct_pair_limit()), isASCII: !width.isUTF8,
      canStrike: canStrike)
    pictures = Pictures(
      survey: PictureSurvey(
        wanted: options.pictures, environment: options.environment, depth: kind.depth, isUTF8: width.isUTF8))
    usesMouse = options.usesMouse
    crashNote = options.crashNote
    let term = options.environment["TERM"] ?? ""
    hasTitle = options.title != nil && TerminalTraits.answersQuestions(term)
    isInsideScreen = TerminalTraits.isInsideScreen(options.environment)
    notices = TerminalNotice(options.environment, isUTF8: width.isUTF8)
    asksForSigns = glyphs.charset == .utf8 && TerminalTraits.answersQuestions(term)
    size = Size(rows: 24, columns: 80)
    ct_guard(crashNote, farewell)
    ct_guard_active(true)
    redirectErrors(to: options.logPath)
    var greeting = Sequences.modes(on: true, mouse: usesMouse)
    if hasTitle, let title = options.title {
      greeting += Sequences.saveTitle + Sequences.title(title)
    }
    var questions = pictures.survey.questions
    if TerminalTraits.answersQuestions(term) { questions = Sequences.keyboardQuestion + questions }
    if options.asksForBackground, kind.depth != .none {
      background.isAsked = TerminalTraits.answersQuestions(term)
      if background.isAsked {
        let isInsideTmux = pictures.survey.passage == .tmux
        questions =
          Sequences.backgroundQuestion + (isInsideTmux ? Sequences.backgroundQuestionThroughTmux : "") + questions
      } else if guessesDark == nil {
        pending.append(.backgroundUnknown)
      }
    }
    if !questions.isEmpty {
      greeting += questions + Sequences.lastQuestion
      expectAnswer(true)
    }
    send(greeting)
    measure()
    pictures.lastWindowCell = windowCell
    if pictures.survey.isSettled { settlePictures(&pending) }
  }

  deinit { close() }

  /// Gives the terminal back as it was; the second call does nothing.
  package func close() {
    guard isOpen else { return }
    awaitAnswer()
    hidePictures()
    removeProbe()
    isOpen = false
    pictures.output.close()
    ct_guard_pictures(nil, 0)
    send(farewell)
    ct_stop()
    ct_guard_active(false)
    restoreErrors()
    Glibc.close(signalDescriptor)
  }

  // MARK: Drawing

  /// Shows a frame; only the cells that differ from the last one are sent.
  package func present(_ frame: Frame) {
    guard isOpen else { return }
    if pictures.layer.takesPictures { return drawWithPictures(frame) }
    _ = painter.draw(frame)
    show(frame)
  }

  /// Sends the cells that ncurses has, and puts the cursor in its place.
  func show(_ frame: Frame) {
    let cursor = frame.cursor ?? Position(row: -1, column: 0)
    let isInside = cursor.row < frame.size.rows && cursor.column >= 0 && cursor.column < frame.size.columns
    var bytes: UnsafePointer<UInt8>?
    let count = ct_show(isInside ? Int32(cursor.row) : -1, Int32(cursor.column), &bytes)
    var struck = canStrike ? StruckText.bytes(of: frame, depth: depth) : []
    if asksForSigns, !hasAskedForSigns { struck += askForSigns(over: frame) }
    // In one piece: a terminal that shows half a frame flickers, and each piece is a way through the system.
    let cells = UnsafeRawBufferPointer(start: bytes, count: count)
    if struck.isEmpty { write(cells) } else { send(Array(cells) + struck) }
  }

  /// Once, behind the first frame: nothing waits for the answer.
  private func askForSigns(over frame: Frame) -> [UInt8] {
    hasAskedForSigns = true
    let question = StruckText.widthQuestion(over: frame, depth: depth)
    if question.isEmpty { asksForSigns = false } else { expectAnswer(true) }
    return question
  }

  /// Gives the window around the cells a colour, until the terminal is given back; nil takes its own again.
  package func colorWindow(_ color: Color?) {
    guard isOpen, color != windowColor else { return }
    let former = windowColor
    windowColor = color
    ct_guard_window(color != nil)
    ct_guard(crashNote, farewell)
    if !windowSequence.isEmpty { send(windowSequence) } else if former != nil { send(Sequences.ownWindowColor) }
  }

  private var windowSequence: String {
    switch windowColor {
    case .rgb(let red, let green, let blue)?: Sequences.windowColor(red, green, blue)
    case .ansi, .standard, nil: ""
    }
  }

  /// The next frame is sent whole, whatever the terminal shows now, and its pictures with it.
  package func redraw() {
    pictures.layer.startOver()
    painter.forget()
    ct_repaint()
  }

  /// Hands text to the system's clipboard through the terminal; false where it is too long for that.
  ///
  /// The terminal does not answer whether it takes the text; tmux takes it with `set-clipboard on`.
  package func copyToClipboard(_ text: String) -> Bool {
    guard isOpen, text.utf8.count <= Sequences.clipboardLimit else { return false }
    send(Sequences.clipboard(text, insideScreen: isInsideScreen))
    return true
  }

  /// Rings the bell.
  package func ring() { if isOpen { send("\u{7}") } }

  /// Has the terminal show a notice, where it does that: it does not answer.
  package func notify(_ text: String) { if isOpen { send(notices.sequence(text)) } }

  // MARK: Giving the terminal away

  /// Runs a program on the terminal, such as an editor, and takes the terminal back when it ends.
  ///
  /// - Parameter arguments: the program, found in `PATH`, and its arguments. No shell reads them.
  /// - Throws: `notStarted` where the program cannot be started, `system` where waiting for it fails.
  package func run(_ arguments: [String]) throws(TerminalError) -> ChildExit {
    var result: Result<ChildExit, TerminalError> = .success(.code(0))
    handOff {
      do throws(TerminalError) {
        result = .success(try ChildProcess.run(arguments))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// Stops the program, as Ctrl-Z does in a shell; returns when it goes on. Does nothing where no shell would notice.
  package func suspend() {
    handOff { kill(0, SIGTSTP) }
  }

  /// Leaves the screen while `body` runs, and draws everything anew afterwards, at the size that it has then.
  package func handOff(_ body: () -> Void) {
    guard isOpen else { return body() }
    awaitAnswer()
    hidePictures()
    send(modes(on: false))
    ct_leave()
    ct_guard_active(false)
    ct_allow_stop(true)
    body()
    ct_allow_stop(false)
    ct_guard_active(true)
    dropStaleSignals()
    comeBack()
  }

  /// Sets the terminal's modes again and has the next frame sent whole, after another program had the terminal.
  func comeBack() {
    ct_return()
    send(modes(on: true))
    measure()
    redraw()
    // The caller may not know that the size changed in the meantime.
    pending.append(.input(.resize(size)))
  }

  /// A Ctrl-C that was meant for the other program must not end ours; what asks us to end must.
  private func dropStaleSignals() {
    while case let signal = ct_next_signal(signalDescriptor), signal != 0 {
      if signal == SIGTERM || signal == SIGHUP { pending.append(.quit(signal: signal)) }
    }
  }

  // MARK: Modes

  /// The modes that are set beside ncurses, or put back; the keyboard's first and last, as each screen has its own.
  private func modes(on: Bool) -> String {
    var modes = Sequences.modes(on: on, mouse: usesMouse)
    if windowColor != nil { modes = on ? modes + windowSequence : Sequences.ownWindowColor + modes }
    guard tellsKeysApart else { return modes }
    return on ? modes + Sequences.keyboardOn : Sequences.keyboardOff + modes
  }

  /// All that puts the terminal back beside what ncurses does.
  private var farewell: String { modes(on: false) + (hasTitle ? Sequences.restoreTitle : "") }

  /// The terminal knows kitty's keyboard protocol: from here on Esc need not wait for what may come behind it.
  func tellKeysApart() {
    guard isOpen, !tellsKeysApart else { return }
    tellsKeysApart = true
    // First what a crash sends: to put back what was not changed does no harm.
    ct_guard(crashNote, farewell)
    send(Sequences.keyboardOn)
  }

  // MARK: Helpers

  /// The last question was asked (once more), or answered.
  func expectAnswer(_ expects: Bool) { answersDue = max(0, answersDue + (expects ? 1 : -1)) }

  /// Counts all questions as answered, because no answer will come any more.
  func expectNoAnswer() { answersDue = 0 }

  /// Takes over the size that the terminal has now.
  func measure() {
    var (rows, columns) = (Int32(24), Int32(80))
    guard ct_size(STDOUT_FILENO, &rows, &columns) else { return }
    ct_resize(rows, columns)
    size = Size(rows: Int(rows), columns: Int(columns))
  }

  private func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes(write) }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another program that has the terminal, too, wants it not to wait.
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        if poll(&entry, 1, -1) > 0 || errno == EINTR { continue }
      }
      // A terminal that is gone is noticed by the event loop.
      guard count > 0 else { return }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private static func erasesWithControlH() -> Bool {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return false }
    return withUnsafeBytes(of: modes.c_cc) { $0[Int(VERASE)] == 8 }
  }

  /// Sends to a file what libraries and the runtime write to stderr, if that would go to the terminal.
  private func redirectErrors(to path: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let flags = O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC
    var log = Glibc.open(path, flags, 0o600)
    if log < 0 { log = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC) }
    guard log >= 0 else { return }
    savedErrors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    dup2(log, STDERR_FILENO)
    Glibc.close(log)
  }

  private func restoreErrors() {
    guard savedErrors >= 0 else { return }
    dup2(savedErrors, STDERR_FILENO)
    Glibc.close(savedErrors)
    savedErrors = -1
  }
}
