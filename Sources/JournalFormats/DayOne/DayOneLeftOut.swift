import JournalCore

/// What an export of Day One has and an entry here has no place for, counted; places and files are named.
struct DayOneLeftOut {
  /// How many, by what they are called when there is one, and several.
  private var counts: [Kind: Int] = [:]
  private var names: [Kind: SomeNames] = [:]
  /// Names of zones that this computer does not know.
  var zones: Set<String> = []
  /// Tags that have another name here, or none, which is empty.
  var renamedTags: [String: String] = [:]
  /// Entries that do not come.
  var odd = OddItems()

  /// Adds what another journal of the same zip leaves out.
  mutating func add(_ other: DayOneLeftOut) {
    counts.merge(other.counts, uniquingKeysWith: +)
    for (kind, more) in other.names { names[kind, default: SomeNames()].add(more) }
    zones.formUnion(other.zones)
    renamedTags.merge(other.renamedTags) { first, _ in first }
    odd.add(other.odd)
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

  /// What a person may know a thing by: the name of a place, or the name that its file had or has in the zip.
  static func name(of thing: JSONMembers) -> String? {
    func text(_ key: String) -> String? { self.text(key, of: thing) }
    if let name = ["placeName", "localityName", "pdfName", "filename", "title"].lazy.compactMap(text).first {
      return name
    }
    guard let stem = text("md5") ?? text("identifier") else { return nil }
    return (text("type") ?? text("format")).map { "\(stem).\($0)" } ?? stem
  }

  /// What a person may know an entry by: its title, or else its day.
  static func name(of entry: Entry) -> String { entry.title.isEmpty ? entry.date.local.date.iso : entry.title }

  /// The same with the ending of a file, where that is known.
  static func fileName(of thing: JSONMembers) -> String? {
    guard let name = name(of: thing) else { return nil }
    guard !name.contains("."), let ending = text("type", of: thing) ?? text("format", of: thing) else { return name }
    return "\(name).\(ending)"
  }

  private static func text(_ key: String, of thing: JSONMembers) -> String? {
    if case .string(let text) = thing.optional(key), !trimmingSpace(text).isEmpty { text } else { nil }
  }

  /// Counts what an entry has.
  ///
  /// - Returns: Whether it has something of that.
  mutating func count(_ json: JSONMembers) -> Bool {
    var isCut = false
    for kind in Kind.allCases {
      switch json.optional(kind.rawValue) {
      case .array(let values) where !values.isEmpty:
        counts[kind, default: 0] += values.count
        isCut = true
        for case .object(let thing) in values { add(thing, to: kind) }
      case .object(let object) where !object.members.isEmpty:
        counts[kind, default: 0] += 1
        isCut = true
        if kind == .location { add(object, to: kind) }
      default: break
      }
    }
    return isCut
  }

  private mutating func add(_ thing: JSONMembers, to kind: Kind) {
    if let name = DayOneLeftOut.name(of: thing) { names[kind, default: SomeNames()].add(name) }
  }

  /// Sentences for the report.
  var problems: [ImportProblem] {
    var problems: [ImportProblem] = []
    let parts = Kind.allCases.compactMap { kind in
      counts[kind].map { count in
        let named = names[kind].map { " (\($0.text))" } ?? ""
        return "\(count) \(count == 1 ? kind.words.one : kind.words.many)\(named)"
      }
    }
    if !parts.isEmpty { problems.append(.kept(parts)) }
    problems += TagList.problems(renamedTags)
    if !zones.isEmpty {
      let names = zones.sorted().joined(separator: ", ")
      problems.append(
        ImportProblem("Time zones that are not known here, whose entries have this computer’s zone: \(names)."))
    }
    return problems + odd.problems
  }
}
