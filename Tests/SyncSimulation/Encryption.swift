/// How the journal of a run travels, and who sees to its keys.
package enum Encryption: String, CaseIterable, Sendable {
  /// As it is, like that of an account that was signed in to with `--plain`.
  case plain
  /// All devices have the same keys from the beginning; half of the servers try what they can.
  case sealed
  /// All devices are in a ring, in which people make other keys, and turn encryption on and off.
  case ring
  /// People found the ring, let devices in, remove them, and type recovery keys: ``KeyPlan``.
  case people

  /// What a seed's run is where the seeds are shared out. Every tenth seed is plain; of the others five sixths have people who
  /// see to the keys, and one sixth has servers whose folders go back, which no ring would bear without a question.
  package static func shared(by seed: UInt64) -> Encryption {
    guard seed % 10 != 0 else { return .plain }
    var chance = Chance(seed: seed ^ 0x5EA1_0F_A11)
    return chance.below(90) < 75 ? .people : .sealed
  }

  var hasRing: Bool { self == .ring || self == .people }
}

/// What people do with the keys of a journal in the course of a run.
///
/// The shares are of all seeds: 60 % sealed from the beginning, 10 % turned on in the run, 5 % on and off; 15 % with a device
/// that is removed, 20 % with one that waits for minutes, 10 % with a malicious server.
struct KeyPlan {
  enum Beginning { case sealed, turnedOn, onAndOff }

  struct Removal {
    var journal: Int
    /// Milliseconds after the beginning.
    var at: Int64
    /// Whether it leaves by itself.
    var leaves: Bool
    /// Whether it is let in again before the end.
    var isBack: Bool
  }

  /// Of a thousand of the 75 of a hundred seeds whose people see to the keys; a device waits in those that are sealed from the
  /// beginning, since in the others all but one do.
  private static let shares = (turnedOn: 133, onAndOff: 67, removing: 205, waiting: 333, malicious: 133)

  let beginning: Beginning
  /// By journal, when its person first asks to be let in, in milliseconds after the beginning; the others are in from then on.
  private(set) var asks: [Int: Int64] = [:]
  /// Journals whose person types the recovery key instead of asking.
  private(set) var byRecovery: Set<Int> = []
  private(set) var removal: Removal?
  /// When another recovery key is made, or another journal key.
  private(set) var otherRecovery: Int64?
  private(set) var rotation: Int64?
  /// When encryption is turned on, off, and on again.
  private(set) var turns: [Int64] = []
  /// The journal whose person turns it on.
  private(set) var turner = 0
  /// Whether the recovery key is confirmed at the founding, so that no device keeps it.
  let isConfirmed: Bool
  let isMalicious: Bool
  /// The device that runs a newer version of this program, with a field more.
  let newer: Int?

  /// - Parameter length: Milliseconds of edits and faults.
  init(seed: UInt64, journals: Int, length: Int64, hasTwin: Bool) {
    var chance = Chance(seed: seed ^ 0x5EA1_9E09)
    let kind = chance.below(1000)
    beginning =
      kind < KeyPlan.shares.turnedOn
      ? .turnedOn : kind < KeyPlan.shares.turnedOn + KeyPlan.shares.onAndOff ? .onAndOff : .sealed
    isMalicious = chance.happens(KeyPlan.shares.malicious)
    isConfirmed = chance.happens(500)
    newer = !hasTwin && chance.happens(250) && beginning == .sealed ? 0 : nil
    if beginning != .sealed {
      turner = chance.below(journals)
      turns = [chance.between(10_000, length / 2)]
      for journal in 0..<journals where journal != turner {
        asks[journal] = turns[0] + chance.between(1_000, 120_000)
      }
      if beginning == .onAndOff {
        turns.append(chance.between(turns[0] + 60_000, length))
        if chance.happens(500) { turns.append(chance.between(turns[1] + 30_000, length + 60_000)) }
      }
    } else if chance.happens(KeyPlan.shares.waiting) {
      let journal = journals - 1
      asks[journal] = chance.between(60_000, max(60_001, length * 2 / 3))
      if chance.happens(350) { byRecovery = [journal] }
    }
    if journals > 1, chance.happens(KeyPlan.shares.removing) {
      removal = Removal(
        journal: chance.below(journals), at: chance.between(length / 4, length), leaves: chance.happens(300),
        isBack: chance.happens(500))
    }
    if chance.happens(200) { otherRecovery = chance.between(0, length) }
    if chance.happens(200) { rotation = chance.between(0, length) }
  }

  /// Whether a journal's device is in the ring when the run begins.
  func isIn(_ journal: Int) -> Bool { beginning == .sealed && asks[journal] == nil }
}
