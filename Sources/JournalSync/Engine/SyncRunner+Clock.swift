import CloudRecord
import JournalCore
import SyncCore

/// Edits are stamped by the server's time: a machine whose clock is wrong is neither always right nor always wrong.
extension SyncRunner {
  /// Milliseconds by which clocks may differ without anything being done about it.
  static let clockTolerance: Int64 = 5000

  /// T8: Before anything is sent or taken in, moves stamps that no other device has seen yet to the server's time.
  mutating func correctClock(at now: Int64, _ steps: inout [SyncStep]) throws {
    guard let offset = clockOffset ?? telling.clockOffset else { return }
    let wanted = abs(offset) < SyncRunner.clockTolerance ? 0 : offset
    if let known = correctedOffset, abs(known - wanted) < SyncRunner.clockTolerance { return }
    let kept = try store.syncPosition().clockOffset
    if kept.map({ abs($0 - wanted) >= SyncRunner.clockTolerance }) ?? true {
      let count = try store.correctClock(offset: wanted, serverTime: now + offset)
      if count > 0 { steps.append(note(SyncSentences.clockCorrected(offset, count), .warning, at: now)) }
    }
    correctedOffset = wanted
    // It has the stamps of before.
    ahead = nil
  }

  /// The server's time, as far as it is known.
  func serverTime(_ now: Int64) -> Int64 { now + (correctedOffset ?? 0) }
}
