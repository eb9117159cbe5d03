import JournalCore

/// What an export of Joplin has and a journal here has no place for, counted and named.
struct JoplinLeftOut {
  /// Tags that have another name here, or none, which is empty.
  var renamedTags: [String: String] = [:]
  /// Pictures that some note shows, and other files to which one leads.
  var shown: Set<JoplinID> = []
  var empty = 0
  /// Notes that cannot be taken.
  var odd = OddItems()
  private var trashed = 0
  private var conflicts: [String] = []
  private var long: [String] = []
  private var missing = SomeNames()
  private var places = 0
  private var addresses = 0
  /// Notes that say who wrote them, and the names.
  private var (authored, authors): (Int, Set<String>) = (0, [])
  private var (completed, pluginData) = (0, 0)
  private var pages = 0

  /// Counts a note that does not come; false for one that does.
  mutating func leavesOut(_ item: JoplinItem) -> Bool {
    if item.isSet("encryption_applied") { return true }
    if item.isSet("deleted_time") {
      trashed += 1
    } else if item.isSet("is_conflict") {
      conflicts.append(item.title)
    } else {
      return false
    }
    return true
  }

  mutating func addLong(_ name: String) { long.append(name) }

  /// Counts what a note has that has no place in it.
  ///
  /// - Returns: Whether it says something of that kind.
  mutating func count(_ item: JoplinItem, _ links: NoteLinks) -> Bool {
    func isNumber(_ key: String) -> Bool { item.value(key).contains { ("1"..."9").contains($0) } }
    places += isNumber("latitude") || isNumber("longitude") ? 1 : 0
    addresses += item.value("source_url").isEmpty ? 0 : 1
    pages += item.value("markup_language") == "2" ? 1 : 0
    let title = item.title.isEmpty ? item.id.text : item.title
    for name in links.missing { missing.add("\(name) in \(title)") }
    let author = item.value("author")
    if !author.isEmpty {
      authored += 1
      if authors.count < JoplinLeftOut.mostAuthors { authors.insert(author) }
    }
    let (isDone, hasData) = (item.isSet("todo_completed"), !["", "{}"].contains(item.value("user_data")))
    (completed, pluginData) = (completed + (isDone ? 1 : 0), pluginData + (hasData ? 1 : 0))
    return isNumber("latitude") || isNumber("longitude") || !item.value("source_url").isEmpty || !author.isEmpty
      || isDone || hasData
  }

  /// More are not told apart.
  private static let mostAuthors = 1_000

  /// `2 files that are no pictures (a.mp3, b.pdf)`; none for no file.
  private func files(_ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let number = NumberText.counted(names.count, "file that is no picture", "files that are no pictures")
    return ["\(number) (\(JoplinLeftOut.some(names.sorted())))"]
  }

  /// Sentences for the report.
  func problems(_ catalogue: JoplinCatalogue) -> [ImportProblem] {
    var problems: [ImportProblem] = []
    func say(_ sentence: String) { problems.append(ImportProblem(sentence)) }
    if !catalogue.encryptedNotes.isEmpty {
      let (names, count) = (catalogue.encryptedNotes.map(\.text), catalogue.encryptedNotes.count)
      let number = NumberText.counted(count, "note is encrypted and does", "notes are encrypted and do")
      say(
        "\(number) not come: \(JoplinLeftOut.some(names)). Let Joplin decrypt everything, and export again.")
    }
    if catalogue.encryptedFiles > 0 {
      say("\(NumberText.counted(catalogue.encryptedFiles, "file is", "files are")) encrypted, and did not come.")
    }
    let others = catalogue.resources.filter { !$0.value.isPicture }
    let isKept = { (id: JoplinID) in catalogue.hasOther(id) && self.shown.contains(id) }
    var parts = files(others.filter { isKept($0.key) }.map(\.value.name))
    if places > 0 { parts.append(NumberText.counted(places, "place", "places")) }
    if addresses > 0 {
      parts.append(NumberText.counted(addresses, "address of a page’s source", "addresses of pages’ sources"))
    }
    if authored > 0 {
      let number = NumberText.counted(authored, "author of a note", "authors of notes")
      parts.append("\(number) (\(JoplinLeftOut.some(authors.sorted())))")
    }
    if completed > 0 {
      parts.append(NumberText.counted(completed, "time at which a to-do was done", "times at which to-dos were done"))
    }
    if pluginData > 0 {
      parts.append(NumberText.counted(pluginData, "note’s data of plugins", "notes’ data of plugins"))
    }
    if !parts.isEmpty { problems.append(.kept(parts)) }
    let left = files(others.filter { !isKept($0.key) }.map(\.value.name))
    if !left.isEmpty { say("no note leads there, or the export has no bytes of it: \(left[0]).") }
    if !conflicts.isEmpty {
      let number = NumberText.counted(conflicts.count, "copy of a conflict did", "copies of conflicts did")
      say("\(number) not come: \(JoplinLeftOut.some(conflicts)).")
    }
    if trashed > 0 {
      say("\(NumberText.counted(trashed, "note lies", "notes lie")) in the trash of Joplin, and did not come.")
    }
    if !long.isEmpty {
      let number = NumberText.counted(long.count, "note is", "notes are")
      say("\(number) longer than an entry can be, and did not come: \(JoplinLeftOut.some(long)).")
    }
    if pages > 0 { say("\(NumberText.counted(pages, "note is", "notes are")) HTML, and came as Markdown.") }
    if missing.count > 0 {
      say(
        "Pictures that notes show and that are not in the file, so that their links stay: \(missing.count) (\(missing.text))."
      )
    }
    let unseen = catalogue.resources.keys.count { catalogue.hasPicture($0) && !shown.contains($0) }
    if unseen > 0 { say("Pictures that no note shows, so that they do not come: \(unseen).") }
    if empty > 0 { say("\(NumberText.counted(empty, "note is", "notes are")) empty, and did not come.") }
    return problems + TagList.problems(renamedTags) + catalogue.odd.problems + odd.problems
  }

  /// The first of some names, and how many more there are.
  private static func some(_ names: [String]) -> String {
    let more = names.count > 5 ? " and \(NumberText.grouped(names.count - 5)) more" : ""
    return names.prefix(5).map { $0.isEmpty ? "untitled" : String($0.prefix(80)) }.joined(separator: ", ") + more
  }
}
