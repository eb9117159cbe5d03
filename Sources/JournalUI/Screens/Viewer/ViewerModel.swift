import JournalCore
import TerminalKit

/// The pictures of one entry, one at a time over the whole screen.
struct ViewerModel: ScreenState {
  typealias Work = ViewerScreen

  static let zooms = [100, 125, 150, 200, 300, 400, 600, 800, 1200, 1600]

  var entry: RecordName
  var title: String
  /// Whether the entry lies in the trash: then it is only looked at.
  var isTrashed: Bool
  var images: [EntryImage]
  /// The picture that is looked at; nil where none is left.
  var current: RecordName?
  var view = PictureView.whole
  /// The rendering that was shown last of this picture: it stays until the next one is there.
  var lastShown: PictureRequest?
  /// The picture that was removed last; it is shown again when it comes back.
  var removed: RecordName?

  init(_ detail: EntryDetail, at image: RecordName?) {
    entry = detail.entry.id
    title = detail.entry.title
    isTrashed = detail.entry.trashedAt != nil
    images = detail.images
    current = images.contains { $0.id == image } ? image : images.first?.id
  }

  var index: Int? { images.firstIndex { $0.id == current } }
  var image: EntryImage? { index.map { images[$0] } }
  var isZoomed: Bool { view.zoom > 100 }

  /// Takes the entry as it is now; a picture that is gone gives its place to the next one.
  mutating func update(_ detail: EntryDetail) {
    let place = index ?? 0
    title = detail.entry.title
    isTrashed = detail.entry.trashedAt != nil
    images = detail.images
    if let removed, images.contains(where: { $0.id == removed }) {
      show(removed)
      self.removed = nil
    } else if index == nil {
      show(images.isEmpty ? nil : images[min(place, images.count - 1)].id)
    }
  }

  /// Goes to another picture, whole.
  mutating func show(_ image: RecordName?) {
    guard image != current else { return }
    current = image
    view = .whole
    lastShown = nil
  }

  /// The next larger or smaller step; the middle stays where it is.
  mutating func zoom(by step: Int) {
    let zooms = Self.zooms
    let place = zooms.lastIndex { $0 <= view.zoom } ?? 0
    view.zoom = zooms[max(0, min(place + step, zooms.count - 1))]
    pan(0, 0)
  }

  /// Moves what is shown by quarters of it, as far as there is more of the picture.
  mutating func pan(_ columns: Int, _ rows: Int) {
    let shown = 100_000 / view.zoom
    func moved(_ center: Int, _ step: Int) -> Int {
      max(shown / 2, min(center + step * max(1, shown / 4), 1000 - shown / 2))
    }
    view.centerX = moved(view.centerX, columns)
    view.centerY = moved(view.centerY, rows)
  }
}
