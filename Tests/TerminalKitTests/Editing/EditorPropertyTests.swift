import TestKit
import Testing

@testable import TerminalKit

/// Random work on hostile text: whatever is pressed, the editor keeps its promises.
@Suite struct EditorPropertyTests {
  static let texts = [
    "", "one\ntwo\r\nthree", "👩‍💻👨‍👩‍👧‍👦 family\n🇩🇪🇫🇷🇯🇵flags 👍🏽", "e\u{301}\u{301}a\u{308}\n\u{301}lone",
    "a\rb\r\r\nc\u{0}d\u{1B}[0m\t\ttabs", "漢字かな交じり文。全角「括弧」も。カタカナ",
    "क्षत्रिय สวัสดี ชื่อ אָלֶף مرحبا", String(repeating: "x", count: 300) + " " + String(repeating: "語", count: 90),
    "- [ ] task\n  1. nested\n> quote\n\n```\ncode\n```\n", "\u{200B}\u{200D}\u{FE0F}\u{1F3FD}\u{200D}",
  ]
  static let typed: [Unicode.Scalar] = [
    "a", "Z", " ", "é", "\u{301}", "\u{200D}", "👩", "🇩", "🇪", "漢", "ก", "\u{E33}", "-", "\u{0}", "\r", "\t", "¼",
  ]
  static let pasted = ["x\ry", "\r\n\r\n", "👨‍👩‍👧", "\u{301}", "long words of a paste that wraps ", "\n- a\n- b"]

  private func randomKey(_ random: inout SeededGenerator, vi: Bool) -> Key {
    let codes: [Key.Code] = [
      .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .backspace, .delete, .enter, .tab, .backTab, .escape,
    ]
    let modifiers: [Key.Modifiers] = [[], [], [], .shift, .control, .alt, [.control, .shift]]
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: return .character(Self.typed.randomElement(using: &random) ?? "a")
    case 4..<7:
      return Key(codes.randomElement(using: &random) ?? .left, modifiers.randomElement(using: &random) ?? [])
    default:
      if vi {
        let keys = Array("hjklwbeWBE0^$gGfFtT;,{}xXdDcCyYpPoOiIaArsSJuvV.nN*~><123/".unicodeScalars)
        return .character(keys.randomElement(using: &random) ?? "h")
      }
      return .control(["a", "c", "x", "v", "z", "y", "w", "k", "u"].randomElement(using: &random) ?? "z")
    }
  }

  private func check(_ editor: TextEditor, _ log: [Key]) {
    let text = editor.text
    let bytes = Array(text.utf8)
    #expect(bytes == editor.core.buffer.bytes, "the bytes are no longer UTF-8 after \(log.suffix(8))")
    var boundaries: Set<Int> = []
    var offset = 0
    for character in text {
      boundaries.insert(offset)
      offset += character.utf8.count
    }
    boundaries.insert(offset)
    #expect(boundaries.contains(editor.core.caret), "caret inside a character after \(log.suffix(8))")
    if let anchor = editor.core.selection.anchor {
      #expect(boundaries.contains(anchor), "anchor inside a character after \(log.suffix(8))")
    }
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 10 { starts.append(index + 1) }
    #expect(editor.core.buffer.lineStarts == starts)
    #expect(editor.wordCount == editor.core.buffer.wordCount(in: 0..<bytes.count))
    // What was worked out bit by bit is what a fresh editor works out at once.
    var fresh = TextEditor(text: text)
    fresh.setViewport(editor.viewport, width: TableWidth())
    fresh.top = editor.top
    fresh.settle(revealing: false)
    #expect(fresh.rows == editor.rows, "rows differ after \(log.suffix(8))")
  }

  // The last ones found rows that were not worked out anew.
  @Test(arguments: Array(0..<UInt64(40)) + [166, 896, 1_291, 1_639, 2_257])
  func anyKeysCanBeTakenBack(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let original = Self.texts[Int(seed) % Self.texts.count]
    var editor = TextEditor(text: original, mode: seed % 2 == 0 ? .vi : .standard)
    let size = Size(rows: Int.random(in: 1...8, using: &random), columns: Int.random(in: 1...24, using: &random))
    editor.setViewport(size, width: TableWidth())
    var log: [Key] = []
    for step in 0..<220 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: editor.paste(Self.pasted.randomElement(using: &random) ?? "")
      case 1:
        let kinds: [MouseEvent.Kind] = [.press, .drag, .doublePress, .release, .wheelUp, .wheelDown]
        let place = Position(
          row: Int.random(in: -1...size.rows, using: &random), column: Int.random(in: -1...size.columns, using: &random)
        )
        editor.mouse(MouseEvent(kinds.randomElement(using: &random) ?? .press, at: place))
      case 2: editor.find(["a", "X", "é", "語", "👩"].randomElement(using: &random) ?? "a")
      default:
        let key = randomKey(&random, vi: editor.mode == .vi)
        log.append(key)
        _ = editor.handle(key)
      }
      if step % 10 == 0 { check(editor, log) }
      _ = editor.screen
    }
    editor.mode = .standard
    while editor.redo() {}
    let final = editor.text
    while editor.undo() {}
    #expect(Array(editor.text.utf8) == Array(original.utf8), "undoing everything gives the first text again")
    check(editor, log)
    while editor.redo() {}
    #expect(Array(editor.text.utf8) == Array(final.utf8), "redoing everything gives the last text again")
    check(editor, log)
  }

  @Test(arguments: 0..<UInt64(20))
  func boundariesAreThoseOfCharacters(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 99)
    var text = ""
    for _ in 0..<200 { text.unicodeScalars.append(Self.typed.randomElement(using: &random) ?? "a") }
    text = Self.texts[Int(seed) % Self.texts.count] + text
    let buffer = TextBuffer(text)
    var expected = [0]
    for character in text { expected.append(expected[expected.count - 1] + character.utf8.count) }
    var forward = [0]
    while let last = forward.last, last < buffer.count { forward.append(buffer.boundary(after: last)) }
    #expect(forward == expected)
    var backward = [buffer.count]
    while let last = backward.last, last > 0 { backward.append(buffer.boundary(before: last)) }
    #expect(backward.reversed() == expected)
    for offset in 0...buffer.count {
      #expect(buffer.boundary(atOrBefore: offset) == expected.last { $0 <= offset })
      #expect(buffer.boundary(atOrAfter: offset) == expected.first { $0 >= offset })
    }
  }
}
