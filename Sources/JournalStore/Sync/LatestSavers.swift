import JournalCore
package import SyncCore

/// Which devices, by the server's words for them, saved the entries that came in last.
///
/// Versions that replaced something leave that in the history, with their device; a new entry leaves nothing there.
package struct LatestSavers: Hashable, Sendable {
  /// An entry and its device, the latest at the end.
  private var rows: [(entry: String, device: String)] = []

  /// How many are known at most: twice as many as ``SyncOverview/latest``, since some may have changed here.
  private static let most = 2 * SyncOverview.latest
  /// The longest word of a server's that is kept, in bytes; record names have as many.
  private static let longest = 255
  /// What stands between an entry and its device; in neither of them.
  private static let gap: Unicode.Scalar = "\t"

  package init() {}

  /// Reads what ``text`` was; what is of another form is left out.
  package init(_ text: String) {
    for line in text.unicodeScalars.split(separator: "\n") {
      let parts = line.split(separator: Self.gap, omittingEmptySubsequences: false)
      if parts.count == 2 { rows.append((String(parts[0]), String(parts[1]))) }
    }
  }

  /// A line for each.
  package var text: String { rows.map { "\($0.entry)\(Self.gap)\($0.device)" }.joined(separator: "\n") }

  /// The device that saved an entry; nil where it is not among the latest.
  package subscript(entry: String) -> String? { rows.last { $0.entry == entry }?.device }

  /// Notes who saved the entries of a batch, but for those that were changed here last and come back.
  ///
  /// - Parameter own: This device, as its clock is called.
  /// - Returns: The devices that were noted.
  package mutating func note(_ changes: [FetchedChange], besides own: UInt64) -> Set<String> {
    var arrived: [FetchedRecord] = []
    for case .record(let record) in changes where record.version.recordType == RecordFields.entryType {
      if record.version.stamps.values.max()?.device != own { arrived.append(record) }
    }
    var devices: Set<String> = []
    for record in arrived.sorted(by: { $0.modifiedAt < $1.modifiedAt }).suffix(Self.most) {
      rows.removeAll { $0.entry == record.recordName }
      guard let device = record.savedBy, Self.isPlain(device), Self.isPlain(record.recordName) else { continue }
      rows.append((record.recordName, device))
      devices.insert(device)
    }
    rows.removeFirst(max(0, rows.count - Self.most))
    return devices
  }

  /// Whether a word of the server's can stand in a line.
  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.count <= longest
      && word.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  package static func == (a: LatestSavers, b: LatestSavers) -> Bool { a.text == b.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension SyncTables {
  /// Notes the devices of the entries that came in, so that their names are asked for and shown.
  mutating func noteSavers(_ changes: [FetchedChange]) throws {
    let former = try latestSavers()
    var savers = former
    let devices = savers.note(changes, besides: try clock().device)
    for device in devices.sorted() { try noteDevice(device) }
    if savers != former { try setLatestSavers(savers) }
  }

  /// What is stamped so soon after a merge, in milliseconds, is taken for the merge itself: clocks differ a little.
  private var closeToMerge: Int64 { 60_000 }

  /// What was sent or fetched of the entries that changed last, but for those whose last change was a merge.
  ///
  /// - Parameter merged: When each of them was merged last.
  func recentChanges(besides merged: [RecordName: Instant]) throws -> [RecentChange] {
    guard try account() != nil else { return [] }
    let own = try clock().device
    let savers = try latestSavers()
    var changes: [RecentChange] = []
    // As many again may wait, or have been merged.
    for (name, device) in try latestEntries(limit: 2 * SyncOverview.latest) {
      guard changes.count < SyncOverview.latest else { break }
      guard let row = try row(of: name, RecordFields.entryType), !row.state.isUnsent, row.state.changeTag != nil,
        let last = row.stamps.marks.values.map(\.stamp).max(), case .entry(let entry) = row.record,
        merged[entry.id].map({ $0.milliseconds + closeToMerge < last.milliseconds }) ?? true
      else { continue }
      let isForeign = last.device != own
      let words = entry.title.isEmpty ? TextPreview.firstLine(of: entry.body, limit: 60) : entry.title
      var who = isForeign ? try SavingDevice.name(in: device) { try deviceName(of: $0) } : ""
      if isForeign, who.isEmpty, let saver = savers[name] { who = try deviceName(of: saver) ?? "" }
      changes.append(
        RecentChange(
          recordName: entry.id, title: words, at: Instant(milliseconds: Int64(last.milliseconds)),
          isFromElsewhere: isForeign,
          device: who.isEmpty ? nil : who))
    }
    return changes
  }
}
