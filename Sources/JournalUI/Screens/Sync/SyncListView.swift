import JournalCore
import TerminalKit

/// One line on the screen of what needs a person, waits or was merged.
struct SyncLine: Hashable, Sendable {
  /// Nil for a free line.
  var row: SyncRow?
  /// Whether it is the second line of its row.
  var isSecond = false
}

/// What a row says, whatever room there is for it.
private struct SyncRowWords {
  var sign: Unicode.Scalar
  var signStyle: Style
  var title: String
  /// What it is, and what became of it.
  var what: String
  /// When it was, or when it goes on.
  var when = ""
  /// Why, in a line of its own; empty where there is nothing to add.
  var more = ""
  var tone: Style
  var transfer: SyncTransfer?
  /// Whether `what` says more than of which kind it is.
  var hasNews = false
  /// What Enter does with it.
  var key = ""
}

extension SyncScreen {
  /// The columns from which on what became of a row stands beside its name.
  private static let beside = 96

  /// The rows of the list, line by line.
  var lines: [SyncLine] {
    let columns = layout.list?.columns ?? size.columns
    let isAiry = size.rows >= 30
    var lines: [SyncLine] = []
    for row in rows {
      if isAiry, row.item == nil, !row.isMore, !lines.isEmpty { lines.append(SyncLine()) }
      lines.append(SyncLine(row: row))
      if isTall(row, columns) { lines.append(SyncLine(row: row, isSecond: true)) }
    }
    return lines
  }

  /// Whether a row has a second line: below its name where there is no room beside it, else only for what is to review.
  private func isTall(_ row: SyncRow, _ columns: Int) -> Bool {
    guard size.rows >= 24, columns >= 60, row.item != nil else { return false }
    guard let words = words(of: row) else { return false }
    return !words.more.isEmpty || columns < Self.beside && words.hasNews
  }

  func drawWaiting(_ rect: Rect, _ canvas: inout Canvas) {
    let lines = self.lines
    let inside = canvas.pane("", rect, isFocused: state.part == .list)
    guard !lines.isEmpty else {
      // What is safe or not stands above already.
      canvas.put(
        "Nothing waits to be sent", row: inside.row, column: inside.column + 4, limit: inside.columns - 5,
        style: theme.secondary)
      return
    }
    for line in 0..<inside.rows where lines.indices.contains(state.top + line) {
      let shown = lines[state.top + line]
      guard let row = shown.row else { continue }
      let place = Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns)
      switch row {
      case .heading(let title, let count): drawHeading(title, count, place, &canvas)
      case .more(let count):
        canvas.put(
          "and \(grouped(count)) more", row: place.row, column: place.column + 4, limit: place.columns - 5,
          style: theme.secondary)
      case .record, .merge, .picture, .recent:
        let isTall =
          shown.isSecond || lines.indices.contains(state.top + line + 1) && lines[state.top + line + 1].isSecond
        drawItem(row, isSecond: shown.isSecond, isTall: isTall, row.item == state.cursor, place, &canvas)
      }
    }
    canvas.scrollbar(rect, total: lines.count, offset: state.top)
  }

  private func drawHeading(_ title: String, _ count: Int, _ place: Rect, _ canvas: inout Canvas) {
    var column = place.column + 1
    column += canvas.put(title, row: place.row, column: column, limit: place.columns - 2, style: theme.title)
    if count > 0 {
      column += canvas.put(" \(grouped(count))", row: place.row, column: column, limit: 10, style: theme.faint)
    }
    canvas.hairline(row: place.row, from: column + 1, to: place.endColumn - 1)
  }

  private func drawItem(
    _ row: SyncRow, isSecond: Bool, isTall: Bool, _ isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas
  ) {
    guard let words = words(of: row) else { return }
    let hasKeys = state.part == .list
    let selected = isSelected ? (hasKeys ? theme.selection : theme.unfocusedSelection) : nil
    if let selected {
      // From the edge on; the signs stand below those of the sentences above.
      canvas.fill(Rect(row: rect.row, column: rect.column - 1, rows: 1, columns: rect.columns + 1), selected)
      canvas.put(
        String(glyphs.selection), row: rect.row, column: rect.column - 1, limit: 1,
        style: hasKeys ? theme.selectionBar : selected)
    }
    let isBeside = rect.columns + 2 >= Self.beside
    let column = rect.column + 4
    if isSecond {
      let end =
        words.key.isEmpty || !isSelected
        ? rect.endColumn - 1
        : canvas.putRight(
          words.key, row: rect.row, endColumn: rect.endColumn - 1, limit: 20,
          style: theme.sign(theme.accent, on: selected)) - 2
      let text = isBeside || words.what.isEmpty ? words.more : words.more.isEmpty ? words.what : words.more
      canvas.put(
        text, row: rect.row, column: column, limit: end - column,
        style: theme.sign(isBeside ? theme.secondary : words.tone, on: selected))
      return
    }
    canvas.put(
      String(words.sign), row: rect.row, column: rect.column + 1, limit: 1,
      style: theme.sign(words.signStyle, on: selected))
    // Where there is one line, the right end has what matters most.
    let both = [words.what, words.when].filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
    let right = isBeside || isTall ? words.when : words.more.isEmpty ? both : words.more
    let tone = isBeside || isTall ? theme.secondary : words.tone
    let end = canvas.putRight(
      right, row: rect.row, endColumn: rect.endColumn - 1,
      limit: rect.columns * 45 / 100, style: theme.sign(tone, on: selected))
    let middle = rect.column + rect.columns * 45 / 100
    let titleEnd = isBeside ? middle - 2 : end - 2
    let isUntitled = words.title.isEmpty
    let style = isUntitled ? theme.secondary : isSelected ? theme.heading : theme.text
    canvas.put(
      isUntitled ? "Untitled" : words.title, row: rect.row, column: column, limit: titleEnd - column,
      style: theme.sign(style, on: selected))
    guard isBeside else { return }
    var start = middle
    if let transfer = words.transfer {
      start += drawBar(transfer, row: rect.row, column: middle, on: selected, &canvas) + 2
    }
    canvas.put(
      words.what, row: rect.row, column: start, limit: end - start - 2, style: theme.sign(words.tone, on: selected))
  }

  /// A bar of ten cells that says how far something is.
  private func drawBar(
    _ transfer: SyncTransfer, row: Int, column: Int, on selected: Style?, _ canvas: inout Canvas
  ) -> Int {
    let full = max(0, min(10, Int(transfer.permille) / 100))
    let parts = [(glyphs.progressFull, full, theme.accent), (glyphs.progressEmpty, 10 - full, theme.border)]
    var place = column
    for (sign, count, style) in parts {
      place += canvas.put(
        String(repeating: Character(sign), count: count), row: row, column: place, limit: 10,
        style: theme.sign(style, on: selected))
    }
    return place - column
  }

  // MARK: Words

  private func words(of row: SyncRow) -> SyncRowWords? {
    switch row {
    case .record(let record): record.isParked ? refused(record) : waiting(record)
    case .merge(let merge): words(of: merge)
    case .picture(let fetch): words(of: fetch)
    case .recent(let change): words(of: change)
    case .heading, .more: nil
    }
  }

  private func refused(_ record: WaitingRecord) -> SyncRowWords {
    SyncRowWords(
      sign: glyphs.attention, signStyle: theme.error, title: record.title,
      what: "\(name(of: record.kind)) \(glyphs.separator) refused", when: age(of: record),
      more: record.reason ?? record.code ?? "", tone: theme.error, key: "\(glyphs.enter) details")
  }

  private func waiting(_ record: WaitingRecord) -> SyncRowWords {
    var words = SyncRowWords(
      sign: glyphs.waiting, signStyle: theme.accent, title: record.title, what: name(of: record.kind),
      when: age(of: record), tone: theme.secondary)
    if record.action == .delete {
      words.sign = glyphs.cross
      words.signStyle = theme.warning
      words.what += " \(glyphs.separator) to be deleted"
    }
    guard let progress = syncing.status?.sending[record.recordName] else { return words }
    words.hasNews = progress.transfer != nil || progress.why != nil
    if let transfer = progress.transfer {
      let share = transfer.done > 0 ? shareText(transfer) : "\(bytesText(transfer.total)) to send"
      words.what += " \(glyphs.separator) \(share)"
      if transfer.done > 0 {
        words.transfer = transfer
        words.when = "continues automatically"
      }
    }
    if let again = tryText(after: progress.tries, at: progress.nextTry) {
      words.when = again
      if record.action != .delete { words.sign = glyphs.again }
      if let why = progress.why { words.what = why }
    }
    return words
  }

  private func words(of merge: MergeNotice) -> SyncRowWords {
    let kind = syncing.merges[merge.group].map { name(of: $0.kind) } ?? "entry"
    guard merge.isConflict else {
      return SyncRowWords(
        sign: glyphs.merged, signStyle: theme.secondary, title: merge.title, what: "\(kind) \(glyphs.separator) merged",
        when: moment(of: merge.at), tone: theme.secondary, key: "\(glyphs.enter) compare")
    }
    return SyncRowWords(
      sign: glyphs.attention, signStyle: theme.warning, title: merge.title,
      what: "changed here and on \(elsewhere(merge))", when: moment(of: merge.at),
      more: "Both texts kept, the later one first", tone: theme.secondary, key: "\(glyphs.enter) compare")
  }

  private func words(of fetch: PictureFetch) -> SyncRowWords {
    let hasFailed = fetch.sentence != nil
    return SyncRowWords(
      sign: hasFailed ? glyphs.attention : glyphs.fetched,
      signStyle: hasFailed ? theme.error : theme.accent, title: fetch.title,
      what: fetch.sentence ?? fetch.transfer.map { "picture \(glyphs.separator) \(shareText($0))" } ?? "picture",
      when: hasFailed
        ? "" : fetch.transfer != nil ? "" : tryText(after: fetch.tries, at: fetch.nextTry) ?? "waits for its turn",
      tone: hasFailed ? theme.error : theme.secondary, transfer: fetch.transfer,
      hasNews: hasFailed || fetch.transfer != nil)
  }

  private func words(of change: RecentChange) -> SyncRowWords {
    SyncRowWords(
      sign: change.isFromElsewhere ? glyphs.fetched : glyphs.waiting, signStyle: theme.secondary, title: change.title,
      what: change.isFromElsewhere
        ? "from \(change.device.map { "“\($0)”" } ?? "another device")" : "sent",
      when: moment(of: change.at), tone: theme.secondary, key: "\(glyphs.enter) history")
  }

  /// Since when a record waits.
  private func age(of record: WaitingRecord) -> String {
    record.since.map { "for \(span(now.instant.milliseconds - $0.milliseconds))" } ?? ""
  }
}

extension WaitingRecord {
  /// Whether the server refused it.
  fileprivate var isParked: Bool { reason != nil || code != nil }
}
