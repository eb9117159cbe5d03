import Testing

@testable import TerminalKit

private func parse(_ bytes: [UInt8], flush: Bool = true) -> [InputEvent] {
  var parser = InputParser()
  var events: [InputEvent] = []
  parser.feed(bytes, into: &events)
  if flush { parser.flush(into: &events) }
  return events
}

private func parse(_ text: String) -> [InputEvent] { parse(Array(text.utf8)) }

private func keys(_ text: String) -> [Key] {
  parse(text).compactMap { if case .input(.key(let key)) = $0 { key } else { nil } }
}

@Suite struct InputParserTests {
  @Test(arguments: [
    ("a", "a"), ("A", "A"), ("é", "é"), ("漢", "漢"), ("😀", "😀"), (" ", "Space"), ("\r", "Enter"), ("\t", "Tab"),
    ("\u{7F}", "Backspace"), ("\u{8}", "Ctrl-H"), ("\u{1}", "Ctrl-A"), ("\n", "Ctrl-J"), ("\u{1A}", "Ctrl-Z"),
    ("\0", "Ctrl-Space"), ("\u{1C}", "Ctrl-\\"), ("\u{1F}", "Ctrl-_"), ("\u{1B}", "Esc"), ("\u{1B}f", "Alt-f"),
    ("\u{1B}F", "Alt-F"), ("\u{1B}é", "Alt-é"), ("\u{1B}\r", "Alt-Enter"), ("\u{1B}\u{7F}", "Alt-Backspace"),
    ("\u{1B}\u{6}", "Ctrl-Alt-F"), ("\u{1B}[", "Alt-["), ("\u{1B}O", "Alt-O"), ("\u{1B}]", "Alt-]"),
    ("\u{1B}[A", "Up"), ("\u{1B}OA", "Up"), ("\u{1B}[1;5C", "Ctrl-Right"), ("\u{1B}[1;2D", "Shift-Left"),
    ("\u{1B}[1;3B", "Alt-Down"), ("\u{1B}[1;6A", "Ctrl-Shift-Up"), ("\u{1B}[3~", "Delete"),
    ("\u{1B}[3;5~", "Ctrl-Delete"), ("\u{1B}[H", "Home"), ("\u{1B}[1~", "Home"), ("\u{1B}[7~", "Home"),
    ("\u{1B}OF", "End"), ("\u{1B}[4~", "End"), ("\u{1B}[8~", "End"), ("\u{1B}[5~", "Page-Up"),
    ("\u{1B}[6~", "Page-Down"), ("\u{1B}[2~", "Insert"), ("\u{1B}[Z", "Shift-Tab"), ("\u{1B}OP", "F1"),
    ("\u{1B}[[A", "F1"), ("\u{1B}[[E", "F5"), ("\u{1B}[11~", "F1"), ("\u{1B}[15~", "F5"), ("\u{1B}[17~", "F6"),
    ("\u{1B}[24~", "F12"), ("\u{1B}[1;2P", "Shift-F1"), ("\u{1B}[15;5~", "Ctrl-F5"), ("\u{1B}[34~", "F20"),
    ("\u{1B}[a", "Shift-Up"), ("\u{1B}Oa", "Ctrl-Up"), ("\u{1B}\u{1B}[A", "Alt-Up"), ("\u{1B}[3$", "Shift-Delete"),
    ("\u{1B}[3^", "Ctrl-Delete"), ("\u{1B}[97;5u", "Ctrl-A"), ("\u{1B}[97;3u", "Alt-a"), ("\u{1B}[97;2u", "A"),
    ("\u{1B}[27u", "Esc"), ("\u{1B}[13;5u", "Ctrl-Enter"), ("\u{1B}[9;2u", "Shift-Tab"), ("\u{1B}[27;5;46~", "Ctrl-."),
    ("\u{1B}[57400u", "1"), ("\u{1B}[57419u", "Up"), ("\u{1B}OM", "Enter"), ("\u{1B}Oq", "1"), ("\u{1B}Ok", "+"),
    ("\u{1B}O5P", "Ctrl-F1"),
    // kitty's keyboard protocol, with shifted letters and those of a Latin keyboard.
    ("\u{1B}[27;1u", "Esc"), ("\u{1B}[27;1:1u", "Esc"), ("\u{1B}[27;129u", "Esc"), ("\u{1B}[105;5u", "Tab"),
    ("\u{1B}[109;5u", "Enter"), ("\u{1B}[91;5u", "Esc"), ("\u{1B}[106;5u", "Ctrl-J"), ("\u{1B}[32;5u", "Ctrl-Space"),
    ("\u{1B}[97:65;4u", "Alt-A"), ("\u{1B}[49:33;4u", "Alt-!"), ("\u{1B}[1089::99;5u", "Ctrl-C"),
    ("\u{1B}[13;2u", "Shift-Enter"), ("\u{1B}[127;5u", "Ctrl-Backspace"), ("\u{1B}[13~", "F3"), ("\u{1B}[P", "F1"),
  ])
  func keysOfManyTerminals(_ bytes: String, _ name: String) {
    #expect(keys(bytes).map(\.name) == [name])
    #expect(parse(bytes).count == 1)
  }

  @Test func severalKeysInOneRead() {
    #expect(keys("a\u{1B}[Bb\u{1B}OC漢").map(\.name) == ["a", "Down", "b", "Right", "漢"])
    #expect(keys("\u{1B}\u{1B}").map(\.name) == ["Esc", "Esc"])
    #expect(keys("\u{1B}\u{1B}\u{1B}x").map(\.name) == ["Esc", "Esc", "Alt-x"])
  }

  @Test(arguments: [
    "\u{1B}[?1;2c\u{1B}[31;5u", "\u{1B}[>1;10;0c", "\u{1B}[8;24;80t", "\u{1B}[12;34R", "\u{1B}[97;1:3u",
    "\u{1B}P>|xterm(379)\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}]52;c;AAAA\u{7}", "\u{1B}[?2026;2$y",
    "\u{1B}[?5u", "\u{1B}[97;9u", "\u{1B}[57441;2u", "\u{1B}[57358u",
    "\u{1B}[201~", "\u{1B}[99~", "\u{1B}[[Z", "\u{1B}[1;5;",
  ])
  func unknownSequencesTypeNothing(_ bytes: String) {
    for event in parse(bytes) {
      // What the terminal says of itself is no typing.
      if case .input = event { Issue.record("\(event)") }
    }
  }

  @Test func aTerminalSaysThatItKnowsTheKeyboardProtocol() {
    #expect(parse("\u{1B}[?0u") == [.keyboard(flags: 0)])
    #expect(parse("\u{1B}[?5u\u{1B}[?62c") == [.keyboard(flags: 5), .deviceAttributes([62])])
  }

  @Test func mouse() {
    func mouse(_ bytes: String) -> [InputEvent] { parse("\u{1B}[" + bytes) }
    func event(_ kind: MouseEvent.Kind, _ row: Int, _ column: Int) -> [InputEvent] {
      [.input(.mouse(MouseEvent(kind, at: Position(row: row, column: column))))]
    }
    #expect(mouse("<0;1;1M") == event(.press, 0, 0))
    #expect(mouse("<0;300;5m") == event(.release, 4, 299))
    #expect(mouse("<32;10;5M") == event(.drag, 4, 9))
    #expect(mouse("<64;10;5M") == event(.wheelUp, 4, 9))
    #expect(mouse("<65;10;5M") == event(.wheelDown, 4, 9))
    #expect(mouse("<4;10;5M") == event(.press, 4, 9))
    #expect(mouse("<2;10;5M") == [.input(.mouse(MouseEvent(.rightPress, at: Position(row: 4, column: 9))))])
    #expect(mouse("<2;10;5m") == [])
    #expect(mouse("<35;10;5M") == [])
    #expect(mouse("<0;0;0M") == [])
    #expect(mouse("<0;5M") == [])
    #expect(mouse("M !!") == event(.press, 0, 0))
    #expect(mouse("32;10;5M") == event(.press, 4, 9))
  }

  @Test func pasteComesWhole() {
    #expect(
      parse("\u{1B}[200~two\r\nlines 漢\u{1B}[31m\u{1B}[201~x") == [
        .input(.paste("two\r\nlines 漢\u{1B}[31m")), .input(.key(.character("x"))),
      ])
    #expect(parse("\u{1B}[200~\u{1B}[201~") == [.input(.paste(""))])
    #expect(parse(Array("\u{1B}[200~".utf8) + [0xFF] + Array("\u{1B}[201~".utf8)) == [.input(.paste("\u{FFFD}"))])
    // The terminal never sent the end.
    #expect(parse("\u{1B}[200~left") == [.input(.paste("left"))])
  }

  @Test func focusAndReplies() {
    #expect(parse("\u{1B}[I\u{1B}[O") == [.input(.focus(true)), .input(.focus(false))])
    #expect(parse("\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\") == [.background(red: 0x1E1E, green: 0x2020, blue: 0xFFFF)])
    #expect(parse("\u{1B}]11;rgb:ff/00/80\u{7}") == [.background(red: 0xFFFF, green: 0, blue: 0x8080)])
    #expect(parse("\u{1B}]11;rgba:ff/ff/ff/00\u{7}") == [.background(red: 0xFFFF, green: 0xFFFF, blue: 0xFFFF)])
    #expect(parse("\u{1B}]11;rgb:zz/ff/ff\u{7}") == [])
    #expect(parse("\u{1B}[?64;1;2;6;22c") == [.deviceAttributes([64, 1, 2, 6, 22])])
    #expect(parse("\u{1B}[?997;1n\u{1B}[?997;2n") == [.colorScheme(isDark: true), .colorScheme(isDark: false)])
    #expect(InputEvent.isDark(red: 0, green: 0x2B2B, blue: 0x3636))
    #expect(!InputEvent.isDark(red: 0xFDFD, green: 0xF6F6, blue: 0xE3E3))
  }

  @Test func sequencesSplitAnywhereMeanTheSame() {
    let stream = Array(
      "aé漢😀\u{1B}[1;5C\u{1B}OP\u{1B}[<0;10;20M\u{1B}[200~p\u{1B}[1~q\u{1B}[201~\u{1B}]11;rgb:00/00/00\u{1B}\\\u{1B}[?62c\u{1B}f\u{1B}[Mabc\u{1B}P+r\u{1B}\\z"
        .utf8)
    let whole = parse(stream)
    for place in 0...stream.count {
      var parser = InputParser()
      var events: [InputEvent] = []
      parser.feed(stream[..<place], into: &events)
      #expect((parser.timeout == nil) == (place == stream.count || isSettled(stream, place)), "\(place)")
      parser.feed(stream[place...], into: &events)
      parser.flush(into: &events)
      #expect(events == whole, "split at \(place)")
    }
    var parser = InputParser()
    var events: [InputEvent] = []
    for byte in stream { parser.feed(CollectionOfOne(byte), into: &events) }
    #expect(events == whole)
    #expect(parser.timeout == nil)
  }

  /// True where the bytes before a place leave nothing unfinished, found by asking for the timeout's reason again.
  private func isSettled(_ stream: [UInt8], _ place: Int) -> Bool {
    parse(Array(stream[..<place]), flush: false) == parse(Array(stream[..<place]), flush: true)
      && !Array(stream[..<place]).hasUnfinishedSequence
  }

  @Test func brokenUTF8IsMarkedAndNothingAfterItIsLost() {
    func names(_ bytes: [UInt8]) -> [String] {
      parse(bytes).compactMap { if case .input(.key(let key)) = $0 { key.name } else { nil } }
    }
    #expect(names([0xFF, 0x61]) == ["\u{FFFD}", "a"])
    #expect(names([0xC3, 0x61]) == ["\u{FFFD}", "a"])
    #expect(names([0xE6, 0xBC]) == ["\u{FFFD}"])
    #expect(names([0xE6, 0xBC, 0x1B, 0x5B, 0x41]) == ["\u{FFFD}", "Up"])
    #expect(names([0xC2, 0x9B]) == [])
    #expect(names([0xED, 0xA0, 0x80, 0x61]).last == "a")
  }

  @Test func anythingMayComeInAndTheParserRecovers() {
    var seed: UInt64 = 7
    let pieces: [[UInt8]] = [
      [0x1B], [0x1B, 0x5B], [0x1B, 0x5D], [0x3B], [0x31], [0x4D], [0x7E], [0xC3], [0xFF], [0x61], [0x00], [0x3A],
      [0x3C],
      [0x1B, 0x4F], [0x1B, 0x50], [0x9C], [0x24], [0x07],
    ]
    for _ in 0..<2000 {
      var parser = InputParser()
      var events: [InputEvent] = []
      for _ in 0..<24 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        parser.feed(pieces[Int(seed >> 33) % pieces.count], into: &events)
      }
      parser.flush(into: &events)
      events = []
      parser.feed("k".utf8, into: &events)
      #expect(events == [.input(.key(.character("k")))])
    }
  }

  @Test func backspaceMayBeControlH() {
    var parser = InputParser(backspaceIsControlH: true)
    var events: [InputEvent] = []
    parser.feed([8], into: &events)
    #expect(events == [.input(.key(Key(.backspace)))])
  }

  @Test func longRepliesAreNotKept() {
    let events = parse("\u{1B}]11;" + String(repeating: "x", count: 100_000) + "\u{7}k")
    #expect(events == [.input(.key(.character("k")))])
  }
}

extension [UInt8] {
  /// True where the last ESC begins a sequence that has not ended; enough for the stream of the test above.
  fileprivate var hasUnfinishedSequence: Bool {
    var parser = InputParser()
    var events: [InputEvent] = []
    parser.feed(self, into: &events)
    var later = events
    parser.feed("k".utf8, into: &later)
    return later != events + [.input(.key(.character("k")))]
  }
}
