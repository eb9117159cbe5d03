import ScreenKit
import Testing

@Suite struct OutputScannerTests {
  private func scan(_ text: String) -> OutputScanner {
    var scanner = OutputScanner(rows: 24)
    scanner.scan(text.utf8)
    return scanner
  }

  @Test func aFreshTerminalHasNoLeaks() {
    #expect(scan("plain text\r\n").leakedModes == [])
  }

  @Test(arguments: [
    ("\u{1B}[?1049h", "alternate screen", "\u{1B}[?1049l"),
    ("\u{1B}[?25l", "cursor hidden", "\u{1B}[?25h"),
    ("\u{1B}[?1000h\u{1B}[?1006h", "mouse reporting", "\u{1B}[?1000;1006l"),
    ("\u{1B}[?2004h", "bracketed paste", "\u{1B}[?2004l"),
    ("\u{1B}[?1004h", "focus reporting", "\u{1B}[?1004l"),
    ("\u{1B}[?1h", "application cursor keys", "\u{1B}[?1l"),
    ("\u{1B}=", "application keypad", "\u{1B}>"),
    ("\u{1B}[>1u", "keyboard protocol", "\u{1B}[<u"),
    ("\u{1B}[>4;2m", "modifyOtherKeys", "\u{1B}[>4m"),
    ("\u{1B}[?7l", "no line wrap", "\u{1B}[?7h"),
    ("\u{1B}[22;0;0t", "title pushed", "\u{1B}[23;0;0t"),
    ("\u{1B}(0", "graphics character set", "\u{1B}(B"),
    ("\u{1B}[1;38;2;7;7;7m", "attributes [1, 30]", "\u{1B}[m"),
    ("\u{1B}[31;48;5;4m", "attributes [30, 40]", "\u{1B}[39;49m"),
    ("\u{1B}[2;10r", "scroll margins 2-10", "\u{1B}[r"),
    ("\u{1B}[2 q", "cursor shape", "\u{1B}[0 q"),
    ("\u{1B}]11;#000000\u{7}", "changed colours [\"OSC 11\"]", "\u{1B}]111\u{7}"),
    ("\u{1B}[?2026h", "mode 2026", "\u{1B}[?2026l"),
    ("\u{1B}[?1036s\u{1B}[?1036h", "mode 1036", "\u{1B}[?1036r"),
  ])
  func whatIsSwitchedOnIsNamedUntilItIsSwitchedOff(on: String, name: String, off: String) {
    #expect(scan(on).leakedModes == [name])
    #expect(scan(on + off).leakedModes == [])
  }

  @Test func sequencesMayBeCutAnywhere() {
    let bytes = Array("a\u{1B}[?1049h\u{1B}]0;titel ü\u{1B}\\\u{1B}[1;31mb\u{1B}[0m\u{1B}[?1049l".utf8)
    for cut in bytes.indices {
      var scanner = OutputScanner(rows: 24)
      scanner.scan(bytes[..<cut])
      scanner.scan(bytes[cut...])
      #expect(scanner.leakedModes == [])
      #expect(scanner.title == "titel ü")
    }
  }

  @Test func commandsAreKept() {
    let scanner = scan("\u{1B}]52;c;aGk=\u{7}\u{1B}]11;?\u{1B}\\")
    #expect(scanner.commands == ["52;c;aGk=", "11;?"])
    #expect(scanner.leakedModes == [])
  }

  @Test func stringsOfOtherKindsAreSkipped() {
    #expect(scan("\u{1B}_Gf=100;[?25l\u{1B}\\\u{1B}P+q544e\u{1B}\\").leakedModes == [])
  }

  @Test func aFullScreenMarginIsNoLeak() {
    #expect(scan("\u{1B}[1;24r").leakedModes == [])
    var scanner = scan("\u{1B}[1;20r")
    #expect(scanner.leakedModes == ["scroll margins 1-20"])
    scanner.resize(rows: 20)
    #expect(scanner.leakedModes == [])
  }
}
