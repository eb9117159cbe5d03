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
  private var asked: [PictureRequest] = []
  /// Those that are on the screen since the list moved, and wait for it to rest.
  private var awaited: [PictureRequest] = []

  /// Waits for the list to rest wherever other pictures come onto the screen.
  mutating func settle(_ shown: [PictureRequest], on desk: inout Desk) {
    guard shown != awaited else { return }
    awaited = shown
    if !shown.isEmpty, shown != asked { desk.emit(.startTimer(.thumbnails, milliseconds: Self.delay)) }
  }

  mutating func rest(_ shown: [PictureRequest]) { asked = shown }

  /// Those that are to be shown now.
  func wanted(among shown: [PictureRequest]) -> [PictureRequest] {
    let shown = Set(shown)
    return asked.filter(shown.contains)
  }

  /// The request for a row's picture; nil where it has none, or its bytes are not known.
  static func request(of row: EntrySummary) -> PictureRequest? {
    guard row.imageCount > 0, let first = row.firstImage else { return nil }
    return PictureRequest(source: .asset(first.asset), box: box, view: view, image: first.id)
  }
}

extension Desk {
  /// Whether rows have room for a picture, and the terminal shows any.
  var showsThumbnails: Bool {
    // Two rows of blocks show no picture: without pixels a sign says that there is one.
    ListSpacing(self).parts >= Thumbnails.box.rows && abilities.way != .blocks && abilities.way != .none
  }
}

extension ListPane {
  /// The pictures of the rows on the screen.
  func thumbnailsOnScreen(_ view: ListViewport, isShown: Bool, _ desk: Desk) -> [PictureRequest] {
    guard isShown, !rows.isEmpty, desk.showsThumbnails else { return [] }
    var below = view
    below.height += view.spacing.lines
    return rows.dropFirst(top).prefix(visibleRows(in: below)).compactMap(Thumbnails.request)
  }
}

extension ListPainter {
  /// Draws a row's picture at the right end of its two lines, of which `place` is the second; a sign until it is there.
  func drawThumbnail(_ row: EntrySummary, _ place: Rect, clip: Rect, style: Style, _ canvas: inout Canvas) {
    guard desk.showsThumbnails, row.imageCount > 0 else { return }
    let box = Rect(
      row: place.row - 1, column: place.endColumn - 2 - Thumbnails.box.columns, rows: Thumbnails.box.rows,
      columns: Thumbnails.box.columns)
    if let request = Thumbnails.request(of: row), pictures.shown(request) != nil {
      drawPicture(request, in: box, clip: clip, isCentered: true, words: [], &canvas)
    } else {
      canvas.put(String(glyphs.image), row: box.row, column: box.endColumn - 1, limit: 1, style: style)
    }
  }
}
