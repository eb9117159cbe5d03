import JournalCore
import TerminalKit

/// Where the parts of the viewer are.
struct ViewerLayout: Hashable, Sendable {
  var picture: Rect
  var caption: Rect
  var facts: Rect

  init(size: Size) {
    var rest = Rect(size)
    _ = rest.takeTop(1)
    _ = rest.takeBottom(1)
    facts = rest.takeBottom(1)
    caption = rest.takeBottom(1)
    picture = rest
  }
}

extension ViewerScreen {
  /// What is asked for to show the present picture as it is looked at.
  var request: PictureRequest? { state.image.flatMap { request(for: $0, state.view) } }

  private func request(for image: EntryImage, _ view: PictureView) -> PictureRequest? {
    guard let digest = image.imageAsset else { return nil }
    let box = ViewerLayout(size: size).picture
    let room = abilities.way == .none ? Size(rows: 1, columns: 1) : Size(rows: box.rows, columns: box.columns)
    return PictureRequest(source: .asset(digest), box: room, view: view, image: image.id)
  }

  /// The picture that is looked at, and once that is there, those on both sides of it.
  var wantedPictures: [PictureRequest] {
    guard let shown = request, let index = state.index else { return [] }
    guard pictures.shown(shown) != nil, !state.isZoomed else { return [shown] }
    let neighbours = [index + 1, index - 1].filter { state.images.indices.contains($0) }
    return [shown] + neighbours.compactMap { self.request(for: state.images[$0], .whole) }
  }

  mutating func settle() { if let request, pictures.shown(request) != nil { state.lastShown = request } }

  var keptPictures: [PictureRequest] { state.lastShown.map { [$0] } ?? [] }

  func draw(_ canvas: inout Canvas) {
    let layout = ViewerLayout(size: size)
    guard let image = state.image, let index = state.index else {
      let hint = keymap.shownKey(of: .undo, in: contexts).map { "\($0.name) restores what was removed" } ?? ""
      return canvas.centered(
        [StyledText("No pictures left", theme.subheading), StyledText(hint, theme.secondary)], in: layout.picture)
    }
    let name = pictureName(image, at: index)
    let request = self.request
    if abilities.way == .none {
      let open = "\(keyText(.openPicture, in: [.viewer])) opens it in another program."
      canvas.centered(
        [
          StyledText("\(glyphs.image) \(name)", theme.text), StyledText("This terminal shows no pictures.", theme.text),
          StyledText(open, theme.secondary),
        ], in: layout.picture)
    } else {
      drawPicture(
        request, in: layout.picture, clip: layout.picture, isCentered: true, fallback: state.lastShown,
        words: pictureLines(image, name, request, in: .viewer), &canvas)
    }
    let caption = image.caption.isEmpty ? "\(keyText(.editCaption, in: [.viewer])) writes a caption" : image.caption
    let columns = min(width.columns(of: caption), size.columns - 2)
    canvas.put(
      caption, row: layout.caption.row, column: max(1, (size.columns - columns) / 2), limit: columns,
      style: image.caption.isEmpty ? theme.secondary : theme.text)
    drawFacts(index, request, layout.facts, &canvas)
  }

  /// `3 of 5 · 4032 × 3024 · 1.2 MB · taken …` at the left, the entry at the right.
  private func drawFacts(
    _ index: Int, _ request: PictureRequest?, _ rect: Rect, _ canvas: inout Canvas
  ) {
    var parts = ["\(index + 1) of \(state.images.count)"]
    for candidate in [request, state.lastShown] {
      guard let candidate, let shown = pictures.shown(candidate) else { continue }
      parts.append(pictureFacts(shown))
      break
    }
    if state.isZoomed { parts.append(NumberText.percent(state.view.zoom)) }
    if state.isTrashed { parts.append("in the trash") }
    let used = canvas.put(
      parts.joined(separator: " \(glyphs.separator) "), row: rect.row, column: 2, limit: rect.columns - 4,
      style: theme.secondary)
    let title = state.title.isEmpty ? "Untitled" : state.title
    canvas.putRight(
      title, row: rect.row, endColumn: rect.endColumn - 2,
      limit: min(width.columns(of: title), rect.columns - used - 6),
      style: theme.secondary)
  }

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return perform(step < 0 ? PictureAction.zoomIn : .zoomOut) }
    if event.kind == .doublePress { perform(state.isZoomed ? PictureAction.zoomFit : .zoomIn) }
  }
}
