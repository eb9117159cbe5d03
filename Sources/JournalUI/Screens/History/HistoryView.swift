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

extension Model {
  func drawHistory(_ canvas: inout Canvas) {
    guard let history else { return }
    let layout = HistoryLayout(size: size)
    let count = history.versions.count
    if history.items != nil, history.present != nil, count < 2 {
      return canvas.centered(
        [
          StyledText("No earlier version", theme.subheading),
          StyledText("Every change of this entry will be kept here.", theme.secondary),
        ], in: Rect.page(size))
    }
    let title =
      history.items == nil ? "History" : "History \(glyphs.separator) \(counted(count, "version", "versions"))"
    let list = canvas.pane(title, layout.list, isFocused: true)
    for line in 0..<list.rows {
      let index = history.top + line / 2
      guard history.versions.indices.contains(index) else { break }
      drawVersion(
        history.versions[index], isFirstLine: line % 2 == 0, isSelected: index == history.cursor,
        history.top + line / 2,
        Rect(row: list.row + line, column: list.column, rows: 1, columns: list.columns), &canvas)
    }
    canvas.scrollbar(layout.list, total: count * 2, offset: history.top * 2)
    drawDiff(history, layout.diff, &canvas)
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
      text = version.replacedAt.map { "until \(moment(of: $0))" } ?? "now"
    } else if version.replacedAt == nil {
      text = "as the journal has it"
    } else {
      let fields = version.fields.map { AnyRecord.label(of: $0) }.joined(separator: ", ")
      let device = version.device.isEmpty ? "" : " on \(version.device)"
      text = "\(causeName(version.cause))\(device): \(fields)"
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
    case .restore: "restored over"
    case .importing: "imported over"
    }
  }

  private func drawDiff(_ history: HistoryModel, _ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane(diffTitle(history), rect, isFocused: false)
    guard history.items != nil, history.present != nil else { return }
    for line in 0..<inside.rows {
      let index = history.scroll + line
      guard history.page.indices.contains(index) else { break }
      canvas.frame.put(
        history.page[index].pieces, row: inside.row + line, column: inside.column + 1, limit: inside.columns - 2,
        width: width)
    }
    canvas.scrollbar(rect, total: history.page.count, offset: history.scroll)
  }

  private func diffTitle(_ history: HistoryModel) -> String {
    if history.cursor == 0 { return "Current version" }
    return history.comparesWithNext && history.cursor > 1
      ? "From this version to the next" : "From this version to the current one"
  }

  // MARK: Comparing

  /// Compares anew where version, pane or look changed, and keeps cursor and scrolling inside.
  mutating func settleHistory() {
    guard var history else { return }
    let layout = HistoryLayout(size: size)
    let visible = max(1, layout.list.inside.rows / 2)
    if history.cursor < history.top { history.top = history.cursor }
    if history.cursor >= history.top + visible { history.top = history.cursor - visible + 1 }
    history.top = max(0, min(history.top, history.versions.count - visible))
    if let version = history.version, let other = history.other {
      let key = DiffLine.Key(
        old: version.entry, new: other.entry, columns: max(1, layout.diff.inside.columns - 2), theme: theme,
        categories: categories)
      if key != history.pageKey {
        history.page = diffLines(key)
        history.pageKey = key
      }
    }
    history.scroll = max(0, min(history.scroll, history.page.count - layout.diff.inside.rows))
    self.history = history
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
    "\(shortDate(entry.date.local.date)) \(entry.date.local.clock)"
  }

  /// Keeps what was removed apart from what came for it, by a space; in brackets where it cannot be struck out.
  private func apart(_ runs: [DiffRun]) -> [DiffRun] {
    var result: [DiffRun] = []
    for run in runs {
      if let last = result.last, last.kind != .same, run.kind != .same, !endsApart(last.text), !beginsApart(run.text) {
        result.append(DiffRun(.same, " "))
      }
      result.append(environment.canStrike || environment.colorDepth == .none ? run : bracketed(run))
    }
    return result
  }

  private func endsApart(_ text: String) -> Bool { text.unicodeScalars.last.map { $0.properties.isWhitespace } ?? true }
  private func beginsApart(_ text: String) -> Bool {
    text.unicodeScalars.first.map { $0.properties.isWhitespace } ?? true
  }

  /// `[-removed-]`, `{+added+}`: within the white space around it.
  private func bracketed(_ run: DiffRun) -> DiffRun {
    guard run.kind != .same else { return run }
    let scalars = run.text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return run }
    let (open, close) = run.kind == .deleted ? ("[-", "-]") : ("{+", "+}")
    return DiffRun(
      run.kind,
      String(scalars[..<first]) + open + String(scalars[first...last]) + close
        + String(scalars[scalars.index(after: last)...]))
  }

  /// Wraps the stretches of a comparison as one text.
  func runs(_ runs: [DiffRun], _ columns: Int, same: Style) -> [DiffLine] {
    let runs = apart(runs)
    let text = runs.map(\.text).joined()
    var ends: [(end: Int, style: Style)] = []
    var end = 0
    for run in runs {
      let style =
        switch run.kind {
        case .same: same
        case .inserted: theme.inserted
        case .deleted: theme.deleted
        }
      // Words are marked, and not the blanks around them.
      let blank = UInt8(ascii: " ")
      let (count, bytes) = (run.text.utf8.count, run.text.utf8)
      let before = bytes.prefix { $0 == blank }.count
      let after = before == count ? 0 : bytes.reversed().prefix { $0 == blank }.count
      if before > 0 { ends.append((end + before, same)) }
      if before + after < count { ends.append((end + count - after, style)) }
      if after > 0 { ends.append((end + count, same)) }
      end += count
    }
    let bytes = Array(text.utf8)
    var lines: [DiffLine] = []
    var index = 0
    for line in TextWrap.lines(of: text, columns: columns, width: width) {
      var pieces: [StyledText] = []
      var position = line.start
      while index < ends.count, ends[index].end <= position { index += 1 }
      var run = index
      while position < line.end, run < ends.count {
        let stop = min(ends[run].end, line.end)
        if stop > position {
          pieces.append(StyledText(String(decoding: bytes[position..<stop], as: UTF8.self), ends[run].style))
        }
        position = max(position, stop)
        run += 1
      }
      lines.append(DiffLine(pieces: pieces))
    }
    return lines
  }
}
