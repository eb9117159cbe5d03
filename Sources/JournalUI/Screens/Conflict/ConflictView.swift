import JournalCore
import TerminalKit

/// Where the parts of the conflict view are: the sides beside each other, as many as have room, and what it is about above.
struct ConflictLayout: Sendable {
  /// Columns that a side needs to be read beside others.
  static let narrowest = 32

  /// The title, or for what has no texts its fields; nil where there is no room.
  var head: Rect?
  var texts: Rect
  /// The boxes of the sides that are shown.
  var sides: [(side: ConflictModel.Side, rect: Rect)] = []

  init(size: Size, sides all: [ConflictModel.Side], current: ConflictModel.Side, fieldLines: Int) {
    var rest = Rect.page(size)
    if rest.rows >= 17, !all.isEmpty {
      head = rest.takeTop(2)
    } else if rest.rows >= 17, fieldLines > 0 {
      head = rest.takeTop(min(fieldLines + 2, max(6, rest.rows / 3)))
    }
    texts = rest
    let fitting = max(1, rest.columns / Self.narrowest)
    var shown = all
    var below: Rect?
    if all.count == fitting + 1, fitting > 1, all.last == .now, rest.rows >= 20 {
      // What became of the sides has the whole width below them.
      below = rest.takeBottom(rest.rows * 2 / 5)
      shown.removeLast()
    }
    if shown.count > fitting {
      // The two sides themselves are what is compared; one alone is the one that has the keys.
      let first = fitting == 1 ? [current] : [.here, .server, .base, .now].filter { all.contains($0) }
      let chosen = first.contains(current) ? [current] + first.filter { $0 != current } : first
      shown = all.filter { chosen.prefix(fitting).contains($0) }
    }
    for (index, side) in shown.enumerated() {
      sides.append((side, rest.takeLeft(rest.columns / (shown.count - index))))
    }
    if let below { sides.append((.now, below)) }
  }
}

extension ConflictScreen {
  var layout: ConflictLayout {
    ConflictLayout(
      size: size, sides: state.sides, current: state.side,
      fieldLines: state.details.map { $0.fields.isEmpty ? 0 : $0.fields.count + 1 } ?? 0)
  }

  func draw(_ canvas: inout Canvas) {
    let conflict = state
    let layout = self.layout
    guard !layout.sides.isEmpty else {
      if let rect = layout.head, let details = conflict.details { drawFields(details, rect, &canvas) }
      return drawNoSides(conflict, layout.texts, &canvas)
    }
    if let rect = layout.head, let details = conflict.details { drawTitle(details, rect, &canvas) }
    for (side, rect) in layout.sides {
      if isKept(side, conflict) {
        canvas.lay(
          .well, Rect(row: rect.row, column: rect.column + 1, rows: rect.rows - 1, columns: rect.columns - 1))
      }
      let inside = canvas.pane(
        title(of: side, conflict.details?.notice ?? conflict.merge), key: key(of: side),
        label: label(of: side, conflict, layout), rect, isFocused: side == conflict.side)
      let page = conflict.pages[side] ?? []
      for line in 0..<inside.rows {
        let index = conflict.scroll + line
        guard page.indices.contains(index) else { break }
        canvas.put(page[index], row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2)
      }
      canvas.scrollbar(rect, total: page.count, offset: conflict.scroll)
    }
    let isFree = layout.sides.allSatisfy { side, rect in
      rect.endRow < layout.texts.endRow || (conflict.pages[side]?.count ?? 0) < rect.inside.rows - 1
    }
    if isFree, layout.texts.rows >= 16 { drawLegend(layout.texts, &canvas) }
  }

  private func drawTitle(_ details: MergeSides, _ rect: Rect, _ canvas: inout Canvas) {
    let met = details.notice.isConflict ? "both texts are kept" : "made one"
    let limit = rect.columns - 2
    let title = "Two versions of \(titled(details.notice.title))"
    let used = canvas.put(title, row: rect.row, column: rect.column + 1, limit: limit, style: theme.heading)
    // As much of it as has room.
    let facts = ["changed here and on \(elsewhere(details.notice))", met, moment(of: details.notice.at)]
    let room = limit - used - 2
    let count = (1...facts.count).last { count in
      width.columns(of: facts.prefix(count).joined(separator: " \(glyphs.separator) ")) <= room
    }
    canvas.put(
      facts.prefix(count ?? 0).joined(separator: " \(glyphs.separator) "), row: rect.row,
      column: rect.column + used + 3, limit: room, style: theme.secondary)
  }

  /// How changes look, for who sees them for the first time.
  private func drawLegend(_ rect: Rect, _ canvas: inout Canvas) {
    let long = ". Nothing is lost: the history keeps every version."
    canvas.put(
      [
        StyledText("Removed words are ", theme.secondary), StyledText("struck out", theme.deleted),
        StyledText(", new ones ", theme.secondary), StyledText("underlined", theme.inserted),
        StyledText(rect.columns - 4 < 44 + width.columns(of: long) ? "." : long, theme.secondary),
      ], row: rect.endRow - 2, column: rect.column + 2, limit: rect.columns - 4)
  }

  private func drawFields(_ details: MergeSides, _ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane(
      "Merged \(moment(of: details.notice.at)) \(glyphs.separator) \(titled(details.notice.title))",
      label: "\(glyphs.check) kept", rect, isFocused: false)
    for (line, pieces) in mergeTable(details, max(1, inside.columns - 2)).prefix(inside.rows).enumerated() {
      canvas.put(pieces, row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2)
    }
  }

  /// A merge of a category or a picture has no texts; its fields are all that there is.
  private func drawNoSides(_ conflict: ConflictModel, _ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane("Merge", rect, isFocused: true)
    guard let details = conflict.details else {
      let words = conflict.isUnreadable ? "The sides of this merge could not be read." : "Reading \(glyphs.ellipsis)"
      return canvas.centered([StyledText(words, theme.secondary)], in: inside)
    }
    let lines = layout.head == nil ? mergeTable(details, max(1, inside.columns - 2)) : []
    for (line, pieces) in lines.prefix(inside.rows).enumerated() {
      canvas.put(pieces, row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2)
    }
  }

  private func title(of side: ConflictModel.Side, _ merge: MergeNotice) -> String {
    switch side {
    case .base: "Original"
    case .here: "This computer"
    case .server: otherDevice(merge) ?? "Server"
    case .now: "In the journal now"
    }
  }

  /// The key that keeps a side; none for what is only shown.
  private func key(of side: ConflictModel.Side) -> String {
    switch side {
    case .base: ""
    case .here: keyText(.takeHere, in: [.conflict])
    case .server: keyText(.takeServer, in: [.conflict])
    case .now: keyText(.keepBoth, in: [.conflict])
    }
  }

  /// Whether a side's text is the one that is kept, and which of all it is where not all have room.
  private func label(of side: ConflictModel.Side, _ conflict: ConflictModel, _ layout: ConflictLayout) -> String {
    var parts = isKept(side, conflict) ? ["\(glyphs.check) kept"] : []
    if side == conflict.side, layout.sides.count < conflict.sides.count { parts.append(position(conflict)) }
    return parts.joined(separator: " \(glyphs.separator) ")
  }

  /// Whether the text of a side is the one in the journal.
  private func isKept(_ side: ConflictModel.Side, _ conflict: ConflictModel) -> Bool {
    guard side == .here || side == .server, let body = conflict.details?.fields.first(where: { isLong($0.field) }),
      let now = body.now
    else { return false }
    return conflict.value(of: body, side) == now
  }

  /// When a side's text was written, and how much of it is new; of what is in the journal, how it came about.
  private func summary(of side: ConflictModel.Side, _ body: MergedField, _ conflict: ConflictModel) -> String {
    var parts = [side == .here ? body.hereAt : side == .server ? body.serverAt : nil].compactMap { $0 }.map {
      moment(of: $0)
    }
    parts.append(size(of: side, body, conflict))
    if side == .now, conflict.details?.notice.isConflict == true { parts.append("both texts, one after the other") }
    return parts.joined(separator: " \(glyphs.separator) ")
  }

  /// How many words a text has, or how many of them are new and how many are gone.
  private func size(of side: ConflictModel.Side, _ body: MergedField, _ conflict: ConflictModel) -> String {
    let text = conflict.value(of: body, side) ?? ""
    guard let reference = conflict.reference(of: side) else {
      return counted(WordCount.count(text), "word", "words")
    }
    let runs = WordDiff.runs(from: conflict.value(of: body, reference) ?? "", to: text)
    func words(_ kind: DiffRun.Kind) -> Int { runs.reduce(0) { $0 + ($1.kind == kind ? WordCount.count($1.text) : 0) } }
    return "+\(words(.inserted)) \(environment.isUTF8 ? "−" : "-")\(words(.deleted)) words"
  }

  /// A field that is no text, with the time at which it was set, and whether it is the one that counts.
  private func fieldLine(_ field: MergedField, of side: ConflictModel.Side, _ conflict: ConflictModel) -> String {
    let value = conflict.value(of: field, side) ?? "none"
    let at = side == .here ? field.hereAt : side == .server ? field.serverAt : nil
    let mood = field.field == "mood" ? Mood.known.first { $0.title == value } : nil
    var parts = [mood.map { "\(moodGlyph($0)) \(value)" } ?? "\(AnyRecord.label(of: field.field)): \(value)"]
    if let at { parts.append(moment(of: at)) }
    let other = side == .here ? field.server : field.here
    if side == .here || side == .server, field.now == conflict.value(of: field, side), field.now != other {
      parts.append("\(glyphs.check) kept")
    }
    return parts.joined(separator: " \(glyphs.separator) ")
  }

  /// `2 of 4`, where not all sides have room.
  private func position(_ conflict: ConflictModel) -> String {
    let place = conflict.sides.firstIndex(of: conflict.side) ?? 0
    return "\(place + 1) of \(conflict.sides.count)"
  }

  // MARK: Setting

  mutating func settle() {
    var conflict = state
    if !conflict.sides.isEmpty, !conflict.sides.contains(conflict.side) { conflict.side = conflict.sides[0] }
    let layout = self.layout
    if let details = conflict.details {
      var columns: [ConflictModel.Side: Int] = [:]
      for (side, rect) in layout.sides { columns[side] = max(1, rect.inside.columns - 2) }
      let key = ConflictModel.PageKey(details: details, columns: columns, theme: theme)
      if key != conflict.pageKey {
        conflict.pages = [:]
        for side in columns.keys { conflict.pages[side] = page(of: side, conflict, key) }
        conflict.pageKey = key
      }
    }
    // All sides scroll together, as far as the one that is longest in its pane needs it.
    let furthest = layout.sides.map { side, rect in (conflict.pages[side]?.count ?? 0) - rect.inside.rows }.max() ?? 0
    conflict.scroll = max(0, min(conflict.scroll, furthest))
    state = conflict
    if desk.screens.last == .conflict, syncing.asks(for: conflict.merge.group) {
      emit(.loadMerge(group: conflict.merge.group))
    }
  }

  /// The title and the text of a side, with what it changed lit; its other fields where the table has no room.
  private func page(of side: ConflictModel.Side, _ conflict: ConflictModel, _ key: ConflictModel.PageKey)
    -> [[StyledText]]
  {
    let columns = key.columns[side] ?? 1
    let reference = conflict.reference(of: side)
    func compared(_ field: MergedField, _ same: Style) -> [[StyledText]] {
      let new = conflict.value(of: field, side) ?? ""
      let runs = reference.map { WordDiff.runs(from: conflict.value(of: field, $0) ?? "", to: new) }
      return self.runs(runs ?? (new.isEmpty ? [] : [DiffRun(.same, new)]), columns, same: same).map(\.pieces)
    }
    let fields = key.details.fields
    let body = fields.first { isLong($0.field) }
    var lines: [[StyledText]] = body.map { paragraph(summary(of: side, $0, conflict), theme.secondary, columns) } ?? []
    for field in fields where field.field != "title" && !isLong(field.field) {
      let value = conflict.value(of: field, side)
      let isChanged = reference.map { conflict.value(of: field, $0) != value } ?? false
      lines += paragraph(
        fieldLine(field, of: side, conflict), isChanged ? theme.text : theme.secondary, columns)
    }
    if !lines.isEmpty { lines.append([]) }
    let title = fields.first { $0.field == "title" }
    lines += title.map { compared($0, theme.heading) } ?? paragraph(key.details.notice.title, theme.heading, columns)
    guard let body else { return lines }
    lines.append([])
    return lines + compared(body, theme.text)
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step * 3) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    for (side, rect) in layout.sides where rect.contains(event.position) { state.side = side }
  }
}
