import Encodings
package import JournalCore

/// The archive: a zip of JSON that holds every field of a journal, and its pictures.
///
/// ```
/// manifest.json                      format, version, when, how many of each
/// records/categories-000001.jsonl    one category a line
/// records/entries-000001.jsonl       one entry a line; a new file every few megabytes
/// records/images-000001.jsonl        one picture's row a line
/// records/preferences-000001.jsonl   one saved search, word or template a line; only where there are some
/// records/kept-000001.jsonl          what an import brought beside an entry, one a line; only where there is some
/// records/history-000001.jsonl       one replaced value a line
/// images/<sha256>                    a picture's bytes, by their SHA-256
/// kept/<sha256>                      the bytes of a file that is no picture
/// ```
///
/// Moments are whole milliseconds since 1970. Texts keep their bytes. The same journal gives the same archive.
package enum ArchiveFormat {
  /// The manifest's `format`, by which a reader tells an archive from any other zip.
  package static let name = "cloudjournal-archive"
  /// Goes up with whatever an older version would misread or lose.
  package static let version: Int64 = 1

  static let manifest = "manifest.json"
  static let imageFolder = "images/"
  static let keptFolder = "kept/"

  /// The kinds of lines, in the order in which a reader wants them.
  enum Lines: String, CaseIterable {
    case categories, entries, images, preferences, kept, history

    func member(_ number: Int) -> String { "records/\(rawValue)-\(padded(number, 6)).jsonl" }
  }

  /// What a file within an archive is.
  enum Member: Hashable {
    case manifest
    case lines(Lines)
    case image(String)
    case kept(String)
    case unknown
  }

  static func member(named name: String) -> Member {
    if name == manifest { return .manifest }
    for folder in [imageFolder, keptFolder] where name.hasPrefix(folder) {
      let digits = String(decoding: Array(name.utf8.dropFirst(folder.utf8.count)), as: UTF8.self)
      guard Hexadecimal.isLowerCase(digits, digits: 64) else { return .unknown }
      return folder == imageFolder ? .image(digits) : .kept(digits)
    }
    for lines in Lines.allCases where name.hasPrefix("records/\(lines.rawValue)-") {
      let rest = name.utf8.dropFirst("records/\(lines.rawValue)-".utf8.count)
      let isNumber = rest.count == 12 && rest.prefix(6).allSatisfy { (0x30...0x39).contains($0) }
      if isNumber, name.hasSuffix(".jsonl") { return .lines(lines) }
    }
    return .unknown
  }
}

/// How many of each an archive holds.
package struct ArchiveCounts: Hashable, Sendable {
  /// Lines of entries.
  package var entries: Int64 = 0
  /// Lines of categories.
  package var categories: Int64 = 0
  /// Lines of pictures, whether or not their bytes are in the archive.
  package var images: Int64 = 0
  /// Files of pictures; pictures with the same bytes share one, and one that has not arrived yet has none.
  package var imageFiles: Int64 = 0
  /// Lines of preferences; an archive of an older program has none.
  package var preferences: Int64 = 0
  /// Lines of what imports brought beside entries; an archive of an older program has none.
  package var kept: Int64 = 0
  /// Lines of history, which are replaced values.
  package var history: Int64 = 0

  /// Starts with every count at 0.
  package init() {}
}

/// What an archive says about itself.
package struct ArchiveManifest: Hashable, Sendable {
  /// The version of the format that the archive was written in; see ``ArchiveFormat/version``.
  package var version: Int64 = ArchiveFormat.version
  /// When the archive was written.
  package var createdAt: Instant
  /// The numbers that the archive must hold; a reader refuses an archive with other numbers.
  package var counts: ArchiveCounts
}

/// How much an archive may ask of the machine that reads it.
package struct ArchiveLimits: Hashable, Sendable {
  /// The most files, the manifest and folders included.
  package var members = 100_000
  /// How many bytes more than the archive's own size may come out of it.
  package var expansion: Int64 = 2 << 30
  /// How many times its compressed size a file may have, if it is larger than `ratioFrom` bytes.
  package var ratio: Int64 = 200
  /// Files of up to this many bytes may have any ratio.
  package var ratioFrom: Int64 = 16 << 20
  /// The longest line, which is one entry, in bytes.
  package var lineBytes = 256 << 20
  /// The most bytes of all lines of an archive, which are held at once.
  package var allLines: Int64 = 2 << 30
  /// The most bytes of one picture.
  package var imageBytes = 256 << 20

  /// Takes the usual limits.
  package init() {}
}
