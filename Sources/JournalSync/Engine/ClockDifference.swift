import CloudRecord
import SyncCore

/// How far the server's clock is from this machine's. Edits are stamped by the server's time, so that a machine whose
/// clock is wrong is neither always right nor always wrong.
struct ClockDifference {
  /// Milliseconds by which clocks may differ without anything being done about it.
  private static let tolerance: Int64 = 5000
  private static let samples = 5
  /// The longest request, in milliseconds, that tells anything about the server's clock.
  private static let longestSample: Int64 = 10_000

  /// The server's clock less this machine's, as the client knows it from the dates of answers.
  private var known: Int64?
  private var offsets: [Int64] = []
  /// How the journal's edits are stamped, as far as is known here.
  private var corrected: Int64?

  /// - Parameter offset: What the transport knows; nil where it knows nothing.
  mutating func note(_ offset: Int64?) { known = offset ?? known }

  /// One sample of the server's clock: when it wrote, and between which moments of ours that was.
  mutating func sample(_ written: Int64, sent: Int64, answered: Int64) {
    guard answered >= sent, answered - sent < ClockDifference.longestSample else { return }
    offsets.append(written - (sent + (answered - sent) / 2))
    if offsets.count > ClockDifference.samples { offsets.removeFirst() }
  }

  /// The median of the last samples; nil before the first.
  private var sampled: Int64? { offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2] }

  /// The difference for people to see, in milliseconds; nil where nothing is known.
  var shown: Int64? { sampled ?? known }

  struct Correction {
    var offset: Int64
    var records: Int
  }

  /// T8: Has edits stamped by the server's time; nil where they are already.
  mutating func correct(_ store: any SyncStoring, at now: Int64) throws -> Correction? {
    guard let offset = known ?? sampled else { return nil }
    let wanted = abs(offset) < ClockDifference.tolerance ? 0 : offset
    if let corrected, abs(corrected - wanted) < ClockDifference.tolerance { return nil }
    let kept = try store.syncPosition().clockOffset
    var correction = Correction(offset: offset, records: 0)
    if kept.map({ abs($0 - wanted) >= ClockDifference.tolerance }) ?? true {
      correction.records = try store.correctClock(offset: wanted, serverTime: now + offset)
    }
    corrected = wanted
    return correction
  }

  func serverTime(_ now: Int64) -> Int64 { now + (corrected ?? 0) }
}
