import Crypto
import Encodings
import JournalCore

/// Reads the zip of JSON that Day One exports, whose every byte may be hostile.
///
/// Each JSON file in it is a journal, which becomes a category. An entry is known by its id in Day One. Pictures come as they
/// are; what has no place here is counted.
package struct DayOneReader: FileImporter {
  private let source: any ArchiveSource
  private let settings: ImportSettings
  private let limits: ArchiveLimits

  package init(source: any ArchiveSource, settings: ImportSettings, limits: ArchiveLimits = ArchiveLimits()) {
    (self.source, self.settings, self.limits) = (source, settings, limits)
  }

  /// Checks everything, and then reads all but the pictures' bytes.
  package func readAll(progress: ProgressHandler = { _ in }) throws -> ImportedJournal {
    let found = try scan()
    let total = max(1, source.size)
    try progress(FormatProgress(done: total / 2, total: total))
    var assets: [String: String] = [:]
    try forEachPicture(found) { file, bytes in assets[file] = DayOneReader.name(of: bytes) }
    var journal = ImportedJournal()
    journal.problems = found.leftOut.problems
    var missing = 0
    for filed in found.entries {
      journal.entries.append(filed.entry)
      journal.categoryNames[filed.entry.id] = filed.categoryName
      var order: Int64 = 0
      for picture in filed.pictures {
        guard let asset = found.file(of: picture.file).flatMap({ assets[$0] }) else {
          missing += 1
          continue
        }
        journal.images.append(
          EntryImage(
            id: NameBasedID.uuidV5(format: "dayone-picture", parts: [filed.entry.id.rawValue, picture.file]),
            entry: filed.entry.id, imageAsset: asset, caption: "", sortOrder: order, modifiedAt: filed.entry.modifiedAt)
        )
        order += 1
      }
    }
    if missing > 0 {
      journal.problems.append(
        ImportProblem("Pictures that entries show and that are not in the zip, so that they do not come: \(missing)."))
    }
    try progress(FormatProgress(done: total, total: total))
    return journal
  }

  /// The bytes of the pictures that entries show, each once.
  ///
  /// - Throws: ``ImportError`` where the file has changed meanwhile; the error of `body`.
  package func forEachAsset(_ body: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
    var names: Set<String> = []
    try forEachPicture(try scan()) { _, bytes in
      let name = DayOneReader.name(of: bytes)
      if names.insert(name).inserted { try body(name, bytes) }
    }
  }

  private static func name(of bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(data: bytes)) }

  /// What the zip's JSON says.
  private struct Found {
    let directory: ZipDirectory
    var entries: [FiledEntry] = []
    var photos: [String: DayOneEntries.Photo] = [:]
    var leftOut = DayOneLeftOut()
    /// The files in the folder of pictures, by their names without an ending, in lower case.
    var files: [String: String] = [:]

    func file(of identifier: String) -> String? {
      let stems = photos[identifier]?.stems ?? [identifier]
      return stems.lazy.compactMap { files[$0] }.first
    }
  }

  private func scan() throws -> Found {
    let head = try source.bytes(at: 0, count: Int(min(512, source.size)))
    let kind = FileKind(head)
    guard kind == .zip else {
      throw ImportError("this is \(kind.name), not a zip that Day One exported", remedy: DayOneEntries.remedy)
    }
    var found = Found(directory: try directory())
    for member in found.directory.members where !member.isFolder {
      if let stem = DayOneReader.pictureStem(member.name) { found.files[stem] = member.name }
    }
    var ids: Set<RecordName> = []
    let zip = try ZipReader(source: source, directory: found.directory)
    var hasJournal = false
    while let member = try zip.next() {
      guard let journal = DayOneReader.journalName(member.name) else { continue }
      hasJournal = true
      let bytes = try bytes(of: member, zip)
      var list = EntryList(DayOneEntries(journal: journal, settings: settings))
      do {
        try list.read(reader(of: bytes), size: JSONPieces.usualSize) { filed in
          guard ids.insert(filed.entry.id).inserted else {
            throw ImportError(
              "an entry of \(ISODate.string(filed.entry.date)) has the uuid of another", remedy: DayOneEntries.remedy)
          }
          found.entries.append(filed)
        }
      } catch let error as ImportError {
        let place = error.place.map { "\($0): " } ?? ""
        throw ImportError("\(member.name): \(place)\(error.problem)", remedy: error.remedy)
      }
      found.photos.merge(list.format.photos) { first, _ in first }
      found.leftOut.add(list.format.leftOut)
    }
    guard hasJournal else {
      throw ImportError("this zip has no JSON of a journal of Day One in it", remedy: DayOneEntries.remedy)
    }
    return found
  }

  private func directory() throws -> ZipDirectory {
    do { return try ZipDirectory(source: source, limits: limits) } catch let error as ImportError {
      throw ImportError(error.problem, at: error.place, remedy: DayOneEntries.remedy)
    }
  }

  private func forEachPicture(_ found: Found, _ body: (_ file: String, _ bytes: [UInt8]) throws -> Void) throws {
    var wanted: Set<String> = []
    for filed in found.entries { wanted.formUnion(filed.pictures.compactMap { found.file(of: $0.file) }) }
    guard !wanted.isEmpty else { return }
    let zip = try ZipReader(source: source, directory: found.directory)
    while let member = try zip.next() {
      if wanted.contains(member.name) { try body(member.name, try bytes(of: member, zip)) }
    }
  }

  private func bytes(of member: ZipDirectory.Member, _ zip: ZipReader) throws -> [UInt8] {
    guard member.size <= limits.imageBytes else {
      throw ImportError(
        "the file is larger than \(limits.imageBytes >> 20) MiB", at: .member(member.name),
        remedy: "Export a shorter time from Day One, and import the zips one after another.")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(member.size))
    try zip.readData { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func reader(of bytes: [UInt8]) -> ByteReader {
    var offset = 0
    return { buffer in
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<(offset + count)])
      offset += count
      return count
    }
  }

  // MARK: Names

  private static func parts(_ name: String) -> [Substring] {
    name.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The journal's name, for its file: at the top, or in the one folder in which the export was packed again.
  static func journalName(_ name: String) -> String? {
    let parts = parts(name)
    guard parts.count <= 2, parts[0] != "__MACOSX", let file = parts.last, !file.hasPrefix("."),
      file.lowercased().hasSuffix(".json"), parts.count == 1 || !pictureFolders.contains(parts[0].lowercased())
    else { return nil }
    return String(file.dropLast(5))
  }

  private static let pictureFolders = ["photos", "videos", "audios", "pdfs"]

  /// The name of a picture's file without its ending, in lower case.
  private static func pictureStem(_ name: String) -> String? {
    let parts = parts(name)
    guard (2...3).contains(parts.count), parts[parts.count - 2].lowercased() == "photos", let file = parts.last else {
      return nil
    }
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return stem.isEmpty ? nil : stem.lowercased()
  }

  /// Whether a zip begins like one of Day One: with a journal's JSON, or with a folder of what belongs to entries.
  static func begins(_ head: [UInt8]) -> Bool {
    guard head.count > 30, head.starts(with: "PK\u{3}\u{4}".utf8) else { return false }
    let length = Int(head[26]) | Int(head[27]) << 8
    let name = String(decoding: head.dropFirst(30).prefix(length), as: UTF8.self)
    if let journal = journalName(name) { return journal.lowercased() != "manifest" && parts(name).count == 1 }
    return pictureFolders.contains { name.lowercased().hasPrefix("\($0)/") }
  }
}

extension ImportFormat {
  /// JSON of Day One, in the zip that it exports.
  package static let dayOne = ImportFormat(
    "dayone", title: "a Day One export",
    help: "the zip that Day One’s “Export › JSON” wrote, with its pictures; each journal becomes a category",
    recognizes: { probe in
      if case .file(.zip, let head, isWhole: true) = probe { DayOneReader.begins(head) } else { false }
    },
    reader: .file { DayOneReader(source: $0, settings: $1) })
}
