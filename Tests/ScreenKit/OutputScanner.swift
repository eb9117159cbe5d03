/// Reads the raw stream that a program sends to its terminal and keeps what outlives the picture: modes, pen, title.
///
/// The terminal emulator behind ``Screen`` answers "what is seen"; this answers "what is left behind" and "what was
/// asked". It understands control sequences of ECMA-48 and may be fed in pieces of any size.
package struct OutputScanner {
  /// Private modes (`CSI ? n h`) that are on.
  package private(set) var modes: Set<Int> = OutputScanner.initialModes
  /// The operating system commands (`OSC … ST`) in order, without their frame: `0;title`, `52;c;…`.
  package private(set) var commands: [String] = []
  /// Pictures and what is said of them, in order, without their frame: kitty's commands (`_G…`) and sixels (`P…q…`).
  package private(set) var pictures: [String] = []
  /// Whether modes were on when they were last saved (`CSI ? n s`).
  private var savedModes: [Int: Bool] = [:]
  private var attributes: Set<Int> = []
  private var isKeypadApplication = false
  private var keyboardDepth = 0
  /// How often the program asked for kitty's keyboard protocol (`CSI ? u`).
  package private(set) var keyboardQuestions = 0
  private var modifiesOtherKeys = false
  private var titleDepth = 0
  private var isShapedCursor = false
  private var isGraphicsCharset = false
  private var margins: (top: Int, bottom: Int)?
  private var changedColors: Set<String> = []

  private enum State { case ground, escape, charset, csi, command, string }
  private var state = State.ground
  private var pending: [UInt8] = []
  private var isStringEnding = false
  /// What the string that is read began with.
  private var introducer: UInt8 = 0
  private var rows: Int

  /// Wrapping and the cursor are on in a fresh terminal.
  private static let initialModes: Set<Int> = [7, 25]

  package init(rows: Int) { self.rows = rows }

  package var isAlternateScreen: Bool { !modes.isDisjoint(with: [47, 1047, 1049]) }
  package var isCursorVisible: Bool { modes.contains(25) }
  package var isBracketedPaste: Bool { modes.contains(2004) }
  package var isMouseReporting: Bool { !modes.isDisjoint(with: [9, 1000, 1001, 1002, 1003]) }
  package var isApplicationCursor: Bool { modes.contains(1) }
  /// Whether keys are wanted by kitty's protocol.
  package var hasKeyboardProtocol: Bool { keyboardDepth > 0 }
  /// The window's title as last set.
  package var title: String? {
    commands.last { $0.hasPrefix("0;") || $0.hasPrefix("2;") }.map { String($0.dropFirst(2)) }
  }

  /// What differs from a fresh terminal, in words: empty after a program that cleaned up.
  package var leakedModes: [String] {
    var leaks: [String] = []
    if isAlternateScreen { leaks.append("alternate screen") }
    if !isCursorVisible { leaks.append("cursor hidden") }
    if isShapedCursor { leaks.append("cursor shape") }
    if isMouseReporting { leaks.append("mouse reporting") }
    if isBracketedPaste { leaks.append("bracketed paste") }
    if modes.contains(1004) { leaks.append("focus reporting") }
    if isApplicationCursor { leaks.append("application cursor keys") }
    if isKeypadApplication { leaks.append("application keypad") }
    if keyboardDepth > 0 { leaks.append("keyboard protocol") }
    if modifiesOtherKeys { leaks.append("modifyOtherKeys") }
    if !modes.contains(7) { leaks.append("no line wrap") }
    if titleDepth > 0 { leaks.append("title pushed") }
    if isGraphicsCharset { leaks.append("graphics character set") }
    if !attributes.isEmpty { leaks.append("attributes \(attributes.sorted())") }
    if let margins, margins.top != 1 || margins.bottom < rows {
      leaks.append("scroll margins \(margins.top)-\(margins.bottom)")
    }
    if !changedColors.isEmpty { leaks.append("changed colours \(changedColors.sorted())") }
    let named: Set<Int> = [1, 7, 9, 12, 25, 47, 1000, 1001, 1002, 1003, 1004, 1047, 1048, 1049, 2004]
    // Encodings of the mouse mean nothing while it is not reported.
    leaks += modes.subtracting(named).subtracting([1005, 1006, 1015, 1016]).sorted().map { "mode \($0)" }
    return leaks
  }

  /// A terminal forgets its margins when its size changes.
  package mutating func resize(rows: Int) {
    self.rows = rows
    margins = nil
  }

  package mutating func scan(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { scan(byte) }
  }

  private mutating func scan(_ byte: UInt8) {
    switch state {
    case .ground:
      switch byte {
      case 0x1B: state = .escape
      case 0x0E: isGraphicsCharset = true
      case 0x0F: isGraphicsCharset = false
      default: break
      }
    case .escape: scanEscape(byte)
    case .charset:
      isGraphicsCharset = byte == UInt8(ascii: "0")
      state = .ground
    case .csi:
      if byte == 0x1B {
        state = .escape
      } else if (0x40...0x7E).contains(byte) {
        state = .ground
        controlSequence(final: byte)
      } else {
        pending.append(byte)
      }
    case .command, .string: scanString(byte)
    }
  }

  private mutating func scanEscape(_ byte: UInt8) {
    pending.removeAll()
    isStringEnding = false
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .csi
    case UInt8(ascii: "]"): state = .command
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      introducer = byte
      state = .string
    case UInt8(ascii: "("): state = .charset
    case UInt8(ascii: "="): isKeypadApplication = true
    case UInt8(ascii: ">"): isKeypadApplication = false
    case UInt8(ascii: "c"): self = OutputScanner(rows: rows)
    default: break
    }
  }

  private mutating func scanString(_ byte: UInt8) {
    // CAN gives a string up.
    if byte == 0x18 {
      state = .ground
      return
    }
    let isEnd = byte == 0x07 || (isStringEnding && byte == UInt8(ascii: "\\"))
    if isEnd {
      let text = String(decoding: pending, as: UTF8.self)
      if state == .command { command(text) } else if introducer != UInt8(ascii: "^") { picture(text) }
      state = .ground
    } else if isStringEnding {
      // The escape began something else: the string was cut off.
      state = .escape
      scanEscape(byte)
    } else if byte == 0x1B {
      isStringEnding = true
    } else {
      pending.append(byte)
    }
  }

  private mutating func picture(_ text: String) {
    let isSixel = introducer == UInt8(ascii: "P") && text.drop { $0.isNumber || $0 == ";" }.hasPrefix("q")
    guard isSixel || (introducer == UInt8(ascii: "_") && text.hasPrefix("G")) else { return }
    pictures.append(String(UnicodeScalar(introducer)) + text)
  }

  private mutating func command(_ text: String) {
    commands.append(text)
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0) }) else { return }
    switch number {
    case 4, 10, 11, 12, 17, 19:
      if parts.count > 1, !parts[1].hasSuffix("?") { changedColors.insert("OSC \(number)") }
    case 104, 110, 111, 112, 117, 119: changedColors.remove("OSC \(number - 100)")
    default: break
    }
  }

  private mutating func controlSequence(final: UInt8) {
    let leader = pending.first.flatMap { (0x3C...0x3F).contains($0) ? Character(UnicodeScalar($0)) : nil }
    let intermediates = pending.filter { (0x20...0x2F).contains($0) }
    let digits = pending.filter { (0x30...0x3B).contains($0) }
    let numbers = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { field in Int(String(decoding: field.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) }
    switch (leader, Character(UnicodeScalar(final))) {
    case ("?", "h"): modes.formUnion(numbers.compactMap { $0 })
    case ("?", "l"): modes.subtract(numbers.compactMap { $0 })
    case ("?", "s"): for mode in numbers.compactMap({ $0 }) { savedModes[mode] = modes.contains(mode) }
    case ("?", "r"):
      for mode in numbers.compactMap({ $0 }) {
        if savedModes[mode] == true { modes.insert(mode) } else { modes.remove(mode) }
      }
    case ("?", "u"): keyboardQuestions += 1
    case (">", "u"): keyboardDepth += 1
    case ("<", "u"): keyboardDepth = max(0, keyboardDepth - (numbers.first.flatMap { $0 } ?? 1))
    case (">", "m"): modifiesOtherKeys = numbers.first == 4 && numbers.count > 1 && (numbers[1] ?? 0) != 0
    case (nil, "m"): select(numbers.map { $0 ?? 0 })
    case (nil, "t"):
      if numbers.first == 22 { titleDepth += 1 }
      if numbers.first == 23 { titleDepth = max(0, titleDepth - 1) }
    case (nil, "q") where intermediates == [0x20]: isShapedCursor = (numbers.first.flatMap { $0 } ?? 0) != 0
    case (nil, "r"):
      let top = numbers.first.flatMap { $0 } ?? 1
      margins = (top, numbers.count > 1 ? numbers[1] ?? rows : rows)
    case (nil, "p") where intermediates == [0x21]: self = OutputScanner(rows: rows)
    default: break
    }
  }

  /// Select graphic rendition: what is on, each attribute under the number that switches it on.
  private mutating func select(_ numbers: [Int]) {
    var index = 0
    while index < numbers.count {
      let number = numbers[index]
      switch number {
      case 0: attributes.removeAll()
      case 22: attributes.subtract([1, 2])
      case 23...29: attributes.remove(number - 20)
      case 1...9, 21: attributes.insert(number == 21 ? 4 : number)
      case 30...37, 90...97: attributes.insert(30)
      case 40...47, 100...107: attributes.insert(40)
      case 38, 48:
        attributes.insert(number - 8)
        // The colour's own numbers follow: `5;n` or `2;r;g;b`.
        if index + 1 < numbers.count { index += numbers[index + 1] == 2 ? 4 : 2 }
      case 39: attributes.remove(30)
      case 49: attributes.remove(40)
      default: break
      }
      index += 1
    }
  }
}
