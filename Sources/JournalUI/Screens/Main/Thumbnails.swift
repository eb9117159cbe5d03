import JournalCore
import TerminalKit

/// The small pictures in the rows of the list.
struct Thumbnails: Sendable {
  /// Milliseconds that the list rests until they are asked for: while it scrolls, signs stand for them.
  static let delay = 80
  static let box = Size(rows: 2, columns: 4)
  /// A middle part, so that a picture of the usual shapes fills the box.
  static let view = PictureView(zoom: 200)

  /// Those that were on the screen when the list rested last.
  var asked: [PictureRequest] = []
  /// Those that are on the screen since the list moved, and wait for it to rest.
  var awaited: [PictureRequest] = []
}

extension MainScreen {
  /// Whether rows have room for a picture, and the terminal shows any.
  var showsThumbnails: Bool {
    guard listSpacing.parts >= Thumbnails.box.rows, environment.isUTF8 else { return false }
    // Four cells of sixteen colours show no picture.
    let hasColors = environment.colorDepth == .direct || environment.colorDepth == .indexed256
    return abilities.way == .blocks ? hasColors : abilities.way != .none
  }

  /// The request for a row's picture; nil where it has none, or its bytes are not known.
  func thumbnail(of row: EntrySummary) -> PictureRequest? {
    guard row.imageCount > 0, let first = row.firstImage else { return nil }
    return PictureRequest(source: .asset(first.asset), box: Thumbnails.box, view: Thumbnails.view, image: first.id)
  }

  /// The pictures of the rows on the screen.
  private var thumbnailsOnScreen: [PictureRequest] {
    guard showsThumbnails, desk.screens.isEmpty, layout.list != nil, !list.rows.isEmpty else { return [] }
    let count = list.visibleRows(
      height: listArea.rows + listSpacing.lines, spacing: listSpacing, offsetSeconds: now.offsetSeconds)
    return list.rows.dropFirst(list.top).prefix(count).compactMap(thumbnail)
  }

  /// Those that are to be shown now.
  var wantedThumbnails: [PictureRequest] {
    let shown = Set(thumbnailsOnScreen)
    return thumbnails.asked.filter(shown.contains)
  }

  /// Waits for the list to rest wherever other pictures come onto the screen.
  mutating func settleThumbnails() {
    let shown = thumbnailsOnScreen
    guard shown != thumbnails.awaited else { return }
    thumbnails.awaited = shown
    if !shown.isEmpty, shown != thumbnails.asked { emit(.startTimer(.thumbnails, milliseconds: Thumbnails.delay)) }
  }

  mutating func thumbnailsRested() { thumbnails.asked = thumbnailsOnScreen }

  /// Draws a row's picture at the right end of its two lines, of which `place` is the second; a sign until it is there.
  func drawThumbnail(_ row: EntrySummary, _ place: Rect, clip: Rect, style: Style, _ canvas: inout Canvas) {
    guard showsThumbnails, row.imageCount > 0 else { return }
    let box = Rect(
      row: place.row - 1, column: place.endColumn - 2 - Thumbnails.box.columns, rows: Thumbnails.box.rows,
      columns: Thumbnails.box.columns)
    if let request = thumbnail(of: row), pictures.shown(request) != nil {
      drawPicture(request, in: box, clip: clip, isCentered: true, words: [], &canvas)
    } else {
      canvas.put(String(glyphs.image), row: box.row, column: box.endColumn - 1, limit: 1, style: style)
    }
  }
}
