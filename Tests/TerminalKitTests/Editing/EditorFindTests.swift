import Testing

@testable import TerminalKit

@Suite struct EditorFindTests {
  @Test(arguments: [
    ("naïve", "naive"), ("NAIVE", "naïve"), ("nai\u{308}ve", "naïve"), ("naïve", "nai\u{308}ve"),
    ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("Straße", "straße"), ("ĐỨC", "đức"), ("漢字", "漢字"), ("İstanbul", "istanbul"), ("Ёлка", "ёлка"),
  ])
  func caseAndAccentsMakeNoDifference(_ written: String, _ wanted: String) {
    var editor = TextEditor(text: "before " + written + " after")
    let found = editor.find(wanted)
    #expect(found)
    #expect(editor.selectedText.unicodeScalars.elementsEqual(written.unicodeScalars))
  }

  @Test func nextAndPreviousGoAround() {
    var editor = TextEditor(picture: "|a x a x a")
    editor.find("A")
    #expect(editor.picture == "«a|» x a x a")
    #expect(editor.findPosition == (1, 3))
    editor.findNext()
    #expect(editor.picture == "a x «a|» x a")
    editor.findNext()
    editor.findNext()
    #expect(editor.picture == "«a|» x a x a")
    editor.findPrevious()
    #expect(editor.picture == "a x a x «a|»")
    let foundWithoutWrap = editor.findNext(wrap: false)
    #expect(!foundWithoutWrap)
    #expect(editor.findPosition == (3, 3))
  }

  @Test func typingMoreOfTheTextKeepsTheMatch() {
    var editor = TextEditor(picture: "|the cat, the car, the cart")
    editor.find("c")
    editor.find("ca")
    #expect(editor.caret.offset == 6)
    editor.find("car")
    #expect(editor.picture == "the cat, the «car|», the cart")
    let found = editor.find("carx")
    #expect(!found)
    #expect(editor.picture == "the cat, the «car|», the cart")
    editor.find("")
    #expect(editor.findText == nil)
  }

  @Test func matchesAreWholeCharacters() {
    var editor = TextEditor(picture: "|x 👩‍💻 e\u{301}")
    editor.find("👩")
    #expect(editor.selectedText == "👩‍💻")
    editor.find("e")
    #expect(editor.selectedText.unicodeScalars.count == 2)
  }

  @Test func backwardsFromTheCaret() {
    var editor = TextEditor(picture: "ab ab |ab")
    editor.find("ab", forward: false)
    #expect(editor.picture == "ab «ab|» ab")
  }

  @Test func hostileTextTakesLinearTime() {
    let text = String(repeating: "a", count: 200_000)
    let pattern = FindPattern(String(repeating: "a", count: 2_000) + "b")
    #expect(pattern?.first(in: TextBuffer(text), from: 0) == nil)
    let joined = TextBuffer(String(repeating: "👩\u{200D}", count: 2_000))
    #expect(FindPattern("👩")?.matches(in: joined, 0..<joined.count).count == 1)
  }

  @Test func overlappingMatchesCountOnce() {
    let buffer = TextBuffer("aaaa")
    #expect(FindPattern("aa")?.matches(in: buffer, 0..<4) == [0..<2, 2..<4])
  }

  @Test func foldingIsStable() {
    // What is folded once stays as it is, for every scalar.
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value), let folded = FindFolding.fold(scalar) else { continue }
      #expect(FindFolding.fold(folded) == folded, "\(value)")
    }
  }
}
