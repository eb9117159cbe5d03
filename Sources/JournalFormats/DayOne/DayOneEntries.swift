import JournalCore

/// The JSON of one journal in Day One’s zip.
struct DayOneEntries: JSONEntries {
  /// A picture as an entry lists it.
  struct Photo: Hashable {
    /// How the names of its file may begin: by what is in it, or by what the text calls it.
    var stems: [String]
  }

  private final class Listed {
    var photos: [String: Photo] = [:]
  }

  /// The name of the journal, which is its file’s.
  let journal: String
  let settings: ImportSettings
  /// The pictures of all entries by their identifiers, as an entry may show another one’s.
  var photos: [String: Photo] { listed.photos }
  /// Shared by the copies that a reader makes for each entry.
  private let listed = Listed()
  /// How many of what has no place here.
  private(set) var leftOut = DayOneLeftOut()

  init(journal: String, settings: ImportSettings) { (self.journal, self.settings) = (journal, settings) }

  static let listKey = "entries"
  static let singleKey: String? = nil
  static let takesFractions = true
  static let remedy = "Export the journal from Day One as JSON once more, and give the zip as it is."
  static let foreign = "this is JSON of another program, and not of Day One"

  func check(_ key: String) throws {}
  func wants(_ key: String) -> Bool { false }
  mutating func take(_ value: JSONValue, of key: String) {}

  /// The entry with its journal as category; its pictures are named by their identifiers.
  mutating func entry(_ json: JSONMembers) throws(JSONError) -> FiledEntry {
    let uuid = try json.string("uuid")
    guard !uuid.isEmpty else { throw JSONError("“uuid” is empty") }
    let created = try json.string("creationDate")
    guard let instant = ISODate.instant(created) else {
      throw JSONError("“creationDate” is “\(created)”, which is not a date like 2026-11-21T08:14:00Z")
    }
    let text = DayOneText.parts(of: try json.stringIfPresent("text") ?? "")
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
    leftOut.count(json)
    return FiledEntry(
      entry, categoryName: journal,
      pictures: pictures(json, text.pictures).map { FiledPicture(id: nil, file: $0, caption: "") })
  }

  private mutating func date(of instant: Instant, zone name: String) -> EntryDate {
    guard !name.isEmpty else { return settings.zone.date(instant: instant) }
    if let zone = settings.zones(name), zone.covers(instant) { return zone.date(instant: instant) }
    leftOut.zones.insert(name)
    return settings.zone.date(instant: instant)
  }

  /// The identifiers of an entry’s pictures: those of its text, then those that it only lists.
  private func pictures(_ json: JSONMembers, _ shown: [String]) -> [String] {
    var listed: [(order: Int64, identifier: String)] = []
    if case .array(let values) = json.optional("photos") {
      for case .object(let photo) in values {
        var stems: [String] = []
        for key in ["md5", "identifier"] {
          if case .string(let stem) = photo.optional(key), !stem.isEmpty { stems.append(stem.lowercased()) }
        }
        guard let last = stems.last else { continue }
        var order = Int64.max
        if case .integer(let number) = photo.optional("orderInEntry") { order = number }
        self.listed.photos[last] = Photo(stems: stems)
        listed.append((order, last))
      }
    }
    var seen: Set<String> = []
    let inOrder = listed.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    return (shown.map { $0.lowercased() } + inOrder.map(\.element.identifier)).filter { seen.insert($0).inserted }
  }
}

extension JSONMembers {
  /// The name of an entry’s zone; empty where it has none.
  fileprivate func zoneName() -> String {
    if case .string(let name) = optional("timeZone") { name } else { "" }
  }
}

/// What an export of Day One has and a journal here has no place for, counted.
struct DayOneLeftOut {
  /// How many, by what they are called when there is one, and several.
  private var counts: [Kind: Int] = [:]
  /// Names of zones that this computer does not know.
  var zones: Set<String> = []
  /// Tags that have another name here, or none, which is empty.
  var renamedTags: [String: String] = [:]

  /// Adds what another journal of the same zip leaves out.
  mutating func add(_ other: DayOneLeftOut) {
    counts.merge(other.counts, uniquingKeysWith: +)
    zones.formUnion(other.zones)
    renamedTags.merge(other.renamedTags) { first, _ in first }
  }

  private enum Kind: String, CaseIterable {
    case location, weather, audios, videos, pdfAttachments, userActivity, music

    var words: (one: String, many: String) {
      switch self {
      case .location: ("place", "places")
      case .weather: ("note of the weather", "notes of the weather")
      case .audios: ("audio recording", "audio recordings")
      case .videos: ("video", "videos")
      case .pdfAttachments: ("PDF", "PDFs")
      case .userActivity: ("activity", "activities")
      case .music: ("piece of music", "pieces of music")
      }
    }
  }

  /// Counts what an entry has.
  mutating func count(_ json: JSONMembers) {
    for kind in Kind.allCases {
      switch json.optional(kind.rawValue) {
      case .array(let values) where !values.isEmpty: counts[kind, default: 0] += values.count
      case .object(let object) where !object.members.isEmpty: counts[kind, default: 0] += 1
      default: break
      }
    }
  }

  /// Sentences for the report.
  var problems: [ImportProblem] {
    var problems: [ImportProblem] = []
    let parts = Kind.allCases.compactMap { kind in
      counts[kind].map { "\($0) \($0 == 1 ? kind.words.one : kind.words.many)" }
    }
    if !parts.isEmpty { problems.append(ImportProblem("not carried over: \(parts.joined(separator: ", ")).")) }
    problems += TagList.problems(renamedTags)
    if !zones.isEmpty {
      let names = zones.sorted().joined(separator: ", ")
      problems.append(
        ImportProblem("Time zones that are not known here, whose entries have this computer’s zone: \(names)."))
    }
    return problems
  }
}
