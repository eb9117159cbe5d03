import Foundation
import Glibc
import JournalCore
import ScreenKit

/// Three machines with one journal, a server, and everything that can come between them, decided by one seed.
///
/// The decisions are the seed's; when a process is killed and which request a fault meets is the machine's, too, so that a
/// seed shows the same round again, but not always the same end.
final class ChaosRound {
  let seed: UInt64
  let server: TestServer
  let devices: [ChaosDevice]
  var ledger = Ledger()
  /// What was done so far, for whoever has to find out.
  private(set) var log: [String] = []
  private var isServerUp = true

  private static let actions = 24

  /// Whether the journal is encrypted, so that nothing that a person writes may be found outside of their machines.
  let isSealed: Bool

  init(seed: UInt64, isSealed: Bool = true) throws {
    (self.seed, self.isSealed) = (seed, isSealed)
    server = try TestServer(logLevel: "debug")
    let server = server
    devices = try zip(["laptop", "desktop", "tablet"], TestServer.sessions()).map {
      try ChaosDevice($0, server: server, session: $1, isPlain: !isSealed)
    }
  }

  /// Goes through the round and compares what the machines have in the end.
  ///
  /// - Throws: ``UnexpectedOutcome`` with the seed and everything that was done.
  func run() throws {
    var dice = Dice(seed: seed)
    do {
      try begin(&dice)
      for _ in 0..<ChaosRound.actions {
        var own = dice.split()
        try act(&own)
      }
      try settle()
      try check()
    } catch {
      let kept = keepFiles()
      throw UnexpectedOutcome(
        description: """
          seed \(seed): \(error)
          What was done:
          \(log.joined(separator: "\n"))
          Its files are in \(kept). CLOUDJOURNAL_TEST_SEED=\(seed) decides the same way again.
          """)
    }
    for device in devices { device.network.close() }
  }

  func say(_ text: String) { log.append("\(log.count + 1) \(text)") }

  /// A few entries that all machines have.
  private func begin(_ dice: inout Dice) throws {
    for _ in 0..<3 { try ChaosWriting.create(on: devices[0], in: self, &dice) }
    let mark = Ledger.mark
    _ = try devices[0].journal.importPicture(
      title: "\(mark) at the weir", body: "A \(mark) stood still.", caption: "\(mark)-caption.jpg",
      category: "\(mark)-angling")
    for device in devices { try device.journal.sync() }
  }

  // MARK: The world

  private func act(_ dice: inout Dice) throws {
    let device = dice.pick(devices)
    switch dice.pick(weighted: ChaosAction.weights) {
    case .write(let writing): try writing.perform(on: device, in: self, &dice)
    case .sync: try sync(device, &dice)
    case .watch: try watch(device, &dice)
    case .screen: try ChaosScreen(device: device, round: self).act(&dice)
    case .weather: changeWeather(device, &dice)
    case .server: try crashOrRestart()
    }
  }

  private func sync(_ device: ChaosDevice, _ dice: inout Dice) throws {
    if device.sync != nil {
      let kills = dice.chance(50)
      say("\(device.name): \(kills ? "kill" : "wait for") sync")
      return kills ? try device.killSync() : try device.awaitSync()
    }
    // Beside a watch or a screen it leaves the work to that one, and waits for it.
    if device.watch != nil || device.screen != nil, dice.chance(80) { return }
    try device.startSync()
    guard let program = device.sync else { return }
    switch dice.roll(5) {
    case 0:
      let count = 1 + dice.roll(8)
      say("\(device.name): sync, killed after \(count) requests")
      device.waitForRequests(count, of: program)
      try device.killSync()
    case 1:
      let time = dice.roll(300)
      say("\(device.name): sync, killed after \(time) ms")
      _ = program.hasEnded(within: .milliseconds(time))
      try device.killSync()
    case 2:
      say("\(device.name): sync goes on beside what follows")
    default:
      say("\(device.name): sync")
      if !program.hasEnded(within: .seconds(2)) {
        say("\(device.name): … takes longer")
      } else {
        try device.awaitSync()
      }
    }
  }

  private func watch(_ device: ChaosDevice, _ dice: inout Dice) throws {
    if device.watch != nil {
      let kills = dice.chance(70)
      say("\(device.name): \(kills ? "kill" : "end") watch")
      return kills ? try device.killWatch() : try device.endWatch()
    }
    guard device.screen == nil else { return }
    try device.awaitSync()
    say("\(device.name): watch")
    try device.startWatch()
  }

  private func changeWeather(_ device: ChaosDevice, _ dice: inout Dice) {
    let weather = dice.pick(weighted: ChaosAction.networks)
    say("\(device.name): network \(weather)")
    device.network.set(weather)
  }

  private func crashOrRestart() throws {
    if isServerUp {
      say("kill the server")
      try server.crash()
      isServerUp = false
    } else {
      try restart()
    }
  }

  private func restart() throws {
    say("start the server")
    // At whichever port is free: its former one may be somebody else's meanwhile.
    try server.restart(keepsPort: false)
    isServerUp = true
    for device in devices { device.network.lead(to: server.port) }
  }

  // MARK: The end

  /// Ends every fault and every program, takes up what was left in drafts, and synchronises until nothing moves.
  private func settle() throws {
    if !isServerUp { try restart() }
    say("all faults off")
    for device in devices { device.network.set(.pass) }
    for device in devices {
      try device.awaitSync()
      try device.endWatch()
      try device.leaveScreen()
      guard try device.drafts() > 0 else { continue }
      say("\(device.name): take up drafts")
      try device.openScreen()
      try device.leaveScreen()
    }
    // Once round for everybody's words to go up, once for everybody else's to come; what merges make may take longer.
    for pass in 1...5 {
      say("pass \(pass)")
      for device in devices { try device.journal.sync() }
      guard pass > 1 else { continue }
      let contents = try devices.map { try $0.contents() }
      if contents.dropFirst().allSatisfy({ $0.differences(from: contents[0]).isEmpty }) { return }
    }
  }

  /// Copies all homes to beside the programs that were tested.
  private func keepFiles() -> String {
    do {
      let folder = try URL(filePath: BuiltProgram.path()).deletingLastPathComponent().appending(path: "chaos/\(seed)")
      if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, sandbox) in devices.map({ ($0.name, $0.journal.sandbox) }) + [("server", server.sandbox)] {
        try FileManager.default.copyItem(at: sandbox.root, to: folder.appending(path: name))
      }
      return folder.path
    } catch {
      return "no place: \(error)"
    }
  }
}
