import Testing

@testable import TerminalDriver

/// The sequence of a notice, for the terminal that shows it.
@Suite struct TerminalNoticeTests {
  private func shown(_ text: String, _ environment: [String: String], isUTF8: Bool = true) -> String {
    String(decoding: TerminalNotice(environment, isUTF8: isUTF8).sequence(text), as: UTF8.self)
  }

  @Test func eachTerminalGetsItsOwn() {
    #expect(shown("3 entries", ["TERM": "xterm-kitty"]) == "\u{1B}]9;3 entries\u{7}")
    #expect(shown("3 entries", ["TERM": "foot"]) == "\u{1B}]777;notify;CloudJournal;3 entries\u{7}")
    #expect(
      shown("3", ["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"]) == "\u{1B}]777;notify;CloudJournal;3\u{7}")
    #expect(shown("3 entries", ["TERM": "linux"]) == "\u{7}")
  }

  @Test func aMultiplexerHandsItOn() {
    #expect(
      shown("3", ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"]) == "\u{1B}Ptmux;\u{1B}\u{1B}]9;3\u{7}\u{1B}\\")
  }

  @Test func aTerminalWithoutUTF8GetsASCIIAlone() {
    #expect(shown("3 from “Л”", ["TERM": "xterm"], isUTF8: false) == "\u{1B}]9;3 from \u{7}")
  }

  @Test func nothingInItsTextEndsIt() {
    let text = shown("a\u{1B}]0;b\u{7};c", ["TERM": "xterm"])
    #expect(text.dropFirst(4).dropLast().allSatisfy { $0 != "\u{1B}" && $0 != "\u{7}" && $0 != ";" }, "\(text)")
  }
}
