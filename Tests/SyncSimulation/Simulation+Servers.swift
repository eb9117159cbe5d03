import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import JournalSync
import SyncCore

/// The server's folder goes back without its being said, or is copied and goes on twice.
extension Simulation {
  func planServers() {
    for (number, fault) in plan.putBacks.enumerated() {
      queue.put(.keepCopy(number), at: Simulation.beginning + fault.copy)
      queue.put(.putBack(number), at: Simulation.beginning + fault.back)
    }
    if let copied = plan.copied {
      queue.put(.startCopy, at: Simulation.beginning + copied.from)
      queue.put(.stopCopy, at: Simulation.beginning + copied.until)
    }
  }

  func keepCopy(_ number: Int) {
    cloud.keepCopy()
    copyInPlace = number
    say("the server's folder is copied aside")
  }

  func putBack(_ number: Int) throws {
    // A later copy took this one's place.
    guard !isHealed, copyInPlace == number else { return }
    let before = try wordsOnServer()
    try cloud.putBack(isFromMemory: plan.putBacks[number].isFromMemory)
    try giveUp(before.subtracting(try wordsOnServer()))
    counts.putBacks += 1
    say("the server's folder is put back\(plan.putBacks[number].isFromMemory ? ", with its memory" : "")")
  }

  func startCopy() throws {
    guard !isHealed else { return }
    try cloud.startCopy()
    counts.copies += 1
    say("the server's folder is copied, and both go on")
  }

  func stopCopy() throws {
    guard cloud.hasCopy else { return }
    let alone = try wordsOnServer(isCopy: true).subtracting(try wordsOnServer())
    cloud.stopCopy()
    try giveUp(alone)
    say("the copy of the server is no longer served")
  }

  /// Which of two servers behind one address a device reaches: those of one journal the same.
  func reachesCopy(_ device: Device) -> Bool { cloud.hasCopy && device.journal % 2 == 1 }

  /// Words that went with a folder are gone where no device has them: a disk was lost before.
  private func giveUp(_ words: Set<String>) throws {
    var alone = words
    for device in devices { alone.subtract(try device.words(of: deeds.written.keys)) }
    deeds.lost.formUnion(alone)
  }

  // MARK: When all is quiet

  /// What no person removed goes to the trash of no device by itself.
  func checkSweeps() throws {
    guard !hasTakenServers else { return }
    for device in devices {
      for name in try device.store.entryNames(prefix: "", limit: 100_000) {
        guard try device.store.remark(of: name).removalReason != nil, !deeds.purgedEntries.contains(name.rawValue)
        else {
          continue
        }
        failures.append("\(device.name) took \(short(name)) for removed, which nobody removed")
      }
    }
  }

  /// After the last edit a device asks as often as what waits needs, and no more.
  func checkRequests() {
    // Where nothing is pushed, news are asked for once a minute.
    let polls = plan.isPushing ? 0 : Int((now - healedAt) / 60_000) * 3
    // Where encryption is turned on or off every record may go up once more.
    let most = 50 + (ring == nil ? 3 : 9) * pendingAtHealing + polls + (keyPlan == nil ? 0 : 60)
    for device in devices {
      counts.mostRequests = max(counts.mostRequests, device.requests * 100 / most)
      if device.requests > most {
        failures.append(
          "\(device.name) sent \(device.requests) requests after the last edit; at most \(most) are enough")
      }
    }
  }

  /// Every file is sound, and what is derived from its rows is what it should be.
  func checkStores() throws {
    for device in devices {
      for problem in try device.store.problems() { failures.append("\(device.name)'s file: \(problem)") }
    }
  }
}

// MARK: Devices that forget, or hear nothing

extension Simulation {
  /// Bases, tags and tokens are lost; words are not.
  func forgetServer(on device: Device) throws {
    guard !isHealed, odd.happens(plan.forgetting) else { return }
    try device.store.setZoneKnown(false)
    counts.forgotten += 1
    hasForgotten = true
    say("\(device.name) has lost what it knew of the server")
  }

  /// For a while what is asked arrives, and no answer comes back.
  func deafen(_ device: Device) {
    guard plan.deafness > 0, odd.happens(plan.deafness) else { return }
    counts.faults += 1
    device.isDeaf = true
    say("\(device.name) hears nothing")
    queue.put(
      .change(device.number, { $0.isDeaf = false }, tells: .reachabilityChanged(isReachable: true)),
      at: now + odd.between(5_000, 240_000))
  }
}
