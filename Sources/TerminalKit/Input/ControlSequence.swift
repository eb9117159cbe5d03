/// A CSI sequence with what it means in the terminals that people use.
struct ControlSequence {
  enum Meaning {
    case key(Key.Code, Key.Modifiers)
    case event(InputEvent)
    case beginPaste
    case nothing
  }

  /// `<`, `?`, `>` or `=` in front of the parameters, else 0.
  private let marker: UInt8
  /// The numbers between semicolons; -1 where none stands. Of `a:b:c` the sub-parameters follow in `details`.
  private let parameters: [Int]
  private let details: [[Int]]
  private let final: UInt8
  private let hasIntermediates: Bool

  init(_ bytes: [UInt8], final: UInt8) {
    self.final = final
    var rest = bytes[...]
    // Intermediate bytes, as the `$` of a mode's report, are no part of the last number.
    while let last = rest.last, 0x20...0x2F ~= last { rest = rest.dropLast() }
    hasIntermediates = rest.count < bytes.count
    if let first = rest.first, 0x3C...0x3F ~= first {
      marker = first
      rest = rest.dropFirst()
    } else {
      marker = 0
    }
    let fields = rest.split(separator: UInt8(ascii: ";"), maxSplits: 31, omittingEmptySubsequences: false)
    details = fields.map { field in
      field.split(separator: UInt8(ascii: ":"), maxSplits: 7, omittingEmptySubsequences: false).map(Self.number)
    }
    parameters = details.map { $0.first ?? -1 }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    guard !digits.isEmpty else { return -1 }
    var value = 0
    for byte in digits {
      guard 0x30...0x39 ~= byte else { return -1 }
      value = min(value * 10 + Int(byte - 0x30), 0xFF_FFFF)
    }
    return value
  }

  private func parameter(_ index: Int, default missing: Int = 1) -> Int {
    index < parameters.count && parameters[index] >= 0 ? parameters[index] : missing
  }

  /// Modifiers as xterm and kitty number them: one more than Shift 1, Alt 2, Control 4, Meta 32 (8 in xterm).
  private static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = max(0, parameter - 1)
    var result: Key.Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & 2 != 0 || bits & 32 != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  var meaning: Meaning {
    switch marker {
    case 0: return plain
    case UInt8(ascii: "<"):
      guard parameters.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return .nothing }
      let event = Self.mouse(
        button: parameter(0, default: 0), column: parameter(1), row: parameter(2), isRelease: final == UInt8(ascii: "m")
      )
      return event.map { .event($0) } ?? .nothing
    case UInt8(ascii: "?"):
      if final == UInt8(ascii: "c") { return .event(.deviceAttributes(parameters.filter { $0 >= 0 })) }
      if final == UInt8(ascii: "u"), !hasIntermediates { return .event(.keyboard(flags: parameter(0, default: 0))) }
      if final == UInt8(ascii: "n"), parameter(0) == 997, 1...2 ~= parameter(1) {
        return .event(.colorScheme(isDark: parameter(1) == 1))
      }
      // 1 is on, 2 is off; 0 is a mode that is unknown, 3 and 4 are for ever so.
      if final == UInt8(ascii: "y"), hasIntermediates, parameters.count == 2 {
        return .event(.mode(parameter(0), isSupported: 1...2 ~= parameter(1)))
      }
      return .nothing
    default: return .nothing
    }
  }

  private var plain: Meaning {
    if hasIntermediates { return .nothing }
    let modifiers = Self.modifiers(parameter(1))
    switch final {
    case UInt8(ascii: "~"): return tilde(modifiers)
    case UInt8(ascii: "u"): return unicodeKey
    case UInt8(ascii: "^"): return numbered(parameter(0), .control)
    case UInt8(ascii: "$"): return numbered(parameter(0), .shift)
    case UInt8(ascii: "@"): return numbered(parameter(0), [.control, .shift])
    case UInt8(ascii: "Z"): return .key(.backTab, modifiers.subtracting(.shift))
    case UInt8(ascii: "I"): return parameters.count > 1 ? .nothing : .event(.input(.focus(true)))
    case UInt8(ascii: "O"): return parameters.count > 1 ? .nothing : .event(.input(.focus(false)))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return Self.letterKey(final - 0x20).map { .key($0, .shift) } ?? .nothing
    case UInt8(ascii: "M"):
      guard parameters.count == 3 else { return .nothing }
      let event = Self.mouse(
        button: parameter(0) - 32, column: parameter(1), row: parameter(2), isRelease: false)
      return event.map { .event($0) } ?? .nothing
    case UInt8(ascii: "R") where parameter(0) != 1:
      // In the first row it would be F3 with Shift or Ctrl.
      return parameters.count == 2 ? .event(.cursor(row: parameter(0) - 1, column: parameter(1) - 1)) : .nothing
    case UInt8(ascii: "t"):
      guard parameters.count == 3, parameter(0) == 6, parameters[1] > 0, parameters[2] > 0 else { return .nothing }
      return .event(.cellPixels(width: parameters[2], height: parameters[1]))
    default: return Self.letterKey(final).map { .key($0, modifiers) } ?? .nothing
    }
  }

  private func tilde(_ modifiers: Key.Modifiers) -> Meaning {
    switch parameter(0, default: 0) {
    case 200: .beginPaste
    case 27 where parameters.count == 3: Self.coded(parameter(2), modifiers)
    case let number: numbered(number, modifiers)
    }
  }

  private func numbered(_ number: Int, _ modifiers: Key.Modifiers) -> Meaning {
    switch number {
    case 1, 7: .key(.home, modifiers)
    case 2: .key(.insert, modifiers)
    case 3: .key(.delete, modifiers)
    case 4, 8: .key(.end, modifiers)
    case 5: .key(.pageUp, modifiers)
    case 6: .key(.pageDown, modifiers)
    case 11...15: .key(.function(number - 10), modifiers)
    case 17...21: .key(.function(number - 11), modifiers)
    case 23...26: .key(.function(number - 12), modifiers)
    case 28, 29: .key(.function(number - 13), modifiers)
    case 31...34: .key(.function(number - 14), modifiers)
    default: .nothing
    }
  }

  /// kitty's `CSI code : shifted : base ; modifiers : event ; text u`; the release of a key is nothing.
  private var unicodeKey: Meaning {
    if details.count > 1, details[1].count > 1, details[1][1] == 3 { return .nothing }
    // Keys with Super or Hyper belong to the desktop.
    if (parameter(1) - 1) & (8 | 16) != 0 { return .nothing }
    let modifiers = Self.modifiers(parameter(1))
    var code = parameter(0, default: 0)
    let isCommand = !modifiers.isDisjoint(with: [.control, .alt])
    if modifiers.contains(.shift), let shifted = detail(1) {
      code = shifted
    } else if isCommand, code > 0x7F, !(57344...63743).contains(code), let base = detail(2) {
      // On a keyboard with other letters a command is the key that has it on a Latin one.
      code = base
    }
    if modifiers == .control, let legacy = Self.sameAsControl(code) { return .key(legacy, []) }
    return Self.coded(code, modifiers)
  }

  /// The second or third number of the first field.
  private func detail(_ index: Int) -> Int? {
    details.first.flatMap { $0.count > index && $0[index] > 0 ? $0[index] : nil }
  }

  /// The keys that people press as Control with a letter, as every other terminal has it.
  private static func sameAsControl(_ code: Int) -> Key.Code? {
    switch UInt8(exactly: code) {
    case UInt8(ascii: "i"): .tab
    case UInt8(ascii: "m"): .enter
    case UInt8(ascii: "["): .escape
    default: nil
    }
  }

  private static func coded(_ code: Int, _ modifiers: Key.Modifiers) -> Meaning {
    switch code {
    case 9: return .key(.tab, modifiers)
    case 13, 57414: return .key(.enter, modifiers)
    case 27: return .key(.escape, modifiers)
    case 8, 127: return .key(.backspace, modifiers)
    case 57399...57408: return .key(.character(Unicode.Scalar(UInt8(code - 57399 + 0x30))), modifiers)
    case 57409...57413: return .key(.character([".", "/", "*", "-", "+"][code - 57409]), modifiers)
    case 57417...57426:
      let keys: [Key.Code] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
      return .key(keys[code - 57417], modifiers)
    case 57344...63743: return .nothing
    default:
      guard code >= 32, let scalar = Unicode.Scalar(UInt32(code)), scalar.properties.generalCategory != .control else {
        return .nothing
      }
      return .key(.character(scalar), modifiers)
    }
  }

  private static func letterKey(_ letter: UInt8) -> Key.Code? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter) - 0x4F)
    default: nil
    }
  }

  /// The key of `ESC O letter`: arrows and F1 to F4 of keyboards in application mode, rxvt's arrows with Control, and
  /// the numeric keypad.
  static func singleShiftKey(_ letter: UInt8, _ parameters: [UInt8]) -> (Key.Code, Key.Modifiers)? {
    let modifiers = modifiers(number(parameters.suffix(1)))
    if let code = letterKey(letter) { return (code, modifiers) }
    switch letter {
    case UInt8(ascii: "a")...UInt8(ascii: "d"): return letterKey(letter - 0x20).map { ($0, .control) }
    case UInt8(ascii: "M"): return (.enter, modifiers)
    case UInt8(ascii: "I"): return (.tab, modifiers)
    case UInt8(ascii: "X"): return (.character("="), modifiers)
    case UInt8(ascii: "j")...UInt8(ascii: "y"): return (.character(Unicode.Scalar(letter - 0x40)), modifiers)
    default: return nil
    }
  }

  /// A mouse report with its place counted from 1; nil for buttons and movements that mean nothing here.
  static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> InputEvent? {
    guard column >= 1, row >= 1, button >= 0 else { return nil }
    let kind: MouseEvent.Kind
    switch (button & 0b1110_0011, isRelease) {
    case (64, false): kind = .wheelUp
    case (65, false): kind = .wheelDown
    case (0, false): kind = .press
    case (2, false): kind = .rightPress
    case (32, false): kind = .drag
    case (0, true), (32, true), (3, false): kind = .release
    default: return nil
    }
    return .input(.mouse(MouseEvent(kind, at: Position(row: row - 1, column: column - 1))))
  }

  /// Returns the meaning of a string that began with ESC and this letter: `]` for OSC, `P` for DCS, `_` for APC.
  static func reply(_ letter: UInt8, _ bytes: [UInt8]) -> InputEvent? {
    let text = Substring(String(decoding: bytes, as: UTF8.self))
    switch letter {
    case UInt8(ascii: "]"): return background(text)
    case UInt8(ascii: "P"): return text.hasPrefix(">|") ? .version(String(text.dropFirst(2))) : nil
    case UInt8(ascii: "_"): return graphics(text)
    default: return nil
    }
  }

  /// The answer to a graphics command of kitty's: `Gi=31;OK`, or an error's name for `OK`.
  private static func graphics(_ text: Substring) -> InputEvent? {
    guard text.first == "G", let end = text.firstIndex(of: ";") else { return nil }
    let keys = text[..<end].dropFirst().split(separator: ",")
    guard let key = keys.first(where: { $0.hasPrefix("i=") }), let id = Int(key.dropFirst(2)) else { return nil }
    return .graphics(id: id, isOK: text[text.index(after: end)...] == "OK")
  }

  /// The answer to OSC 11: `11;rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits a part.
  private static func background(_ text: Substring) -> InputEvent? {
    guard text.hasPrefix("11;rgb"), let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    var levels: [UInt16] = []
    for part in parts.prefix(3) {
      guard 1...4 ~= part.utf8.count, let value = UInt32(part, radix: 16) else { return nil }
      let full = UInt32(1) << (4 * UInt32(part.utf8.count)) - 1
      levels.append(UInt16(value * 65_535 / full))
    }
    return .background(red: levels[0], green: levels[1], blue: levels[2])
  }
}
