import JournalCore
import TerminalKit

/// Where the parts of the file picker are.
struct FilesLayout: Hashable, Sendable {
  /// The width from which on a picture has room beside the list.
  static let wide = 90

  var box: Rect
  var folder: Rect
  var field: Rect
  var rows: Rect
  var footer: Rect
  var preview: Rect?

  /// Rows of an import's list at least, so that the dialog does not jump from folder to folder.
  private static let shortest = 12

  init(_ picker: FilePicker, size: Size) {
    // Only pictures are shown beside the list, and need the height.
    let isImport = picker.purpose == .importing
    let widest = isImport ? Self.wide - 1 : 132
    let columns = size.columns >= Self.wide + 8 ? min(size.columns - 8, widest) : min(size.columns - 4, 76)
    let wanted = isImport ? max(Self.shortest, picker.listing?.items.count ?? 0) + 6 : 44
    let rows = max(3, min(size.rows - 2, wanted))
    let top = isImport ? max(1, (size.rows - rows) / 4) : 1
    box = Rect(row: top, column: max(0, (size.columns - columns) / 2), rows: rows, columns: columns)
    var inside = box.inside
    if columns >= Self.wide {
      var right = inside.takeRight(inside.columns * 45 / 100)
      _ = right.takeLeft(2)
      preview = right.inset(rows: 1, columns: 0)
    }
    folder = inside.takeTop(1)
    let line = inside.takeTop(1)
    field = Rect(row: line.row, column: line.column + 2, rows: line.rows, columns: line.columns - 4)
    _ = inside.takeTop(inside.rows > 6 ? 1 : 0)
    footer = inside.takeBottom(inside.rows > 4 ? 1 : 0)
    self.rows = inside
  }
}

extension DialogPainter {
  func drawFiles(_ picker: FilePicker, _ canvas: inout Canvas) {
    let layout = FilesLayout(picker, size: size)
    let inside = canvas.sheet(picker.title, layout.box)
    let folder = picker.listing?.path ?? "Reading \(glyphs.ellipsis)"
    canvas.put(
      fittingEnd(folder, layout.folder.columns - 2), row: layout.folder.row, column: layout.folder.column + 1,
      limit: layout.folder.columns - 2, style: theme.subheading)
    drawField(picker, layout, &canvas)
    if layout.rows.row > layout.field.row + 1, !theme.paints {
      for column in layout.rows.column..<layout.rows.endColumn {
        canvas.frame.put(Cell(glyphs.dashed, style: theme.border), row: layout.field.row + 1, column: column)
      }
    }
    if let failure = picker.failure {
      canvas.centered(
        [StyledText(failure.sentence, theme.error), StyledText(failure.advice, theme.secondary)], in: layout.rows)
    } else {
      drawFileRows(picker, layout, &canvas)
    }
    drawFooter(picker, layout.footer, &canvas)
    if let preview = layout.preview { drawPreview(picker, preview, inside, &canvas) }
  }

  private func drawField(_ picker: FilePicker, _ layout: FilesLayout, _ canvas: inout Canvas) {
    canvas.layField(layout.field)
    if !theme.paints {
      canvas.put(
        String(glyphs.collapsed), row: layout.field.row, column: layout.field.column - 2, limit: 1,
        style: theme.accent)
    }
    if picker.query.isEmpty {
      canvas.put(
        "Type to find, or a path: / or ~", row: layout.field.row, column: layout.field.column,
        limit: layout.field.columns, style: theme.secondary)
      canvas.frame.cursor = Position(row: layout.field.row, column: layout.field.column)
    } else {
      picker.query.editor.draw(into: &canvas.frame, rect: layout.field, styles: canvas.editorStyles, focused: true)
    }
  }

  private func drawFileRows(_ picker: FilePicker, _ layout: FilesLayout, _ canvas: inout Canvas) {
    if picker.rows.isEmpty, picker.listing != nil {
      let (nothing, deed) =
        picker.purpose == .importing ? ("no files here", "imports") : ("no pictures here", "attaches")
      let words =
        picker.query.isEmpty || picker.query.text.hasSuffix("/")
        ? nothing : picker.isPath ? "\(glyphs.enter) \(deed) it" : "no matching file"
      canvas.put(
        words, row: layout.rows.row, column: layout.rows.column + 3, limit: layout.rows.columns - 4,
        style: theme.secondary)
    }
    for line in 0..<layout.rows.rows {
      let index = picker.top + line
      guard picker.rows.indices.contains(index) else { break }
      let place = Rect(row: layout.rows.row + line, column: layout.rows.column, rows: 1, columns: layout.rows.columns)
      drawFileRow(picker, index, place, &canvas)
    }
  }

  private func drawFileRow(_ picker: FilePicker, _ index: Int, _ rect: Rect, _ canvas: inout Canvas) {
    let (item, matched) = (picker.rows[index].item, picker.rows[index].matched)
    let selected = index == picker.cursor ? theme.selection : nil
    if let selected {
      canvas.fill(rect, selected)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    if picker.isMarked(item) {
      canvas.put(
        String(glyphs.marked), row: rect.row, column: rect.column + 1, limit: 1, style: selected ?? theme.success)
    }
    var end = rect.endColumn - 1
    let dim = selected ?? theme.secondary
    if !item.isFolder, !item.isWhole {
      if rect.columns >= 49 {
        let date = environment.zone.date(instant: item.modifiedAt).local.date
        end = canvas.putRight(shortDate(date), row: rect.row, endColumn: end, limit: 15, style: dim) - 2
      }
      end = canvas.putRight(bytesText(item.bytes), row: rect.row, endColumn: end, limit: 9, style: dim)
    }
    let name = item.isWhole ? "This folder: the Markdown notes in it" : item.isFolder ? item.name + "/" : item.name
    canvas.put(
      name, row: rect.row, column: rect.column + 3, limit: end - rect.column - 4,
      style: selected ?? (item.isFolder ? theme.accent : item.isWhole ? theme.secondary : theme.text),
      lit: matched.map { $0..<$0 + 1 },
      litStyle: (selected ?? theme.accent).with([.bold, .underline]))
  }

  private func drawFooter(_ picker: FilePicker, _ rect: Rect, _ canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    var parts: [String] = []
    if !picker.marked.isEmpty { parts.append("\(grouped(picker.marked.count)) marked") }
    parts.append(
      picker.purpose == .importing
        ? "what is here already stays as it is; an import can be undone"
        : picker.keepsOriginal
          ? "kept as they are, with location and camera data" : "location and camera data will be removed")
    if picker.showsHidden { parts.append("hidden ones shown") }
    canvas.put(
      parts.joined(separator: " \(glyphs.separator) "), row: rect.row, column: rect.column + 1, limit: rect.columns - 2,
      style: theme.secondary)
  }

  private func drawPreview(_ picker: FilePicker, _ rect: Rect, _ inside: Rect, _ canvas: inout Canvas) {
    for row in inside.row..<inside.endRow {
      canvas.frame.put(Cell(glyphs.vertical, style: theme.border), row: row, column: rect.column - 2)
    }
    guard let request = previewRequest(picker), let state = pictures[request] else { return }
    var room = rect
    let line = room.takeBottom(1)
    switch state {
    case .outcome(.shown(let shown)):
      canvas.put(pictureFacts(shown), row: line.row, column: line.column, limit: line.columns, style: theme.secondary)
      drawPicture(request, in: room, clip: room, isCentered: true, words: [], &canvas)
    case .outcome(.failed(let failure, _)):
      canvas.centered(failureLines(failure, nil), in: rect)
    default: canvas.centered([StyledText(String(glyphs.ellipsis), theme.secondary)], in: rect)
    }
  }

  /// The end of a path that is too long for its room.
  private func fittingEnd(_ path: String, _ columns: Int) -> String {
    guard width.columns(of: path) > columns else { return path }
    var rest = path[...]
    while width.columns(of: String(rest)) > columns - 1, !rest.isEmpty {
      rest = rest.dropFirst()
      rest = rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...]
    }
    return String(glyphs.ellipsis) + rest
  }
}

extension FilePicker {
  /// What stands above the folder.
  var title: String {
    switch purpose {
    case .attaching(_, let title): "Attach to \(title)"
    case .importing: "Import from"
    }
  }
}

extension ShowsPictures {
  /// What the picker shows of the file under the cursor; nil where there is no room, or nothing to show.
  func previewRequest(_ picker: FilePicker) -> PictureRequest? {
    guard abilities.way != .none, let rect = FilesLayout(picker, size: size).preview, !rect.isEmpty,
      let item = picker.current, !item.isFolder, let path = picker.currentPath
    else { return nil }
    return PictureRequest(
      source: .file(path), box: Size(rows: rect.rows - 1, columns: rect.columns),
      version: "\(item.bytes) \(item.modifiedAt.milliseconds)")
  }
}
