package import JournalCore

/// A format of files that “import” takes: what it is called, how its files are recognised, and what reads them.
///
/// A format is one value, which stands in the folder of its format and in ``all``. `--from`, `--help`, completions,
/// detection and the table of docs/cli.md follow from it.
package struct ImportFormat: Sendable {
  /// What `--from` calls it.
  package let name: String
  /// A short name that `--from` takes, too.
  package let alias: String?
  /// The format in the words of a message, such as `jrnl text`.
  package let title: String
  /// One line that says which files are meant, with neither a capital nor a full stop.
  package let help: String
  /// The ending of the files of a folder that is imported as one; nil where a folder is not taken.
  package let folderEnding: String?
  /// Whether a file or folder is of this format, by what is seen of it before it is read.
  package let recognizes: @Sendable (ImportProbe) -> Bool
  /// What reads its files.
  package let reader: Reader

  /// The ways to read a file or folder.
  package enum Reader: Sendable {
    /// Text, of which only a part is held at a time; it may come from a pipe.
    case text(@Sendable (ImportSettings) throws(InvalidInput) -> any TextImporter)
    /// A file that is read from anywhere in it, all of whose records are held at once.
    case file(@Sendable (any ArchiveSource, ImportSettings) -> any FileImporter)
    /// A file that is gone through several times, of which only a part is held at a time.
    case parts(@Sendable (ImportSettings) -> any PartImporter)
    /// A folder of notes, each of them a file.
    case notes(@Sendable (ImportSettings) -> NoteReader)
  }

  init(
    _ name: String, alias: String? = nil, title: String, help: String, folderEnding: String? = nil,
    recognizes: @escaping @Sendable (ImportProbe) -> Bool, reader: Reader
  ) {
    (self.name, self.alias, self.title, self.help, self.folderEnding) = (name, alias, title, help, folderEnding)
    (self.recognizes, self.reader) = (recognizes, reader)
  }

  /// All formats; where two recognise a file, the one that stands first here.
  package static let all: [ImportFormat] = [
    jrnl,
    dayOne,
    joplin,
    archive,
    notes,
    markdown,
    jrnlJSON,
    json,
  ]

  /// All that `--from` may call it, the usual name first.
  package var names: [String] { [name] + [alias].compactMap(\.self) }

  /// The format with a name or an alias.
  package init?(named name: String) {
    guard let format = ImportFormat.all.first(where: { $0.names.contains(name) }) else { return nil }
    self = format
  }

  /// The format of a file or folder; a file that no format recognises is read as jrnl text, which is any text with dates.
  package static func of(_ probe: ImportProbe) -> ImportFormat { all.first { $0.recognizes(probe) } ?? jrnl }
}

extension ImportFormat: Hashable {
  /// Whether both are the same format; its name tells.
  package static func == (one: ImportFormat, other: ImportFormat) -> Bool { one.name == other.name }

  /// Feeds the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What is seen of a file or folder before its format is known.
package enum ImportProbe: Sendable {
  /// A file: what its beginning says, the first 512 bytes, and whether it lies on the disk as a whole, unlike a pipe.
  case file(FileKind, head: [UInt8], isWhole: Bool)
  /// A folder, with the names in it.
  case folder(names: [String])

  /// What the beginning of the file says; nil for a folder.
  package var kind: FileKind? { if case .file(let kind, _, _) = self { kind } else { nil } }
  /// Whether it is a folder.
  package var isFolder: Bool { kind == nil }
}

/// What importers may use beside the bytes of a file.
package struct ImportSettings: Sendable {
  /// Where the times of a file without zones were read off the clock.
  package var zone: any LocalZone
  /// The date of an entry that has none.
  package var now: Instant
  /// jrnl's `timeformat`; nil for its usual one.
  package var timeFormat: String?
  /// jrnl's `tagsymbols`; nil for `#` and `@`.
  package var tagSymbols: String?
  /// The one journal of a zip of Day One that is taken, in no category; nil for all, each a category.
  package var part: String?
  /// Finds a zone by its IANA name; nil where it is not known.
  package var zones: @Sendable (String) -> ZoneFile? = { _ in nil }

  package init(zone: any LocalZone, now: Instant, timeFormat: String? = nil, tagSymbols: String? = nil) {
    (self.zone, self.now) = (zone, now)
    (self.timeFormat, self.tagSymbols) = (timeFormat, tagSymbols)
  }
}

/// Reads a text from its beginning to its end, one entry at a time.
package protocol TextImporter: Sendable {
  /// Goes through a text.
  ///
  /// - Parameters:
  ///   - read: hands out the text's bytes.
  ///   - body: called with each entry in the order of the text; nil where the text is only checked.
  /// - Returns: What a person should know although everything was taken.
  /// - Throws: ``ImportError`` for the first place that is not understood; the reader's error; the error of `body`.
  func read(_ read: @escaping ByteReader, _ body: ((FiledEntry) throws -> Void)?) throws -> [ImportProblem]
}

/// Reads a file that has records and pictures in it, such as an archive.
package protocol FileImporter {
  /// Checks everything, and then reads all but the pictures' bytes.
  ///
  /// - Throws: ``ImportError`` where the file cannot be taken; the error of `progress`.
  func readAll(progress: ProgressHandler) throws -> ImportedJournal

  /// Hands on the bytes of pictures and other files, one by one, under the names that ``EntryImage/imageAsset`` and
  /// ``KeptItem/asset`` have; one that is not read is passed over.
  ///
  /// - Throws: ``ImportError`` where the file has changed meanwhile; the error of `body`.
  func forEachAsset(_ body: (_ name: String, _ pieces: PictureReader) throws -> Void) throws
}

/// Hands out a picture's bytes piece by piece.
package typealias PictureReader = ((UnsafeRawBufferPointer) throws -> Void) throws -> Void

/// Reads a file that has entries and pictures in it, and holds one entry at a time.
///
/// The file is given to each call, and has to be the same: ``check(_:progress:)`` comes first, and remembers what the others need.
package protocol PartImporter {
  /// Reads all of the file.
  ///
  /// - Returns: What a person should know although everything was taken.
  /// - Throws: ``ImportError`` where the file cannot be taken; the error of `progress`.
  mutating func check(_ source: any ArchiveSource, progress: ProgressHandler) throws -> [ImportProblem]

  /// Goes through the entries in the order of the file.
  ///
  /// - Throws: ``ImportError`` where the file has changed meanwhile; the errors of `progress` and `body`.
  func forEachEntry(
    _ source: any ArchiveSource, progress: ProgressHandler, _ body: (FiledEntry) throws -> Void) throws

  /// The pictures of an entry that are in the file.
  func images(of filed: FiledEntry) -> [EntryImage]

  /// What of an entry has no place in it, and is in the file.
  func kept(of filed: FiledEntry) -> [KeptItem]

  /// Hands on pictures and other files, each once, under the names that ``EntryImage/imageAsset`` and ``KeptItem/asset`` have; one
  /// that is not read is passed over.
  ///
  /// - Throws: ``ImportError`` where the file has changed meanwhile; the error of `body`.
  func forEachFile(
    _ source: any ArchiveSource, _ body: (_ name: String, _ pieces: PictureReader) throws -> Void) throws
}
