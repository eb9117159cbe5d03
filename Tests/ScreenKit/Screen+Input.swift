/// A key that has a name instead of a character.
package enum NamedKey: Sendable {
  case enter, escape, tab, backtab, backspace, delete, insert, home, end, pageUp, pageDown
  case up, down, left, right
  case function(Int)
  case control(Character)
  case alt(Character)
  case controlUp, controlDown, controlLeft, controlRight
  case shiftUp, shiftDown, shiftLeft, shiftRight

  /// What xterm sends for it.
  func bytes(isApplicationCursor: Bool) -> String {
    let arrow = isApplicationCursor ? "\u{1B}O" : "\u{1B}["
    return switch self {
    case .enter: "\r"
    case .escape: "\u{1B}"
    case .tab: "\t"
    case .backtab: "\u{1B}[Z"
    case .backspace: "\u{7F}"
    case .delete: "\u{1B}[3~"
    case .insert: "\u{1B}[2~"
    case .home: arrow + "H"
    case .end: arrow + "F"
    case .pageUp: "\u{1B}[5~"
    case .pageDown: "\u{1B}[6~"
    case .up: arrow + "A"
    case .down: arrow + "B"
    case .right: arrow + "C"
    case .left: arrow + "D"
    case .function(let number): NamedKey.functions[number] ?? ""
    case .control(let character): NamedKey.control(character)
    case .alt(let character): "\u{1B}\(character)"
    case .controlUp: "\u{1B}[1;5A"
    case .controlDown: "\u{1B}[1;5B"
    case .controlRight: "\u{1B}[1;5C"
    case .controlLeft: "\u{1B}[1;5D"
    case .shiftUp: "\u{1B}[1;2A"
    case .shiftDown: "\u{1B}[1;2B"
    case .shiftRight: "\u{1B}[1;2C"
    case .shiftLeft: "\u{1B}[1;2D"
    }
  }

  private static let functions: [Int: String] = [
    1: "\u{1B}OP", 2: "\u{1B}OQ", 3: "\u{1B}OR", 4: "\u{1B}OS", 5: "\u{1B}[15~", 6: "\u{1B}[17~", 7: "\u{1B}[18~",
    8: "\u{1B}[19~", 9: "\u{1B}[20~", 10: "\u{1B}[21~", 11: "\u{1B}[23~", 12: "\u{1B}[24~",
  ]

  private static func control(_ character: Character) -> String {
    guard let ascii = Character(character.uppercased()).asciiValue else { return "" }
    return String(UnicodeScalar(ascii == UInt8(ascii: "?") ? 0x7F : ascii & 0x1F))
  }
}

extension Screen {
  /// Types text as it stands.
  package func type(_ text: String) { send(text.utf8) }

  /// Presses named keys, one after the other.
  ///
  /// A character typed right after ``NamedKey/escape`` is read as Alt with that character, as on a real terminal:
  /// wait for what Escape does before typing on.
  package func press(_ keys: NamedKey...) {
    for key in keys {
      if case .escape = key, knowsKeyboardProtocol, scanner.hasKeyboardProtocol {
        send("\u{1B}[27u".utf8)
      } else {
        send(key.bytes(isApplicationCursor: scanner.isApplicationCursor).utf8)
      }
    }
  }

  /// Types a text, and waits until all of these words are on the screen.
  package func type(
    _ text: String, showing words: String..., within patience: Duration = Screen.patience,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    type(text)
    try wait(forAll: words, within: patience, fileID: fileID, line: line)
  }

  /// Types a text, and waits until none of these words is on the screen.
  package func type(
    _ text: String, hiding words: String..., within patience: Duration = Screen.patience,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    type(text)
    try wait(untilAllGone: words, within: patience, fileID: fileID, line: line)
  }

  /// Presses named keys, and waits until all of these words are on the screen.
  package func press(
    _ keys: NamedKey..., showing words: String..., within patience: Duration = Screen.patience,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    for key in keys { press(key) }
    try wait(forAll: words, within: patience, fileID: fileID, line: line)
  }

  /// Presses named keys, and waits until none of these words is on the screen.
  package func press(
    _ keys: NamedKey..., hiding words: String..., within patience: Duration = Screen.patience,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    for key in keys { press(key) }
    try wait(untilAllGone: words, within: patience, fileID: fileID, line: line)
  }

  /// Pastes text, in brackets where the program asked for them.
  package func paste(_ text: String) {
    send((scanner.isBracketedPaste ? "\u{1B}[200~\(text)\u{1B}[201~" : text).utf8)
  }

  /// Presses and releases the left button; rows and columns are counted from 0.
  package func click(row: Int, column: Int) {
    mouse(0, row: row, column: column)
    mouse(0, row: row, column: column, isRelease: true)
  }

  /// Drags with the left button from one cell to another.
  package func drag(from start: (row: Int, column: Int), to end: (row: Int, column: Int)) {
    mouse(0, row: start.row, column: start.column)
    mouse(32, row: end.row, column: end.column)
    mouse(0, row: end.row, column: end.column, isRelease: true)
  }

  /// Turns the wheel by one notch.
  package func wheel(down: Bool, row: Int, column: Int) { mouse(down ? 65 : 64, row: row, column: column) }

  private func mouse(_ button: Int, row: Int, column: Int, isRelease: Bool = false) {
    type("\u{1B}[<\(button);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
  }
}
