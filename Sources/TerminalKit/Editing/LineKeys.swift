/// The keys of an editor for one line.
enum LineKeys {
  static func handle(_ key: Key, _ core: inout EditCore) -> EditorOutcome {
    let caret = core.caret
    let selecting = key.modifiers.contains(.shift)
    let byWord = key.modifiers.contains(.control) || key.modifiers.contains(.alt)
    switch (key.code, key.modifiers) {
    case (.character(let scalar), []), (.character(let scalar), .shift): core.type(scalar)
    case (.left, _):
      let isLeaving = core.hasSelection && !selecting && !byWord
      core.move(
        to: isLeaving
          ? core.selection.range.lowerBound
          : byWord ? core.buffer.wordStart(before: caret) : core.buffer.boundary(before: caret), selecting: selecting)
    case (.right, _):
      let isLeaving = core.hasSelection && !selecting && !byWord
      core.move(
        to: isLeaving
          ? core.selection.range.upperBound
          : byWord ? core.buffer.wordEnd(after: caret) : core.buffer.boundary(after: caret), selecting: selecting)
    case (.character("b"), .alt): core.move(to: core.buffer.wordStart(before: caret))
    case (.character("f"), .alt): core.move(to: core.buffer.wordEnd(after: caret))
    case (.home, _): core.move(to: 0, selecting: selecting)
    case (.end, _), (.character("e"), .control): core.move(to: core.buffer.count, selecting: selecting)
    case (.character("a"), .control): core.select(0..<core.buffer.count)
    case (.escape, []):
      guard core.hasSelection else { return .ignored }
      core.deselect()
    case (.character("c"), .control), (.insert, .control), (.character("x"), .control), (.delete, .shift):
      guard core.hasSelection else { return .ignored }
      core.clipboard = core.buffer.text(in: core.selection.range)
      if key == .control("c") || key.code == .insert { return .copied(core.clipboard) }
      core.delete(to: caret)
      return .cut(core.clipboard)
    default: return change(key, &core)
    }
    return .handled
  }

  private static func change(_ key: Key, _ core: inout EditCore) -> EditorOutcome {
    let caret = core.caret
    switch (key.code, key.modifiers) {
    case (.backspace, []), (.backspace, .shift), (.character("h"), .control):
      core.delete(to: core.buffer.boundary(before: caret), kind: .deletingBackward)
    case (.delete, []): core.delete(to: core.buffer.boundary(after: caret), kind: .deletingForward)
    case (.backspace, .control), (.backspace, .alt), (.character("w"), .control):
      core.delete(to: core.buffer.wordStart(before: caret))
    case (.delete, .control), (.delete, .alt), (.character("d"), .alt):
      core.delete(to: core.buffer.wordEnd(after: caret))
    case (.character("k"), .control): core.delete(to: core.buffer.count)
    case (.character("u"), .control): core.delete(to: 0)
    case (.character("v"), .control), (.insert, .shift): core.insert(Array(core.clipboard.utf8))
    case (.character("z"), .control): core.undo()
    case (.character("y"), .control): core.redo()
    default: return .ignored
    }
    return .handled
  }
}
