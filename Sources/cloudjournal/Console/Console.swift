import Glibc
import JournalApp

/// The terminal, or what stands in for it, as commands see it.
struct Console {
  let isInputTerminal: Bool
  let isOutputTerminal: Bool
  let isErrorTerminal: Bool
  private let wantsStyles: Bool
  let isUTF8: Bool

  init() {
    isInputTerminal = isatty(STDIN_FILENO) == 1
    isOutputTerminal = isatty(STDOUT_FILENO) == 1
    isErrorTerminal = isatty(STDERR_FILENO) == 1
    let terminal = Console.variable("TERM")
    wantsStyles = Console.variable("NO_COLOR") == nil && terminal != nil && terminal != "dumb"
    let locale = Console.variable("LC_ALL") ?? Console.variable("LC_CTYPE") ?? Console.variable("LANG") ?? ""
    isUTF8 = Console.namesUTF8(locale)
  }

  /// Whether a locale such as `en_GB.UTF-8` or `C.utf8@x` has that encoding.
  private static func namesUTF8(_ locale: String) -> Bool {
    guard let point = locale.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let codeset = locale.utf8[locale.utf8.index(after: point)...].prefix { $0 != UInt8(ascii: "@") }
    return codeset.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 } == Array("utf8".utf8).map { $0 | 0x20 }
  }

  /// A variable of the environment; one that is empty counts as not set.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// An empty printout for standard output: styled on a terminal, plain in a pipe.
  var printout: Printout {
    Printout(isStyled: isOutputTerminal && wantsStyles, isASCII: isOutputTerminal && !isUTF8)
  }

  /// The columns in which text is set; nil for a pipe, whose lines are not broken.
  var columns: Int? {
    guard isOutputTerminal else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    // Longer lines are hard to read.
    return min(Int(size.ws_col), 100)
  }

  /// Writes a message to standard error.
  func say(_ sentence: String, _ style: Printout.Style = .plain) {
    var output = messages
    output.addLines(sentence, style)
    output.line()
    writeMessage(output)
  }

  private var messages: Printout {
    Printout(isStyled: isErrorTerminal && wantsStyles, isASCII: isErrorTerminal && !isUTF8)
  }

  private func writeMessage(_ output: Printout) {
    do {
      try StandardStreams.write(output.bytes, to: STDERR_FILENO)
    } catch {
      // Where standard error is closed, there is no one to tell.
    }
  }

  /// Shows how far work has come, on a terminal only; the next message takes the line.
  func progress(_ text: String) {
    guard isErrorTerminal, wantsStyles else { return }
    var output = messages
    output.add(text)
    writeRaw("\r\u{1B}[K")
    writeMessage(output)
  }

  func endProgress() {
    guard isErrorTerminal, wantsStyles else { return }
    writeRaw("\r\u{1B}[K")
  }

  private func writeRaw(_ codes: String) {
    var output = Printout(isStyled: false)
    output.add(harmless: Array(codes.utf8))
    writeMessage(output)
  }

  /// Whether a person can be asked.
  var canAsk: Bool { isInputTerminal && isErrorTerminal }

  /// Asks a question whose answer is No unless it begins with `y`.
  func confirm(_ question: String) -> Bool {
    var output = messages
    output.add("\(question) [y/N] ")
    writeMessage(output)
    let answer = readLine() ?? ""
    return answer.lowercased().hasPrefix("y")
  }

  /// Asks for a word; Enter alone takes the usual one.
  func answer(_ question: String, usual: String) -> String {
    var output = messages
    output.add("\(question) [\(usual)] ")
    writeMessage(output)
    let answer = (readLine() ?? "").drop { $0.isWhitespace }
    return answer.isEmpty ? usual : String(answer)
  }

  /// Asks before something is done that `--yes` would do unasked; without a terminal it is refused.
  func requireConsent(_ question: String, given: Bool) throws {
    if given { return }
    guard canAsk else {
      throw CommandFailure.usage("\(question) There is no terminal to answer on: give --yes if you are sure.")
    }
    guard confirm(question) else { throw CommandFailure(.cancelled, "Nothing was changed.") }
  }
}
