import JournalCore
package import TerminalKit

/// A picture on the screen: as pixels where they can stand there whole, else as cells, else as words.
extension ShowsPictures {
  /// Draws a picture, or what there is to say of it, into a box of which only a part may be visible.
  ///
  /// - Parameters:
  ///   - fallback: A rendering that is shown until the one that is asked for arrives.
  ///   - isCentered: Whether it stands in the middle of the box, or at its bottom left corner, above its caption.
  func drawPicture(
    _ request: PictureRequest?, in box: Rect, clip: Rect, isCentered: Bool, fallback: PictureRequest? = nil,
    words: @autoclosure () -> [StyledText], _ canvas: inout Canvas
  ) {
    for candidate in [request, fallback] {
      guard let candidate, let shown = pictures.shown(candidate) else { continue }
      return drawShown(shown, candidate.key, in: box, clip: clip, isCentered: isCentered, &canvas)
    }
    drawWords(words(), in: box, clip: clip, isCentered: isCentered, &canvas)
  }

  private func drawShown(
    _ shown: ShownPicture, _ key: PictureKey, in box: Rect, clip: Rect, isCentered: Bool, _ canvas: inout Canvas
  ) {
    let size = Size(rows: min(shown.cells.size.rows, box.rows), columns: min(shown.cells.size.columns, box.columns))
    let place = Rect(
      row: box.row + (box.rows - size.rows) / (isCentered ? 2 : 1),
      column: box.column + (isCentered ? (box.columns - size.columns) / 2 : 0), rows: size.rows, columns: size.columns)
    if shown.hasPixels, !place.isEmpty, clip.contains(place), !canvas.covered.contains(where: place.overlaps) {
      canvas.frame.pictures.append(PicturePlacement(key: key, rect: place))
    } else {
      canvas.blit(place, clip: clip) { shown.cells[$0, $1] }
      canvas.bright.append(place)
    }
  }

  /// Words in a thin frame as large as they need, where the picture will stand.
  private func drawWords(
    _ lines: [StyledText], in box: Rect, clip: Rect, isCentered: Bool, _ canvas: inout Canvas
  ) {
    let columns = min(box.columns, max(28, (lines.map { width.columns(of: $0.text) }.max() ?? 0) + 4))
    let rows = isCentered ? min(box.rows, 7) : box.rows
    guard columns > 4, rows > 0 else { return }
    let place = Rect(
      row: box.row + (isCentered ? (box.rows - rows) / 2 : 0),
      column: box.column + (isCentered ? (box.columns - columns) / 2 : 0), rows: rows, columns: columns)
    var drawing = canvas
    drawing.frame = Frame(Size(rows: rows, columns: columns))
    let whole = Rect(drawing.frame.size)
    let inside = rows > 2 ? drawing.pane("", whole, isFocused: false) : whole
    var texts: [(String, Style)] = []
    for line in lines {
      for text in wrapped(line.text, columns: max(1, inside.columns - 2)) { texts.append((text, line.style)) }
    }
    var row = inside.row + max(0, (inside.rows - texts.count) / 2)
    for (text, style) in texts where row < inside.endRow {
      drawing.put(text, row: row, column: inside.column + 1, limit: inside.columns - 2, style: style)
      row += 1
    }
    canvas.blit(place, clip: clip) { drawing.frame[$0, $1] }
  }

  // MARK: Words

  /// What there is to say of a picture that is not shown.
  func pictureLines(_ image: EntryImage, _ name: String, _ request: PictureRequest?, in context: KeyContext)
    -> [StyledText]
  {
    guard let request else {
      return [StyledText(name, theme.text), StyledText("it has not arrived yet", theme.secondary)]
    }
    switch pictures[request] {
    case .outcome(.elsewhere(let bytes)):
      let title = bytes.map { "\(name) \(glyphs.separator) \(bytesText($0))" } ?? name
      return [StyledText(title, theme.text), elsewhereLine(image, keyText(.fetchPicture, in: [context]))]
    case .outcome(.fetching(let done, let total)):
      return [StyledText(name, theme.text), StyledText(progressText(done, total), theme.accent)]
    case .outcome(.failed(let failure, let canRetry)):
      var lines = [StyledText(name, theme.text)]
      lines += failureLines(failure, canRetry ? keyText(.fetchPicture, in: [context]) : nil)
      return lines
    case nil, .waiting, .outcome(.shown): return [StyledText("\(name) \(glyphs.ellipsis)", theme.secondary)]
    }
  }

  func failureLines(_ failure: Failure, _ retryKey: String?) -> [StyledText] {
    var lines = [StyledText(failure.sentence, theme.error)]
    if !failure.advice.isEmpty { lines.append(StyledText(failure.advice, theme.secondary)) }
    if let retryKey { lines.append(StyledText("\(retryKey) tries again", theme.secondary)) }
    return lines
  }

  private func elsewhereLine(_ image: EntryImage, _ key: String) -> StyledText {
    if pictures.fetching.contains(image.id) { return StyledText("on the server, asked for", theme.accent) }
    if syncing.status?.who == nil { return StyledText("not on this computer", theme.secondary) }
    return StyledText("on the server, \(key) fetches it", theme.secondary)
  }

  /// `▮▮▮▯▯▯ 0.6/1.2 MB`.
  private func progressText(_ done: Int64, _ total: Int64?) -> String {
    guard let total, total > 0 else { return "\(bytesText(done)) \(glyphs.ellipsis)" }
    let full = Int(Double(max(0, min(done, total))) / Double(total) * 10)
    return String(repeating: Character(glyphs.progressFull), count: full)
      + String(repeating: Character(glyphs.progressEmpty), count: 10 - full) + " "
      + transferText(SyncTransfer(done: done, total: total))
  }

  /// What a picture is called: its caption, or its place.
  func pictureName(_ image: EntryImage, at index: Int) -> String {
    image.caption.isEmpty ? "Picture \(index + 1)" : image.caption
  }

  /// `4,032 × 3,024 · 1.2 MB · taken Sat 21 Nov 2026 · 09:14`, as far as it is known.
  func pictureFacts(_ shown: ShownPicture) -> String {
    var parts = ["\(grouped(shown.width)) × \(grouped(shown.height))"]
    if let bytes = shown.bytes { parts.append(bytesText(bytes)) }
    if let taken = shown.takenAt { parts.append("taken \(shortDate(taken.date)) · \(taken.shownClock)") }
    return parts.joined(separator: " \(glyphs.separator) ")
  }
}

extension Rect {
  func contains(_ other: Rect) -> Bool {
    other.row >= row && other.endRow <= endRow && other.column >= column && other.endColumn <= endColumn
  }

  /// Whether the two have a cell in common.
  package func overlaps(_ other: Rect) -> Bool {
    row < other.endRow && other.row < endRow && column < other.endColumn && other.column < endColumn
  }
}

extension Canvas {
  /// Copies cells to a place, as far as they lie inside another one.
  mutating func blit(_ place: Rect, clip: Rect, _ cell: (Int, Int) -> Cell) {
    for row in 0..<place.rows where place.row + row >= clip.row && place.row + row < clip.endRow {
      for column in 0..<place.columns {
        let cell = cell(row, column)
        let start = place.column + column
        guard start >= clip.column, start + Int(cell.width) <= clip.endColumn else { continue }
        frame.put(cell, row: place.row + row, column: start)
      }
    }
  }
}
