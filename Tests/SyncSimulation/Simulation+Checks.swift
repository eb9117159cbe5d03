import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import JournalSync
import SyncCore

extension Simulation {
  /// What has to hold when all is quiet.
  func check() throws {
    guard var server = try cloud.records(of: CloudSide.user, now: now) else {
      failures.append("the server has no journal")
      return
    }
    for name in try leftBehind() { server[name] = nil }
    counts.records = server.count
    noteApart()
    let onServer = Shown(server)
    let withoutMoods = plan.older == nil ? onServer : Shown(server, besides: "mood")
    for device in present {
      try compare(try Shown(device), with: isOlder(device) ? withoutMoods : onServer, of: device)
    }
    try checkBooks()
    try checkWords(onServer)
    if plan.hasFiles { try checkPictures(server) }
    if hoard.versions.isEmpty { try checkSweeps() }
    try checkSeal()
    try checkStores()
    checkRequests()
    checkForeign(server)
    try checkVersions(server)
    try checkLater()
    if try cloud.records(of: CloudSide.stranger, now: now)?.isEmpty == false {
      failures.append("words of one account are in another's")
    }
  }

  /// Every device shows what the server has, to the byte.
  private func compare(_ shown: Shown, with server: Shown, of device: Device) throws {
    let lacking = try lacking(of: device)
    for name in Set(shown.records.keys).union(server.records.keys).sorted() {
      let (here, there) = (shown.records[name], server.records[name])
      // What a full fetch did not find lies in the trash of one device.
      if there == nil, here != nil, try device.store.remark(of: RecordName(name)).removalReason != nil { continue }
      if lacking.contains(name) { continue }
      if here != there {
        failures.append(
          "\(device.name) and the server differ in \(name.suffix(5)): \(here ?? "nothing") and \(there ?? "nothing")")
      }
    }
  }

  /// Of several records with one key the same one counts on every device.
  private func checkBooks() throws {
    var first: (name: String, shown: [String])?
    for device in try present.filter({ try lacking(of: $0).isEmpty }) {
      let shown = PreferenceBook(try device.store.preferences()).all("").map { "\($0.key)=\($0.value)" }
      if let first, first.shown != shown {
        failures.append("\(device.name) has \(shown), and \(first.name) has \(first.shown)")
      }
      first = first ?? (device.name, shown)
    }
  }

  /// No word that anybody wrote is gone.
  private func checkWords(_ server: Shown) throws {
    var live: Set<String> = server.words
    var kept: Set<String> = []
    for device in devices {
      let shown = try Shown(device)
      live.formUnion(shown.words)
      for name in deeds.written.keys.sorted() {
        for item in try device.store.history(of: RecordName(name)) { kept.formUnion(Token.all(in: item.oldText)) }
      }
    }
    for (name, words) in deeds.written.sorted(by: { $0.key < $1.key }) {
      let lost = words.subtracting(live).subtracting(kept).subtracting(deeds.purged).subtracting(deeds.lost)
      if !lost.isEmpty { failures.append("\(name.suffix(5)) lost \(lost.sorted())") }
    }
    // What two devices wrote, each of which a malicious server had hidden from the other, is in the history.
    guard !isHistoryBroken, hoard.versions.isEmpty else { return }
    for (name, words) in deeds.bodyWords.sorted(by: { $0.key < $1.key }) where server.records[name] != nil {
      let missing = words.subtracting(deeds.takenOut).subtracting(deeds.lost).subtracting(deeds.apart)
        .subtracting(server.bodyWords[name] ?? [])
      if !missing.isEmpty {
        failures.append("\(name.suffix(5)) no longer shows \(missing.sorted()) that nobody took out")
      }
    }
    if !hasForgotten { checkGhosts(server) }
    if !wasAhead { checkTitles(server) }
    if !hasJumped { checkTimes(server) }
  }

  /// What had been removed for good does not come back with a backup, unless somebody writes in it.
  private func checkGhosts(_ server: Shown) {
    for (name, time) in deeds.restoredInVain.sorted(by: { $0.key < $1.key }) where server.records[name] != nil {
      if deeds.touchedAt[name, default: 0] < time {
        failures.append("\(name.suffix(5)) came back with a backup after it had been removed")
      }
    }
  }

  /// Milliseconds by which the times of edits of several devices may differ from the true ones.
  private static let timeTolerance: Int64 = 120_000

  /// Of two titles the one that was written later wins, however wrong the clocks are.
  private func checkTimes(_ server: Shown) {
    for (name, title) in server.titles.sorted(by: { $0.key < $1.key }) {
      guard let time = deeds.titledAt[title] else { continue }
      for other in deeds.titles[name] ?? []
      where !deeds.purged.contains(other) && !deeds.lost.contains(other) && !deeds.apart.contains(other) {
        guard let later = deeds.titledAt[other],
          later > time + Simulation.timeTolerance + plan.clockStep
        else { continue }
        failures.append("\(name.suffix(5)) is called \(title), and \(other) was written \(later - time) ms later")
      }
    }
  }

  /// A title that somebody replaced before their own eyes does not come back by itself.
  ///
  /// Where a clock was far ahead, its own stamps and what others make of them differ, and a lost base can bring one back.
  private func checkTitles(_ server: Shown) {
    var replaced: [String: String] = [:]
    // What was removed for good together with the new title comes back with the old one.
    for (new, old) in deeds.replacedTitles
    where !deeds.purged.contains(new) && !deeds.lost.contains(new) && !deeds.apart.contains(new) {
      replaced[old] = new
    }
    // And so does an entry that a device without the newer titles had changed, and sends again as new.
    for (name, title) in server.titles.sorted(by: { $0.key < $1.key }) where !deeds.purgedEntries.contains(name) {
      if let by = replaced[title] {
        failures.append("\(name.suffix(5)) is called \(title) again, which \(by) replaced")
      }
    }
  }
}

/// Records as a person sees them, whole, by name.
struct Shown {
  var records: [String: String] = [:]
  var words: Set<String> = []
  var bodyWords: [String: Set<String>] = [:]
  var titles: [String: String] = [:]

  /// What a device shows.
  init(_ device: Device) throws {
    let store = device.store
    for name in try store.entryNames(prefix: "", limit: 100_000) {
      guard let entry = try store.entry(name) else { continue }
      words.formUnion(Token.all(in: entry))
      add(
        name.rawValue,
        [
          ("title", .string(entry.title)), ("body", .string(entry.body)),
          ("mood", entry.mood.map { .string($0.rawValue) }), ("createdAt", .date(entry.date.instant.milliseconds)),
          ("createdTimeZone", .string(entry.date.timeZone)),
          ("createdOffsetSeconds", .int64(Int64(entry.date.offsetSeconds))),
          ("isFavorite", .int64(entry.isFavorite ? 1 : 0)),
          ("category", entry.category.map { .string($0.rawValue) }),
          ("tags", entry.tags.isEmpty ? nil : .list(entry.tags.map { .string($0) })),
          ("trashedAt", entry.trashedAt.map { .date($0.milliseconds) }),
        ])
      for image in try store.images(of: name) {
        add(
          image.id.rawValue,
          [
            ("entry", .string(image.entry.rawValue)), ("caption", .string(image.caption)),
            ("sortOrder", .int64(image.sortOrder)),
            ("imageAsset", image.imageAsset.map { .asset(Asset(fileChecksum: $0)) }),
          ])
      }
    }
    for category in try store.categories(includingTrash: true) {
      add(
        category.id.rawValue,
        [
          ("name", .string(category.name)), ("colorHex", .string(category.colorHex)), ("icon", .string(category.icon)),
          ("sortOrder", .int64(category.sortOrder)), ("trashedAt", category.trashedAt.map { .date($0.milliseconds) }),
        ])
    }
    for preference in try store.preferences() {
      add(
        preference.id.rawValue,
        [
          ("key", .string(preference.key)), ("value", .string(preference.value)),
          ("trashedAt", preference.trashedAt.map { .date($0.milliseconds) }),
        ])
    }
  }

  /// What the server has.
  ///
  /// - Parameter unknown: A field that is not looked at.
  init(_ server: [String: FetchedRecord], besides unknown: String? = nil) {
    for (name, record) in server {
      var version = record.version
      if let unknown { version.values[unknown] = nil }
      // A store shows no picture that lies in the trash.
      if version.recordType == JournalSchema.imageType, version.values["trashedAt"] != nil { continue }
      var fields: [(String, FieldValue?)] = []
      for (field, value) in version.values {
        if case .reference(let reference) = value {
          fields.append((field, .string(reference.recordName)))
        } else {
          fields.append((field, value))
        }
      }
      add(name, fields)
      guard version.recordType == JournalSchema.entryType else { continue }
      var text = ""
      for field in ["title", "body"] { if case .string(let value)? = version.values[field] { text += value + "\n" } }
      words.formUnion(Token.all(in: text))
      if case .list(let tags)? = version.values["tags"] {
        for case .string(let tag) in tags { words.formUnion(Token.all(in: tag)) }
      }
      if case .string(let body)? = version.values["body"] { bodyWords[name] = Token.all(in: body) }
      if case .string(let title)? = version.values["title"] { titles[name] = title }
    }
  }

  private mutating func add(_ name: String, _ fields: [(String, FieldValue?)]) {
    let present = fields.compactMap { field, value in value.map { "\(field)=\($0)" } }
    records[name] = present.sorted().joined(separator: " ")
  }
}
