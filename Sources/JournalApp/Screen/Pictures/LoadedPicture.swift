import Crypto
import Encodings
import JournalCore
import JournalUI
import TerminalKit

/// A rendering with what its file says of itself.
struct LoadedPicture: Hashable, Sendable {
  var rendered: RenderedPicture
  var facts: PictureFacts
  /// Where the pixels lie in a file of the cache; it may have gone since.
  var file: PictureFile?

  /// About how many bytes it takes in memory.
  var cost: Int {
    (rendered.pixels?.data.count ?? 0) + rendered.cells.cells.count * MemoryLayout<Cell>.stride + 200
  }

  func shown(hasPixels: Bool) -> ShownPicture {
    ShownPicture(
      cells: rendered.cells, hasPixels: hasPixels, width: rendered.width, height: rendered.height, bytes: facts.bytes,
      takenAt: facts.takenAt, fileExtension: facts.fileExtension)
  }
}

/// Everything that a rendering depends on.
struct RenderingKey: Hashable, Sendable {
  /// The SHA-256 of a picture's bytes, or a file's path with what changes when it is written.
  var content: String
  var box: Size
  var view: PictureView
  var setting: PictureSetting

  /// The name of the file that keeps it.
  var fileName: String {
    let parts: [Any] = [
      content, box.rows, box.columns, view.centerX, view.centerY, view.zoom, setting.abilities.way.rawValue,
      setting.abilities.cellWidth, setting.abilities.cellHeight, setting.depth, setting.isDark, setting.isConsole,
    ]
    let text = parts.map { "\($0)" }.joined(separator: "\n")
    return Hexadecimal.text(SHA256.hash(data: Array(text.utf8)))
  }
}

/// How the terminal shows pictures.
struct PictureSetting: Hashable, Sendable {
  var abilities = PictureAbilities.blocks
  var depth = ColorDepth.direct
  /// Whether what shows through transparent pictures is dark.
  var isDark = true
  /// Whether only the signs of the Linux console can be counted on.
  var isConsole = false
  var isASCII = false
}
