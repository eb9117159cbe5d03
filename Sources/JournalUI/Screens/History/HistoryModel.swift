import JournalCore

/// The earlier versions of one entry, and which of them is looked at.
struct HistoryModel: ScreenState {
  typealias Work = HistoryScreen

  /// The entry as it was until something was changed, newest first, and among them what came and was refused; the first one is the
  /// present.
  struct Version: Hashable, Sendable {
    var entry: Entry
    /// When this version was replaced; nil for the present.
    var replacedAt: Instant?
    var device = ""
    var cause = EditCause.edit
    /// The fields that were replaced then.
    var fields: [String] = []
    /// Who sent a version that was not taken in, as far as that is known; nil for what the entry was.
    var sender: String?
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
    [Version(entry: present)]
      + present.formerVersions(items).map { former in
        var version = Version(
          entry: former.entry, replacedAt: former.replacedAt, device: former.device, cause: former.cause,
          sender: former.isRefused ? former.sender : nil)
        for item in former.items where !version.fields.contains(item.field) { version.fields.append(item.field) }
        return version
      }
  }
}
