import JournalCore
import TerminalKit

/// The parts of the line below the title, which Tab goes to between title and text.
extension Model {
  /// A part that has room in the line, and its columns there.
  struct MetaChip {
    var part: MetaPart
    var columns: Range<Int>
  }

  /// The parts of the line that have room, from left to right.
  func metaChips(of editor: EditorModel) -> [MetaChip] {
    var chips: [MetaChip] = []
    var column = 0
    for part in metaParts(of: editor.draft) {
      let columns = part.pieces.reduce(0) { $0 + width.columns(of: $1.text) }
      guard chips.isEmpty || column + columns <= editorLayout.meta.columns else { break }
      chips.append(MetaChip(part: part, columns: column..<column + columns))
      column += columns + 3
    }
    return chips
  }

  func drawMeta(_ editor: EditorModel, _ rect: Rect, _ canvas: inout Canvas) {
    for (index, chip) in metaChips(of: editor).enumerated() {
      let column = rect.column + chip.columns.lowerBound
      if index == editor.chip {
        let place = Rect(row: rect.row, column: column - 1, rows: 1, columns: chip.columns.count + 2)
        canvas.fill(place, theme.selection)
      }
      let pieces = chip.part.pieces.map { piece in
        StyledText(
          piece.text,
          isFocusMode ? theme.faint : theme.sign(piece.style, on: index == editor.chip ? theme.selection : nil))
      }
      canvas.put(pieces, row: rect.row, column: column, limit: rect.endColumn - column)
    }
  }

  /// Goes from the title to the first part of the line; false where none has room.
  mutating func enterChips() -> Bool {
    guard let editor, !isFocusMode, !metaChips(of: editor).isEmpty else { return false }
    self.editor?.chip = 0
    return true
  }

  /// Takes a key while a part of the line has them; false where it belongs to the title or the text.
  mutating func takeChipKey(_ key: Key) -> Bool {
    guard let chip = editor?.chip, let editor else { return false }
    let chips = metaChips(of: editor)
    switch (key.code, key.modifiers) {
    case (.tab, []), (.right, []): self.editor?.chip = chip + 1
    case (.backTab, _), (.left, []): self.editor?.chip = chip - 1
    case (.enter, []), (.character(" "), []): if chips.indices.contains(chip) { perform(chips[chip].part.action) }
    case (.escape, _), (.down, []):
      leaveChips(to: .body)
      return true
    case (.up, []):
      leaveChips(to: .title)
      return true
    case (.character, []), (.character, .shift):
      // Words are never lost: who types on means the text.
      leaveChips(to: .body)
      return false
    default: return false
    }
    if let now = self.editor?.chip, !chips.indices.contains(now) { leaveChips(to: now < 0 ? .title : .body) }
    return true
  }

  mutating func leaveChips(to field: EditorModel.Field) {
    editor?.chip = nil
    editor?.field = field
  }

  /// A part may be gone when what it said was taken away.
  mutating func settleChips() {
    guard let chip = editor?.chip, let editor else { return }
    let count = metaChips(of: editor).count
    self.editor?.chip = count == 0 ? nil : min(chip, count - 1)
  }

  /// What the keys do while a part of the line has them.
  var chipHints: [KeyHints.Hint]? {
    guard screens.last == .editor, editor?.chip != nil else { return nil }
    return [hint(glyphs.enter, "change"), hint("Tab", "next"), hint("Esc", "text")]
  }
}
