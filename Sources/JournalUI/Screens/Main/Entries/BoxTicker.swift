import JournalCore
import MarkdownKit
import TerminalKit

/// Ticks the boxes of an entry's task lists without the editor.
struct BoxTicker {
  /// The entry as the journal holds it; nil while it is read.
  let detail: EntryDetail?
  let scope: ListScope
  let undoHint: String

  func openPicker(on desk: inout Desk) {
    guard let detail = changeable(on: &desk) else { return }
    let boxes = Self.boxes(in: detail.entry.body)
    guard let first = boxes.first else {
      return desk.say("There is no box to tick in this entry: write - [ ] before a line.")
    }
    if boxes.count == 1 { return tick(first, of: detail.entry.id, on: &desk) }
    let items = boxes.map { box in
      Picker.Item(
        value: .of(MainChoice.box(box, of: detail.entry.id)), title: box.text.isEmpty ? "(nothing)" : box.text,
        tick: box.isTicked ? .on : .off)
    }
    let next = boxes.first { !$0.isTicked } ?? first
    desk.dialogs.append(
      .picker(
        Picker("Tick a box", items: items, selected: .of(MainChoice.box(next, of: detail.entry.id)))))
  }

  func tick(_ box: Checkboxes.Box, of id: RecordName, on desk: inout Desk) {
    guard desk.canWrite() else { return }
    guard let detail, detail.entry.id == id, let body = Checkboxes.toggling(box, in: detail.entry.body) else {
      return desk.say("The entry has changed meanwhile; try again.", .warning)
    }
    let name = box.text.isEmpty ? "a box" : "“\(desk.shortened(box.text, 40))”"
    desk.perform(
      box.isTicked ? "unticked \(name)" : "ticked \(name)", [.editEntry(id, [.body(body)])],
      said: (box.isTicked ? "Unticked \(name)" : "Ticked \(name)") + undoHint)
  }

  /// Ticks the box that the page shows for a line of the body.
  func tick(onLine line: Int, _ desk: inout Desk) {
    guard let detail else { return desk.say("The entry is still being read.") }
    guard let box = Checkboxes.find(in: detail.entry.body).first(where: { $0.line == line }) else {
      return openPicker(on: &desk)
    }
    guard changeable(on: &desk) != nil else { return }
    tick(box, of: detail.entry.id, on: &desk)
  }

  /// The boxes of a body, but for what only looks like one: a line of code that is set in.
  static func boxes(in body: String) -> [Checkboxes.Box] {
    let shown = Set(MarkdownDocument(parsing: body).taskLines)
    return Checkboxes.find(in: body).filter { $0.isQuoted || shown.contains($0.line) }
  }

  /// The entry, where its words may be changed; else it is said why not.
  private func changeable(on desk: inout Desk) -> EntryDetail? {
    guard let detail else {
      desk.say("The entry is still being read.")
      return nil
    }
    guard scope != .trash, desk.canWrite() else { return nil }
    guard !detail.remark.isNewerFormat else {
      desk.say(EntryRemark.newerFormat, .warning)
      return nil
    }
    return detail
  }
}
