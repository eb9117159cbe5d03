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

extension Model {
  /// The picture under the cursor, as it fits beside the list.
  var removedRequests: [PictureRequest] {
    guard let image = removedPicture?.image, let digest = image.imageAsset else { return [] }
    let box = RemovedLayout(size: size).picture
    let hasNoPictures = abilities.way == .none || box.isEmpty
    let room = hasNoPictures ? Size(rows: 1, columns: 1) : Size(rows: box.rows, columns: box.columns)
    return [PictureRequest(source: .asset(digest), box: room, image: image.id)]
  }

  mutating func settleRemoved() {
    guard let pictures = removedPictures, var screen = removed else { return }
    if !pictures.contains(where: { $0.id == screen.cursor }) { screen.cursor = pictures.first?.id }
    let visible = max(1, RemovedLayout(size: size).list.inside.rows / 2)
    if let place = pictures.firstIndex(where: { $0.id == screen.cursor }) {
      screen.top = max(place - visible + 1, min(screen.top, place))
    }
    screen.top = max(0, min(screen.top, pictures.count - visible))
    removed = screen
  }

  func drawRemoved(_ canvas: inout Canvas) {
    guard let screen = removed else { return }
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
      let index = screen.top + line / 2
      guard pictures.indices.contains(index) else { break }
      drawRemoved(
        pictures[index], isFirstLine: line % 2 == 0, isSelected: pictures[index].id == screen.cursor,
        Rect(row: list.row + line, column: list.column, rows: 1, columns: list.columns), &canvas)
    }
    canvas.scrollbar(layout.list, total: pictures.count * 2, offset: screen.top * 2)
    drawRemovedPreview(layout, &canvas)
  }

  private func drawRemoved(
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

  private func drawRemovedPreview(_ layout: RemovedLayout, _ canvas: inout Canvas) {
    let inside = canvas.pane("", layout.preview, isFocused: false)
    guard let picture = removedPicture, !inside.isEmpty else { return }
    let request = removedRequests.first
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

  mutating func mouseInRemoved(_ event: MouseEvent) {
    if let step = event.wheel { return moveInRemoved(by: step) }
    let inside = RemovedLayout(size: size).list.inside
    guard event.kind == .press || event.kind == .doublePress, inside.contains(event.position),
      let pictures = removedPictures
    else { return }
    let index = (removed?.top ?? 0) + (event.position.row - inside.row) / 2
    if pictures.indices.contains(index) { removed?.cursor = pictures[index].id }
  }

  /// `Z 2 pictures`, for the frame of the trash, and `K 1 category`; nil where there are none.
  var removedLabel: String? {
    let labels = [
      removedPictures.flatMap {
        $0.isEmpty ? nil : "\(keyName(.showRemovedPictures)) \(counted($0.count, "picture", "pictures"))"
      },
      trashedCategoryCount > 0
        ? "\(keyName(.showCategories)) \(counted(trashedCategoryCount, "category", "categories"))" : nil,
    ].compactMap { $0 }
    return labels.isEmpty ? nil : labels.joined(separator: " \(glyphs.separator) ")
  }

  /// `Z lists 2 removed pictures, K 1 deleted category`; empty where there are none.
  var removedHint: String {
    let hints = [
      removedPictures.flatMap {
        $0.isEmpty
          ? nil : "\(keyName(.showRemovedPictures)) lists \(counted($0.count, "removed picture", "removed pictures"))"
      },
      trashedCategoryCount > 0
        ? "\(keyName(.showCategories)) lists \(counted(trashedCategoryCount, "deleted category", "deleted categories"))"
        : nil,
    ].compactMap { $0 }
    return hints.joined(separator: ", ")
  }
}
