import Glibc
import ScreenKit

/// What a person does on the screen of one machine.
struct ChaosScreen {
  let device: ChaosDevice
  let round: ChaosRound

  func act(_ dice: inout Dice) throws {
    guard let screen = device.screen else {
      guard device.watch == nil else { return }
      round.say("\(device.name): open the screen")
      try device.openScreen()
      return try write(&dice)
    }
    switch dice.roll(10) {
    case 0:
      round.say("\(device.name): leave the screen")
      try device.leaveScreen()
    case 1...2:
      round.say("\(device.name): kill the screen")
      try device.killScreen(watcher: dice.chance(30))
    case 3:
      round.say("\(device.name): sync now on the screen")
      screen.type("s")
      try screen.settle()
    default: try write(&dice)
    }
  }

  /// Writes into a new entry or the selected one, and ends in one of the ways in which writing ends.
  private func write(_ dice: inout Dice) throws {
    guard let screen = device.screen else { return }
    let word = round.ledger.newWord()
    let isNew = dice.chance(50) || screen.shows("Write your first entry")
    try screen.type(isNew ? "n" : "e", showing: "Esc done")
    if isNew {
      round.ledger.note(creation: word)
      screen.type("On the screen")
      screen.press(.tab)
    }
    try screen.type("\(word) ", showing: word)
    let what = "\(device.name): \(isNew ? "write" : "edit") \(word) on the screen"
    switch dice.roll(6) {
    case 0:
      round.say("\(what), kept as a draft, killed")
      try screen.waitForDraft()
      round.ledger.acknowledge(word, in: nil, round.lastLine)
      try device.killScreen(watcher: dice.chance(30))
    case 1:
      let time = dice.roll(200)
      round.say("\(what), killed \(time) ms after Escape")
      screen.press(.escape)
      if screen.settled(within: .milliseconds(time), { !$0.shows("Esc done") }) {
        round.ledger.acknowledge(word, in: nil, round.lastLine)
      }
      try device.killScreen(watcher: dice.chance(30))
    default:
      round.say(what)
      try device.closeEditor()
      round.ledger.acknowledge(word, in: nil, round.lastLine)
    }
  }
}
