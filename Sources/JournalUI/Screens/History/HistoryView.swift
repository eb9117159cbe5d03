import JournalCore
import TerminalKit

/// Where the parts of the history are: versions and comparison side by side, or one above the other.
struct HistoryLayout: Hashable, Sendable {
  var list: Rect
  var diff: Rect

  init(size: Size) {
    var rest = Rect.page(size)
    if size.columns >= 80 {
      list = rest.takeLeft(min(44, rest.columns * 2 / 5))
    } else {
      list = rest.takeTop(max(4, rest.rows / 3))
    }
    diff = rest
  }
}

/// One line of a comparison on the screen.
struct DiffLine: Hashable, Sendable {
  var pieces: [StyledText]

  /// What a comparison is made from.
  struct Key: Hashable, Sendable {
    var old: Entry
    var new: Entry
    var columns: Int
    var theme: Theme
    var categories: [JournalCore.Category]
  }
}

extension HistoryScreen {
  func draw(_ canvas: inout Canvas) {
    let layout = HistoryLayout(size: size)
    let count = state.versions.count
    if state.items != nil, state.present != nil, count < 2 {
      return canvas.centered(
        [
          StyledText("No earlier version", theme.subheading),
          StyledText("Every change of this entry will be kept here.", theme.secondary),
        ], in: Rect.page(size))
    }
    let title =
      state.items == nil ? "History" : "History \(glyphs.separator) \(counted(count, "version", "versions"))"
    let list = canvas.pane(title, layout.list, isFocused: true)
    for line in 0..<list.rows {
      let index = state.top + line / 2
      guard state.versions.indices.contains(index) else { break }
      drawVersion(
        state.versions[index], isFirstLine: line % 2 == 0, isSelected: index == state.cursor,
        state.top + line / 2,
        Rect(row: list.row + line, column: list.column, rows: 1, columns: list.columns), &canvas)
    }
    canvas.scrollbar(layout.list, total: count * 2, offset: state.top * 2)
    drawDiff(layout.diff, &canvas)
  }

  private func drawVersion(
    _ version: HistoryModel.Version, isFirstLine: Bool, isSelected: Bool, _ index: Int, _ rect: Rect,
    _ canvas: inout Canvas
  ) {
    if isSelected {
      canvas.fill(rect, theme.selection)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    let style = isSelected ? theme.selection : isFirstLine ? theme.text : theme.secondary
    let text: String
    if isFirstLine {
      text =
        version.replacedAt.map { "\(version.sender != nil ? "Refused" : "Before") \(moment(of: $0))" }
        ?? "Current version"
    } else if version.replacedAt == nil {
      text = "in the journal now"
    } else {
      let fields = version.fields.map { AnyRecord.label(of: $0) }.joined(separator: ", ")
      let device = shortened(TerminalSafe(version.device, keepingLines: false).text, 24)
      text = "\(FormerVersion.words(of: causeName(version.cause), version.cause, device)): \(fields)"
    }
    canvas.put(
      text, row: rect.row, column: rect.column + (isFirstLine ? 2 : 4), limit: rect.columns - (isFirstLine ? 3 : 5),
      style: style)
  }

  private func causeName(_ cause: EditCause) -> String {
    switch cause {
    case .edit: "edited"
    case .undo: "undone"
    case .redo: "redone"
    case .merge: "merged"
    case .restore: "replaced by a restore"
    case .importing: "replaced by an import"
    case .refused: "sent by"
    }
  }

  private func drawDiff(_ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane(diffTitle, rect, isFocused: false)
    guard state.items != nil, state.present != nil else { return }
    for line in 0..<inside.rows {
      let index = state.scroll + line
      guard state.page.indices.contains(index) else { break }
      canvas.frame.put(
        state.page[index].pieces, row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2,
        width: width)
    }
    canvas.scrollbar(rect, total: state.page.count, offset: state.scroll)
  }

  private var diffTitle: String {
    if state.cursor == 0 { return "Current version" }
    if state.version?.sender != nil { return "Never yours: from what was refused to the current one" }
    return state.comparesWithNext && state.cursor > 1
      ? "From this version to the next" : "From this version to the current one"
  }

  // MARK: Comparing

  /// Compares anew where version, pane or look changed, and keeps cursor and scrolling inside.
  mutating func settle() {
    let layout = HistoryLayout(size: size)
    let visible = max(1, layout.list.inside.rows / 2)
    if state.cursor < state.top { state.top = state.cursor }
    if state.cursor >= state.top + visible { state.top = state.cursor - visible + 1 }
    state.top = max(0, min(state.top, state.versions.count - visible))
    if let version = state.version, let other = state.other {
      let key = DiffLine.Key(
        old: version.entry, new: other.entry, columns: max(1, layout.diff.inside.columns - 2), theme: theme,
        categories: categories)
      if key != state.pageKey {
        state.page = diffLines(key)
        state.pageKey = key
      }
    }
    state.scroll = max(0, min(state.scroll, state.page.count - layout.diff.inside.rows))
  }

  private func diffLines(_ key: DiffLine.Key) -> [DiffLine] {
    let (old, new) = (key.old, key.new)
    var lines: [DiffLine] = []
    func fact(_ name: String, _ before: String, _ after: String) {
      guard before != after else { return }
      lines.append(
        DiffLine(pieces: [
          StyledText("\(name): ", theme.secondary),
          StyledText(before, theme.deleted),
          StyledText(environment.isUTF8 ? " → " : " -> ", theme.secondary),
          StyledText(after, theme.inserted),
        ]))
    }
    fact("Date", factDate(old), factDate(new))
    fact("Mood", old.mood?.title ?? "none", new.mood?.title ?? "none")
    fact("Category", category(old.category)?.name ?? "unfiled", category(new.category)?.name ?? "unfiled")
    fact("Tags", old.tags.joined(separator: " "), new.tags.joined(separator: " "))
    fact("Favourite", old.isFavorite ? "yes" : "no", new.isFavorite ? "yes" : "no")
    fact("In the trash", old.trashedAt == nil ? "no" : "yes", new.trashedAt == nil ? "no" : "yes")
    if !lines.isEmpty { lines.append(DiffLine(pieces: [])) }
    lines += runs(WordDiff.runs(from: old.title, to: new.title), key.columns, same: theme.heading)
    lines.append(DiffLine(pieces: []))
    lines += runs(WordDiff.runs(from: old.body, to: new.body), key.columns, same: theme.text)
    return lines
  }

  private func factDate(_ entry: Entry) -> String {
    DateText.dayAndClock(entry.date)
  }
}
