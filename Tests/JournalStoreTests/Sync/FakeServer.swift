import CloudRecord
import JournalCore
import JournalModel
import SyncCore

/// As much of a server as a store can tell: records with tags that guard them, and a feed. It keeps whole versions.
struct FakeServer {
  struct Stored {
    var version: RecordVersion?
    var tag: String
    var sequence: Int
    var modifiedAt: Int64
  }

  private(set) var records: [String: Stored] = [:]
  private var sequence = 0

  func change(_ name: String) -> FetchedChange {
    guard let stored = records[name], let version = stored.version else { return .deleted(recordName: name) }
    return .record(
      FetchedRecord(recordName: name, changeTag: stored.tag, version: version, modifiedAt: stored.modifiedAt))
  }

  /// The pages after a token, the feed's latest word on each record.
  func pages(after token: ChangeToken?, size: Int) -> [FetchedPage] {
    let start = token.flatMap { Int($0.text) } ?? 0
    let changed = records.filter { $0.value.sequence > start }.sorted { $0.value.sequence < $1.value.sequence }
    var pages: [FetchedPage] = []
    var rest = changed[...]
    repeat {
      let part = rest.prefix(size)
      rest = rest.dropFirst(size)
      let last = part.last?.value.sequence ?? start
      pages.append(
        FetchedPage(
          changes: part.map { change($0.key) }, token: ChangeToken("\(last)"), moreComing: !rest.isEmpty))
    } while !rest.isEmpty
    return pages
  }

  /// Takes a save or a deletion, or says by nil that the tag is not the present one.
  mutating func take(_ record: UnsentRecord) -> SendResult? {
    let stored = records[record.recordName]
    guard (stored?.version == nil && record.changeTag == nil) || stored?.tag == record.changeTag else { return nil }
    sequence += 1
    let tag = "t\(sequence)"
    records[record.recordName] = Stored(
      version: record.local, tag: tag, sequence: sequence, modifiedAt: record.modifiedAt)
    if record.local == nil {
      for (name, other) in records
      where other.version?.values["entry"]
        == .reference(
          Reference(recordName: record.recordName, action: .deleteSelf))
      {
        sequence += 1
        records[name] = Stored(version: nil, tag: "t\(sequence)", sequence: sequence, modifiedAt: 0)
      }
    }
    let outcome: SendResult.Outcome = record.local.map { .saved(version: $0, changeTag: tag) } ?? .deleted
    return SendResult(recordName: record.recordName, outcome: outcome, digest: record.digest)
  }
}

extension Fixture {
  func pull(from server: FakeServer, pageSize: Int = 3) throws {
    for page in server.pages(after: try synced.syncPosition().token, size: pageSize) {
      _ = try synced.apply(page, rules: .journal, allowsMassRemoval: true)
    }
  }

  /// Pulls, then sends what waits; what conflicts is looked up and tried again the next time.
  ///
  /// - Parameter losesReply: Whether the server's answers get lost after it took what was sent.
  func exchange(with server: inout FakeServer, losesReply: Bool = false) throws {
    try pull(from: server)
    var results: [SendResult] = []
    var lookUp: [FetchedChange] = []
    for record in try synced.unsent(limit: 4, excluding: []) {
      if let result = server.take(record) {
        results.append(result)
      } else {
        lookUp.append(server.change(record.recordName))
      }
    }
    if !losesReply { try synced.commit(results) }
    if !lookUp.isEmpty { _ = try synced.applyLookedUp(lookUp, asOf: nil, rules: .journal) }
  }
}
