import Crypto
import JournalCore
import JournalFormats

/// Reads a file of text in one of the formats.
enum TextImporter {
  case jrnl(JrnlImporter)
  case markdown(MarkdownImporter)
  case json(EntryJSONImporter)

  /// - Throws: ``CommandFailure`` where jrnl's settings are none.
  init(_ format: ImportOptions.Format, options: ImportOptions, zone: any LocalZone, now: Instant) throws {
    switch format {
    case .markdown: self = .markdown(MarkdownImporter())
    case .json: self = .json(EntryJSONImporter())
    case .jrnl, .archive: self = .jrnl(JrnlImporter(zone: zone, now: now, options: try options.jrnlOptions()))
    }
  }

  /// Goes through a text; without a body it is only checked.
  func read(_ read: @escaping ByteReader, _ body: ((FiledEntry) throws -> Void)?) throws -> [ImportProblem] {
    switch self {
    case .json(let importer): return try importer.read(read, body)
    case .markdown(let importer):
      try importer.read(read, body)
      return []
    case .jrnl(let importer):
      guard let body else { return try importer.read(read, nil) }
      return try importer.read(read) { try body(FiledEntry($0)) }
    }
  }
}
