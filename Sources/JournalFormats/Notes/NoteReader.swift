package import JournalCore

/// Reads notes in Markdown as Obsidian, Joplin and many people keep them: a file for each.
package struct NoteReader: Sendable {
  private let settings: ImportSettings

  /// A file of the folder that is imported.
  package struct File: Hashable, Sendable {
    /// The path from the folder on, such as `Journal/2026-11-21.md`.
    package var path: String
    /// When it was written last.
    package var modifiedAt: Instant

    package init(path: String, modifiedAt: Instant) { (self.path, self.modifiedAt) = (path, modifiedAt) }
  }

  package init(settings: ImportSettings) { self.settings = settings }

  /// The largest file that can be a note, in bytes.
  package static let largest = 2 * EntryRules.longestBody

  /// Why a larger one is not taken.
  package static let tooLarge = ImportError(
    "the note is larger than \(largest >> 20) MB", remedy: "Split it into several notes.")

  /// What a note becomes.
  ///
  /// Its date is that of its head, or of its file’s name, or the time at which the file was written. Its title is that of its
  /// head, or a heading in its first line, or what its file’s name says beside the date. The folder in which it lies is its
  /// category.
  ///
  /// - Parameters:
  ///   - resolve: the path of the file that a link names; nil where there is none, and for a note.
  ///   - leftOut: counts what has no place here.
  /// - Returns: nil where there is nothing in it.
  /// - Throws: ``ImportError`` where the bytes are no text, or too many.
  package func entry(
    _ file: File, _ bytes: [UInt8], resolve: (String) -> String?, leftOut: inout NotesLeftOut
  ) throws -> FiledEntry? {
    var text = try NoteReader.text(bytes)[...]
    let head = NoteHead(takingFrom: &text)
    let links = NoteLinks(String(text), resolve: resolve)
    var folders = file.path.split(separator: "/").map(String.init)
    let stem = folders.popLast().map(NoteReader.stem) ?? ""
    let named = NoteDate.named(stem, in: folders)
    var body = NoteReader.trimmed(links.text)
    let heading = NoteReader.takeHeading(from: &body, unless: head.title)
    guard !body.isEmpty || heading != nil || head.title != nil || !links.pictures.isEmpty else {
      leftOut.empty.add(file.path)
      return nil
    }
    let written = head.date.flatMap { NoteDate.written($0, in: settings.zone) }
    let date =
      written ?? named.map { settings.zone.date(local: $0.date) }
      ?? settings.zone.date(instant: ISODate.written(file.modifiedAt))
    let title = head.title ?? heading ?? named?.rest ?? stem
    let isDated = written != nil || named != nil
    // By what stands in the file a note is known, whatever becomes of its links.
    let words = body
    var former = body
    body = NoteLinks.spelled(body) { NoteReader.meaning($0, isEmbedded: $1, resolve) }
    if let isDone = head.isDone {
      let due = head.due.flatMap { NoteDate.written($0, in: settings.zone) }
      let task = JoplinText.task(title, isDone: isDone, due: due)
      func below(_ body: String) -> String { body.isEmpty ? task : "\(task)\n\n\(body)" }
      (body, former) = (below(body), below(former))
    }
    var entry: Entry
    let before: EntryWords?
    do throws(InvalidInput) {
      try EntryRules.check(date)
      // A copy of the folder has other times: they do not make another entry of a note.
      let id = NameBasedID.uuidV5(
        format: "notes",
        parts: [isDated ? ISODate.string(date) : file.path, title, words]
          + (title.isEmpty && words.isEmpty ? links.pictures.map(\.file) : []))
      (entry, before) = try FiledEntry.entry(
        id: id.rawValue, title: title, body: body, former: former, date: date, format: "notes")
    } catch {
      throw ImportError("the note cannot be taken", remedy: error.sentence)
    }
    entry.modifiedAt =
      head.updated.flatMap { NoteDate.written($0, in: settings.zone) }.map { ISODate.written($0.instant) }
      ?? entry.modifiedAt
    entry.isFavorite = head.isFavorite
    if let mood = head.mood.map(Mood.init(rawValue:)), mood.isKnown { entry.mood = mood }
    entry.tags = TagList.fitted(head.tags, title: entry.title, body: entry.body, renamed: &leftOut.renamedTags)
    leftOut.count(head, links, in: file.path)
    if !isDated { leftOut.undated.add(file.path) }
    var filed = FiledEntry(entry, categoryName: NoteReader.category(of: folders), pictures: links.pictures)
    var seen: Set<String> = []
    filed.files = links.attachments.filter { seen.insert($0.file).inserted }
    filed.former = before
    filed.names = [stem] + head.aliases + [head.id].compactMap(\.self)
    if head.others > 0 || !head.aliases.isEmpty || head.isDone != nil {
      filed.details = FiledDetails(name: "front-matter.yaml", text: head.source)
    }
    return filed
  }

  /// What a link to a file means here, or one that shows another note; nil for a picture, and where it stays.
  private static func meaning(
    _ target: String, isEmbedded: Bool, _ resolve: (String) -> String?
  ) -> NoteLinks.Meaning? {
    let name = target.split(separator: "/").last.map { String($0) } ?? target
    guard !name.isEmpty, !target.contains("://"), !NoteLinks.isPicture(name) else { return nil }
    if resolve(target) != nil { return .kept(KeptItem.Kind(ofFile: name), name) }
    // A recording that is not there is no note.
    return isEmbedded && KeptItem.Kind(ofFile: name) == .file ? .note : nil
  }

  private static func text(_ bytes: [UInt8]) throws -> String {
    guard bytes.count <= largest else { throw tooLarge }
    if let bad = bytes.withUnsafeBytes(TextBytes.firstInvalidByte) {
      let line = bytes[..<bad].count { $0 == TextBytes.lineFeed } + 1
      throw ImportError(
        "the text is not UTF-8 (byte value \(bytes[bad]))", at: .byte(bad, line: line),
        remedy: "Convert the file, for example with: iconv -f latin1 -t utf-8.")
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return TextBytes.normalisedLineEnds(String(decoding: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self))
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Without empty lines at its ends.
  static func trimmed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }),
      let last = lines.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return "" }
    return lines[first...last].joined(separator: "\n")
  }

  /// Takes a heading of the first level off the beginning of a text; one that only repeats the title goes, too.
  private static func takeHeading(from body: inout String, unless title: String?) -> String? {
    guard body.hasPrefix("# ") else { return nil }
    let end = body.firstIndex(of: "\n") ?? body.endIndex
    let heading = trimmingSpace(String(body[..<end].dropFirst(2)))
    guard !heading.isEmpty, title == nil || title == heading else { return nil }
    body = trimmed(String(body[end...]))
    return heading
  }

  /// The names of the folders, without those that are only parts of a date.
  private static func category(of folders: [String]) -> String? {
    categoryName(folders.filter { !NoteDate.isPartOfDate($0) })
  }

  /// A category for names that stand one in the other; it may be longer than one can be.
  static func categoryName(_ names: [String]) -> String? {
    let name = trimmingSpace(names.joined(separator: " / "))
    return name.isEmpty ? nil : name
  }
}

/// What notes have and a journal here has no place for, counted.
package struct NotesLeftOut {
  /// Notes with nothing in them.
  var empty = SomeNames()
  /// Notes whose date is that of their file.
  var undated = SomeNames()
  /// Tags that have another name here, or none, which is empty.
  var renamedTags: [String: String] = [:]
  private var aliases = 0
  private var keys = 0
  private var tasks = 0
  private var attachments: [String: String] = [:]
  private var missing = SomeNames()
  private var canvases = SomeNames()
  private var unlinked = SomeNames()
  private var odd = OddItems()
  private var hasBadText = false

  package init() {}

  /// Adds a file to which no note leads.
  package mutating func add(unlinked path: String) {
    if path.lowercased().hasSuffix(".canvas") { canvases.add(path) } else { unlinked.add(path) }
  }

  /// Adds a note that cannot be taken.
  package mutating func add(_ path: String, _ error: ImportError) {
    // Only what is no text has a place.
    if let place = error.place {
      hasBadText = true
      odd.add("\(place): \(error.problem)", in: path, title: "")
    } else {
      let reason = error.remedy.hasSuffix(".") ? String(error.remedy.dropLast()) : error.remedy
      odd.add("\(error.problem) (\(reason))", in: path, title: "")
    }
  }

  mutating func count(_ head: NoteHead, _ links: NoteLinks, in path: String) {
    aliases += head.aliases.count
    keys += head.others
    tasks += head.isDone == nil ? 0 : 1
    for file in links.attachments { attachments[file.file] = file.name }
    for name in links.missing { missing.add("\(name) in \(path)") }
  }

  /// Sentences for the report.
  package var problems: [ImportProblem] {
    func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
    var parts: [String] = []
    if !attachments.isEmpty {
      var names = SomeNames()
      for name in attachments.values.sorted() { names.add(name) }
      parts.append(counted(names.count, "file that is no picture", "files that are no pictures") + " (\(names.text))")
    }
    if keys > 0 { parts.append(counted(keys, "other line of a head", "other lines of heads")) }
    if aliases > 0 { parts.append(counted(aliases, "other name of a note", "other names of notes")) }
    var problems = parts.isEmpty ? [] : [ImportProblem.kept(parts)]
    if undated.count > 0 {
      let number = counted(undated.count, "note has", "notes have")
      problems.append(
        ImportProblem(
          "\(number) no date in head or name (\(undated.text)): the time at which the file was written stands for it."))
    }
    if tasks > 0 {
      problems.append(ImportProblem("\(counted(tasks, "to-do came with its box", "to-dos came with their boxes"))."))
    }
    if missing.count > 0 {
      problems.append(
        ImportProblem(
          "Pictures and files that notes show and that are not in the folder, so that their links stay: "
            + "\(missing.count) (\(missing.text))."))
    }
    if empty.count > 0 {
      let number = counted(empty.count, "note is", "notes are")
      problems.append(ImportProblem("\(number) empty, and did not come: \(empty.text)."))
    }
    if canvases.count > 0 {
      let number = counted(canvases.count, "canvas of Obsidian has", "canvases of Obsidian have")
      problems.append(ImportProblem("\(number) no place here, and did not come: \(canvases.text)."))
    }
    if unlinked.count > 0 {
      let number = counted(unlinked.count, "other file", "other files")
      problems.append(ImportProblem("\(number) to which no note leads did not come: \(unlinked.text)."))
    }
    problems += TagList.problems(renamedTags) + odd.problems
    if hasBadText {
      problems.append(
        ImportProblem(
          "Convert files that are not UTF-8, for example with “iconv -f latin1 -t utf-8 OLD > NEW”, and import again."))
    }
    return problems
  }
}

extension ImportFormat {
  /// A folder of notes in Markdown that other programs keep.
  package static let notes = ImportFormat(
    "notes", alias: "obsidian", title: "Markdown notes",
    help:
      "a folder of Markdown or plain text, as Obsidian keeps it, as Joplin exports it with front matter, or with a file a day; folders become categories",
    folderEnding: ".md",
    recognizes: { if case .folder(let names) = $0 { names.contains(".obsidian") } else { false } },
    reader: .notes { NoteReader(settings: $0) })
}
