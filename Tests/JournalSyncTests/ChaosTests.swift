import CloudRecord
import JournalSync
import SyncCore
import Synchronization
import TestKit
import Testing

/// Many edits on two devices while everything fails that can; at the end both have the same, and nothing is under way.
@Suite struct ChaosTests {
  @Test(arguments: 0..<40)
  func devicesAgreeOnceTheFailuresEnd(seed: Int) throws {
    let dice = Dice(seed: UInt64(seed))
    let world = CloudWorld()
    let devices = [Device("laptop", world, number: 1), Device("desktop", world, number: 2)]
    world.failing { request in dice.chance(30) ? fault(for: request, dice) : nil }
    for device in devices { device.start() }
    for step in 0..<60 {
      let device = devices[dice.below(2)]
      world.advance(Int64(dice.below(3000)))
      switch dice.below(10) {
      case 0..<5: edit(device, step, dice)
      case 5: device.store.delete("e\(dice.below(5))")
      case 6: device.pull()
      case 7: device.wake()
      case 8: device.store.fail(["commit", "apply", "applyLookedUp", "unsent"][dice.below(4)])
      default:
        device.restart()
        device.start()
      }
      device.tell(.localChange)
    }

    world.failing { _ in nil }
    var quietRounds = 0
    for _ in 0..<60 where quietRounds < 3 {
      let before = world.modifies.count
      for device in devices {
        world.advance(1000)
        device.tell(.remoteHint)
        device.wake()
      }
      let isQuiet = before == world.modifies.count && devices.allSatisfy { $0.runner.machine.isAtRest }
      quietRounds = isQuiet ? quietRounds + 1 : 0
    }
    for device in devices {
      #expect(device.runner.machine.isAtRest, "\(device.phase)")
      #expect(device.store.unsentNames == [])
      for name in device.store.names {
        let record = try world.record(name)
        for field in ["title", "mood", "body"] {
          #expect(record?.fields[field]?.value == device.store.value(name, field), "\(name) \(field)")
        }
      }
    }
    #expect(devices[0].store.names == devices[1].store.names)
  }

  private func edit(_ device: Device, _ step: Int, _ dice: Dice) {
    let field = ["title", "mood", "body"][dice.below(3)]
    device.store.edit("e\(dice.below(5))", [field: .text("\(device.name) \(step)")])
    if dice.chance(20) {
      device.store.edit("c\(step)", type: "Category", ["name": .text("Category \(step)")])
      device.store.edit("e\(dice.below(5))", ["category": .category("c\(step)")])
    }
  }
}

private func fault(for request: CloudRequest, _ dice: Dice) -> CloudWorld.Fault {
  let codes: [CloudErrorCode] = [
    .networkFailure, .serviceUnavailable, .requestRateLimited, .internalError, .zoneBusy, .networkUnavailable,
    .changeTokenExpired, .limitExceeded, .operationCancelled,
  ]
  if dice.chance(50) { return .replyLost }
  var failure = CloudFailure(code: codes[dice.below(codes.count)], reason: "planted")
  if failure.code == .requestRateLimited { failure.retryAfter = Double(dice.below(20)) }
  // Only what fetches knows tokens, only what sends knows sizes.
  if failure.code == .changeTokenExpired, case .modify = request { failure.code = .networkFailure }
  if failure.code == .limitExceeded { failure.code = .serviceUnavailable }
  return .lost(failure)
}

/// Chance that several parts of one test share.
private final class Dice: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed &* 0xD134_2543_DE82_EF95 &+ 1)) }

  func below(_ limit: Int) -> Int { generator.withLock { $0.below(limit) } }

  func chance(_ percent: Int) -> Bool { below(100) < percent }
}
