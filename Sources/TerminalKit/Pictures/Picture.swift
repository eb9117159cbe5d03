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

/// What a terminal told about pictures.
package struct PictureAbilities: Hashable, Sendable {
  package var way: PictureProtocol
  /// Pixels of one cell; made up (10 × 20) where the terminal does not say.
  package var cellWidth: Int
  package var cellHeight: Int

  package init(way: PictureProtocol, cellWidth: Int = 10, cellHeight: Int = 20) {
    self.way = way
    self.cellWidth = max(1, cellWidth)
    self.cellHeight = max(1, cellHeight)
  }

  package static let blocks = PictureAbilities(way: .blocks)
}

/// The part of a picture that is shown.
package struct PictureView: Hashable, Sendable {
  /// The middle of the part, in thousandths of the picture's width and height.
  package var centerX: Int
  package var centerY: Int
  /// 100 shows the whole picture, 200 half its width and height; 100 to 1,600.
  package var zoom: Int

  package init(centerX: Int = 500, centerY: Int = 500, zoom: Int = 100) {
    self.centerX = centerX
    self.centerY = centerY
    self.zoom = zoom
  }

  package static let whole = PictureView()
}

/// Which picture, which part of it and in which box: the name under which its rendering is kept.
package struct PictureKey: Hashable, Sendable {
  /// What tells this picture from every other: the SHA-256 of its bytes, or a path.
  package var content: String
  /// The box of cells that it was fitted into; the rendering may be smaller in one direction.
  package var box: Size
  package var view: PictureView

  package init(content: String, box: Size, view: PictureView = .whole) {
    self.content = content
    self.box = box
    self.view = view
  }
}

/// A picture as cells, for terminals without pixels and while pixels cannot be shown.
package struct PictureCells: Hashable, Sendable {
  package let size: Size
  /// Row by row; as many as `size` says.
  package let cells: [Cell]

  /// Cells that are missing become blanks, those that are too many are dropped.
  package init(size: Size, cells: [Cell]) {
    self.size = size
    let count = size.rows * size.columns
    self.cells = Array(cells.prefix(count)) + Array(repeating: Cell(), count: max(0, count - cells.count))
  }

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
  package var cells: PictureCells
  package var pixels: PicturePixels?
  /// Pixels of the whole picture, upright.
  package var width: Int
  package var height: Int

  package init(cells: PictureCells, pixels: PicturePixels?, width: Int, height: Int) {
    self.cells = cells
    self.pixels = pixels
    self.width = width
    self.height = height
  }
}

/// Where a picture's pixels stand in a frame. The cells below are blanks.
package struct PicturePlacement: Hashable, Sendable {
  package var key: PictureKey
  /// The cells that it fills; as large as the rendering, and wholly inside the frame.
  package var rect: Rect

  package init(key: PictureKey, rect: Rect) {
    self.key = key
    self.rect = rect
  }
}
