/// Gives each edit of one device a time later than every time that the device has given or seen.
///
/// It is kept in the same transaction as the edit it stamps, so a crash can never make it run backwards.
package struct HybridClock: Hashable, Sendable {
  /// The device whose edits get these times.
  package let device: UInt64
  /// The latest time given or seen; nil on a device that has done neither.
  package private(set) var latest: HybridTime?
  /// How far the server's clock is ahead of the wall clock, in milliseconds; nil before a server was ever asked.
  package var offset: Int64?

  package init(device: UInt64, latest: HybridTime? = nil, offset: Int64? = nil) {
    (self.device, self.latest, self.offset) = (device, latest, offset)
  }

  /// The time of an edit made while the wall clock shows `milliseconds` (negative counts as 0).
  package mutating func tick(wallClock milliseconds: Int64) -> HybridTime {
    let wall = UInt64(max(0, milliseconds.addingReportingOverflow(offset ?? 0).partialValue))
    let next: HybridTime
    if let latest, latest.milliseconds >= wall {
      if latest.counter < .max {
        next = HybridTime(milliseconds: latest.milliseconds, counter: latest.counter + 1, device: device)
      } else {
        next = HybridTime(milliseconds: latest.milliseconds + 1, counter: 0, device: device)
      }
    } else {
      next = HybridTime(milliseconds: wall, counter: 0, device: device)
    }
    latest = next
    return next
  }

  /// Notes a time that came from elsewhere.
  package mutating func observe(_ time: HybridTime) {
    if let latest, latest >= time { return }
    latest = time
  }
}
