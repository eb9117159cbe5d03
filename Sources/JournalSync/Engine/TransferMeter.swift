import JournalCore

/// How far the bytes of one file are, and how fast they go.
struct TransferMeter: Hashable, Sendable {
  private struct Sample: Hashable, Sendable {
    var at: Int64
    var bytes: Int64
  }

  private(set) var done: Int64 = 0
  var total: Int64
  private var samples: [Sample]

  /// Milliseconds over which the speed is taken, and between samples.
  private static let window: Int64 = 3000
  private static let step: Int64 = 250

  init(total: Int64, at now: Int64) {
    self.total = total
    samples = [Sample(at: now, bytes: 0)]
  }

  mutating func note(_ bytes: Int64, at now: Int64) {
    done = max(done, bytes)
    total = max(total, done)
    guard let last = samples.last, now - last.at >= TransferMeter.step else { return }
    samples.append(Sample(at: now, bytes: done))
    samples.removeAll { now - $0.at > TransferMeter.window }
  }

  var transfer: SyncTransfer { SyncTransfer(done: done, total: total, speed: speed) }

  private var speed: Int64? {
    guard let first = samples.first, let last = samples.last, last.at > first.at else { return nil }
    return (last.bytes - first.bytes) * 1000 / (last.at - first.at)
  }
}
