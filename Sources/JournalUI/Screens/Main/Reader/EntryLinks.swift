import JournalCore
import MarkdownKit
import TerminalKit

/// Links from one entry to another, and the way back.
struct EntryLinks: Sendable {
  /// The entries whose links were followed, the latest last.
  private var trail: [RecordName] = []

  /// Opens a link: an address after a question, an entry at once.
  func open(_ address: String, on desk: inout Desk) {
    guard let title = MarkdownLink.entryTitle(of: address) else { return desk.askToOpen(address) }
    desk.emit(.loadTitles(.called(title)))
  }

  /// Goes where a link leads, now that the entries of its title are known.
  mutating func follow(_ title: String, to found: [TitledEntry], from here: RecordName?, on desk: inout Desk)
    -> [PaneRequest]
  {
    guard desk.screens.isEmpty, desk.dialogs.isEmpty else { return [] }
    if found.count == 1 { return show(found[0].id, from: here) }
    let name = TerminalSafe(title, keepingLines: false).text
    if found.isEmpty {
      if let day = day(of: title) {
        if let here { trail.append(here) }
        return [.goTo(day)]
      }
      if desk.environment.isReadOnly {
        desk.say("No entry is called “\(name)”.")
      } else {
        desk.dialogs.append(
          .choice(
            .confirm(
              "Write “\(name)”?", ["No entry has this title yet."], yes: "Write it", .chose(MainChoice.write(title)))))
      }
      return []
    }
    let items = found.map { entry in
      Picker.Item(
        value: .of(MainChoice.showLinked(entry.id)),
        title: "\(shortDate(entry.date.local.date)) \(desk.glyphs.separator) \(entry.date.local.shownClock)",
        detail: desk.shortened(TerminalSafe(entry.words, keepingLines: false).text, 40))
    }
    desk.dialogs.append(.picker(Picker("Entries called “\(name)”", items: items)))
    return []
  }

  /// Shows an entry among all others, and notes where one came from.
  mutating func show(_ id: RecordName, from here: RecordName?) -> [PaneRequest] {
    if let here, here != id { trail.append(here) }
    return [.reveal(id)]
  }

  /// Shows the entry that chance took.
  mutating func showByChance(
    _ found: [TitledEntry], from here: RecordName?, on desk: inout Desk
  ) -> [PaneRequest] {
    if let entry = found.first { return show(entry.id, from: here) }
    desk.say("There is no entry yet.")
    return []
  }

  /// Goes back to the entry whose link was followed.
  mutating func goBack(on desk: inout Desk) -> [PaneRequest] {
    if let id = trail.popLast() { return [.reveal(id)] }
    desk.say("No link was followed.")
    return []
  }

  /// The search for the entries that link to one of this title; says so where none can.
  func search(for title: String?, on desk: inout Desk) -> [PaneRequest] {
    guard let title = title.map({ trimmingSpace($0) }), EntryLink.text(to: title) != nil else {
      desk.say("A link names an entry by its title: one that is empty, or has [ ] | or # in it, cannot be linked to.")
      return []
    }
    return [.find("links:" + (title.contains("\"") ? "“\(title)”" : "\"\(title)\""))]
  }

  /// The day that a title such as `2026-05-31` names.
  private func day(of title: String) -> CivilDate? {
    let parts = title.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, let day = CivilDate(year: parts[0], month: parts[1], day: parts[2]), day.iso == title else {
      return nil
    }
    return day
  }
}
