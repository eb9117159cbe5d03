/// Moves the stamps of edits that no other device has seen to the server's time, once the clock's error is known.
///
/// Their order stays. Without this a machine whose clock is a year ahead would win every merge for a year, and one that
/// began in 1970 would lose them all.
package struct StampCorrection: Hashable, Sendable {
  /// How far the clock that made the stamps was behind, in milliseconds; negative if it was ahead.
  package var shift: Int64
  /// The server's time, in milliseconds since 1970; later stamps are moved back to it.
  package var now: Int64
  /// Whether stamps before the server's time are moved up too. A clock that was behind can have made them only if no
  /// server was asked before: from then on the hybrid clock never falls behind what it has seen.
  package var movesUp: Bool

  package init(shift: Int64, now: Int64, movesUp: Bool) {
    (self.shift, self.now, self.movesUp) = (shift, now, movesUp)
  }

  /// Whether any stamp of a device that has given none later than `latest` could be moved.
  package func canMove(upTo latest: HybridTime?) -> Bool {
    guard let latest else { return false }
    return latest.milliseconds > UInt64(max(0, now)) || movesUp && shift > 0
  }

  /// Returns the new place of each stamp of one device; stamps that do not move are left out.
  package func corrected(_ stamps: Set<HybridTime>) -> [HybridTime: HybridTime] {
    let latest = UInt64(max(0, now))
    var moved: [HybridTime: HybridTime] = [:]
    var last: HybridTime?
    for stamp in stamps.sorted() {
      var place = stamp
      if stamp.milliseconds > latest || movesUp && shift > 0 {
        let shifted = max(0, Int64(stamp.milliseconds).addingReportingOverflow(shift).partialValue)
        place = HybridTime(milliseconds: min(UInt64(shifted), latest), counter: stamp.counter, device: stamp.device)
      }
      if let last, place <= last { place = last.successor(by: stamp.device) }
      if place != stamp { moved[stamp] = place }
      last = place
    }
    return moved
  }
}

extension HybridTime {
  /// The earliest time of a device that is later than this one.
  package func successor(by device: UInt64) -> HybridTime {
    counter < .max
      ? HybridTime(milliseconds: milliseconds, counter: counter + 1, device: device)
      : HybridTime(milliseconds: milliseconds + 1, counter: 0, device: device)
  }
}
