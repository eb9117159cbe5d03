/// What a seed makes of a run: how many devices, how wrong their clocks are, and which faults happen how often.
///
/// Each seed draws its own few faults and weights, so that rare combinations are not drowned in all the others.
struct Plan {
  var devices: Int
  /// Milliseconds of edits and faults.
  var length: Int64
  /// Milliseconds between two acts of one person.
  var pause: Int64
  /// By device, milliseconds that its clock is ahead.
  var skews: [Int64]
  /// Records a page.
  var page: Int
  /// Of a thousand requests.
  var lost = 0
  var replyLost = 0
  var late = 0
  var doubled = 0
  var throttled = 0
  var broken = 0
  var tooLarge = 0
  var noSpace = 0
  var signedOut = 0
  var expired = 0
  var emptyPage = 0
  /// Of a thousand steps of a device.
  var crash = 0
  var diskFull = 0
  /// Of a thousand acts of a person.
  var partition = 0
  var clockJump = 0
  var otherAccount = 0
  var pausing = 0
  /// So often in the whole run, of a thousand runs.
  var zoneDeleted = 0
  var serverReplaced = 0
  /// Milliseconds for which the server keeps tombstones.
  var tombstones: Int64 = 30 * 86_400_000
  /// Edits of a record whose save is under way, of a thousand saves.
  var editInFlight = 850
  /// Of a thousand acts.
  var purge = 15
  var pictures = 40
  var isPushing = true
  /// The last device is a second engine on the first one's journal: two terminals, and the lock that should keep them apart
  /// does not.
  var hasTwin = false
  /// Milliseconds by which the clocks advance at once: coarse ones give two devices the same time.
  var clockStep: Int64 = 1
  var restores: [Restore] = []
  /// Pictures have files.
  var hasFiles = false
  /// Operations a request.
  var batch = 200
  /// Milliseconds for which the server keeps a file that no record names.
  var quarantine: Int64?
  /// The server's folder goes back to what it was, without its being said.
  var putBacks: [PutBack] = []
  /// The server's folder is copied, and both go on: milliseconds after the beginning.
  var copied: Copied?
  /// Of a thousand restarts: bases, tags and tokens are gone, the words are not.
  var forgetting = 0
  /// Of a thousand acts of a person: what is asked arrives, and no answer comes back.
  var deafness = 0
  /// Another program writes to the server, which knows neither stamps nor all fields.
  var hasForeigner = false
  /// Of a thousand answers that are garbled.
  var lies = 0
  /// The device that runs a newer version of this program.
  var newer: Int?
  /// The device that runs an older one.
  var older: Int?
  /// The newer version writes entries in a later format, which the others may only read.
  var raisesFormat = false

  /// A device that gets its journal back from its own backup.
  struct Restore {
    var device: Int
    /// Milliseconds after the beginning, of both.
    var backup: Int64
    var restore: Int64
  }

  struct PutBack {
    /// Milliseconds after the beginning, of both.
    var copy: Int64
    var back: Int64
    /// Whether the whole machine goes back with what it had in memory, so that no start is noted.
    var isFromMemory: Bool
  }

  struct Copied {
    /// Milliseconds after the beginning.
    var from: Int64
    var until: Int64
  }

  /// Of a thousand seeds.
  private static let puttingBack = 80
  private static let copying = 50
  private static let foreign = 200
  private static let lying = 80
  private static let versioned = 150
  private static let restoring = 50
  private static let picturing = 150

  init(_ chance: inout Chance, seed: UInt64) {
    // For what came later: the seeds that had shown something go on showing it.
    var rare = Chance(seed: seed ^ 0x5EED_C10C)
    devices = chance.pick([2, 2, 2, 3, 3, 4])
    length = chance.between(3, 15) * 60_000
    pause = chance.pick([5_000, 12_000, 30_000])
    let usual: [Int64] = [0, 0, 1_000, -1_000, 600_000, -600_000, 259_200_000, -259_200_000]
    let isSkewed = chance.happens(500)
    skews = (0..<devices).map { _ in isSkewed ? chance.pick(usual) : 0 }
    page = chance.pick([2, 5, 20, 200])
    isPushing = chance.happens(700)
    func weight(_ permille: Int) -> Int { chance.happens(500) ? permille * chance.pick([1, 1, 4]) : 0 }
    lost = weight(60)
    replyLost = weight(60)
    late = weight(40)
    doubled = weight(40)
    throttled = weight(25)
    broken = weight(25)
    tooLarge = weight(15)
    noSpace = weight(10)
    signedOut = weight(5)
    expired = weight(10)
    emptyPage = weight(30)
    crash = weight(10)
    diskFull = weight(6)
    partition = weight(20)
    clockJump = weight(10)
    otherAccount = weight(5)
    pausing = weight(10)
    zoneDeleted = weight(60)
    serverReplaced = weight(40)
    tombstones = chance.pick([30 * 86_400_000, 30 * 86_400_000, 300_000])
    purge = weight(15)
    pictures = weight(40)
    if rare.happens(150) { clockStep = rare.pick([1_000, 20_000, 60_000]) }
    if isSkewed, rare.happens(250) {
      skews[rare.below(devices)] = rare.pick([31_536_000_000, -31_536_000_000, -Simulation.beginning])
    }
    if rare.happens(50) {
      hasTwin = true
      // One machine has one clock.
      skews[devices - 1] = skews[0]
      clockJump = 0
    }
    if rare.happens(Plan.restoring) {
      for _ in 0..<rare.pick([1, 1, 2]) {
        let backup = rare.between(0, length * 3 / 4)
        // Half of all backups are quite fresh: what was on its way then comes back to what became of it.
        let latest = rare.happens(500) ? min(length, backup + 60_000) : length
        restores.append(
          Restore(device: rare.below(devices), backup: backup, restore: rare.between(backup + 1, latest)))
      }
    }
    if rare.happens(Plan.picturing) {
      hasFiles = true
      pictures = rare.pick([150, 300])
      quarantine = rare.pick([nil, 60_000])
    }
    if rare.happens(300) { batch = rare.pick([1, 2, 5]) }
    addServersFaults(seed)
    addVersions(seed)
  }

  /// What came later still: each draw is of its own, so that what was there before stays what it was.
  private mutating func addServersFaults(_ seed: UInt64) {
    var odd = Chance(seed: seed ^ 0x0DD5_F01D)
    if odd.happens(Plan.puttingBack) {
      for _ in 0..<odd.pick([1, 1, 2]) {
        let copy = odd.between(0, length * 3 / 4)
        let latest = odd.happens(500) ? min(length, copy + 60_000) : length
        putBacks.append(
          PutBack(copy: copy, back: odd.between(copy + 1, latest + 1), isFromMemory: odd.happens(300)))
      }
    }
    if putBacks.isEmpty, odd.happens(Plan.copying) {
      let from = odd.between(0, length * 3 / 4)
      copied = Copied(from: from, until: odd.between(from + 1, length + 1))
    }
    if odd.happens(500) { forgetting = 150 }
    if odd.happens(300) { deafness = 15 }
    hasForeigner = odd.happens(Plan.foreign)
    if odd.happens(Plan.lying) { lies = odd.pick([10, 40]) }
  }

  private mutating func addVersions(_ seed: UInt64) {
    var age = Chance(seed: seed ^ 0xA6E0_FD07)
    // Two engines on one journal are of one version.
    guard !hasTwin, age.happens(Plan.versioned) else { return }
    if age.happens(600) {
      newer = 0
      raisesFormat = age.happens(300)
    }
    if newer == nil || age.happens(400) { older = devices - 1 }
  }
}

extension Simulation {
  /// What is rare among runs.
  package struct Traits {
    /// Two engines work on one journal.
    package let hasTwin: Bool
    /// A device gets its journal back from a backup.
    package let isRestoring: Bool
    /// Pictures have files.
    package let hasFiles: Bool
    /// The server's folder goes back.
    package let isPutBack: Bool
    /// The server's folder is copied, and both go on.
    package let isCopied: Bool
    /// Another program writes, too.
    package let hasForeigner: Bool
    /// Answers are garbled.
    package let hasLies: Bool
    /// A device runs another version.
    package let hasVersions: Bool
    /// Where people see to the keys: a device is let in, or removed, in the course of the run.
    package let letsIn: Bool
    package let removes: Bool
    /// Another recovery key is made, or another journal key.
    package let makesKeys: Bool
    /// The server tries what it can with records and rings.
    package let isMalicious: Bool
    /// A newer version has a field within the seals.
    package let hasLaterSeals: Bool
  }

  /// What a seed's run will have, without running it.
  package static func traits(ofSeed seed: UInt64) -> Traits {
    var chance = Chance(seed: seed)
    let plan = Plan(&chance, seed: seed)
    let keys = KeyPlan(
      seed: seed, journals: plan.hasTwin ? plan.devices - 1 : plan.devices, length: plan.length, hasTwin: plan.hasTwin)
    return Traits(
      hasTwin: plan.hasTwin, isRestoring: !plan.restores.isEmpty, hasFiles: plan.hasFiles,
      isPutBack: !plan.putBacks.isEmpty, isCopied: plan.copied != nil, hasForeigner: plan.hasForeigner,
      hasLies: plan.lies > 0, hasVersions: plan.newer != nil || plan.older != nil, letsIn: !keys.asks.isEmpty,
      removes: keys.removal != nil, makesKeys: keys.otherRecovery != nil || keys.rotation != nil,
      isMalicious: keys.isMalicious, hasLaterSeals: keys.newer != nil)
  }
}

extension Simulation {
  /// How many of some seeds have what, where the seeds are shared out.
  package struct Shares: Sendable {
    /// Every tenth.
    package var plain = 0
    /// With people who see to the keys: sealed from the beginning, turned on in the run, on and off.
    package var sealed = 0
    package var turnedOn = 0
    package var onAndOff = 0
    /// Of these, those with a device that is removed, with one that waits for minutes, with a malicious server.
    package var removed = 0
    package var waiting = 0
    package var malicious = 0
  }

  /// What some seeds have, without running them.
  package static func shares(of seeds: ClosedRange<UInt64>) -> Shares {
    var shares = Shares()
    for seed in seeds {
      switch Encryption.shared(by: seed) {
      case .plain: shares.plain += 1
      case .sealed, .ring: break
      case .people:
        var chance = Chance(seed: seed)
        let plan = Plan(&chance, seed: seed)
        let keys = KeyPlan(
          seed: seed, journals: plan.hasTwin ? plan.devices - 1 : plan.devices, length: plan.length,
          hasTwin: plan.hasTwin)
        switch keys.beginning {
        case .sealed: shares.sealed += 1
        case .turnedOn: shares.turnedOn += 1
        case .onAndOff: shares.onAndOff += 1
        }
        if keys.removal != nil { shares.removed += 1 }
        if keys.beginning == .sealed, !keys.asks.isEmpty { shares.waiting += 1 }
        if keys.isMalicious { shares.malicious += 1 }
      }
    }
    return shares
  }
}

extension Plan {
  /// The same without programs that write plain records.
  /// For a run with a ring: two servers that each have a ring of their own would part the devices for good, as they have to.
  var withOneServer: Plan {
    var plan = withoutPlainWriters
    plan.putBacks = []
    plan.copied = nil
    plan.serverReplaced = 0
    // No file comes down here but texts, and a picture has to before it can go up in another form.
    plan.hasFiles = false
    return plan
  }

  var withoutPlainWriters: Plan {
    var plan = self
    plan.hasForeigner = false
    plan.newer = nil
    plan.older = nil
    return plan
  }
}
