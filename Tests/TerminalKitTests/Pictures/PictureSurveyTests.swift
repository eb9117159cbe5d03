import Testing

@testable import TerminalKit

@Suite struct PictureSurveyTests {
  private func survey(
    _ environment: [String: String] = ["TERM": "xterm-256color"], wanted: PictureProtocol? = nil,
    depth: ColorDepth = .direct, isUTF8: Bool = true, answers: String = ""
  ) -> PictureSurvey {
    var survey = PictureSurvey(wanted: wanted, environment: environment, depth: depth, isUTF8: isUTF8)
    var parser = InputParser()
    var events: [InputEvent] = []
    parser.feed(answers.utf8, into: &events)
    for event in events { survey.take(event) }
    return survey
  }

  private static let kitty =
    "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?2026;2$y\u{1B}[?62;c"
  private static let xterm = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;19;9t\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"
  private static let xtermWithSixel = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;19;9t\u{1B}[?63;1;2;4;6;9;15;16;22;28c"
  private static let foot = "\u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}[6;14;7t\u{1B}[?2026;2$y\u{1B}[?62;4;22c"
  private static let wezterm = "\u{1B}P>|WezTerm 20230712\u{1B}\\\u{1B}[6;20;10t\u{1B}[?65;4;6;18;22c"
  private static let tmux = "\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[6;32;16t\u{1B}[?1;2c"
  private static let noGraphics = "\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?62;4c"

  @Test(arguments: [
    (kitty, PictureProtocol.kitty, 9, 18), (xterm, .blocks, 9, 19), (xtermWithSixel, .sixel, 9, 19),
    (foot, .sixel, 7, 14), (wezterm, .iterm2, 10, 20), (tmux, .blocks, 16, 32), (noGraphics, .sixel, 10, 20),
    ("\u{1B}[?62;4c", .sixel, 10, 20), ("\u{1B}[?4;6c", .blocks, 10, 20), ("", .blocks, 10, 20),
    ("\u{1B}[6;0;9t\u{1B}[6;9000;9000t\u{1B}[?62;4c", .sixel, 10, 20),
  ])
  func theTerminalSaysHowItTakesPictures(answers: String, way: PictureProtocol, width: Int, height: Int) {
    let survey = survey(answers: answers)
    #expect(survey.abilities() == PictureAbilities(way: way, cellWidth: width, cellHeight: height))
    #expect(survey.isComplete == !answers.isEmpty)
  }

  @Test func theSystemKnowsTheCellsWhereTheTerminalDoesNotSay() {
    #expect(survey(answers: "\u{1B}[?62;4c").abilities(windowCell: (8, 17)).cellHeight == 17)
    #expect(survey(answers: Self.foot).abilities(windowCell: (8, 17)).cellHeight == 14)
  }

  /// A program that ran before may have left an answer on its way.
  @Test func answersAfterTheLastOneStillCount() {
    #expect(survey(answers: "\u{1B}[?1;2c" + Self.kitty).abilities().way == .kitty)
    #expect(survey(answers: Self.xterm + "\u{1B}[?63;4c").abilities().way == .sixel)
  }

  @Test func theTerminalIsBelievedMoreThanAVariable() {
    let inherited = ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]
    #expect(survey(inherited, answers: Self.xterm).abilities().way == .blocks)
    #expect(survey(inherited, answers: "\u{1B}[?62c").abilities().way == .iterm2)
    #expect(
      survey(["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], answers: "\u{1B}[?62;4c").abilities().way == .iterm2)
  }

  @Test(arguments: [
    ["TERM": "tmux-256color"], ["TERM": "screen-256color"], ["TERM": "screen"],
    ["TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"],
  ])
  func multiplexersGetBlocksAndNoQuestions(environment: [String: String]) {
    #expect(survey(environment).questions == "")
    #expect(survey(environment).isComplete)
    #expect(survey(environment, answers: Self.kitty).abilities().way == .blocks)
    let forced = survey(environment, wanted: .sixel)
    #expect(forced.abilities().way == .sixel)
    #expect(!forced.questions.contains("_G"))
    #expect(forced.passage != .straight)
  }

  @Test func wishesComeFirst() {
    #expect(survey(wanted: .blocks, answers: Self.kitty).abilities().way == .blocks)
    #expect(survey(wanted: PictureProtocol.none, answers: Self.kitty).abilities().way == PictureProtocol.none)
    #expect(survey(wanted: .iterm2, answers: Self.xterm).abilities().way == .iterm2)
    #expect(survey(wanted: .kitty, depth: .none).abilities().way == .kitty)
    #expect(survey(wanted: .kitty).isSettled)
    #expect(survey(wanted: .blocks).questions == "")
  }

  @Test func withoutColorsThereAreNoPixels() {
    #expect(survey(depth: .none).questions == "")
    #expect(survey(depth: .none, answers: Self.kitty).abilities().way == .blocks)
  }

  @Test func paintNeedsASignThatIsNoASCII() {
    #expect(survey(isUTF8: false, answers: Self.foot).abilities().way == .blocks)
    #expect(survey(wanted: .sixel, isUTF8: false).abilities().way == .blocks)
    #expect(survey(isUTF8: false, answers: Self.kitty).abilities().way == .kitty)
  }

  @Test func oldTerminalsAreNotAsked() {
    #expect(survey(["TERM": "linux"]).questions == "")
    #expect(survey(["TERM": "vt220"], wanted: .sixel).questions == "")
    #expect(survey(["TERM": "vt220"], wanted: .sixel).abilities().way == .sixel)
  }

  @Test func questionsKeepTheTitle() {
    #expect(
      survey().questions
        == "\u{1B}[22;2t\u{1B}7\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}8\u{1B}[K\u{1B}[23;2t\u{1B}[>q\u{1B}[16t\u{1B}[?2026$p"
    )
  }

  @Test func filesAreReadOnlyWhereTheTerminalSaysSo() {
    #expect(!survey(answers: Self.kitty).readsFiles && survey(answers: Self.kitty).mayAskForFiles)
    #expect(survey(answers: Self.kitty + "\u{1B}_Gi=32;OK\u{1B}\\").readsFiles)
    #expect(!survey(answers: Self.kitty + "\u{1B}_Gi=32;EBADF:no such file\u{1B}\\").readsFiles)
    #expect(!survey(["TERM": "xterm-256color", "TMUX": "/tmp/x,1,0"], wanted: .kitty).mayAskForFiles)
    #expect(!survey(["TERM": "vt220"], wanted: .kitty).mayAskForFiles)
  }

  @Test func heldBackOnlyWhereTheTerminalCan() {
    #expect(survey(answers: Self.kitty).isSynchronizing)
    #expect(!survey(answers: Self.xterm).isSynchronizing)
    #expect(!survey(answers: "\u{1B}[?2026;0$y\u{1B}[?62c").isSynchronizing)
  }

  /// Whatever comes, and however it is cut, nobody types it.
  @Test(arguments: [kitty, xterm, xtermWithSixel, foot, wezterm, tmux, noGraphics])
  func answersAreNeverTyped(answers: String) {
    let bytes = Array(("\u{1B}]11;rgb:1010/1414/1818\u{1B}\\" + answers).utf8)
    var whole: [InputEvent] = []
    var parser = InputParser()
    parser.feed(bytes, into: &whole)
    #expect(!whole.contains { if case .input = $0 { true } else { false } })
    for cut in 1..<bytes.count {
      var parser = InputParser()
      parser.expectsReply = true
      var events: [InputEvent] = []
      parser.feed(bytes[..<cut], into: &events)
      // An ESC by itself may be the key: then the key comes, and still nothing of the answer is typed.
      let isLoneEscape = parser.timeout.map { $0 < 150 } ?? false
      if isLoneEscape {
        parser.flush(into: &events)
        #expect(events.last == .input(.key(Key(.escape))))
        events.removeLast()
      }
      parser.feed(bytes[cut...], into: &events)
      #expect(events == whole, "cut at \(cut)")
    }
  }

  /// A terminal that never answers makes no key slower, and what somebody types behind Esc stays what it is.
  @Test(arguments: ["w", "[", "]", "O", "[A", "P", "6", "1"]) func whatIsTypedBehindEscIsTyped(text: String) {
    func events(_ expects: Bool) -> [InputEvent] {
      var parser = InputParser()
      parser.expectsReply = expects
      var events: [InputEvent] = []
      parser.feed([0x1B], into: &events)
      #expect(parser.timeout == 25)
      parser.flush(into: &events)
      parser.feed(Array(text.utf8), into: &events)
      parser.flush(into: &events)
      return events
    }
    #expect(events(true) == events(false))
    #expect(events(true).count == text.count + 1)
  }

  @Test func aReplyIsWaitedForLongerThanAKey() {
    func timeout(_ text: String, expects: Bool = false) -> Int32? {
      var parser = InputParser()
      parser.expectsReply = expects
      var events: [InputEvent] = []
      parser.feed(text.utf8, into: &events)
      return parser.timeout
    }
    #expect(timeout("\u{1B}") == 25)
    #expect(timeout("\u{1B}", expects: true) == 25)
    var slow = InputParser(escapeWait: 300)
    var none: [InputEvent] = []
    slow.feed([0x1B], into: &none)
    #expect(slow.timeout == 300)
    #expect(timeout("\u{1B}_", expects: true) == 150)
    for reply in ["\u{1B}_Gi", "\u{1B}P>|", "\u{1B}[?6", "\u{1B}]11;r"] { #expect(timeout(reply) == 10_000) }
    #expect(timeout("\u{1B}[1") == 1000)
  }
}
