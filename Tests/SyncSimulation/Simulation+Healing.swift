import CloudRecord
import JournalCore
import JournalModel
import JournalSync
import SyncCore

/// The end of a run: no more edits, no more faults, until nothing happens any more.
extension Simulation {
  func heal() throws {
    isHealed = true
    healedAt = now
    pendingAtHealing = try cloud.records(of: CloudSide.user, now: now)?.count ?? 0
    for device in devices {
      pendingAtHealing += try device.store.syncOverview(limit: 0).unsent
      device.requests = 0
    }
    say("no more edits, no more faults")
    try endTrick(ringNotes.tricks)
    for device in devices {
      device.isCutOff = false
      device.isDeaf = false
      device.isDiskFull = false
      device.user = CloudSide.user
      device.gate?.setFull(false)
      device.gate?.spare()
      if device.runner == nil { try start(device) }
      tell(device, .userResumed)
      tell(device, .reachabilityChanged(isReachable: true))
      tell(device, .accountChanged)
      take(device.run { $0.handle(command: .retry(nil), at: $1) }, of: device)
    }
  }

  /// Runs until nothing happens any more; not getting there is a failure.
  func settle() throws {
    let deadline = now + 40 * 60_000
    var quiet = 0
    var writes = cloud.writes
    while now < deadline, failures.isEmpty {
      try work(until: now + 30_000)
      for device in present { try afterEffects(of: device) }
      let isResting =
        try areKeysSettled
        && present.allSatisfy { device in
          try device.runner?.machine.isAtRest == true
            && device.store.syncOverview(limit: 0).unsent == lacking(of: device).count
        }
      quiet = isResting && cloud.writes == writes ? quiet + 1 : 0
      writes = cloud.writes
      if quiet == 3 { for device in devices { tell(device, .syncNow) } }
      // The next start of a program looks at the ring, of which it hears at once only where news are pushed.
      if quiet == 3, keyPlan != nil { for device in devices { tell(device, .keysDoubted) } }
      if quiet == 5 { return }
    }
    guard failures.isEmpty else { return }
    if !areKeysSettled { failures.append("the people do not come to an end with their keys: \(keyStates)") }
    for device in devices {
      let overview = try device.store.syncOverview(limit: 3)
      let phase = device.runner.map { "\($0.machine.phase)" } ?? "off"
      failures.append(
        "\(device.name) does not come to rest: \(phase), \(overview.unsent) unsent, \(overview.parked) parked, \(overview.unreadable) unreadable: "
          + overview.waiting.map { "\($0.kind) \(short($0.recordName)) \($0.action) \($0.reason ?? "")" }
          .joined(separator: "; "))
    }
  }

  /// A person does what a fault calls for whose answer came when faults were over.
  private func afterEffects(of device: Device) throws {
    if case .withoutAccount? = device.runner?.machine.phase { tell(device, .accountChanged) }
    // What was swapped when a folder was copied comes back with it, and stays damaged until a person sends theirs over it.
    for name in try device.store.unreadable(.damaged) {
      say("\(device.name)'s writer sends \(name.suffix(5)) over what was damaged")
      deeds.sentOver.insert(name)
      take(device.run { $0.handle(command: .retry(RecordName(name)), at: $1) }, of: device)
    }
    guard try device.store.syncOverview(limit: 0).parked > lacking(of: device).count else { return }
    take(device.run { $0.handle(command: .retry(nil), at: $1) }, of: device)
  }

  /// Counts what is saved after the last edit, so that devices that only answer each other are found out.
  func noteSave(_ name: String, of envelope: Envelope) {
    guard envelope.isAfterHealing else { return }
    savesSinceHealing[name, default: 0] += 1
    // Who answers that everything goes up again has changed it once more.
    let most = devices.count + answersSinceHealing + (ring == nil ? 0 : devices.count) + (keyPlan == nil ? 0 : 2)
    if savesSinceHealing[name] == most + 1 {
      failures.append("\(name.suffix(5)) was saved more than \(most) times after the last edit")
    }
  }
}
