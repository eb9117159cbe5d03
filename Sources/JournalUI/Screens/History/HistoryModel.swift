import JournalCore

/// The earlier versions of one entry, and which of them is looked at.
struct HistoryModel: ScreenState {
  typealias Work = HistoryScreen

  /// The entry as it was until something was changed, newest first; the first one is the present.
  struct Version: Hashable, Sendable {
    var entry: Entry
    /// When this version was replaced; nil for the present.
    var replacedAt: Instant?
    var device = ""
    var cause = EditCause.edit
    /// The fields that were replaced then.
    var fields: [String] = []
  }

  var record: RecordName
  var present: Entry?
  var items: [HistoryItem]?
  private(set) var versions: [Version] = []
  var cursor = 0
  var top = 0
  /// The first line of the comparison on the screen.
  var scroll = 0
  /// Compares with the version that came next, instead of with the present.
  var comparesWithNext = false
  var page: [DiffLine] = []
  var pageKey: DiffLine.Key?

  init(record: RecordName) { self.record = record }

  var version: Version? { versions.indices.contains(cursor) ? versions[cursor] : nil }

  /// What the version under the cursor is compared with.
  var other: Version? {
    guard cursor > 0, versions.indices.contains(cursor) else { return versions.first }
    return comparesWithNext ? versions[cursor - 1] : versions[0]
  }

  /// Puts the versions together, once entry and history are both here.
  mutating func rebuild() {
    guard let present, let items else { return }
    versions = Self.versions(of: present, items)
    cursor = max(0, min(cursor, versions.count - 1))
  }

  /// Walks back from the present: before each group of changes, the entry had the values that were replaced then.
  static func versions(of present: Entry, _ items: [HistoryItem]) -> [Version] {
    var versions = [Version(entry: present)]
    var entry = present
    let newestFirst = items.sorted { a, b in a.group != b.group ? a.group > b.group : a.id > b.id }
    var index = 0
    while index < newestFirst.count {
      let first = newestFirst[index]
      var version = Version(
        entry: entry, replacedAt: first.replacedAt, device: first.device, cause: first.cause)
      while index < newestFirst.count, newestFirst[index].group == first.group {
        let item = newestFirst[index]
        if let old = item.oldValue { version.entry.set(old) }
        if !version.fields.contains(item.field) { version.fields.append(item.field) }
        index += 1
      }
      entry = version.entry
      versions.append(version)
    }
    return versions
  }
}
