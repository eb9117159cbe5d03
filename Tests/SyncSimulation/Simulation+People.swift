import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import JournalSync
import SyncCore

extension Simulation {
  func act(_ device: Device, _ wanted: RecordName?, again: Bool) throws {
    guard !isHealed else { return }
    if again {
      queue.put(.act(device.number, again: true), at: now + chance.between(1, plan.pause * 2))
      try disturb(device)
    }
    guard !device.isDiskFull else { return }
    deeds.now = now
    let what = try device.person.act(
      on: device.store, files: plan.hasFiles ? device.files : nil, at: Instant(milliseconds: device.clock.value),
      plan: plan, wanted: wanted, &chance, &deeds
    ) { [self] name in
      var words: Set<String> = []
      if case .string(let body)? = try cloud.records(of: CloudSide.user, now: now)?[name.rawValue]?.version.values[
        "body"]
      {
        words.formUnion(Token.all(in: body))
      }
      for other in devices where other !== device { words.formUnion(try other.unsentWords(of: name)) }
      return words
    }
    guard let what else { return }
    if let wanted, device.inFlight.contains(wanted.rawValue) { deeds.editsInFlight += 1 }
    say("\(device.name)'s writer \(what)")
    tell(device, .localChange)
    if chance.happens(30) { tell(device, .syncNow) }
    if chance.happens(60) { tell(device, .remoteHint) }
  }

  /// What else happens to a device now and then.
  private func disturb(_ device: Device) throws {
    let number = device.number
    let isBound = try device.store.syncPosition().account != nil
    func later(_ change: @escaping (Device) -> Void, tells event: SyncEvent?) {
      queue.put(.change(number, change, tells: event), at: now + chance.between(5_000, 240_000))
    }
    if chance.happens(plan.partition) {
      counts.faults += 1
      device.isCutOff = true
      say("\(device.name) is cut off")
      if chance.happens(500) { tell(device, .reachabilityChanged(isReachable: false)) }
      later({ $0.isCutOff = false }, tells: .reachabilityChanged(isReachable: true))
    }
    if chance.happens(plan.clockJump) {
      counts.faults += 1
      device.skew = chance.pick([
        0, device.skew - 2_000, device.skew + 3_600_000, device.skew - 172_800_000, 86_400_000,
      ])
      device.setTime(now)
      device.held = nil
      hasJumped = true
      wasAhead = wasAhead || device.skew > Simulation.believable
      say("\(device.name)'s clock jumps to \(device.skew)")
    }
    if chance.happens(plan.diskFull) {
      counts.faults += 1
      device.isDiskFull = true
      device.gate?.setFull(true)
      say("\(device.name)'s disk is full")
      later(
        {
          $0.isDiskFull = false
          $0.gate?.setFull(false)
        }, tells: nil)
    }
    // A journal that belongs to nobody yet would rightly belong to whoever signs in first.
    if isBound, chance.happens(plan.otherAccount) {
      counts.faults += 1
      device.user = chance.happens(500) ? CloudSide.stranger : nil
      say("\(device.name) is signed in as \(device.user ?? "nobody")")
      tell(device, .accountChanged)
      later({ $0.user = CloudSide.user }, tells: .accountChanged)
    }
    deafen(device)
    if plan.hasFiles { try usePictures(of: device) }
    if chance.happens(plan.pausing) {
      tell(device, .userPaused)
      later({ _ in }, tells: .userResumed)
    }
  }
}
