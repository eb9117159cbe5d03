/// Moves the stamps of edits that no other device has seen to the server's time, once the clock's error is known.
///
/// Their order stays. Without this a machine whose clock is a year ahead would win every merge for a year, and one that
/// began in 1970 would lose them all.
package struct StampCorrection: Hashable, Sendable {
  /// What the clock that made the stamps lacked, in milliseconds: negative where it was ahead.
  package var shift: Int64
  /// The server's time, in milliseconds since 1970: no edit is later.
  package var now: Int64
  /// Whether stamps before the server's time are moved up as well. They were made by a clock that was behind only where no
  /// server was asked before: from then on the hybrid clock never falls behind what it has seen.
  package var movesUp: Bool

  package init(shift: Int64, now: Int64, movesUp: Bool) {
    self.shift = shift
    self.now = now
    self.movesUp = movesUp
  }

  /// Whether any stamp of a device that has given none later than `latest` could be moved.
  package func canMove(upTo latest: HybridTime?) -> Bool {
    guard let latest else { return false }
    return latest.milliseconds > UInt64(max(0, now)) || movesUp && shift > 0
  }

  /// Where each stamp of one device belongs; those that stay where they are are left out.
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
