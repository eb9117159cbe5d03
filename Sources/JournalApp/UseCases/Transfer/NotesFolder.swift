import Glibc
import JournalCore
import JournalFormats

/// A folder of notes that is imported as one: a file for each, with pictures anywhere beside them.
///
/// Files of plain text (`.txt`) are notes, too, where no note leads to them and Obsidian does not keep the folder.
/// What cannot be taken is named, and all else comes.
///
/// Each file is open only while it is read.
struct NotesFolder: ImportedFolder {
  private let path: String
  private let reader: NoteReader
  private let notes: [FolderTree.File]
  /// Files that may be notes of plain text.
  private let texts: [FolderTree.File]
  /// The paths of those of them that are notes.
  private var textNotes: Set<String> = []
  /// The paths of all files that are no Markdown.
  private let others: [String]
  /// The notes that cannot be taken.
  private var skipped: Set<String> = []
  private let size: Int64
  /// All files by their path, and the first path for each name in lower case.
  private let paths: [String: String]
  private let names: [String: String]
  /// Every picture and other file of a note, by its path in the folder.
  private var found: [String: FoundFile] = [:]
  /// Those of them that are pictures.
  private var pictures: Set<String> = []
  /// What links between notes say here: they name files, and other names of a head.
  private var targets = LinkTargets()
  /// The same by the path of a note.
  private var noteTargets: [String: String] = [:]

  /// - Throws: ``CommandFailure`` where the folder cannot be read, or has no note in it.
  init(_ path: String, reader: NoteReader) throws {
    (self.path, self.reader) = (TextFolder.plain(path), reader)
    let files = try FolderTree.files(in: self.path)
    notes = files.filter { NotesFolder.isMarkdown($0.path) }
    texts = FolderFiles.exists("\(self.path)/.obsidian") ? [] : files.filter { $0.path.hasSuffix(".txt") }
    others = files.map(\.path).filter { !NotesFolder.isMarkdown($0) }
    guard !notes.isEmpty || !texts.isEmpty else {
      if files.contains(where: { DayOneReader.isJournal($0.path) }) { throw ImportSource.packed(path, .dayOne) }
      throw CommandFailure(.badFile, "\(path) has no notes in it (*.md, *.txt): there is nothing to import.")
    }
    guard !JoplinReader.isExport(files.map(\.path)) else {
      throw CommandFailure(
        .badFile, "\(path) is a folder that Joplin exported as RAW. Import it with --from joplin. Nothing was imported."
      )
    }
    // A name in another form of Unicode is the same name; the file has its own.
    paths = Dictionary(files.map { ($0.path, $0.path) }) { first, _ in first }
    names = Dictionary(files.map { (NotesFolder.name($0.path), $0.path) }) { first, _ in first }
    size = (notes + texts).reduce(0) { $0 + $1.bytes }
  }

  private static func isMarkdown(_ path: String) -> Bool { path.hasSuffix(".md") || path.hasSuffix(".markdown") }

  private static func folder(of path: String) -> String {
    String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }

  private static func name(_ path: String) -> String { (path.split(separator: "/").last ?? "").lowercased() }

  /// Reads all notes to their end, and the files that belong to them.
  ///
  /// - Throws: ``CommandFailure`` for a file that cannot be read.
  mutating func check(into digest: ReadDigest, progress: @escaping ProgressHandler) throws -> [ImportProblem] {
    var leftOut = NotesLeftOut()
    var (found, pictures): ([String: FoundFile], Set<String>) = ([:], [])
    var (targets, noteTargets) = (LinkTargets(), [String: String]())
    var skipped: [(String, ImportError)] = []
    var folder = self
    let skip = { (path: String, error: ImportError) in skipped.append((path, error)) }
    let take = { (filed: FiledEntry, path: String) in
      targets.add(filed)
      noteTargets[path] = LinkTargets.target(of: filed.entry)
      pictures.formUnion(filed.pictures.map(\.file))
      for file in filed.pictures.map(\.file) + filed.files.map(\.file) where found[file] == nil {
        found[file] = try folder.open(file) { descriptor in
          let digest = try AssetFolder.digest(descriptor: descriptor, name: "\(folder.path)/\(file)")
          return FoundFile(digest: digest, bytes: Int64(lseek(descriptor, 0, SEEK_CUR)))
        }
      }
    }
    try folder.forEachNote(
      in: notes, from: 0, counting: &leftOut, digest: digest, progress: progress, skip: skip, take)
    textNotes = Set(texts.map(\.path).filter { found[$0] == nil })
    folder = self
    try folder.forEachNote(
      in: folder.plainNotes, from: notes.reduce(0) { $0 + $1.bytes }, counting: &leftOut, digest: digest,
      progress: progress, skip: skip, take)
    (self.found, self.pictures, self.targets, self.noteTargets) = (found, pictures, targets, noteTargets)
    self.skipped = Set(skipped.map(\.0))
    for (path, error) in skipped { leftOut.add(path, error) }
    for path in others where found[path] == nil && !textNotes.contains(path) { leftOut.add(unlinked: path) }
    return leftOut.problems
  }

  /// Goes through the entries once more.
  func forEachEntry(progress: @escaping ProgressHandler, _ body: (FiledEntry) throws -> Void) throws {
    var leftOut = NotesLeftOut()
    var twins = NoteTwins()
    let skip = { (path: String, error: ImportError) in
      // It could be taken when it was checked.
      guard skipped.contains(path) else { throw TextFolder.FileError(path: "\(self.path)/\(path)", reason: error) }
    }
    try forEachNote(
      in: notes + plainNotes, from: size, counting: &leftOut, digest: nil, progress: progress, skip: skip
    ) { filed, path in
      var filed = filed
      let folder = NotesFolder.folder(of: path)
      func linked(_ body: String) -> String {
        let text = targets.linked(body) { target(of: $0, from: folder) }
        return MarkdownLinks.linked(text) { target(of: $0, from: folder) }
      }
      filed.entry.body = linked(filed.entry.body)
      if let former = filed.former { filed.former?.body = linked(former.body) }
      twins.name(&filed)
      try body(filed)
    }
  }

  /// What a link says to the note under an address: beside the note from which it leads, from the folder on, by its name alone, or by
  /// its id in Joplin; nil where there is none.
  private func target(of address: String, from folder: String) -> String? {
    guard !address.isEmpty, !address.contains("://") else { return nil }
    if address.hasPrefix(":/") { return targets.target(ofName: String(address.dropFirst(2))) }
    for path in [folder, ""].compactMap({ NotesFolder.joined($0, address) }) {
      if let target = noteTargets[path] ?? noteTargets[path + ".md"] { return target }
    }
    guard !address.contains("/") else { return nil }
    let name = NotesFolder.name(address)
    return (names[name] ?? names[name + ".md"]).flatMap { noteTargets[$0] }
  }

  /// The pictures of an entry.
  func images(of filed: FiledEntry) -> [EntryImage] {
    filed.pictures.enumerated().compactMap { index, picture in
      guard let asset = found[picture.file]?.digest else { return nil }
      return EntryImage(
        id: NameBasedID.uuidV5(format: "notes-picture", parts: [filed.entry.id.rawValue, picture.file]),
        entry: filed.entry.id, imageAsset: asset, caption: picture.caption, sortOrder: Int64(index),
        modifiedAt: filed.entry.modifiedAt)
    }
  }

  /// Lines of its head that mean nothing here, and the files that are no pictures.
  func kept(of filed: FiledEntry) -> [KeptItem] { filed.kept { found[$0] } }

  /// Hands on the bytes of pictures and other files, each once.
  func forEachAsset(_ body: (_ name: String, _ pieces: PictureReader) throws -> Void) throws {
    var done: Set<String> = []
    for (file, bytes) in found.sorted(by: { $0.key < $1.key }) where done.insert(bytes.digest).inserted {
      try open(file) { descriptor in
        let limit = pictures.contains(file) ? ArchiveLimits().imageBytes : Int.max
        try body(bytes.digest) { try pieces(descriptor, name: "\(path)/\(file)", atMost: limit, $0) }
      }
    }
  }

  /// The notes that are files of plain text.
  private var plainNotes: [FolderTree.File] { texts.filter { textNotes.contains($0.path) } }

  /// - Parameters:
  ///   - done: bytes that were read before.
  ///   - skip: called with each note that cannot be taken.
  private func forEachNote(
    in notes: [FolderTree.File], from done: Int64, counting leftOut: inout NotesLeftOut, digest: ReadDigest?,
    progress: ProgressHandler, skip: (_ path: String, ImportError) throws -> Void,
    _ body: (FiledEntry, _ path: String) throws -> Void
  ) throws {
    var (done, nextReport) = (done, done)
    for note in notes {
      if done >= nextReport {
        try progress(FormatProgress(done: min(done, size * 2), total: size * 2))
        nextReport = done + 1 << 20
      }
      guard note.bytes <= NoteReader.largest else {
        try skip(note.path, NoteReader.tooLarge)
        continue
      }
      let bytes = try open(note.path) {
        try WholeFile.read(descriptor: $0, name: "\(path)/\(note.path)", atMost: NoteReader.largest, size: 0)
      }
      digest?.add(Array("\(note.path)\n".utf8))
      digest?.add(bytes)
      done += note.bytes
      let folder = NotesFolder.folder(of: note.path)
      let filed: FiledEntry?
      do {
        filed = try reader.entry(
          NoteReader.File(path: note.path, modifiedAt: note.modifiedAt), bytes,
          resolve: { file(named: $0, from: folder) }, leftOut: &leftOut)
      } catch let error as ImportError {
        try skip(note.path, error)
        continue
      }
      if let filed { try body(filed, note.path) }
    }
  }

  /// The file that a link means: beside the note, from the folder on, or anywhere in it by its name alone; nil for a note.
  private func file(named target: String, from folder: String) -> String? {
    guard !target.isEmpty, !target.contains("://") else { return nil }
    func isNote(_ path: String) -> Bool { NotesFolder.isMarkdown(path) || textNotes.contains(path) }
    for start in [folder, ""] {
      if let path = NotesFolder.joined(start, target).flatMap({ paths[$0] }) { return isNote(path) ? nil : path }
    }
    return names[NotesFolder.name(target)].flatMap { isNote($0) ? nil : $0 }
  }

  /// A path from the folder on without `.` and `..`; nil where it leads out of the folder.
  private static func joined(_ folder: String, _ target: String) -> String? {
    var parts = target.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Opens a file that was there when the folder was looked at; a link in its place is not followed.
  private func open<Result>(_ file: String, _ body: (Int32) throws -> Result) throws -> Result {
    let descriptor = Glibc.open("\(path)/\(file)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw WholeFile.failure("\(path)/\(file)", "cannot be opened", errno) }
    defer { close(descriptor) }
    return try body(descriptor)
  }
}
