import JournalCore
import TerminalKit

/// Where the parts of the panel are: it is as large as what it says.
struct ShareLayout {
  var box: Rect
  /// The rows of the people, and how many of them there is room for.
  var people: Rect
  /// The row of the link.
  var linkRow: Int
  /// The lines below: what is asked, went wrong, or is not of now.
  var words: [(text: String, style: Style)] = []
}

extension ShareScreen {
  /// The columns before a person's name, and before the link.
  private static let label = 6
  private static let widest = 76

  private var isKnown: Bool { state.thing != nil }

  /// What stands below people and link.
  private var notes: [(text: String, style: Style)] {
    var notes: [(String, Style)] = []
    if let thing = state.thing {
      switch thing.linkAccess {
      case .none: break
      case .reads: notes.append(("Anyone with the link may read it.", theme.text))
      case .writes: notes.append(("Anyone with the link may read and write it.", theme.text))
      }
      if thing.kind == .journal, thing.isMine {
        notes.append(("Your whole journal is shared, by another program. x ends that.", theme.warning))
      }
      if isOthers {
        let writing =
          thing.kind == .category
          ? "You may read it, write in its entries, and add entries and pictures." : "You may read and write it."
        let obstacle = thing.mayWrite ? nil : thing.obstacle
        notes.append(
          (obstacle ?? (thing.mayWrite ? writing : "You may read it."), obstacle == nil ? theme.text : theme.warning))
      }
    } else if !state.isLooking, !state.isChanging, state.problem == nil {
      let (add, anyone) = (keyText(.addPerson, in: [.share]), keyText(.openToAnyone, in: [.share]))
      notes.append(("Not shared. \(add) adds a person, \(anyone) opens it to anyone with the link.", theme.secondary))
    }
    if let problem = state.problem {
      notes.append((TerminalSafe(problem, keepingLines: false).text, theme.error))
    } else if state.isLooking || state.isChanging {
      notes.append(("Asking the server \(glyphs.ellipsis)", theme.secondary))
    } else if let outdated = state.outdated {
      notes.append(("As it was known last. \(TerminalSafe(outdated, keepingLines: false).text)", theme.warning))
    }
    return notes
  }

  var shareLayout: ShareLayout {
    let people = state.thing?.people ?? []
    let widestLink = ([state.thing?.link] + people.map(\.link)).compactMap { $0.map { width.columns(of: $0) } }.max()
    let words = notes
    let title = width.columns(of: panelTitle) + 12
    let longest =
      people.map { nameColumns + 2 + width.columns(of: $0.state) + Self.label }.max() ?? 0
    let noted = min(68, (words.map { width.columns(of: $0.text) }.max() ?? 0) + 4)
    let wanted = max(48, title, longest + 4, noted, widestLink.map { $0 + Self.label + 4 } ?? 0)
    let columns = min(size.columns - 4, Self.widest, wanted)
    let inner = max(1, columns - 4)
    let air = size.rows >= 20 ? 1 : 0
    let lines = words.flatMap { note in wrapped(note.text, columns: inner).map { (text: $0, style: note.style) } }
    let linkRows = !hasLink ? 0 : 1 + (people.isEmpty ? 0 : air)
    let noteRows = lines.isEmpty ? 0 : lines.count + (people.isEmpty && !hasLink ? 0 : air)
    let fixed = 2 + air + linkRows + noteRows + air
    let shown = max(people.isEmpty ? 0 : 1, min(people.count, size.rows - 4 - fixed))
    let rows = min(size.rows - 2, fixed + shown)
    let box = Rect(
      row: max(1, (size.rows - rows) * 2 / 5), column: max(0, (size.columns - columns) / 2), rows: rows,
      columns: columns)
    let inside = box.inside
    let first = inside.row + air
    var layout = ShareLayout(
      box: box, people: Rect(row: first, column: inside.column, rows: shown, columns: inside.columns),
      linkRow: first + shown + (people.isEmpty ? 0 : air))
    layout.words = lines
    return layout
  }

  /// As wide as the longest name, within limits.
  private var nameColumns: Int {
    let longest = (state.thing?.people ?? []).map { width.columns(of: name(of: $0)) }.max() ?? 0
    return min(28, max(12, longest))
  }

  private var panelTitle: String {
    let title = "“\(shortened(state.title, 40))”"
    return isOthers ? "\(title) of \(safe(state.thing?.owner ?? "another person"))" : "Share \(title)"
  }

  private func name(of person: SharedPerson) -> String {
    let name = safe(person.name)
    return person.role == .owner && !isOthers ? "\(name) (you)" : name
  }

  /// What stands in the place of a link that is not there.
  private var linkWords: String {
    switch person?.role {
    case nil, .owner: "each invited person has one: choose a person"
    case .invited: "none is open"
    default: "used; it has ended"
    }
  }

  func draw(_ canvas: inout Canvas) {
    if let code = state.code { return DialogPainter(desk: desk).drawPicture(code, &canvas) }
    let layout = shareLayout
    let inside = canvas.sheet(panelTitle, layout.box)
    let isDim = state.outdated != nil || state.problem != nil
    let people = state.thing?.people ?? []
    for line in 0..<layout.people.rows where people.indices.contains(state.top + line) {
      let index = state.top + line
      drawPerson(
        people[index], isFirst: index == 0, isSelected: index == state.cursor, isDim,
        Rect(row: layout.people.row + line, column: inside.column, rows: 1, columns: inside.columns), &canvas)
    }
    if hasLink {
      canvas.put("Link", row: layout.linkRow, column: inside.column + 1, limit: 4, style: theme.secondary)
      canvas.put(
        link ?? linkWords, row: layout.linkRow,
        column: inside.column + 1 + Self.label, limit: inside.columns - 2 - Self.label,
        style: isDim || link == nil ? theme.secondary : theme.link)
    }
    let air = size.rows >= 20 ? 1 : 0
    let end = inside.endRow - air
    for (offset, line) in layout.words.enumerated() {
      let row = end - layout.words.count + offset
      guard row > inside.row - 1 else { continue }
      canvas.put(line.text, row: row, column: inside.column + 1, limit: inside.columns - 2, style: line.style)
    }
    canvas.scrollbar(
      Rect(
        row: layout.people.row - 1, column: layout.box.column, rows: layout.people.rows + 2, columns: layout.box.columns
      ),
      total: people.count, offset: state.top)
  }

  private func drawPerson(
    _ person: SharedPerson, isFirst: Bool, isSelected: Bool, _ isDim: Bool, _ rect: Rect, _ canvas: inout Canvas
  ) {
    let selected = isSelected && !isOthers ? theme.selection : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    if isFirst {
      canvas.put(
        "With", row: rect.row, column: rect.column + 1, limit: 4, style: theme.sign(theme.secondary, on: selected))
    }
    let column = rect.column + 1 + Self.label
    let room = rect.endColumn - column - 1
    let names = min(nameColumns, room)
    canvas.put(
      name(of: person), row: rect.row, column: column, limit: names,
      style: theme.sign(isDim ? theme.secondary : theme.text, on: selected))
    canvas.put(
      person.state, row: rect.row, column: column + names + 2, limit: room - names - 2,
      style: theme.sign(theme.secondary, on: selected))
  }

  mutating func settle() {
    let count = state.thing?.people.count ?? 0
    state.cursor = max(0, min(state.cursor, count - 1))
    let height = shareLayout.people.rows
    if state.cursor < state.top { state.top = state.cursor }
    if state.cursor >= state.top + height { state.top = state.cursor - height + 1 }
    state.top = max(0, min(state.top, count - height))
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step) }
    let people = shareLayout.people
    guard event.kind == .press || event.kind == .doublePress else { return }
    if people.contains(event.position) {
      state.cursor = state.top + event.position.row - people.row
    } else if !shareLayout.box.contains(event.position) {
      // A press beside it closes it, as Esc does.
      ask(.close(.share))
    }
  }
}
