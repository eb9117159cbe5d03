package import TerminalKit

/// The signs that a terminal's font can show a picture with.
package enum PictureSymbols: String, Hashable, Sendable, CaseIterable {
  /// Quarter, half and eighth blocks and lines of boxes.
  case blocks
  /// The few that the Linux console's fonts have.
  case console
  case ascii
}

/// A request to `cloudjournal-images`, which gets it as the arguments of its command line.
package struct ImageRequest: Hashable, Sendable {
  /// A request for cells, and for pixels where the terminal takes them.
  package struct Render: Hashable, Sendable {
    /// The cells that the picture may fill; it keeps its proportions.
    package var box: Size
    /// The part of the picture to show.
    package var view: PictureView
    /// The form of the pixels, and how many of them a cell has.
    package var abilities: PictureAbilities
    /// The colours that the cells may have; pixels do not depend on it.
    package var depth: ColorDepth
    /// The signs that the cells may have.
    package var symbols: PictureSymbols
    /// The colour behind transparent pixels.
    package var background: RGB
  }

  /// A request for a JPEG or PNG file of the whole upright picture.
  package struct Convert: Hashable, Sendable {
    /// The longer side is scaled down to this many pixels; never up.
    package var side = ImageLimits.side
    /// JPEG's quality, 1 to 100.
    package var quality = 85
    /// Whether PNG may be chosen, for transparent pictures and for those of few colours.
    package var mayBePNG = true
  }

  /// The two kinds of results that the decoder makes.
  package enum Task: Hashable, Sendable {
    case render(Render)
    case convert(Convert)
  }

  /// The kind of the picture, which decides the code that decodes it.
  package var format: ImageFormat
  /// EXIF's, 1 to 8, as the file says.
  package var orientation: Int
  /// The thing to make of the picture.
  package var task: Task

  /// Takes kind and orientation from a picture's header.
  package init(_ header: ImageHeader, _ task: Task) {
    format = header.format
    orientation = header.orientation
    self.task = task
  }
}

/// A colour of eight bits a channel.
package struct RGB: Hashable, Sendable {
  /// 0 to 255.
  package var red: UInt8
  /// 0 to 255.
  package var green: UInt8
  /// 0 to 255.
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The background of dark terminals.
  package static let black = RGB(0, 0, 0)
}

extension ImageRequest {
  /// How a decoded picture is still to be turned.
  ///
  /// libtiff itself turns pictures that need no swap of width and height, and treats 5 to 8 as 1 to 4; one of two
  /// mirrorings is left.
  package var decodedOrientation: Int {
    guard format == .tiff else { return orientation }
    return orientation < 5 ? 1 : orientation % 2 == 1 ? 5 : 7
  }

  /// The version of the arguments and of the answer; programs of two installations do not guess at each other.
  private static let version = "1"

  /// The request as words for a command line; ``init(arguments:)`` reads them.
  package var arguments: [String] {
    let head = [Self.version, format.rawValue, String(orientation)]
    switch task {
    case .convert(let convert):
      return head + ["convert", String(convert.side), String(convert.quality), convert.mayBePNG ? "png" : "jpeg"]
    case .render(let render):
      let numbers = [
        render.box.rows, render.box.columns, render.view.centerX, render.view.centerY, render.view.zoom,
        render.abilities.cellWidth, render.abilities.cellHeight, Int(render.background.red),
        Int(render.background.green), Int(render.background.blue),
      ]
      return head + ["render", render.abilities.way.rawValue, render.depth.word, render.symbols.rawValue]
        + numbers.map(String.init)
    }
  }

  /// Reads what ``arguments`` wrote; nil for anything else.
  package init?(arguments: [String]) {
    guard arguments.count >= 4, arguments[0] == Self.version, let format = ImageFormat(rawValue: arguments[1]),
      let orientation = Int(arguments[2]), 1...8 ~= orientation
    else { return nil }
    (self.format, self.orientation) = (format, orientation)
    let rest = Array(arguments[4...])
    switch arguments[3] {
    case "convert":
      guard rest.count == 3, let side = Int(rest[0]), 1...100_000 ~= side, let quality = Int(rest[1]),
        1...100 ~= quality, rest[2] == "png" || rest[2] == "jpeg"
      else { return nil }
      task = .convert(Convert(side: side, quality: quality, mayBePNG: rest[2] == "png"))
    case "render":
      guard rest.count == 13, let way = PictureProtocol(rawValue: rest[0]), let depth = ColorDepth(word: rest[1]),
        let symbols = PictureSymbols(rawValue: rest[2])
      else { return nil }
      let numbers = rest[3...].compactMap { Int($0) }
      guard numbers.count == 10, numbers.allSatisfy({ 0...10_000 ~= $0 }) else { return nil }
      let color = numbers[7...].map(UInt8.init(clamping:))
      task = .render(
        Render(
          box: Size(rows: numbers[0], columns: numbers[1]),
          view: PictureView(centerX: numbers[2], centerY: numbers[3], zoom: numbers[4]),
          abilities: PictureAbilities(way: way, cellWidth: numbers[5], cellHeight: numbers[6]), depth: depth,
          symbols: symbols, background: RGB(color[0], color[1], color[2])))
    default: return nil
    }
  }
}

extension ColorDepth {
  fileprivate var word: String {
    switch self {
    case .none: "none"
    case .ansi16: "16"
    case .indexed256: "256"
    case .direct: "direct"
    }
  }

  fileprivate init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}
