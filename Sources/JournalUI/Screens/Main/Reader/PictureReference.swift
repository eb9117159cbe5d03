import JournalCore
import MarkdownKit

/// How the text of an entry refers to its pictures: `![caption](…)` in a paragraph of its own.
enum PictureReference {
  /// The pictures that a block shows and their captions there; nil where it is anything else than references to pictures.
  static func all(
    in block: MarkdownBlock, of images: [EntryImage], among left: [Int]
  ) -> [(index: Int, caption: String)]? {
    guard case .paragraph(let inlines) = block else { return nil }
    var found: [(index: Int, caption: String)] = []
    for inline in inlines {
      switch inline {
      case .image(let destination, let alternative):
        let place = left.first { index in
          !found.contains { $0.index == index } && refers(destination, to: images[index])
        }
        guard let place else { return nil }
        found.append((place, alternative.map(\.plainText).joined()))
      case .softBreak, .hardBreak: continue
      case .text(let text) where text.allSatisfy(\.isWhitespace): continue
      default: return nil
      }
    }
    return found.isEmpty ? nil : found
  }

  /// Whether an address is that of a picture: its name, the hash of its bytes or the first digits of it, or a file called
  /// as its caption says; with any folder or scheme in front, and any ending.
  static func refers(_ destination: String, to image: EntryImage) -> Bool {
    let file = destination.split(separator: "/").last.map { String($0) } ?? destination
    guard !file.isEmpty else { return false }
    let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    if same(file, image.id.rawValue) || same(stem, image.id.rawValue) { return true }
    if let digest = image.imageAsset, stem.utf8.count >= 12, digest.hasPrefix(stem.lowercased()) { return true }
    return !image.caption.isEmpty && (same(file, image.caption) || same(stem, image.caption))
  }

  private static func same(_ a: String, _ b: String) -> Bool { a.lowercased().isIdentical(to: b.lowercased()) }
}
