package import TerminalKit

/// How a picture is fitted into a box of cells: which part of it, at how many pixels, on how many cells.
///
/// Pure arithmetic, done where the picture's true size is known.
package struct PictureFit: Hashable, Sendable {
  /// A rectangle of pixels.
  package struct Area: Hashable, Sendable {
    /// Pixels left of the rectangle.
    package var x: Int
    /// Pixels above the rectangle.
    package var y: Int
    /// Pixels from left to right; at least 1.
    package var width: Int
    /// Pixels from top to bottom; at least 1.
    package var height: Int
  }

  /// The cells that the rendering takes; at least one, at most the box.
  package let cells: Size
  /// Pixels of those cells from left to right.
  package let canvasWidth: Int
  /// Pixels of those cells from top to bottom.
  package let canvasHeight: Int
  /// Where the upright picture stands in them.
  package let shown: Area
  /// The width at which a decoder should give the whole picture, as stored; never more than the picture has.
  package let loadWidth: Int
  /// The height that belongs to `loadWidth`; never more than the picture has.
  package let loadHeight: Int

  private let turned: Bool
  private let orientation: Int
  /// The visible part of the upright picture in parts of one.
  private let left: Double
  private let top: Double
  private let partWidth: Double
  private let partHeight: Double

  /// The largest change of width or height that the eye does not notice; above it the picture gets a margin instead.
  private static let unseenStretch = 0.04

  /// - Parameters:
  ///   - width: pixels of the picture as it is stored, at least 1; `height` likewise.
  ///   - enlarge: how many of the terminal's pixels one of the picture's may take before it is zoomed.
  package init(
    width: Int, height: Int, orientation: Int, box: Size, view: PictureView, cellWidth: Int, cellHeight: Int,
    enlarge: Double = 1
  ) {
    turned = orientation >= 5
    self.orientation = orientation
    let (fullWidth, fullHeight) = turned ? (height, width) : (width, height)
    let columns = max(1, box.columns)
    let rows = max(1, box.rows)
    let (boxWidth, boxHeight) = (Double(columns * cellWidth), Double(rows * cellHeight))
    let (pictureWidth, pictureHeight) = (Double(fullWidth), Double(fullHeight))
    let zoom = Double(min(1600, max(100, view.zoom))) / 100
    let scale = min(boxWidth / pictureWidth, boxHeight / pictureHeight, enlarge) * zoom
    // Zoomed, a narrow picture grows into the width that the box still has.
    partWidth = min(1, boxWidth / (pictureWidth * scale))
    partHeight = min(1, boxHeight / (pictureHeight * scale))
    left = min(max(0, Double(view.centerX) / 1000 - partWidth / 2), 1 - partWidth)
    top = min(max(0, Double(view.centerY) / 1000 - partHeight / 2), 1 - partHeight)

    let (wantedWidth, wantedHeight) = (pictureWidth * partWidth * scale, pictureHeight * partHeight * scale)
    let near = Size(
      rows: min(rows, max(1, Int((wantedHeight / Double(cellHeight)).rounded()))),
      columns: min(columns, max(1, Int((wantedWidth / Double(cellWidth)).rounded()))))
    let (nearWidth, nearHeight) = (Double(near.columns * cellWidth), Double(near.rows * cellHeight))
    if abs(nearWidth / wantedWidth - 1) <= Self.unseenStretch, abs(nearHeight / wantedHeight - 1) <= Self.unseenStretch
    {
      cells = near
      (canvasWidth, canvasHeight) = (near.columns * cellWidth, near.rows * cellHeight)
      shown = Area(x: 0, y: 0, width: canvasWidth, height: canvasHeight)
    } else {
      cells = Size(
        rows: min(rows, max(1, Int((wantedHeight / Double(cellHeight)).rounded(.up)))),
        columns: min(columns, max(1, Int((wantedWidth / Double(cellWidth)).rounded(.up)))))
      (canvasWidth, canvasHeight) = (cells.columns * cellWidth, cells.rows * cellHeight)
      let width = min(canvasWidth, max(1, Int(wantedWidth.rounded())))
      let height = min(canvasHeight, max(1, Int(wantedHeight.rounded())))
      shown = Area(x: (canvasWidth - width) / 2, y: (canvasHeight - height) / 2, width: width, height: height)
    }
    let whole = (
      Self.pixels(Double(shown.width) / partWidth, most: fullWidth),
      Self.pixels(Double(shown.height) / partHeight, most: fullHeight)
    )
    (loadWidth, loadHeight) = turned ? (whole.1, whole.0) : whole
  }

  private static func pixels(_ value: Double, most: Int) -> Int {
    value >= Double(most) ? most : max(1, Int(value.rounded()))
  }

  /// The visible part of a decoded picture, which has the orientation of the stored one.
  package func crop(width: Int, height: Int) -> Area {
    let (x, y, partX, partY) = stored
    let areaWidth = min(width, max(1, Int((Double(width) * partX).rounded())))
    let areaHeight = min(height, max(1, Int((Double(height) * partY).rounded())))
    return Area(
      x: min(max(0, Int((Double(width) * x).rounded())), width - areaWidth),
      y: min(max(0, Int((Double(height) * y).rounded())), height - areaHeight),
      width: areaWidth, height: areaHeight)
  }

  /// The size that the visible part gets before it is turned upright.
  package var scaled: (width: Int, height: Int) {
    turned ? (shown.height, shown.width) : (shown.width, shown.height)
  }

  /// The visible part in the coordinates of the stored picture.
  private var stored: (x: Double, y: Double, width: Double, height: Double) {
    let (right, bottom) = (1 - left - partWidth, 1 - top - partHeight)
    return switch orientation {
    case 2: (right, top, partWidth, partHeight)
    case 3: (right, bottom, partWidth, partHeight)
    case 4: (left, bottom, partWidth, partHeight)
    case 5: (top, left, partHeight, partWidth)
    case 6: (top, right, partHeight, partWidth)
    case 7: (bottom, right, partHeight, partWidth)
    case 8: (bottom, left, partHeight, partWidth)
    default: (left, top, partWidth, partHeight)
    }
  }
}
