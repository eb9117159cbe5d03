package import TerminalKit

/// Makes cells, and pixels where a terminal takes them, of a picture.
package struct ImageRenderer: Sendable {
  /// The program that decodes pictures, with its limits.
  package let decoder: ImageDecoder
  /// The signs of the terminal's font.
  package let symbols: PictureSymbols

  package init(decoder: ImageDecoder, symbols: PictureSymbols = .blocks) {
    (self.decoder, self.symbols) = (decoder, symbols)
  }

  /// Renders a file; blocks until it is done, which a large photograph takes some 100 ms for.
  ///
  /// The proportions are kept: the rendering fills the box in one direction. A picture smaller than the box keeps its
  /// pixels, unless it is zoomed or drawn as blocks, which are too coarse for it.
  ///
  /// - Parameter background: the colour behind transparent pixels.
  /// - Throws: an ``ImageFailure`` for a file that cannot be opened, is no picture, is broken or needs too much, or for
  ///   a decoder that is missing or fails.
  package func render(
    path: String, box: Size, view: PictureView = .whole, abilities: PictureAbilities, depth: ColorDepth,
    background: RGB = .black
  ) throws(ImageFailure) -> RenderedPicture {
    let file = try ImageFile(path: path)
    return try render(
      file, try ImageHeader(file), box: box, view: view, abilities: abilities, depth: depth, background: background)
  }

  /// Renders a file that is open and whose header was read.
  ///
  /// - Parameter cancellation: ends the rendering from another thread.
  /// - Throws: an ``ImageFailure`` for a picture that is broken or needs too much, or for a decoder that is missing or
  ///   fails; `wasCancelled` where `cancellation` or the task was cancelled.
  package func render(
    _ file: ImageFile, _ header: ImageHeader, box: Size, view: PictureView = .whole, abilities: PictureAbilities,
    depth: ColorDepth, background: RGB = .black, cancellation: ImageCancellation? = nil
  ) throws(ImageFailure) -> RenderedPicture {
    let render = ImageRequest.Render(
      box: Size(rows: min(max(1, box.rows), Self.most), columns: min(max(1, box.columns), Self.most)),
      view: PictureView(
        centerX: min(1000, max(0, view.centerX)), centerY: min(1000, max(0, view.centerY)),
        zoom: min(1600, max(100, view.zoom))),
      abilities: PictureAbilities(
        way: abilities.way, cellWidth: min(100, abilities.cellWidth), cellHeight: min(200, abilities.cellHeight)),
      depth: depth, symbols: symbols, background: background)
    let parts = try decoder.run(ImageRequest(header, .render(render)), on: file.descriptor, cancellation: cancellation)
    return try RenderedPicture(parts, render)
  }

  /// Rows or columns of the largest box; larger ones are filled in part.
  private static let most = 1000
}

extension RenderedPicture {
  /// Reads an answer, and believes only what could be an answer to this request.
  init(_ parts: ImageAnswerParts, _ request: ImageRequest.Render) throws(ImageFailure) {
    let size = try parts.numbers(ImageAnswer.size, count: 2).map(Int.init)
    guard size[0] > 0, size[1] > 0, ImageLimits.area(size[0], size[1]) <= ImageLimits.pixels else {
      throw ImageFailure(.decoderAnswersWrongly)
    }
    let cells = try PictureCells(try parts.part(ImageAnswer.cells), box: request.box)
    var pixels: PicturePixels?
    if parts.has(ImageAnswer.pixels) {
      pixels = try PicturePixels(try parts.part(ImageAnswer.pixels), request.abilities)
    }
    self.init(cells: cells, pixels: pixels, width: size[0], height: size[1])
  }
}

extension PictureCells {
  /// Rows, columns, then for each cell its sign and two colours.
  fileprivate init(_ part: ArraySlice<UInt8>, box: Size) throws(ImageFailure) {
    let bytes = Array(part)
    guard bytes.count >= 8, bytes.count % 4 == 0 else { throw ImageFailure(.decoderAnswersWrongly) }
    let (rows, columns) = (Int(ImageAnswerParts.number(bytes, 0)), Int(ImageAnswerParts.number(bytes, 4)))
    guard 1...box.rows ~= rows, 1...box.columns ~= columns, bytes.count == 8 + rows * columns * 12 else {
      throw ImageFailure(.decoderAnswersWrongly)
    }
    var cells: [Cell] = []
    cells.reserveCapacity(rows * columns)
    for place in stride(from: 8, to: bytes.count, by: 12) {
      guard let sign = Unicode.Scalar(ImageAnswerParts.number(bytes, place)), sign.isPictureSign else {
        throw ImageFailure(.decoderAnswersWrongly)
      }
      let style = Style(
        Color(answer: ImageAnswerParts.number(bytes, place + 4)),
        on: Color(answer: ImageAnswerParts.number(bytes, place + 8)))
      cells.append(Cell(sign, style: style))
    }
    self.init(size: Size(rows: rows, columns: columns), cells: cells)
  }
}

extension PicturePixels {
  /// Pixels wide and high, then the bytes in the way that was asked for.
  fileprivate init(_ part: ArraySlice<UInt8>, _ abilities: PictureAbilities) throws(ImageFailure) {
    guard part.count > 8 else { throw ImageFailure(.decoderAnswersWrongly) }
    let head = Array(part.prefix(8))
    let (width, height) = (Int(ImageAnswerParts.number(head, 0)), Int(ImageAnswerParts.number(head, 4)))
    let bytes = Array(part.dropFirst(8))
    guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16 else { throw ImageFailure(.decoderAnswersWrongly) }
    switch abilities.way {
    case .kitty: self = .kitty(zlib: bytes, width: width, height: height)
    case .iterm2: self = .iterm2(bytes)
    case .sixel:
      // It is sent to the terminal as it is: nothing but sixels may be in it.
      let inner = bytes.dropFirst(2).dropLast(2)
      guard bytes.starts(with: [0x1B, UInt8(ascii: "P")]), bytes.suffix(2).elementsEqual([0x1B, UInt8(ascii: "\\")]),
        inner.allSatisfy({ 0x20...0x7E ~= $0 })
      else { throw ImageFailure(.decoderAnswersWrongly) }
      self = .sixel(bytes)
    case .blocks, .none: throw ImageFailure(.decoderAnswersWrongly)
    }
  }
}

extension Color {
  fileprivate init(answer: UInt32) {
    switch answer {
    case 0..<0x0100_0000:
      self = .rgb(
        UInt8(truncatingIfNeeded: answer >> 16), UInt8(truncatingIfNeeded: answer >> 8),
        UInt8(truncatingIfNeeded: answer))
    case ImageAnswer.paletteColor...ImageAnswer.paletteColor + 255: self = .ansi(UInt8(truncatingIfNeeded: answer))
    default: self = .standard
    }
  }
}

extension Unicode.Scalar {
  /// Printable ASCII, lines of boxes, blocks and geometric shapes: one column wide everywhere.
  fileprivate var isPictureSign: Bool { 0x20...0x7E ~= value || 0x2500...0x25FF ~= value }
}
