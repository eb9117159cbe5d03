import JournalCore

/// Reads the lines of one file of an archive as JSON objects.
enum ArchiveLines {
  /// Hands every line's object to `object`; errors name the file and the line.
  static func read(
    _ member: ZipDirectory.Member, _ zip: ZipReader, limits: ArchiveLimits,
    object: (JSONObject) throws(JSONError) -> Void, whenFull: () throws -> Void = {}
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
      try whenFull()
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

/// Values of one kind, collected until there are enough of them to hand on.
struct ArchiveBatch {
  private let kind: ArchiveFormat.Lines
  private let size: Int
  private var categories: [JournalCore.Category] = []
  private var entries: [Entry] = []
  private var images: [EntryImage] = []
  private var history: [HistoryItem] = []

  init(kind: ArchiveFormat.Lines, size: Int) {
    self.kind = kind
    self.size = size
  }

  mutating func append(_ json: JSONObject) throws(JSONError) {
    switch kind {
    case .categories: categories.append(try ArchiveRecords.record(json))
    case .entries: entries.append(try ArchiveRecords.record(json))
    case .images: images.append(try ArchiveRecords.record(json))
    case .history: history.append(try ArchiveRecords.historyItem(json))
    }
  }

  mutating func takeIfFull() -> ArchivePart? { count >= size ? take() : nil }

  mutating func take() -> ArchivePart? {
    guard count > 0 else { return nil }
    defer { self = ArchiveBatch(kind: kind, size: size) }
    switch kind {
    case .categories: return .categories(categories)
    case .entries: return .entries(entries)
    case .images: return .images(images)
    case .history: return .history(history)
    }
  }

  private var count: Int { categories.count + entries.count + images.count + history.count }
}
