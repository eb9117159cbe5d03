import Crypto
import Encodings
package import JournalCore

/// Reads the zip of JSON that Day One exports, whose every byte may be hostile, walk by walk: of its entries one is held at a time, and of
/// its pictures a piece.
///
/// Each JSON file in it is a journal, which becomes a category. An entry is known by its id in Day One. Pictures come as they
/// are; what has no place here is counted, and files are named.
package struct DayOneReader: PartImporter {
  private let settings: ImportSettings
  private let limits: ArchiveLimits
  /// The SHA-256 of every picture that an entry shows, by its identifier.
  private var assets: [DayOnePhotos.Key: String] = [:]
  /// The places of these pictures in the zip, with their SHA-256.
  private var pictures: [Int: String] = [:]

  package init(settings: ImportSettings, limits: ArchiveLimits = ArchiveLimits()) {
    (self.settings, self.limits) = (settings, limits)
  }

  /// Walks through the journals and then through the pictures, and remembers what is needed to take them in.
  package mutating func check(_ source: any ArchiveSource, progress: ProgressHandler) throws -> [ImportProblem] {
    let directory = try directory(source)
    let photos = DayOnePhotos()
    for (place, member) in directory.members.enumerated() where !member.isFolder {
      if let stem = DayOneReader.pictureStem(member.name) { photos.addFile(stem, place: place) }
    }
    var ids: Set<DayOnePhotos.Key> = []
    var leftOut = DayOneLeftOut()
    try forEachEntry(source, directory, photos, &leftOut, Walk(source, from: 0), progress) { filed in
      guard ids.insert(DayOnePhotos.Key(filed.entry.id.rawValue)).inserted else {
        throw ImportError(
          "an entry of \(ISODate.string(filed.entry.date)) has the uuid of another", remedy: DayOneEntries.remedy)
      }
      for picture in filed.pictures { photos.show(picture.file) }
    }
    let (places, missing) = photos.found()
    var digests: [Int: String] = [:]
    var walk = Walk(source, from: 1)
    try forEachPicture(source, directory, Set(places.values)) { place, member, zip in
      var hash = SHA256()
      try zip.readData { hash.update(bufferPointer: $0) }
      digests[place] = Hexadecimal.text(hash.finalize())
      try walk.pass(member.compressedSize, progress)
    }
    (pictures, assets) = (digests, places.compactMapValues { digests[$0] })
    var problems = leftOut.problems
    if missing > 0 {
      problems.append(
        ImportProblem("Pictures that entries show and that are not in the zip, so that they do not come: \(missing)."))
    }
    return problems
  }

  /// Goes through the entries once more.
  package func forEachEntry(
    _ source: any ArchiveSource, progress: ProgressHandler, _ body: (FiledEntry) throws -> Void
  ) throws {
    var leftOut = DayOneLeftOut()
    try forEachEntry(
      source, try directory(source), DayOnePhotos(), &leftOut, Walk(source, from: 2), progress, body)
  }

  /// The pictures of an entry that are in the zip.
  package func images(of filed: FiledEntry) -> [EntryImage] {
    var images: [EntryImage] = []
    for picture in filed.pictures {
      guard let asset = assets[DayOnePhotos.Key(picture.file)] else { continue }
      images.append(
        EntryImage(
          id: NameBasedID.uuidV5(format: "dayone-picture", parts: [filed.entry.id.rawValue, picture.file]),
          entry: filed.entry.id, imageAsset: asset, caption: picture.caption, sortOrder: Int64(images.count),
          modifiedAt: filed.entry.modifiedAt))
    }
    return images
  }

  /// Hands on the pictures that entries show, each once.
  package func forEachPicture(
    _ source: any ArchiveSource, _ body: (_ name: String, _ pieces: PictureReader) throws -> Void
  ) throws {
    var names: Set<String> = []
    try forEachPicture(source, try directory(source), Set(pictures.keys)) { place, _, zip in
      guard let name = pictures[place], names.insert(name).inserted else { return }
      try body(name) { piece in try zip.readData(piece) }
    }
  }

  // MARK: Walks

  /// How far one of the walks has come: over journals and over pictures to check them, and over journals, which takes longer, to take in.
  private struct Walk {
    private let size: Int64
    private let start: Int64
    private let weight: Int64
    private var done: Int64 = 0

    init(_ source: any ArchiveSource, from number: Int64) {
      size = max(1, source.size)
      (start, weight) = (size * number, number < 2 ? 1 : 2)
    }

    mutating func pass(_ bytes: Int64, _ progress: ProgressHandler) throws {
      done += bytes
      try progress(FormatProgress(done: start + min(done, size) * weight, total: size * 4))
    }
  }

  private func directory(_ source: any ArchiveSource) throws -> ZipDirectory {
    let kind = FileKind(try source.bytes(at: 0, count: Int(min(512, source.size))))
    guard kind == .zip else {
      throw ImportError("this is \(kind.name), not a zip that Day One exported", remedy: DayOneEntries.remedy)
    }
    do { return try ZipDirectory(source: source, limits: limits) } catch let error as ImportError {
      throw ImportError(error.problem, at: error.place, remedy: DayOneEntries.remedy)
    }
  }

  private func forEachEntry(
    _ source: any ArchiveSource, _ directory: ZipDirectory, _ photos: DayOnePhotos, _ leftOut: inout DayOneLeftOut,
    _ walk: Walk, _ progress: ProgressHandler, _ body: (FiledEntry) throws -> Void
  ) throws {
    var walk = walk
    let zip = try ZipReader(source: source, directory: directory)
    var hasJournal = false
    while let member = try zip.next() {
      guard let journal = DayOneReader.journalName(member.name) else { continue }
      hasJournal = true
      var list = EntryList(DayOneEntries(journal: journal, settings: settings, photos: photos))
      var passed = 0
      do {
        try withoutActuallyEscaping(body) { body in
          try withoutActuallyEscaping(progress) { progress in
            try list.read(zip.reader(), size: JSONPieces.usualSize) { filed in
              try body(filed)
              // How many bytes an entry has is not known here: what counts is that long work can be stopped.
              passed += 1
              if passed.isMultiple(of: 256) { try walk.pass(0, progress) }
            }
          }
        }
      } catch let error as ImportError {
        let place = error.place.map { "\($0): " } ?? ""
        throw ImportError("\(member.name): \(place)\(error.problem)", remedy: error.remedy)
      }
      leftOut.add(list.format.leftOut)
      try walk.pass(member.compressedSize, progress)
    }
    guard hasJournal else {
      throw ImportError("this zip has no JSON of a journal of Day One in it", remedy: DayOneEntries.remedy)
    }
  }

  private func forEachPicture(
    _ source: any ArchiveSource, _ directory: ZipDirectory, _ wanted: Set<Int>,
    _ body: (_ place: Int, _ member: ZipDirectory.Member, _ zip: ZipReader) throws -> Void
  ) throws {
    guard !wanted.isEmpty else { return }
    guard wanted.allSatisfy(directory.members.indices.contains) else {
      throw ImportError("the zip was changed while it was read", remedy: "Import it again when nothing writes to it.")
    }
    let places = Dictionary(wanted.map { (directory.members[$0].name, $0) }) { first, _ in first }
    let zip = try ZipReader(source: source, directory: directory)
    while let member = try zip.next() {
      guard let place = places[member.name] else { continue }
      guard member.size <= limits.imageBytes else {
        throw ImportError(
          "the file is larger than \(limits.imageBytes >> 20) MiB", at: .member(member.name),
          remedy: "Export a shorter time from Day One, and import the zips one after another.")
      }
      try body(place, member, zip)
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
    reader: .parts { DayOneReader(settings: $0) })
}
