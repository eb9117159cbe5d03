import JournalCore
import TerminalKit

/// Where the parts of the screen of removed pictures are: the list and the picture side by side, or one above the other.
struct RemovedLayout: Hashable, Sendable {
  var list: Rect
  var preview: Rect

  init(size: Size) {
    var rest = Rect.page(size)
    if size.columns >= 80 {
      list = rest.takeLeft(min(50, rest.columns / 2))
    } else {
      list = rest.takeTop(max(4, rest.rows / 2))
    }
    preview = rest
  }

  /// Of the picture; below it is one line of facts.
  var picture: Rect {
    var inside = preview.inside
    _ = inside.takeBottom(1)
    return inside
  }
}

extension RemovedScreen {
  /// The picture under the cursor, as it fits beside the list.
  var wantedPictures: [PictureRequest] {
    guard let image = removedPicture?.image, let digest = image.imageAsset else { return [] }
    let box = RemovedLayout(size: size).picture
    let hasNoPictures = abilities.way == .none || box.isEmpty
    let room = hasNoPictures ? Size(rows: 1, columns: 1) : Size(rows: box.rows, columns: box.columns)
    return [PictureRequest(source: .asset(digest), box: room, image: image.id)]
  }

  func draw(_ canvas: inout Canvas) {
    let layout = RemovedLayout(size: size)
    let pictures = removedPictures ?? []
    if pictures.isEmpty, removedPictures != nil {
      return canvas.centered(
        [
          StyledText("No removed pictures", theme.subheading),
          StyledText("Pictures you remove from entries are kept here.", theme.secondary),
        ], in: Rect.page(size))
    }
    let title = "Removed pictures"
    let list = canvas.pane(
      removedPictures == nil ? title : "\(title) \(glyphs.separator) \(grouped(pictures.count))", layout.list,
      isFocused: true)
    for line in 0..<list.rows {
      let index = state.top + line / 2
      guard pictures.indices.contains(index) else { break }
      drawPicture(
        pictures[index], isFirstLine: line % 2 == 0, isSelected: pictures[index].id == state.cursor,
        Rect(row: list.row + line, column: list.column, rows: 1, columns: list.columns), &canvas)
    }
    canvas.scrollbar(layout.list, total: pictures.count * 2, offset: state.top * 2)
    drawPreview(layout, &canvas)
  }

  private func drawPicture(
    _ picture: RemovedPicture, isFirstLine: Bool, isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas
  ) {
    if isSelected {
      canvas.fill(rect, theme.selection)
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    let caption = picture.image.caption.isEmpty ? "A picture without a caption" : picture.image.caption
    let when = picture.image.trashedAt.map { "removed \(moment(of: $0))" } ?? ""
    let text = isFirstLine ? "\(glyphs.image) \(caption)" : "\(when) from \(entryName(picture))"
    let style = isSelected ? theme.selection : isFirstLine ? theme.text : theme.secondary
    canvas.put(
      text, row: rect.row, column: rect.column + (isFirstLine ? 2 : 4), limit: rect.columns - (isFirstLine ? 3 : 5),
      style: style)
  }

  private func drawPreview(_ layout: RemovedLayout, _ canvas: inout Canvas) {
    let inside = canvas.pane("", layout.preview, isFocused: false)
    guard let picture = removedPicture, !inside.isEmpty else { return }
    let request = wantedPictures.first
    let name = picture.image.caption.isEmpty ? "Picture" : picture.image.caption
    if abilities.way == .none {
      canvas.centered(
        [
          StyledText("\(glyphs.image) \(name)", theme.text), StyledText("This terminal shows no pictures.", theme.text),
        ],
        in: layout.picture)
    } else {
      drawPicture(
        request, in: layout.picture, clip: layout.picture, isCentered: true,
        words: pictureLines(picture.image, name, request, in: .removedPictures), &canvas)
    }
    if let request, let shown = pictures.shown(request) {
      canvas.put(
        pictureFacts(shown), row: inside.endRow - 1, column: inside.column + 1, limit: inside.columns - 2,
        style: theme.secondary)
    }
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step) }
    let inside = RemovedLayout(size: size).list.inside
    guard event.kind == .press || event.kind == .doublePress, inside.contains(event.position),
      let pictures = removedPictures
    else { return }
    let index = state.top + (event.position.row - inside.row) / 2
    if pictures.indices.contains(index) { state.cursor = pictures[index].id }
  }
}
