import Testing

@testable import TerminalKit

@Suite struct EditorUndoTests {
  @Test func typingIsTakenBackWordByWord() {
    var editor = TextEditor(picture: "|")
    editor.press("one two three")
    editor.press("<C-z>")
    #expect(editor.picture == "one two |")
    editor.press("<C-z>")
    #expect(editor.picture == "one |")
    editor.press("<C-z>")
    #expect(editor.picture == "|")
    editor.press("<C-y><C-y>")
    #expect(editor.picture == "one two |")
  }

  @Test func aMotionOrAPauseEndsAStep() {
    var editor = TextEditor(picture: "|")
    editor.press("ab<Left><Right>cd")
    editor.press("<C-z>")
    #expect(editor.picture == "ab|")
    editor.press("<C-y>")
    editor.closeUndoStep()
    editor.press("ef<C-z>")
    #expect(editor.picture == "abcd|")
  }

  @Test func deletingIsOneStepForEachRun() {
    var editor = TextEditor(picture: "one two|")
    editor.press("<BS><BS><BS>x<C-z>")
    #expect(editor.picture == "one |")
    editor.press("<C-z>")
    #expect(editor.picture == "one two|")
  }

  @Test func typingOverASelectionComesBackSelected() {
    var editor = TextEditor(picture: "«one|» two")
    editor.press("x<C-z>")
    #expect(editor.picture == "«one|» two")
  }

  @Test func newTypingForgetsWhatWasUndone() {
    var editor = TextEditor(picture: "|")
    editor.press("a<Left><Right>b<C-z>c<C-y>")
    #expect(editor.picture == "ac|")
    let isRedone = editor.redo()
    #expect(!isRedone)
  }

  @Test func memoryIsBounded() {
    var core = EditCore("", historyLimit: 10_000)
    for index in 0..<1_000 {
      core.insert(Array("line \(index)\n".utf8))
    }
    #expect(core.history.cost <= 10_000)
    #expect(core.history.done.count > 50)
    let full = core.buffer.count
    while core.undo() {}
    #expect(core.buffer.count < full)
    while core.redo() {}
    #expect(core.buffer.count == full)
  }

  @Test func oneStepAboveTheLimitCanStillBeTakenBack() {
    var core = EditCore("", historyLimit: 100)
    core.insert(Array(repeating: 0x61, count: 5_000))
    core.undo()
    #expect(core.buffer.count == 0)
  }
}
