import CloudRecord
import JournalCore
import SyncCore

/// T8: what was stamped by a clock that was wrong, and that no other device has seen, gets believable stamps.
extension SyncTransaction {
  /// Milliseconds by which stamps of others may be ahead of the server's time.
  private static var tolerance: Int64 { 120_000 }

  /// - Returns: How many records got other stamps.
  package mutating func correctClock(offset: Int64, serverTime: Int64) throws -> Int {
    let correction = StampCorrection(
      shift: offset - (clock.offset ?? 0), now: serverTime, movesUp: clock.offset == nil)
    // Mostly a clock is right; a look at each record of a large journal that was never sent would have its person wait.
    let unsent = correction.canMove(upTo: clock.latest) ? try unsentNames() : []
    var stamps: Set<HybridTime> = []
    for (name, type) in unsent {
      guard let row = try tables.row(of: name, type) else { continue }
      stamps.formUnion(own(row.stamps, besides: try row.base()))
    }
    let moved = correction.corrected(stamps)
    var count = 0
    for (name, type) in moved.isEmpty ? [] : unsent {
      guard let row = try tables.row(of: name, type), let new = restamped(row, moved, besides: try row.base()) else {
        continue
      }
      try tables.replace(row, with: new)
      count += 1
    }
    var latest = clock.latest
    if let last = latest, Int64(last.milliseconds) > serverTime + Self.tolerance {
      let server = HybridTime(milliseconds: UInt64(max(0, serverTime)), counter: 0, device: device)
      latest = max(server, moved.values.max() ?? server)
    }
    clock = HybridClock(device: device, latest: latest, offset: offset)
    try tables.correct(clock)
    return count
  }

  /// The stamps of this device that the server has not acknowledged.
  private func own(_ stamps: FieldStamps, besides base: RecordVersion?) -> [HybridTime] {
    stamps.marks.values.map(\.stamp).filter { $0.device == device && !isKnown($0, to: base) }
  }

  private func isKnown(_ stamp: HybridTime, to base: RecordVersion?) -> Bool {
    base?.stamps.values.contains(stamp) ?? false
  }

  private func restamped(
    _ row: SyncedRow, _ moved: [HybridTime: HybridTime], besides base: RecordVersion?
  ) -> SyncedRow? {
    var new = row
    for (field, mark) in row.stamps.marks where mark.stamp.device == device && !isKnown(mark.stamp, to: base) {
      guard var place = moved[mark.stamp] else { continue }
      // The writer of the edit had seen what it replaced.
      if let before = base?.stamps[field], place <= before { place = before.successor(by: device) }
      new.stamps.marks[field]?.stamp = place
    }
    guard new.stamps != row.stamps else { return nil }
    new.state.localDigest = RecordDigest.of(
      recordType: row.record.recordType, encodedStamps: new.stamps.encoded)
    return new
  }

  /// Records that the server has not acknowledged, parked ones too.
  private func unsentNames() throws -> [(name: String, type: String)] {
    try AnyRecord.types.flatMap { type in try tables.unsentNames(type).map { ($0, type) } }
  }
}
