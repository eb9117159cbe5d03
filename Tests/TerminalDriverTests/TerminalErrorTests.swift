import Glibc
import TerminalDriver
import Testing

@Suite struct TerminalErrorTests {
  /// A person whose editor ran has a screen, and is not told that it cannot be opened.
  @Test func aSentenceSaysWhatWentWrong() {
    let lost = TerminalError.notAwaited(program: "vim", ECHILD)
    #expect(lost.description == "“vim” was started, and how it ended is not known: No child processes.")
    let refused = TerminalError.system("eventfd", EMFILE)
    #expect(refused.description == "The journal’s screen cannot be opened: eventfd: Too many open files.")
  }
}
