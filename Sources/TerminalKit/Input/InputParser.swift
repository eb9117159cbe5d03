/// Turns the bytes that a terminal sends into events; pure, so it can be fed in pieces of any size.
///
/// Knows UTF-8, control characters, Alt as an ESC in front, CSI and SS3 keys of xterm, rxvt, the Linux console and
/// kitty with their modifiers, mouse reports, bracketed paste, focus, and replies (OSC, DCS, DA1). Sequences that it
/// does not know are swallowed whole; they never turn into typed text.
package struct InputParser: Sendable {
  /// How long an ESC may stand alone before it is the Escape key, in milliseconds, where no other time is set.
  package static let escapeWait: Int32 = 25
  /// How long a sequence may stay unfinished before it is given up, in milliseconds.
  package static let sequenceTimeout: Int32 = 1000
  /// How long `ESC [` or `ESC ]` may stand alone while an answer, perhaps in pieces, is expected, in milliseconds.
  package static let expectantTimeout: Int32 = 150
  /// How long an answer may pause that cannot be anything else, such as `ESC _ G`, in milliseconds.
  package static let replyTimeout: Int32 = 10_000
  /// How long a paste may pause, in milliseconds; what comes later would be taken for typing.
  package static let pasteTimeout: Int32 = 5000
  /// Longer replies are given up, bytes.
  static let replyLimit = 4096
  /// A longer paste comes as several, bytes.
  static let pasteLimit = 64 << 20

  enum State: Hashable, Sendable {
    case ground
    /// Inside a character of UTF-8 of which `missing` bytes are still to come.
    case character(missing: Int)
    case escape
    case control
    case singleShift
    /// The three bytes of an old mouse report.
    case oldMouse
    /// Inside OSC, DCS, APC, PM or SOS, named by its letter; `escaped` after an ESC, which may begin its end.
    case string(UInt8, escaped: Bool)
    case paste
  }

  /// True where the terminal sends U+0008 for the backspace key, as its `stty erase` says.
  private let backspaceIsControlH: Bool
  private let escapeWait: Int32
  /// True while a question to the terminal is open. Some terminals never answer, so Esc does not wait: bytes after an
  /// ESC that was taken for the key are joined to it again where they can only be an answer.
  package var expectsReply = false
  /// True right after an ESC was taken for the key that may have been the beginning of an answer.
  private var mayResume = false
  private var state = State.ground
  private var bytes: [UInt8] = []
  private var hasAlt = false

  package init(backspaceIsControlH: Bool = false, escapeWait: Int32 = InputParser.escapeWait) {
    (self.backspaceIsControlH, self.escapeWait) = (backspaceIsControlH, escapeWait)
  }

  /// After this many milliseconds without another byte, ``flush(into:)`` is due; nil where nothing is unfinished.
  package var timeout: Int32? {
    switch state {
    case .ground: nil
    case .escape, .singleShift: escapeWait
    case .control where bytes.isEmpty, .string where bytes.isEmpty:
      expectsReply ? max(escapeWait, Self.expectantTimeout) : escapeWait
    case .control, .string: isSurelyReply ? Self.replyTimeout : Self.sequenceTimeout
    case .character, .oldMouse: Self.sequenceTimeout
    case .paste: Self.pasteTimeout
    }
  }

  /// True inside what no key sends: `CSI ?`, `CSI >`, and strings that begin as answers do.
  private var isSurelyReply: Bool {
    switch state {
    case .control: bytes.first.map { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ">") } ?? false
    case .string(UInt8(ascii: "_"), _): bytes.first == UInt8(ascii: "G")
    case .string(UInt8(ascii: "P"), _): bytes.starts(with: [UInt8(ascii: ">"), UInt8(ascii: "|")])
    case .string(UInt8(ascii: "]"), _): bytes.starts(with: [UInt8(ascii: "1"), UInt8(ascii: "1"), UInt8(ascii: ";")])
    default: false
    }
  }

  /// Takes bytes in and appends the events that are complete now; the rest waits for more bytes or ``flush(into:)``.
  package mutating func feed(_ input: some Collection<UInt8>, into events: inout [InputEvent]) {
    if mayResume {
      mayResume = false
      if Self.answers.contains(where: { $0.elementsEqual(input.prefix(2)) }) { state = .escape }
    }
    for byte in input {
      if case .paste = state, byte != 0x7E, bytes.count < Self.pasteLimit {
        bytes.append(byte)
      } else {
        take(byte, &events)
      }
    }
  }

  /// How the answers to our questions go on after their ESC; a person who types does not send two such bytes at once.
  private static let answers = ["[?", "[>", "[6", "]1", "_G", "P>", "P1", "P0"].map { Array($0.utf8) }

  /// Settles what is unfinished: a lone ESC is the Escape key, `ESC [` is Alt with `[`, a paste ends as it stands.
  package mutating func flush(into events: inout [InputEvent]) {
    let old = state
    state = .ground
    defer {
      bytes.removeAll(keepingCapacity: bytes.count < 65_536)
      hasAlt = false
    }
    switch old {
    case .ground, .oldMouse: return
    case .character: key(.character("\u{FFFD}"), &events)
    case .escape:
      let count = hasAlt ? 2 : 1
      mayResume = expectsReply && count == 1
      hasAlt = false
      for _ in 0..<count { key(.escape, &events) }
    case .control:
      hasAlt = true
      if bytes.isEmpty { key(.character("["), &events) }
    case .singleShift:
      hasAlt = true
      key(.character("O"), &events)
    case .string(let letter, escaped: let escaped):
      hasAlt = true
      if bytes.isEmpty, !escaped { key(.character(Unicode.Scalar(letter)), &events) }
    case .paste: endPaste(&events)
    }
  }

  private mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: ground(byte, &events)
    case .character(let missing): continueCharacter(byte, missing: missing, events: &events)
    case .escape: escape(byte, &events)
    case .control: control(byte, &events)
    case .singleShift: singleShift(byte, &events)
    case .oldMouse: oldMouse(byte, &events)
    case .string(let letter, let escaped): string(byte, letter, escaped, &events)
    case .paste: paste(byte, &events)
    }
  }

  // MARK: Text and control characters

  private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x7F: key(.character(Unicode.Scalar(byte)), &events)
    case 0x7F: key(.backspace, &events)
    case 0x0D: key(.enter, &events)
    case 0x09: key(.tab, &events)
    case 0x08 where backspaceIsControlH: key(.backspace, &events)
    case 0x00: key(.character("@"), .control, &events)
    case 0x01...0x1A: key(.character(Unicode.Scalar(byte + 0x60)), .control, &events)
    case 0x1C...0x1F: key(.character(Unicode.Scalar(byte + 0x40)), .control, &events)
    case 0xC2...0xDF: begin(byte, missing: 1)
    case 0xE0...0xEF: begin(byte, missing: 2)
    case 0xF0...0xF4: begin(byte, missing: 3)
    default: key(.character("\u{FFFD}"), &events)
    }
  }

  private mutating func begin(_ byte: UInt8, missing: Int) {
    bytes.append(byte)
    state = .character(missing: missing)
  }

  private mutating func continueCharacter(_ byte: UInt8, missing: Int, events: inout [InputEvent]) {
    guard 0x80...0xBF ~= byte else {
      finish()
      key(.character("\u{FFFD}"), &events)
      take(byte, &events)
      return
    }
    bytes.append(byte)
    guard missing == 1 else {
      state = .character(missing: missing - 1)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    finish()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      key(.character(scalar), &events)
    }
  }

  /// Leaves a sequence; Alt stays until the key that it belongs to is made.
  private mutating func finish() {
    state = .ground
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func key(_ code: Key.Code, _ events: inout [InputEvent]) { key(code, [], &events) }

  private mutating func key(_ code: Key.Code, _ modifiers: Key.Modifiers, _ events: inout [InputEvent]) {
    var key = Key(code, hasAlt ? modifiers.union(.alt) : modifiers)
    key.normalize()
    hasAlt = false
    events.append(.input(.key(key)))
  }

  // MARK: Sequences

  private mutating func escape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B:
      // Twice: rxvt's Alt in front of a sequence, or an impatient person.
      if hasAlt { events.append(.input(.key(Key(.escape)))) }
      hasAlt = true
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(byte, escaped: false)
    default:
      if hasAlt { events.append(.input(.key(Key(.escape)))) }
      hasAlt = true
      state = .ground
      ground(byte, &events)
    }
  }

  private mutating func control(_ byte: UInt8, _ events: inout [InputEvent]) {
    // Linux console: F1 to F5 are `ESC [ [ A` to `E`.
    if bytes == [UInt8(ascii: "[")] {
      finish()
      if 0x41...0x45 ~= byte { key(.function(Int(byte) - 0x40), &events) } else { hasAlt = false }
      return
    }
    // rxvt ends its keys with Shift by `$`, which is no final byte elsewhere.
    let isShiftedKey = byte == UInt8(ascii: "$") && !bytes.isEmpty && bytes.allSatisfy { 0x30...0x39 ~= $0 }
    switch byte {
    case 0x1B:
      finish()
      hasAlt = false
      state = .escape
    case UInt8(ascii: "[") where bytes.isEmpty: bytes.append(byte)
    case UInt8(ascii: "M") where bytes.isEmpty: state = .oldMouse
    case 0x20...0x3F where !isShiftedKey:
      bytes.append(byte)
      if bytes.count > Self.replyLimit { abandon() }
    case 0x24, 0x40...0x7E:
      let sequence = ControlSequence(bytes, final: byte)
      finish()
      interpret(sequence, &events)
    default:
      abandon()
      take(byte, &events)
    }
  }

  private mutating func abandon() {
    finish()
    hasAlt = false
  }

  private mutating func interpret(_ sequence: ControlSequence, _ events: inout [InputEvent]) {
    switch sequence.meaning {
    case .key(let code, let modifiers): key(code, modifiers, &events)
    case .event(let event):
      hasAlt = false
      events.append(event)
    case .beginPaste:
      hasAlt = false
      state = .paste
    case .nothing: hasAlt = false
    }
  }

  private mutating func singleShift(_ byte: UInt8, _ events: inout [InputEvent]) {
    // `ESC O 5 P`: old terminals put the modifier between.
    if 0x30...0x39 ~= byte, bytes.count < 3 {
      bytes.append(byte)
      return
    }
    let parameters = bytes
    finish()
    guard byte != 0x1B else {
      hasAlt = false
      state = .escape
      return
    }
    if let (code, modifiers) = ControlSequence.singleShiftKey(byte, parameters) {
      key(code, modifiers, &events)
    } else if parameters.isEmpty, 0x20..<0x7F ~= byte {
      // Alt with O, and something typed after it at once.
      hasAlt = true
      key(.character("O"), &events)
      take(byte, &events)
    } else {
      hasAlt = false
    }
  }

  private mutating func oldMouse(_ byte: UInt8, _ events: inout [InputEvent]) {
    bytes.append(byte)
    guard bytes.count == 3 else { return }
    let report = bytes.map { Int($0) - 32 }
    abandon()
    if let event = ControlSequence.mouse(button: report[0], column: report[1], row: report[2], isRelease: false) {
      events.append(event)
    }
  }

  // MARK: Strings and pastes

  private mutating func string(_ byte: UInt8, _ letter: UInt8, _ escaped: Bool, _ events: inout [InputEvent]) {
    if escaped, byte != UInt8(ascii: "\\") {
      abandon()
      state = .escape
      take(byte, &events)
      return
    }
    if byte == 0x07 || escaped {
      if let event = ControlSequence.reply(letter, bytes) { events.append(event) }
      abandon()
    } else if byte == 0x1B {
      state = .string(letter, escaped: true)
    } else if byte == 0x18 || byte == 0x1A {
      abandon()
    } else if bytes.count < Self.replyLimit {
      // A string that is too long is still read to its end, but not kept.
      bytes.append(byte)
    }
  }

  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private mutating func paste(_ byte: UInt8, _ events: inout [InputEvent]) {
    bytes.append(byte)
    if byte == 0x7E, bytes.suffix(6).elementsEqual(Self.pasteEnd) {
      bytes.removeLast(6)
      endPaste(&events)
      state = .ground
      bytes = []
    } else if bytes.count >= Self.pasteLimit, byte < 0x80, !bytes.suffix(5).contains(0x1B) {
      endPaste(&events)
      bytes = []
    }
  }

  private func endPaste(_ events: inout [InputEvent]) {
    events.append(.input(.paste(String(decoding: bytes, as: UTF8.self))))
  }
}
