import JournalCore
import TerminalKit

/// The parts of the line below the title, which Tab goes to between title and text.
extension EditorScreen {
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
      guard chips.isEmpty || column + columns <= layout.meta.columns else { break }
      chips.append(MetaChip(part: part, columns: column..<column + columns))
      column += columns + 3
    }
    return chips
  }

  /// Goes from the title to the first part of the line; false where none has room.
  mutating func enterChips() -> Bool {
    guard !state.isFocusMode, !metaChips(of: state).isEmpty else { return false }
    state.chip = 0
    return true
  }

  /// Takes a key while a part of the line has them; false where it belongs to the title or the text.
  mutating func takeChipKey(_ key: Key) -> Bool {
    guard let chip = state.chip else { return false }
    let chips = metaChips(of: state)
    switch (key.code, key.modifiers) {
    case (.tab, []), (.right, []): state.chip = chip + 1
    case (.backTab, _), (.left, []): state.chip = chip - 1
    case (.enter, []), (.character(" "), []): if chips.indices.contains(chip) { ask(.perform(chips[chip].part.action)) }
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
    if let now = state.chip, !chips.indices.contains(now) { leaveChips(to: now < 0 ? .title : .body) }
    return true
  }

  mutating func leaveChips(to field: EditorModel.Field) {
    state.chip = nil
    state.field = field
  }

  /// A part may be gone when what it said was taken away.
  mutating func settleChips() {
    guard let chip = state.chip else { return }
    let count = metaChips(of: state).count
    state.chip = count == 0 ? nil : min(chip, count - 1)
  }
}
