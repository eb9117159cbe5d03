import Foundation
import Glibc
import JournalCore
import ScreenKit

/// What a person does by commands.
enum ChaosWriting {
  case new, long, text, title, field, remove, takeBack, emptyTrash, category, bringIn, killed

  static let weights: [(weight: Int, value: ChaosWriting)] = [
    (9, .new), (1, .long), (18, .text), (6, .title), (7, .field), (6, .remove), (3, .takeBack), (2, .emptyTrash),
    (6, .category), (2, .bringIn), (5, .killed),
  ]

  func perform(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    switch self {
    case .new: try ChaosWriting.create(on: device, in: round, &dice)
    case .long: try ChaosWriting.createLong(on: device, in: round)
    case .text: try ChaosWriting.changeText(on: device, in: round, &dice)
    case .title: try ChaosWriting.changeTitle(on: device, in: round, &dice)
    case .field: try ChaosWriting.changeField(on: device, in: round, &dice)
    case .remove: try ChaosWriting.remove(on: device, in: round, &dice)
    case .takeBack: try ChaosWriting.takeBack(on: device, in: round, &dice)
    case .emptyTrash: try ChaosWriting.emptyTrash(on: device, in: round)
    case .category: try ChaosWriting.changeCategory(on: device, in: round, &dice)
    case .bringIn: try ChaosWriting.bringIn(on: device, in: round, &dice)
    case .killed: try ChaosWriting.writeAndKill(on: device, in: round, &dice)
    }
  }

  private static let categories = ["Home", "Work"].map { Ledger.mark + $0 }

  // MARK: New entries

  static func create(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    let (title, body) = (round.ledger.newWord(), round.ledger.newWord())
    var arguments = ["new", "--title", "About \(title)", "--body", "First \(body) paragraph.\n\nAnother one."]
    if dice.chance(30) { arguments += ["--mood", dice.pick(moods)] }
    if dice.chance(30) { arguments += ["--tag", "tag\(dice.roll(5))"] }
    if dice.chance(20) { arguments += ["--category", dice.pick(categories)] }
    round.say("\(device.name): new \(title) \(body)")
    round.ledger.note(creation: body)
    guard let output = try device.run(arguments) else { return }
    let id = try page(output).items.first?.id
    round.ledger.acknowledge(title, in: id, round.lastLine, isText: false)
    round.ledger.acknowledge(body, in: id, round.lastLine)
  }

  /// Longer than a record may be, so that it travels as an asset.
  private static func createLong(on device: ChaosDevice, in round: ChaosRound) throws {
    let (first, last) = (round.ledger.newWord(), round.ledger.newWord())
    let body = first + "\n" + String(repeating: "a line of a very long entry\n", count: 20_000) + last
    round.say("\(device.name): new long \(first) \(last)")
    round.ledger.note(creation: first)
    guard let output = try device.run(["new", "--title", "Long", "--body", "-"], input: body) else { return }
    let id = try page(output).items.first?.id
    for word in [first, last] { round.ledger.acknowledge(word, in: id, round.lastLine) }
  }

  /// Many at once, from a file.
  private static func bringIn(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    let words = (0..<3 + dice.roll(20)).map { _ in round.ledger.newWord() }
    let text = words.enumerated().map { "[2021-03-04 05:\($0.offset + 10)] Brought in. With \($0.element)\n\n" }
      .joined()
    let file = try device.journal.sandbox.write("home/\(words[0]).txt", text.utf8)
    round.say("\(device.name): import \(words[0])…\(words.last ?? "")")
    for word in words { round.ledger.note(creation: word) }
    _ = try device.run(["import", "--from", "jrnl", file])
    for word in words { round.ledger.acknowledge(word, in: nil, round.lastLine) }
  }

  /// A command that is killed: its word is whole or nowhere, and of the rest nothing is missing.
  private static func writeAndKill(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    let word = round.ledger.newWord()
    let time = dice.roll(160)
    round.say("\(device.name): new \(word), killed after \(time) ms")
    round.ledger.note(creation: word)
    let program = try device.journal.start(["new", "--title", "Killed", "--body", word])
    _ = program.hasEnded(within: .milliseconds(time))
    program.signal(SIGKILL)
    let outcome = try program.finish()
    switch outcome.status {
    case .success: round.ledger.acknowledge(word, in: nil, round.lastLine)
    case .signal(SIGKILL): break
    default: throw UnexpectedOutcome(description: "\(device.name): new → \(outcome)")
    }
  }

  // MARK: Changes

  private static func changeText(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    guard let entry = try anEntry(on: device, &dice) else { return }
    let word = round.ledger.newWord()
    let body: String
    switch dice.roll(5) {
    case 0: body = "Replaced by \(word)."
    case 1: body = "\(word) at the beginning. " + entry.body
    case 2:
      var lines = entry.body.components(separatedBy: "\n")
      lines.insert("Inserted \(word).", at: dice.roll(lines.count + 1))
      body = lines.joined(separator: "\n")
    default: body = entry.body + "\n\nAppended \(word)."
    }
    round.say("\(device.name): edit \(entry.id), body \(word)")
    guard try device.run(["edit", entry.id, "--body", "-"], input: body) != nil else { return }
    round.ledger.acknowledge(word, in: entry.id, round.lastLine)
  }

  private static func changeTitle(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    guard let entry = try anEntry(on: device, &dice) else { return }
    let word = round.ledger.newWord()
    round.say("\(device.name): edit \(entry.id), title \(word)")
    guard try device.run(["edit", entry.id, "--title", "Now \(word)"]) != nil else { return }
    round.ledger.acknowledge(word, in: entry.id, round.lastLine, isText: false)
  }

  private static func changeField(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    guard let entry = try anEntry(on: device, &dice) else { return }
    let change = dice.pick([
      ["--mood", dice.pick(moods + ["none"])], ["--tag", "tag\(dice.roll(5))"], ["--remove-tag", "tag\(dice.roll(5))"],
      ["--favorite"], ["--no-favorite"], ["--date", "2024-0\(1 + dice.roll(9))-11 08:30"],
      ["--category", dice.pick(categories + ["none"])],
    ])
    round.say("\(device.name): edit \(entry.id) \(change.joined(separator: " "))")
    _ = try device.run(["edit", entry.id] + change)
  }

  // MARK: Trash

  private static func remove(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    guard let entry = try anEntry(on: device, &dice) else { return }
    round.say("\(device.name): rm \(entry.id)")
    _ = try device.run(["rm", entry.id, "--yes"])
  }

  private static func takeBack(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    guard let entry = try anEntry(on: device, from: ["trash", "list"], &dice) else { return }
    round.say("\(device.name): trash restore \(entry.id)")
    _ = try device.run(["trash", "restore", entry.id])
  }

  private static func emptyTrash(on device: ChaosDevice, in round: ChaosRound) throws {
    // Nothing may come in between looking at the trash and emptying it: what it holds then is what its person saw.
    guard device.watch == nil, device.screen == nil else { return }
    try device.awaitSync()
    let here = try device.contents()
    let entries = here.entries.filter { $0.value.trashedAt != nil }
    // More than that would be a question, as it should be.
    guard !entries.isEmpty, entries.count * 4 < here.entries.count else { return }
    round.say("\(device.name): trash empty: \(entries.keys.map(\.rawValue).sorted().joined(separator: " "))")
    let others = try round.devices.filter { $0 !== device }.map { try $0.contents() }
    round.ledger.remove(Set(entries.keys), here: here, others: others)
    _ = try device.run(["trash", "empty", "--yes"])
  }

  // MARK: Categories

  private static func changeCategory(on device: ChaosDevice, in round: ChaosRound, _ dice: inout Dice) throws {
    struct Row: Decodable { let id: String }
    struct Rows: Decodable { let items: [Row] }
    let word = round.ledger.newWord()
    let kind = dice.roll(4)
    if kind > 0, let output = try device.run(["categories"]) {
      let rows = try JSONDecoder().decode(Rows.self, from: Data(output)).items
      guard !rows.isEmpty else { return }
      let id = dice.pick(rows).id
      if kind == 1 {
        round.say("\(device.name): categories rm \(id)")
        _ = try device.run(["categories", "rm", id, "--yes"])
      } else {
        round.say("\(device.name): categories edit \(id) \(word)")
        guard try device.run(["categories", "edit", id, "--name", word]) != nil else { return }
        round.ledger.acknowledge(word, in: id, round.lastLine, isText: false)
      }
    } else {
      round.say("\(device.name): categories add \(word)")
      guard try device.run(["categories", "add", word]) != nil else { return }
      round.ledger.acknowledge(word, in: nil, round.lastLine, isText: false)
    }
  }

  // MARK: Common

  private static let moods = ["happy", "neutral", "sad", "excited", "anxious"]

  private static func page(_ output: [UInt8]) throws -> Page {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Page.self, from: Data(output))
  }

  private static func anEntry(
    on device: ChaosDevice, from list: [String] = ["list"], _ dice: inout Dice
  ) throws -> Page.Item? {
    guard let output = try device.run(list + ["-n", "1000"]) else { return nil }
    let items = try page(output).items.inOrder
    return items.isEmpty ? nil : dice.pick(items)
  }
}
