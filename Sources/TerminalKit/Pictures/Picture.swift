/// How a terminal is given pictures.
package enum PictureProtocol: String, Hashable, Sendable, CaseIterable {
  /// kitty's graphics protocol: pixels with placements.
  case kitty
  /// DEC's sixels: pixels that later text overwrites.
  case sixel
  /// iTerm2's inline images: a file that the terminal decodes, and that later text overwrites.
  case iterm2
  /// Coloured block characters, drawn as ordinary cells.
  case blocks
  /// Not at all: a line of text stands for the picture.
  case none
}

/// How a terminal takes pictures, as far as it told.
package struct PictureAbilities: Hashable, Sendable {
  /// The form in which pictures are sent.
  package var way: PictureProtocol
  /// Pixels from one column to the next, at least 1; 10 where the terminal does not say.
  package var cellWidth: Int
  /// Pixels from one row to the next, at least 1; 20 where the terminal does not say.
  package var cellHeight: Int

  /// Takes a cell size below 1 as 1.
  package init(way: PictureProtocol, cellWidth: Int = 10, cellHeight: Int = 20) {
    self.way = way
    self.cellWidth = max(1, cellWidth)
    self.cellHeight = max(1, cellHeight)
  }

  /// Blocks with cells of 10 × 20 pixels; in force until the terminal has answered.
  package static let blocks = PictureAbilities(way: .blocks)
}

/// The part of a picture that is shown.
package struct PictureView: Hashable, Sendable {
  /// The middle of the part, in thousandths of the picture's width from the left.
  package var centerX: Int
  /// The middle of the part, in thousandths of the picture's height from the top.
  package var centerY: Int
  /// 100 shows the whole picture, 200 half its width and height; 100 to 1,600.
  package var zoom: Int

  package init(centerX: Int = 500, centerY: Int = 500, zoom: Int = 100) {
    (self.centerX, self.centerY, self.zoom) = (centerX, centerY, zoom)
  }

  /// The whole picture.
  package static let whole = PictureView()
}

/// Which picture, which part of it and in which box: the name under which its rendering is kept.
package struct PictureKey: Hashable, Sendable {
  /// The picture's identity: the SHA-256 of its bytes, or a path.
  package var content: String
  /// The box of cells that it was fitted into; the rendering may be smaller in one direction.
  package var box: Size
  /// The part that is shown.
  package var view: PictureView

  package init(content: String, box: Size, view: PictureView = .whole) {
    (self.content, self.box, self.view) = (content, box, view)
  }
}

/// A picture as cells, for terminals without pixels and while pixels cannot be shown.
package struct PictureCells: Hashable, Sendable {
  /// Rows and columns of the rendering.
  package let size: Size
  /// Row by row from the top left; exactly `size.rows * size.columns`.
  package let cells: [Cell]

  /// Fills up with blanks where cells are missing, and drops those that are too many.
  package init(size: Size, cells: [Cell]) {
    self.size = size
    let count = size.rows * size.columns
    self.cells = Array(cells.prefix(count)) + Array(repeating: Cell(), count: max(0, count - cells.count))
  }

  /// The cell at a place; a blank outside the picture.
  package subscript(row: Int, column: Int) -> Cell {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return Cell() }
    return cells[row * size.columns + column]
  }
}

/// A picture's pixels in the form that one protocol sends.
package enum PicturePixels: Hashable, Sendable {
  /// zlib-compressed RGBA, four bytes a pixel, row by row.
  case kitty(zlib: [UInt8], width: Int, height: Int)
  /// A whole sixel string, from its `ESC P` to its `ESC \`.
  case sixel([UInt8])
  /// A file, such as a JPEG or a PNG.
  case iterm2([UInt8])
}

/// A rendered picture: cells always, pixels where the terminal takes them.
package struct RenderedPicture: Hashable, Sendable {
  /// The picture in characters; always there.
  package var cells: PictureCells
  /// The picture in the terminal's own form; nil where only the cells can be shown.
  package var pixels: PicturePixels?
  /// Pixels of the whole picture from left to right, upright.
  package var width: Int
  /// Pixels of the whole picture from top to bottom, upright.
  package var height: Int

  package init(cells: PictureCells, pixels: PicturePixels?, width: Int, height: Int) {
    (self.cells, self.pixels, self.width, self.height) = (cells, pixels, width, height)
  }
}

/// Where a picture's pixels stand in a frame. The cells below are blanks.
package struct PicturePlacement: Hashable, Sendable {
  /// The rendering to show; the driver leaves out a placement whose pixels it does not keep.
  package var key: PictureKey
  /// The cells that it fills; as large as the rendering, and wholly inside the frame.
  package var rect: Rect

  package init(key: PictureKey, rect: Rect) {
    (self.key, self.rect) = (key, rect)
  }
}
