import Foundation
import Glibc
import JournalCore

/// Drafts in files outside the journal, written where it could not take them, and offered by the next start.
struct UnsavedCopies {
  private let paths: JournalPaths

  init(_ paths: JournalPaths) { self.paths = paths }

  /// Writes a draft to the first folder that has room; returns the path, mode 0600.
  func write(_ draft: Draft) throws -> String {
    try EmergencyCopy.write(try UnsavedCopy(draft, journal: paths.folder).text, paths: paths)
  }

  /// The drafts of this journal whose writers are gone, the latest first.
  ///
  /// - Parameter owner: This process, whose screen may have begun anew.
  func find(owner: String) -> [Draft] {
    var found: [Draft] = []
    for folder in EmergencyCopy.folders(paths) {
      for name in FolderFiles.names(in: folder, prefix: EmergencyCopy.prefix) where name.hasSuffix(".md") {
        guard let draft = read("\(folder)/\(name)") else { continue }
        if draft.owner == owner || ProcessIdentity(draft.owner)?.isAlive != true { found.append(draft) }
      }
    }
    return found.sorted { $0.savedAt > $1.savedAt }
  }

  /// Removes a file whose words are in the journal now, or were discarded.
  func remove(_ path: String) throws {
    guard read(path) != nil else { return }
    guard unlink(path) == 0 else { throw WholeFile.failure(path, "cannot be removed", errno) }
  }

  /// The draft in a file; nil where it is no copy of this journal's, or not ours: anybody can put files into `/tmp`.
  private func read(_ path: String) -> Draft? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { return nil }
    do {
      let bytes = try WholeFile.read(descriptor: descriptor, name: path, atMost: 256 << 20, size: Int(status.st_size))
      guard let text = String(validating: bytes, as: UTF8.self), let copy = UnsavedCopy(text) else { return nil }
      return copy.journal == paths.folder ? copy.draft(at: path) : nil
    } catch {
      // What cannot be read cannot be offered; the file stays.
      return nil
    }
  }
}

/// A draft as a text that people can read, too: Markdown, under one line that says what it belongs to.
struct UnsavedCopy: Hashable {
  private static let opening = "<!-- cloudjournal-unsaved "
  private static let closing = " -->"

  /// The folder of the journal that could not take it.
  let journal: String
  private let draft: Draft

  init(_ draft: Draft, journal: String) {
    self.draft = draft
    self.journal = journal
  }

  private struct Header: Codable {
    var version = 1
    var journal: String
    var entry: String
    var isNew: Bool
    var owner: String
    var savedAt: Int64
    var title: String
    var date: Int64
    var timeZone: String
    var offsetSeconds: Int
    var mood: String?
    var isFavorite: Bool
    var category: String?
    var tags: [String]
    /// The entry as its editor knew it; copies of before have none.
    var seen: Seen?
  }

  private struct Seen: Codable {
    var title: String
    var body: String
    var date: Int64
    var timeZone: String
    var offsetSeconds: Int
    var mood: String?
    var isFavorite: Bool
    var category: String?
    var tags: [String]

    init(_ entry: Entry) {
      (title, body) = (entry.title, entry.body)
      date = entry.date.instant.milliseconds
      (timeZone, offsetSeconds) = (entry.date.timeZone, entry.date.offsetSeconds)
      mood = entry.mood?.rawValue
      isFavorite = entry.isFavorite
      category = entry.category?.rawValue
      tags = entry.tags
    }

    func entry(_ id: RecordName, modifiedAt: Instant) -> Entry {
      Entry(
        id: id, title: title, body: body, mood: mood.map { Mood(rawValue: $0) },
        date: EntryDate(instant: Instant(milliseconds: date), timeZone: timeZone, offsetSeconds: offsetSeconds),
        modifiedAt: modifiedAt, isFavorite: isFavorite, category: category.map { RecordName($0) }, tags: tags)
    }
  }

  /// Reads a copy back; nil for any other text.
  init?(_ text: String) {
    guard text.hasPrefix(UnsavedCopy.opening),
      let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")),
      case let line = text[..<end], line.hasSuffix(UnsavedCopy.closing)
    else { return nil }
    let json = line.dropFirst(UnsavedCopy.opening.count).dropLast(UnsavedCopy.closing.count)
    let header: Header
    do {
      header = try JSONDecoder().decode(Header.self, from: Data(json.utf8))
    } catch {
      return nil
    }
    guard header.version == 1, !header.entry.isEmpty else { return nil }
    var body = text.utf8[text.utf8.index(after: end)...]
    let heading = UnsavedCopy.heading(header.title).utf8
    if body.starts(with: heading) { body = body.dropFirst(heading.count) }
    journal = header.journal
    let savedAt = Instant(milliseconds: header.savedAt)
    let entry = Entry(
      id: RecordName(header.entry), title: header.title, body: String(Substring(body)),
      mood: header.mood.map { Mood(rawValue: $0) },
      date: EntryDate(
        instant: Instant(milliseconds: header.date), timeZone: header.timeZone, offsetSeconds: header.offsetSeconds),
      modifiedAt: savedAt, isFavorite: header.isFavorite, category: header.category.map { RecordName($0) },
      tags: header.tags)
    let seen = header.seen?.entry(entry.id, modifiedAt: savedAt)
    draft = Draft(entry: entry, isNew: header.isNew, seen: seen, owner: header.owner, savedAt: savedAt)
  }

  /// The draft, as one that lies in a file.
  func draft(at path: String) -> Draft {
    var draft = draft
    draft.copyPath = path
    return draft
  }

  private static func heading(_ title: String) -> String { title.isEmpty ? "\n" : "\n# \(title)\n\n" }

  /// The whole file.
  var text: String {
    get throws {
      let entry = draft.entry
      let header = Header(
        journal: journal, entry: entry.id.rawValue, isNew: draft.isNew, owner: draft.owner,
        savedAt: draft.savedAt.milliseconds, title: entry.title, date: entry.date.instant.milliseconds,
        timeZone: entry.date.timeZone, offsetSeconds: entry.date.offsetSeconds, mood: entry.mood?.rawValue,
        isFavorite: entry.isFavorite, category: entry.category?.rawValue, tags: entry.tags,
        seen: draft.seen.map { Seen($0) })
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // A title must not end the comment.
      let json = String(decoding: try encoder.encode(header), as: UTF8.self)
        .replacingOccurrences(of: ">", with: "\\u003e")
      return UnsavedCopy.opening + json + UnsavedCopy.closing + "\n" + UnsavedCopy.heading(entry.title) + entry.body
    }
  }
}
