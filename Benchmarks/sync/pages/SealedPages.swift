import CloudRecord
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// Pages as a server sends them, sealed and plain, taken in beside each other.
///
/// Each turn opens or reads a page as it came and applies it, over a journal that grows; the two take turns, and a second plain
/// journal beside them says how far two that do the same differ.
struct SealedPages {
  private let bench: PageBench
  private let key: JournalKey
  private let pages: (plain: [CloudReply], sealed: [CloudReply])

  init(_ bench: PageBench) throws {
    self.bench = bench
    guard let key = JournalKey((0..<32).map { UInt8($0) }), let keys = JournalKeys([key]) else {
      preconditionFailure("32 bytes are a key")
    }
    self.key = key
    let sealing = Sealing(keys: keys, mode: .sealed, random: SealedPages.random)
    let unsent = try bench.unsent()
    pages = (
      try SealedPages.pages(of: unsent, RecordMapping(), isSealed: false),
      try SealedPages.pages(of: unsent, RecordMapping(sealing: sealing), isSealed: true)
    )
  }

  @Sendable private static func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max) }
  }

  func run(_ rounds: Int) throws {
    guard let keys = JournalKeys([key]) else { return }
    let sealed = RecordMapping(sealing: Sealing(keys: keys, mode: .sealed, random: SealedPages.random))
    for round in 0..<rounds {
      let plain = try take(pages.plain, RecordMapping(), "plain-\(round)")
      let closed = try take(pages.sealed, sealed, "sealed-\(round)")
      let again = try take(pages.plain, RecordMapping(), "again-\(round)")
      print("pair", plain.wall, closed.wall, again.wall, plain.processor, closed.processor)
    }
  }

  private func take(_ pages: [CloudReply], _ mapping: RecordMapping, _ name: String) throws -> Times {
    let store = try JournalStore(path: bench.folder + "/\(name).sqlite", environment: bench.environment)
    let took = try Times {
      for (number, page) in pages.enumerated() {
        guard let changes = mapping.prepared(page) else { preconditionFailure("a page without files") }
        let fetched = FetchedPage(
          changes: changes, token: ChangeToken("t\(number)"), moreComing: number + 1 < pages.count)
        let summary = try store.apply(fetched, rules: MergeRules([:]), allowsMassRemoval: false)
        precondition(summary.unreadable == 0 && summary.taken == changes.count, "\(summary)")
      }
    }
    try store.close()
    return took.divided(by: max(1, pages.count))
  }

  /// What a server would send of these records.
  private static func pages(
    of unsent: [UnsentRecord], _ mapping: RecordMapping, isSealed: Bool
  ) throws -> [CloudReply] {
    try stride(from: 0, to: unsent.count, by: PageBench.pageSize).map { start in
      let end = min(start + PageBench.pageSize, unsent.count)
      let changes = try unsent[start..<end].map { record in
        var fields = mapping.operation(for: record, at: record.modifiedAt).fields.compactMapValues(\.self)
        if isSealed {
          fields["sealed"] = Field(.bytes(try mapping.seal(record, uploaded: [:], at: record.modifiedAt).bytes))
        }
        let stamp = RecordStamp(timestamp: record.modifiedAt, userRecordName: "_anna", deviceID: "")
        return RecordChange.changed(
          Record(
            recordName: record.recordName, recordType: record.recordType, zoneID: ZoneAddress.journal.zoneID,
            fields: fields, recordChangeTag: "t\(start)", created: stamp,
            modified: stamp))
      }
      return .zoneChanges([
        .page(
          ZoneChangesReply(
            zoneID: ZoneAddress.journal.zoneID, changes: changes, syncToken: ChangeToken("t\(end)"),
            moreComing: end < unsent.count))
      ])
    }
  }
}
