import Crypto
import Encodings
package import JournalCore

/// Reads the zip of JSON that Day One exports, whose every byte may be hostile, walk by walk: of its entries one is held at a time, and of
/// its files a piece.
///
/// Each JSON file in it is a journal, which becomes a category. An entry is known by its id in Day One. Pictures come as they
/// are; what has no place in an entry is kept beside it, counted and named. An entry that cannot be understood is named, and all others come.
package struct DayOneReader: PartImporter {
  private let settings: ImportSettings
  private let limits: ArchiveLimits
  /// Every picture that an entry shows, by its identifier.
  private var pictures: [DayOneFiles.Key: FoundFile] = [:]
  /// Every other file that an entry has, by its identifier.
  private var others: [DayOneFiles.Key: FoundFile] = [:]
  /// What links to entries say, by their ids.
  private var targets = DayOneLinkTargets()
  /// The places of all of them in the zip, with their SHA-256.
  private var places: [Int: String] = [:]

  package init(settings: ImportSettings, limits: ArchiveLimits = ArchiveLimits()) {
    (self.settings, self.limits) = (settings, limits)
  }

  /// Walks through the journals and then through the pictures, and remembers what is needed to take them in.
  package mutating func check(_ source: any ArchiveSource, progress: ProgressHandler) throws -> [ImportProblem] {
    let directory = try directory(source)
    let listed = DayOneListed()
    for (place, member) in directory.members.enumerated() where !member.isFolder {
      guard let (folder, stem) = DayOneFolder.file(member.name) else { continue }
      (folder == .photos ? listed.photos : listed.others).addFile(folder.key(stem), place: place)
    }
    var leftOut = DayOneLeftOut()
    var links = DayOneLinkTargets()
    var lost = SomeNames()
    try forEachEntry(source, directory, listed, false, &leftOut, Walk(source, from: 0), progress) { filed in
      for picture in filed.pictures { listed.photos.show(picture.file) }
      for file in filed.files {
        listed.others.show(file.file)
        if !listed.others.isThere(file.file) { lost.add(file.name) }
      }
      links.add(DayOneLinks.find(in: filed.entry.body))
    }
    let missing = try follow(&links, listed, source, directory, progress)
    targets = links
    let (shown, kept) = (listed.photos.found(), listed.others.found())
    var found: [Int: FoundFile] = [:]
    var walk = Walk(source, from: 1)
    try forEachFile(source, directory, Set(shown.places.values).union(kept.places.values)) { place, member, zip in
      var hash = SHA256()
      try zip.readData { hash.update(bufferPointer: $0) }
      found[place] = FoundFile(digest: Hexadecimal.text(hash.finalize()), bytes: member.size)
      try walk.pass(member.compressedSize, progress)
    }
    places = found.mapValues(\.digest)
    (pictures, others) = (shown.places.compactMapValues { found[$0] }, kept.places.compactMapValues { found[$0] })
    var problems = leftOut.problems + links.problems
    if shown.missing > 0 {
      problems.append(
        ImportProblem(
          "Pictures that entries show and that are not in the zip, so that they do not come: \(shown.missing) "
            + "(in \(missing.text))."))
    }
    if lost.count > 0 {
      problems.append(
        ImportProblem(
          "Recordings, videos and PDFs that are not in the zip, so that they do not come: \(lost.count) (\(lost.text))."
        ))
    }
    return problems
  }

  /// Goes through the entries once more.
  package func forEachEntry(
    _ source: any ArchiveSource, progress: ProgressHandler, _ body: (FiledEntry) throws -> Void
  ) throws {
    var leftOut = DayOneLeftOut()
    try forEachEntry(
      source, try directory(source), DayOneListed(), true, &leftOut, Walk(source, from: 2), progress
    ) { try body(targets.linked($0)) }
  }

  /// Finds what links to entries say, and which entries show pictures that are not there; where there is nothing of that kind there is
  /// no walk.
  private func follow(
    _ links: inout DayOneLinkTargets, _ listed: DayOneListed, _ source: any ArchiveSource, _ directory: ZipDirectory,
    _ progress: ProgressHandler
  ) throws -> SomeNames {
    var missing = SomeNames()
    guard links.hasSome || listed.photos.found().missing > 0 else { return missing }
    var leftOut = DayOneLeftOut()
    var found = links
    try forEachEntry(source, directory, DayOneListed(), false, &leftOut, Walk(source, from: 1), progress) { filed in
      found.follow(filed, listed.entries)
      if !filed.pictures.allSatisfy({ listed.photos.isThere($0.file) }) {
        missing.add(DayOneLeftOut.name(of: filed.entry))
      }
    }
    links = found
    return missing
  }

  /// The pictures of an entry that are in the zip.
  package func images(of filed: FiledEntry) -> [EntryImage] {
    var images: [EntryImage] = []
    for picture in filed.pictures {
      guard let asset = pictures[DayOneFiles.Key(picture.file)]?.digest else { continue }
      images.append(
        EntryImage(
          id: NameBasedID.uuidV5(format: "dayone-picture", parts: [filed.entry.id.rawValue, picture.file]),
          entry: filed.entry.id, imageAsset: asset, caption: picture.caption, sortOrder: Int64(images.count),
          modifiedAt: filed.entry.modifiedAt))
    }
    return images
  }

  /// Places, the weather and the like, and the recordings, videos and PDFs that are in the zip.
  package func kept(of filed: FiledEntry) -> [KeptItem] { filed.kept { others[DayOneFiles.Key($0)] } }

  /// Hands on the files that entries have, each once.
  package func forEachFile(
    _ source: any ArchiveSource, _ body: (_ name: String, _ pieces: PictureReader) throws -> Void
  ) throws {
    var names: Set<String> = []
    try forEachFile(source, try directory(source), Set(places.keys)) { place, _, zip in
      guard let name = places[place], names.insert(name).inserted else { return }
      try body(name) { piece in try zip.readData(piece) }
    }
  }

  // MARK: Walks

  /// How far one of the walks has come: over journals and over files to check them, and over journals, which takes longer, to take in.
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
    _ source: any ArchiveSource, _ directory: ZipDirectory, _ files: DayOneListed, _ hasDetails: Bool,
    _ leftOut: inout DayOneLeftOut, _ walk: Walk, _ progress: ProgressHandler, _ body: (FiledEntry) throws -> Void
  ) throws {
    var walk = walk
    let zip = try ZipReader(source: source, directory: directory)
    var hasJournal = false
    while let member = try zip.next() {
      guard let journal = DayOneReader.journalName(member.name), settings.part.map({ $0 == journal }) ?? true else {
        continue
      }
      hasJournal = true
      var list = EntryList(
        DayOneEntries(file: member.name, journal: journal, settings: settings, files: files, hasDetails: hasDetails))
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
        // Damage names the file by itself.
        let isNamed = error.place == .member(member.name)
        let place = isNamed ? "" : error.place.map { "\($0): " } ?? ""
        throw ImportError("\(member.name): \(place)\(error.problem)", remedy: error.remedy)
      }
      leftOut.add(list.format.leftOut)
      try walk.pass(member.compressedSize, progress)
    }
    guard hasJournal else {
      throw ImportError("this zip has no JSON of a journal of Day One in it", remedy: DayOneEntries.remedy)
    }
  }

  private func forEachFile(
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
      guard DayOneFolder.file(member.name)?.folder != .photos || member.size <= limits.imageBytes else {
        throw ImportError(
          "the file is larger than \(limits.imageBytes >> 20) MiB", at: .member(member.name),
          remedy: "Export a shorter time from Day One, and import the zips one after another.")
      }
      try body(place, member, zip)
    }
  }

  // MARK: Names

  /// The names of the journals in a zip of Day One, in its order.
  ///
  /// - Throws: ``ImportError`` where it is no zip.
  package static func journals(in source: any ArchiveSource) throws -> [String] {
    var names: [String] = []
    for member in try ZipDirectory(source: source, limits: ArchiveLimits()).members {
      if let name = journalName(member.name), !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Whether a zip is one of Day One, as it begins, or as its names say where it was packed again.
  package static func isOurs(_ source: any ArchiveSource) throws -> Bool {
    let head = try source.bytes(at: 0, count: Int(min(512, source.size)))
    if begins(head) { return true }
    guard FileKind(head) == .zip else { return false }
    let names: [String]
    do { names = try ZipDirectory(source: source, limits: ArchiveLimits()).members.map(\.name) } catch is ImportError {
      // The reader of whatever it is taken for says what is wrong with it.
      return false
    }
    return !names.contains { journalName($0)?.lowercased() == "manifest" } && names.contains { isJournal($0) }
  }

  /// Whether a file may be the JSON of a journal, by its name.
  package static func isJournal(_ name: String) -> Bool {
    journalName(name).map { $0.lowercased() != "manifest" } ?? false
  }

  private static func parts(_ name: String) -> [Substring] {
    name.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The journal's name, for its file: at the top, or in the one folder in which the export was packed again.
  static func journalName(_ name: String) -> String? {
    let parts = parts(name)
    guard parts.count <= 2, parts[0] != "__MACOSX", let file = parts.last, !file.hasPrefix("."),
      file.lowercased().hasSuffix(".json"), parts.count == 1 || DayOneFolder(rawValue: parts[0].lowercased()) == nil
    else { return nil }
    return String(file.dropLast(5))
  }

  /// Whether a zip begins like one of Day One: with a journal's JSON, or with a folder of what belongs to entries.
  static func begins(_ head: [UInt8]) -> Bool {
    guard head.count > 30, head.starts(with: "PK\u{3}\u{4}".utf8) else { return false }
    let length = Int(head[26]) | Int(head[27]) << 8
    let name = String(decoding: head.dropFirst(30).prefix(length), as: UTF8.self)
    if let journal = journalName(name) { return journal.lowercased() != "manifest" && parts(name).count == 1 }
    return DayOneFolder.allCases.contains { name.lowercased().hasPrefix("\($0.rawValue)/") }
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
