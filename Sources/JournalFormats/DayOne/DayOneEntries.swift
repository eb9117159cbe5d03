import JournalCore

/// The JSON of one journal in Day One’s zip.
struct DayOneEntries: JSONEntries {
  /// The name of its file in the zip.
  let file: String
  /// The name of the journal, which is its file’s.
  let journal: String
  let settings: ImportSettings
  /// The pictures and other files that entries list, as an entry may show another one’s.
  let files: DayOneListed
  /// Whether entries come with what has no place in them.
  let hasDetails: Bool
  /// How many of what has no place here.
  private(set) var leftOut = DayOneLeftOut()
  /// Whether ``DayOneWriter`` has written the file, so that its texts are taken apart as they were put together.
  private var isOwn = false
  /// Whether the entry that was made last has something that has no place in it.
  private var isCut = false
  /// Whether its words were taken out of `richText`, which holds more than these.
  private var isRich = false
  /// Whether ``DayOneWriter`` says that its entries are in no category.
  private var isUnfiled = false

  init(file: String, journal: String, settings: ImportSettings, files: DayOneListed, hasDetails: Bool) {
    (self.file, self.journal, self.settings, self.files) = (file, journal, settings, files)
    self.hasDetails = hasDetails
  }

  static let listKey = "entries"
  static let singleKey: String? = nil
  static let takesFractions = true
  static let remedy = "Export the journal from Day One as JSON once more, and give the zip as it is."
  static let foreign = "this is JSON of another program, and not of Day One"

  func check(_ key: String) throws {}
  func wants(_ key: String) -> Bool { key == "metadata" }

  mutating func take(_ value: JSONValue, of key: String) {
    guard case .object(let metadata) = value, case .string(let writer) = metadata.optional(DayOneWriter.markKey) else {
      return
    }
    isOwn = writer == DayOneWriter.mark
    if isOwn, case .boolean(true) = metadata.optional(DayOneWriter.unfiledKey) { isUnfiled = true }
  }

  /// The entry with its journal as category, where it had one; its pictures are named by their identifiers.
  mutating func entry(_ json: JSONMembers) throws(JSONError) -> FiledEntry {
    var uuid: String?
    if case .string(let text) = json.optional("uuid"), !text.isEmpty { uuid = text }
    let created = try json.string("creationDate")
    guard let instant = ISODate.instant(created) else {
      throw JSONError("“creationDate” is “\(created)”, which is not a date like 2026-11-21T08:14:00Z")
    }
    let listed = listed(json)
    let (text, former) = try text(json, pictures: listed.count)
    // What has no id is known by its content.
    let id = uuid.map { DayOneEntries.name($0) }
    var entry: Entry
    var before: Entry?
    do throws(InvalidInput) {
      let date = date(of: instant, zone: json.zoneName())
      try EntryRules.check(date)
      func made(_ parts: DayOneText.Parts) throws(InvalidInput) -> Entry {
        try FiledEntry.entry(id: id?.rawValue, title: parts.title, body: parts.body, date: date, format: "dayone")
      }
      entry = try made(text)
      if let former { before = try made(former) }
    } catch {
      throw JSONError("it cannot be taken (\(error.sentence))")
    }
    // By its content it is known as it was before.
    if let before { entry.id = before.id }
    guard files.entries.insert(entry.id) else {
      throw JSONError(
        uuid == nil ? "another entry has the same text and date" : "another entry has the uuid of this one")
    }
    if case .string(let modified) = json.optional("modifiedDate"), let moment = ISODate.instant(modified) {
      entry.modifiedAt = moment
    }
    if case .boolean(true) = json.optional("starred") { entry.isFavorite = true }
    if case .array(let values) = json.optional("tags") {
      let tags = values.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
      entry.tags = TagList.fitted(tags, title: entry.title, body: entry.body, renamed: &leftOut.renamedTags)
    }
    isCut = leftOut.count(json) || isRich
    var filed = FiledEntry(
      entry, categoryName: isUnfiled || settings.part != nil ? nil : journal,
      pictures: DayOneEntries.pictures(text.pictures, listed))
    filed.files = others(json)
    filed.names = [uuid].compactMap(\.self)
    filed.former = before.map { EntryWords(title: $0.title, body: $0.body) }
    return filed
  }

  /// What an entry is called here that has an id in Day One.
  static func name(_ uuid: String) -> RecordName { NameBasedID.uuidV5(format: "dayone", parts: [uuid.uppercased()]) }

  /// What an entry says: its text, or where that is missing the words of `richText`.
  ///
  /// - Returns: That, and where they differ what earlier versions made of it.
  private mutating func text(
    _ json: JSONMembers, pictures count: Int
  ) throws(JSONError) -> (parts: DayOneText.Parts, former: DayOneText.Parts?) {
    var source = try json.stringIfPresent("text") ?? ""
    let names = DayOneEntries.fileNames(json)
    isRich = false
    var isEscaped = true
    if source.utf8.allSatisfy({ $0 <= 0x20 }), case .string(let rich) = json.optional("richText"), !rich.isEmpty {
      source = try DayOneRichText.markdown(of: rich)
      (isRich, isEscaped) = (!source.isEmpty, false)
    } else if isOwn, let own = DayOneText.ownParts(of: source, pictures: count) {
      return (own, nil)
    }
    let parts = DayOneText.parts(of: source, isEscaped: isEscaped) { names[$0] }
    guard parts.isNew else { return (parts, nil) }
    return (parts, DayOneText.parts(of: source, isEscaped: isEscaped, isFormer: true) { names[$0] })
  }

  /// Names the entry by its text or its id.
  mutating func skips(_ json: JSONMembers, _ error: JSONError) -> Bool {
    var title = ""
    if case .string(let text) = json.optional("text") { title = DayOneText.parts(of: text, isFormer: true).title }
    if title.isEmpty, case .string(let uuid) = json.optional("uuid") { title = uuid }
    leftOut.odd.add(error.problem, in: file, title: title)
    return true
  }

  /// All but the texts, which are the entry’s.
  func addDetails(_ bytes: UnsafeRawBufferPointer, to filed: inout FiledEntry) throws(JSONError) {
    guard hasDetails, isCut else { return }
    filed.details = FiledDetails(
      name: "day-one.json", text: try JSONReader.objectText(bytes, without: isRich ? ["text"] : ["text", "richText"]))
  }

  /// The recordings, videos and PDFs that an entry lists.
  private func others(_ json: JSONMembers) -> [FiledFile] {
    var found: [FiledFile] = []
    for folder in DayOneFolder.allCases where folder != .photos {
      guard case .array(let values) = json.optional(folder.listKey) else { continue }
      for case .object(let thing) in values {
        let stems = DayOneEntries.stems(thing)
        guard let last = stems.last else { continue }
        files.others.list(folder.key(last), stems: stems.map { folder.key($0) })
        found.append(
          FiledFile(kind: folder.kind, file: folder.key(last), name: DayOneLeftOut.fileName(of: thing) ?? last))
      }
    }
    return found
  }

  /// What the files of an entry that are no pictures are called beside it, by what the text calls them, in lower case.
  private static func fileNames(_ json: JSONMembers) -> [String: String] {
    var names: [String: String] = [:]
    for folder in DayOneFolder.allCases where folder != .photos {
      guard case .array(let values) = json.optional(folder.listKey) else { continue }
      for case .object(let thing) in values {
        guard let stem = stems(thing).last, let name = DayOneLeftOut.fileName(of: thing) else { continue }
        names[stem] = KeptItem(entry: RecordName(""), details: "", name: name).name
      }
    }
    return names
  }

  /// How the name of a thing’s file may begin, in lower case: by what is in it, and by what the text calls it.
  private static func stems(_ thing: JSONMembers) -> [String] {
    ["md5", "identifier"].compactMap { key in
      if case .string(let stem) = thing.optional(key), !stem.isEmpty { stem.lowercased() } else { nil }
    }
  }

  private mutating func date(of instant: Instant, zone name: String) -> EntryDate {
    guard !name.isEmpty else { return settings.zone.date(instant: instant) }
    if let zone = settings.zones(name), zone.covers(instant) { return zone.date(instant: instant) }
    if let offset = DayOneZone.offset(of: name) {
      return EntryDate(instant: instant, timeZone: "", offsetSeconds: offset)
    }
    leftOut.zones.insert(name)
    return settings.zone.date(instant: instant)
  }

  /// An entry’s pictures: those that its text shows, then those that it only lists.
  private static func pictures(_ shown: [DayOneText.Picture], _ listed: [String]) -> [FiledPicture] {
    var seen: Set<String> = []
    let all =
      shown.map { FiledPicture(id: nil, file: $0.identifier.lowercased(), caption: $0.caption) }
      + listed.map { FiledPicture(id: nil, file: $0, caption: "") }
    return all.filter { seen.insert($0.file).inserted }
  }

  /// The identifiers of the pictures that an entry lists, in their order.
  private func listed(_ json: JSONMembers) -> [String] {
    var listed: [(order: Int64, identifier: String)] = []
    if case .array(let values) = json.optional("photos") {
      for case .object(let photo) in values {
        let stems = DayOneEntries.stems(photo)
        guard let last = stems.last else { continue }
        var order = Int64.max
        if case .integer(let number) = photo.optional("orderInEntry") { order = number }
        files.photos.list(last, stems: stems)
        listed.append((order, last))
      }
    }
    return listed.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.identifier)
  }
}

extension JSONMembers {
  /// The name of an entry’s zone; empty where it has none.
  fileprivate func zoneName() -> String {
    if case .string(let name) = optional("timeZone") { name } else { "" }
  }
}
