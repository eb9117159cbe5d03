import JournalCore
import TerminalKit

/// Ticking the boxes of task lists without the editor.
extension MainScreen {
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

  /// Ticks the box at this place among those of the entry that is read.
  mutating func tickBox(at place: Int) {
    guard let detail = currentDetail else { return say("The entry is still being read.") }
    let boxes = Checkboxes.find(in: detail.entry.body)
    let shown = reader.page.stops.count { if case .box = $0.kind { true } else { false } }
    guard boxes.count == shown, boxes.indices.contains(place) else { return openBoxPicker() }
    guard list.scope != .trash, canWrite() else { return }
    guard !detail.remark.isNewerFormat else { return say(EntryRemark.newerFormat, .warning) }
    tick(boxes[place], of: detail.entry.id)
  }
}
