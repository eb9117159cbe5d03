import Crypto
import Encodings
package import JournalCore

/// Reads the tar of items that Joplin exports (JEX), whose every byte may be hostile, walk by walk: of its notes one is held at a time, and
/// of its files a piece.
///
/// The first walk finds notebooks, tags and files, the second makes entries of all notes once and hashes the files. Only then
/// something is handed on. An entry is known by its note's id in Joplin; notebooks become categories. What cannot be understood of it is
/// named, and all else comes.
package struct JoplinReader: PartImporter {
  private let settings: ImportSettings
  private let limits: ArchiveLimits
  private var catalogue = JoplinCatalogue()
  /// Every picture that a note shows, and every other file to which one leads.
  private var found: [JoplinID: FoundFile] = [:]
  /// What links to notes say, by their ids.
  private var targets: [JoplinID: String] = [:]

  /// The most files of an export: a note, its tags and its pictures are a file each.
  package static let mostFiles = 400_000
  /// The largest file of a note, in bytes; what stands below the text is some kilobytes.
  private static let largest = Int64(EntryRules.longestBody + (1 << 20))

  package init(settings: ImportSettings, limits: ArchiveLimits? = nil) {
    self.settings = settings
    var usual = ArchiveLimits()
    usual.members = JoplinReader.mostFiles
    self.limits = limits ?? usual
  }

  /// Walks through the file twice, and remembers what is needed to take it in.
  package mutating func check(_ source: any ArchiveSource, progress: ProgressHandler) throws -> [ImportProblem] {
    let head = try source.bytes(at: 0, count: Int(min(512, source.size)))
    let kind = FileKind(head)
    guard kind == .tar else {
      throw ImportError("this is \(kind.name), not a tar that Joplin exported", remedy: TarReader.remedy)
    }
    let found = try JoplinReader.catalogue(source, limits, Walk(source, from: 0), progress)
    guard found.notes > 0 else {
      throw ImportError("there are no notes of Joplin in it", remedy: TarReader.remedy)
    }
    (catalogue, self.found) = (found, [:])
    var leftOut = JoplinLeftOut()
    var targets: [JoplinID: String] = [:]
    var digests: [JoplinID: FoundFile] = [:]
    try forEachNote(
      source, Walk(source, from: 1), progress, &leftOut,
      file: { id, tar in
        // Of two files with one name the first counts.
        guard digests[id] == nil else { return }
        var hash = SHA256()
        var bytes: Int64 = 0
        try tar.readData { piece in
          hash.update(bufferPointer: piece)
          bytes += Int64(piece.count)
        }
        digests[id] = FoundFile(digest: Hexadecimal.text(hash.finalize()), bytes: bytes)
      },
      { filed in
        guard let id = filed.names.first.flatMap({ JoplinID($0) }), found.mayBeLinked(id) else { return }
        targets[id] = LinkTargets.target(of: filed.entry)
      })
    self.targets = targets
    self.found = digests.filter { leftOut.shown.contains($0.key) }
    return leftOut.problems(catalogue)
  }

  /// Goes through the entries once more.
  package func forEachEntry(
    _ source: any ArchiveSource, progress: ProgressHandler, _ body: (FiledEntry) throws -> Void
  ) throws {
    var leftOut = JoplinLeftOut()
    try forEachNote(source, Walk(source, from: 2), progress, &leftOut, file: { _, _ in }) { filed in
      var filed = filed
      func linked(_ body: String) -> String {
        MarkdownLinks.linked(body) { JoplinText.target($0).flatMap { targets[$0] } }
      }
      filed.entry.body = linked(filed.entry.body)
      if let former = filed.former { filed.former?.body = linked(former.body) }
      try body(filed)
    }
  }

  /// The pictures of an entry that are in the file.
  package func images(of filed: FiledEntry) -> [EntryImage] {
    filed.pictures.enumerated().compactMap { index, picture in
      guard let asset = JoplinID(picture.file).flatMap({ found[$0]?.digest }) else { return nil }
      return EntryImage(
        id: NameBasedID.uuidV5(format: "joplin-picture", parts: [filed.entry.id.rawValue, picture.file]),
        entry: filed.entry.id, imageAsset: asset, caption: picture.caption, sortOrder: Int64(index),
        modifiedAt: filed.entry.modifiedAt)
    }
  }

  /// Where the note was written, of which page it is, and the files that are no pictures.
  package func kept(of filed: FiledEntry) -> [KeptItem] { filed.kept { JoplinID($0).flatMap { found[$0] } } }

  /// Hands on the files, each once, a piece at a time.
  package func forEachFile(
    _ source: any ArchiveSource, _ body: (_ name: String, _ pieces: PictureReader) throws -> Void
  ) throws {
    guard !found.isEmpty else { return }
    var done: Set<String> = []
    let tar = try TarReader(source: source, limits: limits)
    while let member = try tar.next() {
      guard case .file(let id)? = JoplinReader.content(of: member), let name = found[id]?.digest,
        done.insert(name).inserted
      else { continue }
      try body(name) { piece in try tar.readData(piece) }
    }
  }

  // MARK: Walks

  /// How far one of the walks has come: two that check, and one, which takes longer, that takes in.
  private struct Walk {
    private let size: Int64
    private let start: Int64
    private let weight: Int64
    private var done: Int64 = 0
    private var next: Int64 = 0

    init(_ source: any ArchiveSource, from number: Int64) {
      size = max(1, source.size)
      (start, weight) = (size * number, number < 2 ? 1 : 2)
    }

    mutating func pass(_ member: TarReader.Member, _ progress: ProgressHandler) throws {
      // A file has a head, and is filled up to a whole number of blocks.
      done += (member.size + 1023) / 512 * 512
      guard done >= next else { return }
      next = done + 1 << 20
      try progress(FormatProgress(done: start + min(done, size) * weight, total: size * 4))
    }
  }

  private enum Content {
    case item(JoplinID)
    case file(JoplinID)
  }

  /// What a file of the tar is, by its name; nil for what Joplin did not write.
  private static func content(of member: TarReader.Member) -> Content? {
    let parts = member.name.split(separator: "/", omittingEmptySubsequences: false)
    guard let file = parts.last else { return nil }
    let stem = file.prefix { $0 != "." }
    if parts.count == 1, file.hasSuffix(".md"), stem.utf8.count + 3 == file.utf8.count {
      return JoplinID(stem).map { .item($0) }
    }
    return parts.count == 2 && parts[0] == "resources" ? JoplinID(stem).map { .file($0) } : nil
  }

  /// How a file of an export is called in a tar, whatever its ending; nil for what Joplin did not write.
  ///
  /// - Parameter path: from the folder of the export on.
  package static func tarName(_ path: String) -> String? {
    switch content(of: TarReader.Member(name: path, size: 0)) {
    case .item(let id): "\(id.text).md"
    case .file(let id): "resources/\(id.text)"
    case nil: nil
    }
  }

  /// Whether files are those that Joplin exports as RAW: most of the Markdown among them has the name of an item.
  package static func isExport(_ paths: [String]) -> Bool {
    let notes = paths.filter { $0.hasSuffix(".md") }
    return !notes.isEmpty && notes.count { tarName($0) != nil } * 2 > notes.count
  }

  /// The item that the walk is at; its fault where it is none.
  private static func item(_ tar: TarReader) throws -> Result<JoplinItem, JoplinFault> {
    let bytes = try tar.bytes()
    return Result { () throws(JoplinFault) in try JoplinItem(bytes) }
  }

  private static func catalogue(
    _ source: any ArchiveSource, _ limits: ArchiveLimits, _ walk: Walk, _ progress: ProgressHandler
  ) throws -> JoplinCatalogue {
    var (catalogue, walk) = (JoplinCatalogue(), walk)
    let tar = try TarReader(source: source, limits: limits)
    while let member = try tar.next() {
      try walk.pass(member, progress)
      switch content(of: member) {
      case .item where member.size <= largest:
        let read = try item(tar)
        do throws(JoplinFault) { try catalogue.add(try read.get()) } catch { catalogue.odd.add(error.problem, member) }
      case .file(let id):
        if !catalogue.addFile(id) { catalogue.odd.add("the file comes twice", member) }
      case .item, nil: continue
      }
    }
    return catalogue
  }

  /// Makes an entry of each note that comes.
  ///
  /// - Parameter file: called with each file’s bytes.
  private func forEachNote(
    _ source: any ArchiveSource, _ walk: Walk, _ progress: ProgressHandler, _ leftOut: inout JoplinLeftOut,
    file: (JoplinID, TarReader) throws -> Void, _ body: (FiledEntry) throws -> Void
  ) throws {
    var walk = walk
    var seen: Set<JoplinID> = []
    let tar = try TarReader(source: source, limits: limits)
    while let member = try tar.next() {
      try walk.pass(member, progress)
      switch JoplinReader.content(of: member) {
      case .item where member.size <= JoplinReader.largest:
        // What is odd was named by the first walk.
        guard case .success(let item) = try JoplinReader.item(tar), seen.insert(item.id).inserted else { continue }
        guard item.kind == .note, !leftOut.leavesOut(item) else { continue }
        if let filed = entry(item, member, &leftOut) { try body(filed) }
      case .item: leftOut.addLong(member.name)
      case .file(let id): if catalogue.hasPicture(id) || catalogue.hasOther(id) { try file(id, tar) }
      case nil: continue
      }
    }
  }

  // MARK: Notes

  /// What a note becomes; nil where there is nothing in it.
  private func entry(
    _ item: JoplinItem, _ member: TarReader.Member, _ leftOut: inout JoplinLeftOut
  ) -> FiledEntry? {
    let isPage = item.value("markup_language") == "2"
    let text = isPage ? HTMLNote.markdown(of: item.body) : JoplinText.withMarkdownPictures(item.body)
    let links = NoteLinks(text, takesLinked: true) { link in
      guard let id = JoplinText.target(link) else { return .other }
      guard let resource = catalogue.resources[id] else { return .missing }
      return resource.isPicture ? catalogue.hasPicture(id) ? .picture(id.text) : .missing : .file(id.text)
    }
    let hasDetails = leftOut.count(item, links)
    var seen: Set<String> = []
    let pictures = links.pictures.filter { seen.insert($0.file).inserted }
    var body = NoteReader.trimmed(links.text)
    let title = item.title
    guard !title.isEmpty || !body.isEmpty || !pictures.isEmpty else {
      leftOut.empty += 1
      return nil
    }
    var former = body
    body = NoteLinks.spelled(body) { link, _ in
      let resource = JoplinText.target(link).flatMap { catalogue.resources[$0] }
      return resource.flatMap { $0.isPicture ? nil : .kept($0.kind, $0.name) }
    }
    if item.isSet("is_todo") {
      let task = JoplinText.task(title, isDone: item.isSet("todo_completed"), due: due(item))
      func below(_ body: String) -> String { body.isEmpty ? task : "\(task)\n\n\(body)" }
      (body, former) = (below(body), below(former))
    }
    guard body.utf8.count <= EntryRules.longestBody else {
      leftOut.addLong(title)
      return nil
    }
    let moment = item.moment("user_created_time", "created_time", "user_updated_time", "updated_time")
    guard let moment else {
      leftOut.odd.add("the note has no time", member, title: title)
      return nil
    }
    var entry: Entry
    let before: EntryWords?
    do throws(InvalidInput) {
      let date = settings.zone.date(instant: moment)
      try EntryRules.check(date)
      let id = NameBasedID.uuidV5(format: "joplin", parts: [item.id.text])
      (entry, before) = try FiledEntry.entry(
        id: id.rawValue, title: title, body: body, former: former, date: date, format: "joplin")
    } catch {
      leftOut.odd.add("the note cannot be taken (\(error.sentence))", member, title: title)
      return nil
    }
    entry.modifiedAt = item.moment("user_updated_time", "updated_time") ?? entry.modifiedAt
    entry.tags = TagList.fitted(
      catalogue.tags(of: item.id), title: entry.title, body: entry.body, renamed: &leftOut.renamedTags)
    let files = links.attachments.filter { seen.insert($0.file).inserted }
    leftOut.shown.formUnion(seen.compactMap { JoplinID($0) })
    let path = catalogue.path(of: item.reference("parent_id"))
    var filed = FiledEntry(entry, categoryName: NoteReader.categoryName(path), pictures: pictures)
    filed.names = [item.id.text]
    filed.former = before
    filed.files = files.map { file in
      guard let resource = JoplinID(file.file).flatMap({ catalogue.resources[$0] }) else { return file }
      return FiledFile(kind: resource.kind, file: file.file, name: resource.name)
    }
    if hasDetails { filed.details = FiledDetails(name: "joplin.txt", text: item.source) }
    return filed
  }

  /// When a to-do is due, on the clock of this computer.
  private func due(_ item: JoplinItem) -> EntryDate? {
    guard let milliseconds = Int64(item.value("todo_due")), milliseconds > 0,
      milliseconds <= Instant.latest.milliseconds
    else { return nil }
    return settings.zone.date(instant: Instant(milliseconds: milliseconds))
  }
}

extension ImportFormat {
  /// A tar of items that Joplin exports.
  package static let joplin = ImportFormat(
    "joplin", alias: "jex", title: "a Joplin export",
    help:
      "the JEX file that Joplin’s “Export all › JEX” wrote, or the folder of “RAW”, with its pictures; notebooks become categories",
    folderEnding: ".md",
    recognizes: { probe in
      switch probe {
      case .file(let kind, _, let isWhole): kind == .tar && isWhole
      case .folder(let names): JoplinReader.isExport(names)
      }
    },
    reader: .parts { JoplinReader(settings: $0) })
}
