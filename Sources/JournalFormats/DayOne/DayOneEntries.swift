import JournalCore

/// The JSON of one journal in Day One’s zip.
struct DayOneEntries: JSONEntries {
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
  /// Whether ``DayOneWriter`` says that its entries are in no category.
  private var isUnfiled = false

  init(journal: String, settings: ImportSettings, files: DayOneListed, hasDetails: Bool) {
    (self.journal, self.settings, self.files, self.hasDetails) = (journal, settings, files, hasDetails)
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
    let uuid = try json.string("uuid")
    guard !uuid.isEmpty else { throw JSONError("“uuid” is empty") }
    let created = try json.string("creationDate")
    guard let instant = ISODate.instant(created) else {
      throw JSONError("“creationDate” is “\(created)”, which is not a date like 2026-11-21T08:14:00Z")
    }
    let listed = listed(json)
    let source = try json.stringIfPresent("text") ?? ""
    let text =
      (isOwn ? DayOneText.ownParts(of: source, pictures: listed.count) : nil) ?? DayOneText.parts(of: source)
    let id = NameBasedID.uuidV5(format: "dayone", parts: [uuid.uppercased()])
    var entry: Entry
    do throws(InvalidInput) {
      let date = date(of: instant, zone: json.zoneName())
      try EntryRules.check(date)
      entry = try FiledEntry.entry(
        id: id.rawValue, title: text.title, body: text.body, date: date, format: "dayone")
    } catch {
      throw JSONError(error.sentence)
    }
    if case .string(let modified) = json.optional("modifiedDate"), let moment = ISODate.instant(modified) {
      entry.modifiedAt = moment
    }
    if case .boolean(true) = json.optional("starred") { entry.isFavorite = true }
    if case .array(let values) = json.optional("tags") {
      let tags = values.compactMap { if case .string(let tag) = $0 { tag } else { nil } }
      entry.tags = TagList.fitted(tags, title: entry.title, body: entry.body, renamed: &leftOut.renamedTags)
    }
    isCut = leftOut.count(json)
    var filed = FiledEntry(
      entry, categoryName: isUnfiled || settings.part != nil ? nil : journal,
      pictures: DayOneEntries.pictures(text.pictures, listed))
    filed.files = others(json)
    filed.names = [uuid]
    return filed
  }

  /// All but the texts, which are the entry’s.
  func addDetails(_ bytes: UnsafeRawBufferPointer, to filed: inout FiledEntry) throws(JSONError) {
    guard hasDetails, isCut else { return }
    filed.details = FiledDetails(
      name: "day-one.json", text: try JSONReader.objectText(bytes, without: ["text", "richText"]))
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
