import JournalCore

@testable import JournalFormats

/// What a jrnl text held.
struct ReadText: Equatable {
  var entries: [Entry] = []
  var problems: [ImportProblem] = []
}

extension JrnlImporter {
  /// Reads a text that is in memory.
  func read(_ bytes: [UInt8]) throws -> ReadText {
    var text = ReadText()
    var offset = 0
    text.problems = try read(
      { buffer in
        let count = min(buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        offset += count
        return count
      }, { text.entries.append($0.entry) })
    return text
  }

  /// The same in pieces of so many bytes, after a look at all of it.
  func read(_ bytes: [UInt8], pieces size: Int) throws -> ReadText {
    var importer = self
    importer.pieceSize = size
    var offset = 0
    _ = try importer.read(
      { buffer in
        guard offset < bytes.count, !buffer.isEmpty else { return 0 }
        buffer[0] = bytes[offset]
        offset += 1
        return 1
      }, nil)
    return try importer.read(bytes)
  }
}

/// Hands out bytes, at most so many at once.
func reader(of bytes: [UInt8], atMost limit: Int = .max) -> ByteReader {
  var offset = 0
  return { buffer in
    let count = min(limit, buffer.count, bytes.count - offset)
    buffer.copyBytes(from: bytes[offset..<(offset + count)])
    offset += count
    return count
  }
}

extension MarkdownImporter {
  /// Reads a text that is in memory, in pieces of a size.
  func entries(_ text: String, pieces size: Int = TextPieces.usualSize) throws -> [FiledEntry] {
    var (importer, entries) = (self, [FiledEntry]())
    importer.pieceSize = size
    _ = try importer.read(reader(of: Array(text.utf8))) { entries.append($0) }
    return entries
  }
}

extension EntryJSONImporter {
  /// Reads a text that is in memory, in pieces of a size.
  func entries(_ text: String, pieces size: Int = JSONPieces.usualSize) throws -> [FiledEntry] {
    var (importer, entries) = (self, [FiledEntry]())
    importer.pieceSize = size
    _ = try importer.read(reader(of: Array(text.utf8), atMost: max(1, size - 1))) { entries.append($0) }
    return entries
  }
}

/// The error with which a text is refused.
func importError(_ body: () throws -> Void) -> ImportError? {
  do {
    try body()
    return nil
  } catch let error as ImportError {
    return error
  } catch {
    return ImportError("another error: \(error)", remedy: "")
  }
}
