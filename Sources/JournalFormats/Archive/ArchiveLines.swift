import JournalCore

/// Reads the lines of one file of an archive as JSON objects.
enum ArchiveLines {
  /// Hands every line's object to `object`; errors name the file and the line.
  static func read(
    _ member: ZipDirectory.Member, _ zip: ZipReader, limits: ArchiveLimits,
    object: (JSONMembers) throws(JSONError) -> Void
  ) throws {
    var splitter = LineSplitter(limit: limits.lineBytes)
    func line(_ bytes: UnsafeRawBufferPointer, _ number: Int) throws {
      do throws(JSONError) {
        try object(try JSONReader.object(bytes))
      } catch {
        throw ImportError(
          error.problem, at: .memberLine(member.name, number),
          remedy: "The archive is damaged, or was changed by hand. Export it again.")
      }
    }
    do {
      try zip.readData { try splitter.feed($0, line) }
      try splitter.finish(line)
    } catch let error as LineSplitter.LineTooLong {
      throw ImportError(
        "the line is longer than \(limits.lineBytes >> 20) MiB", at: .memberLine(member.name, error.line),
        remedy: "The archive is damaged, or was changed by hand. Export it again.")
    }
  }
}
