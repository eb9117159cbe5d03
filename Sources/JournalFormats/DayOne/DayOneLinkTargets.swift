import JournalCore

/// What links between entries lead to, and those that stay as they are.
struct DayOneLinkTargets {
  /// The ids to which links lead.
  private var linked: Set<DayOneFiles.Key> = []
  private(set) var hasSome = false
  /// What links say, by the ids of their entries.
  private(set) var titles: [DayOneFiles.Key: String] = [:]
  /// What they said before, where that was something else.
  private var formerTitles: [DayOneFiles.Key: String] = [:]
  private var (gone, odd) = (SomeNames(), SomeNames())

  mutating func add(_ links: [DayOneLinks.Link]) {
    hasSome = hasSome || !links.isEmpty
    for link in links where !link.isOdd { linked.insert(DayOneFiles.Key(link.id)) }
  }

  /// Looks at an entry once all of them are known.
  mutating func follow(_ filed: FiledEntry, _ entries: DayOneEntryIDs) {
    let entry = filed.entry
    for key in filed.names.map({ DayOneFiles.Key($0) }) where linked.contains(key) {
      titles[key] = LinkTargets.target(of: entry)
      guard let former = filed.former else { continue }
      var before = entry
      (before.title, before.body) = (former.title, former.body)
      formerTitles[key] = LinkTargets.target(of: before)
    }
    let staying = DayOneLinks.find(in: entry.body).filter { $0.isOdd || !entries.hasEntry(named: $0.id) }
    let places = EntryLink.outsideCode(staying.map(\.range), in: entry.body)
    for link in staying where places.contains(link.range) {
      let name = DayOneLeftOut.name(of: entry)
      if entries.hasEntry(named: link.id) { odd.add(name) } else { gone.add(name) }
    }
  }

  /// An entry whose links lead to titles.
  func linked(_ filed: FiledEntry) -> FiledEntry {
    guard !titles.isEmpty else { return filed }
    var filed = filed
    let former = filed.former ?? EntryWords(title: filed.entry.title, body: filed.entry.body)
    filed.entry.body = DayOneLinks.linked(filed.entry.body) { titles[DayOneFiles.Key($0)] }
    let body = DayOneLinks.linked(former.body, isFormer: true) {
      let key = DayOneFiles.Key($0)
      return formerTitles[key] ?? titles[key]
    }
    let isSame = former.title.isIdentical(to: filed.entry.title) && body.isIdentical(to: filed.entry.body)
    filed.former = isSame ? nil : EntryWords(title: former.title, body: body)
    return filed
  }

  /// Sentences for the report.
  var problems: [ImportProblem] {
    func sentence(_ why: String, _ names: SomeNames) -> [ImportProblem] {
      guard names.count > 0 else { return [] }
      return [ImportProblem("\(why), so that they stay as they are: \(names.count) (in \(names.text)).")]
    }
    return sentence("Links to entries that are not in the zip", gone)
      + sentence("Links to entries whose words have brackets", odd)
  }
}
