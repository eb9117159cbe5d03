import JournalCore
import TerminalKit

/// Ticking the boxes of task lists without the editor.
extension Model {
  mutating func openBoxPicker() {
    guard let detail = currentDetail else { return say("The entry is still being read.") }
    guard list.scope != .trash, canWrite() else { return }
    guard !detail.remark.isNewerFormat else { return say(EntryRemark.newerFormat, .warning) }
    let boxes = Checkboxes.find(in: detail.entry.body)
    guard let first = boxes.first else {
      return say("There is no box to tick in this entry: write - [ ] before a line.")
    }
    if boxes.count == 1 { return tick(first, of: detail.entry.id) }
    let items = boxes.map { box in
      Picker.Item(value: .box(box), title: box.text.isEmpty ? "(nothing)" : box.text, tick: box.isTicked ? .on : .off)
    }
    let next = boxes.first { !$0.isTicked } ?? first
    dialogs.append(
      .picker(
        Picker(
          .box(detail.entry.id), "Tick a box", placeholder: "Type to find", items: items, selected: .box(next))))
  }

  mutating func tick(_ box: Checkboxes.Box, of id: RecordName) {
    guard canWrite() else { return }
    guard let detail = currentDetail, detail.entry.id == id,
      let body = Checkboxes.toggling(box, in: detail.entry.body)
    else { return say("The entry has changed meanwhile; try again.", .warning) }
    let name = box.text.isEmpty ? "a box" : "“\(shortened(box.text, 40))”"
    change(
      [id], to: .body(body), name: box.isTicked ? "unticked \(name)" : "ticked \(name)",
      said: (box.isTicked ? "Unticked \(name)" : "Ticked \(name)") + undoHint)
  }

  /// Ticks the box on this line of the reader; false where none is there.
  mutating func pressBox(at position: Position) -> Bool {
    guard let inside = layout.reader?.inside, inside.contains(position), let detail = currentDetail,
      reader.page.lines.indices.contains(reader.scroll + position.row - inside.row)
    else { return false }
    let line = reader.scroll + position.row - inside.row
    let column = position.column - inside.column - readerIndent(inside)
    guard let place = reader.page.boxes.firstIndex(where: { $0.line == line && $0.columns.contains(column) }) else {
      return false
    }
    let boxes = Checkboxes.find(in: detail.entry.body)
    guard boxes.count == reader.page.boxes.count, list.scope != .trash, !detail.remark.isNewerFormat else {
      return false
    }
    setFocus(.reader)
    tick(boxes[place], of: detail.entry.id)
    return true
  }
}
