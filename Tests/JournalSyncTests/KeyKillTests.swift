import CloudRecord
import JournalSeal
import JournalSync
import SealKit
import Synchronization
import Testing

/// Everything that people do with keys, cut off at each of its requests, before the server gets it and after: the next start goes on,
/// and nothing is lost.
@Suite struct KeyKillTests {
  enum Deed: String, CaseIterable, Sendable {
    case founding, turningOn, asking, lettingIn, comingIn, comingByRecovery, rotating, removing, removingTheKeeper,
      leaving, makingRecovery, confirming, turningOff
  }

  /// More requests than any of them needs.
  private static let most = 14

  private func prepare(_ deed: Deed, _ home: KeyHome) async throws -> KeyDesk.Joining? {
    guard deed != .founding, deed != .turningOn else { return nil }
    try await home.found()
    switch deed {
    case .lettingIn: return try await home.attic.desk.ask(account: KeyHolder.account)
    case .comingIn:
      let joining = try await home.attic.desk.ask(account: KeyHolder.account)
      _ = try await home.laptop.desk.approve(joining.words)
      return joining
    case .asking, .comingByRecovery: return nil
    default:
      try await home.comeIn(home.attic)
      return nil
    }
  }

  private func act(_ deed: Deed, _ home: KeyHome, _ joining: KeyDesk.Joining?) async throws {
    let (laptop, attic) = (home.laptop.desk, home.attic.desk)
    switch deed {
    case .founding: _ = try await laptop.found(account: KeyHolder.account)
    case .turningOn: _ = try await laptop.turnOn(account: KeyHolder.account)
    case .asking: _ = try await attic.ask(account: KeyHolder.account)
    case .lettingIn: _ = try await laptop.approve(try #require(joining).words)
    case .comingIn: _ = try await attic.finish(try #require(joining))
    case .comingByRecovery:
      _ = try await attic.enter(try #require(try home.laptop.kept.recovery), account: KeyHolder.account)
    case .rotating: try await laptop.rotate()
    case .removing: try await laptop.remove(home.attic.kept.device.id)
    case .removingTheKeeper: try await attic.remove(home.laptop.kept.device.id)
    case .leaving: try await attic.leave()
    case .makingRecovery: _ = try await attic.changeRecovery()
    case .confirming: try await laptop.confirmRecovery(#require(try home.laptop.kept.recovery))
    case .turningOff: _ = try await laptop.turnOff()
    }
  }

  /// Does it again where that is needed, as a person or a timer would.
  private func goOn(_ deed: Deed, _ home: KeyHome, _ joining: KeyDesk.Joining?) async throws {
    switch deed {
    case .founding, .turningOn:
      do { try await act(deed, home, nil) } catch KeyFailure.alreadyIn {}
      guard case .ready = try await home.laptop.desk.look() else { throw KeyFailure.notIn }
    case .asking:
      let joining = try await home.attic.desk.ask(account: KeyHolder.account)
      _ = try await home.laptop.desk.approve(joining.words)
      guard case .ready = try await home.attic.desk.finish(joining) else { throw KeyFailure.notIn }
    case .lettingIn:
      let joining = try #require(joining)
      _ = try await home.laptop.desk.approve(joining.words)
      guard case .ready = try await home.attic.desk.finish(joining) else { throw KeyFailure.notIn }
    case .comingIn:
      guard case .ready = try await home.attic.desk.look() else {
        return try await act(deed, home, joining)
      }
    case .comingByRecovery:
      do { try await act(deed, home, nil) } catch KeyFailure.alreadyIn {}
    default: break
    }
  }

  /// What has to hold wherever it was cut off: the ring keeps its rules, who is in has its keys, and a person has the recovery key.
  private func check(_ deed: Deed, _ home: KeyHome, isDone: Bool) async throws {
    _ = try await home.laptop.desk.look()
    if deed != .founding, deed != .turningOn { _ = try await home.attic.desk.look() }
    _ = try await home.laptop.desk.look()
    let ring = try VerifiedRing(decoding: #require(home.world.ring))
    var keys: Set<JournalKeys> = []
    var recoveries: [RecoveryKey] = []
    for holder in [home.laptop, home.attic] {
      guard let held = try holder.keeper.held() else { continue }
      let isIn = ring.state.active[held.kept.device.id] != nil
      #expect((held.kept.state == .ready) == isIn)
      if isIn {
        #expect(held.ring == ring.ring.encoded)
        keys.insert(try #require(held.kept.ring).keys)
      }
      recoveries += [held.kept.recovery].compactMap { $0 }
    }
    #expect(keys.count == 1 && keys.first?.number == ring.state.keyNumber)
    // Confirmed, or on a device: and what a device shows is the one in force.
    if deed != .confirming {
      #expect(!recoveries.isEmpty)
      for key in recoveries { #expect(try key.pair().publicKeys == ring.state.recovery) }
      _ = try await home.phone.desk.enter(try #require(recoveries.first), account: KeyHolder.account)
      #expect(try home.phone.kept.ring?.keys.number == ring.state.keyNumber)
    }
    guard isDone else { return }
    switch deed {
    case .removing, .removingTheKeeper, .leaving:
      #expect(ring.state.active.count == 1 && ring.state.removed.count == 1 && ring.state.keyNumber == 2)
    case .rotating, .makingRecovery: #expect(ring.state.keyNumber == 2)
    case .turningOff: #expect(ring.state.mode == .opening)
    case .asking, .lettingIn, .comingIn, .comingByRecovery: #expect(ring.state.active.count == 2)
    case .founding: #expect(ring.state.mode == .sealed)
    case .turningOn: #expect(ring.state.mode == .sealing)
    case .confirming: #expect(recoveries.isEmpty)
    }
  }

  @Test(arguments: Deed.allCases, [true, false])
  func itGoesOnWhereverItWasCutOff(deed: Deed, arrives: Bool) async throws {
    for step in 1...Self.most {
      let home = KeyHome()
      let joining = try await prepare(deed, home)
      home.cut(at: step, arrives: arrives)
      var isWhole = true
      do { try await act(deed, home, joining) } catch is KeyFailure { isWhole = false }
      home.mend()
      try await goOn(deed, home, joining)
      let isSaid = [.founding, .turningOn, .asking, .lettingIn, .comingIn, .comingByRecovery].contains(deed)
      try await check(deed, home, isDone: isWhole || isSaid)
      if isWhole { return }
    }
    Issue.record("\(deed) needs more than \(Self.most) requests")
  }
}

extension KeyHome {
  fileprivate func found() async throws {
    _ = try await laptop.desk.found(account: KeyHolder.account)
  }

  fileprivate func comeIn(_ holder: KeyHolder) async throws {
    _ = try await holder.desk.enter(try #require(try laptop.kept.recovery), account: KeyHolder.account)
    _ = try await laptop.desk.look()
  }

  /// Lets the first requests through. From the given one on the network is down for every device.
  fileprivate func cut(at step: Int, arrives: Bool) {
    let left = Mutex(step)
    let lost = CloudFailure(code: .networkFailure, reason: "cut", isOutcomeUnknown: true)
    world.failing { _ in
      left.withLock { left -> CloudWorld.Fault? in
        left -= 1
        if left > 0 { return nil }
        return left == 0 && arrives ? .replyLost : .lost(lost)
      }
    }
  }

  fileprivate func mend() { world.failing { _ in nil } }
}
