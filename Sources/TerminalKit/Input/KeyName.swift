/// Names of keys, as the configuration writes them and as the screen shows them.
extension Key {
  /// Reads a name: `ctrl-r`, `C-r`, `^R`, `alt-f`, `M-f`, `shift-tab`, `f5`, `space`, `?`, `enter`, `page-down` …
  ///
  /// Words count in any case; a single character counts as it is written, except after Control, where letters are
  /// lower-case always. `Key(parsing: key.name)` is the key again. Nil for anything else.
  package init?(parsing name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let (modifier, tail) = Self.takeModifier(rest) {
      modifiers.insert(modifier)
      rest = tail
    }
    guard let code = Self.code(named: rest) else { return nil }
    self.init(code, modifiers)
    normalize()
  }

  /// The name for people and for the configuration: `Ctrl-R`, `Alt-f`, `Shift-Tab`, `Page-Down`, `F5`, `Space`, `?`.
  package var name: String { modifierNames + codeName }

  /// The name where room is scarce: `^R`, `⏎`, `Tab`, `↑`, `Esc`, `PgDn`.
  package var shortName: String { shortName(glyphs: .utf8) }

  /// Returns the name where room is scarce, with arrows and Enter as these signs have them.
  package func shortName(glyphs: Glyphs) -> String {
    if modifiers == .control, case .character(let scalar) = code, scalar != "@" {
      return "^" + Self.upper(scalar)
    }
    return modifierNames + shortCodeName(glyphs)
  }

  /// The one form of a key that has several: Control makes letters lower-case and Space `@`,
  /// Shift with a letter is the letter, Shift with Tab is the back tab.
  package mutating func normalize() {
    if case .character(let scalar) = code {
      // Terminals send the same for both.
      if modifiers.contains(.control), scalar == " " { code = .character("@") }
      if modifiers.contains(.control), "A"..."Z" ~= scalar {
        code = .character(Unicode.Scalar(scalar.value + 32) ?? scalar)
      }
      if modifiers.contains(.shift) {
        if !modifiers.contains(.control), "a"..."z" ~= scalar {
          code = .character(Unicode.Scalar(scalar.value - 32) ?? scalar)
        }
        if !modifiers.contains(.control) { modifiers.remove(.shift) }
      }
    }
    if code == .tab, modifiers.contains(.shift) {
      code = .backTab
      modifiers.remove(.shift)
    }
    if code == .backTab { modifiers.remove(.shift) }
  }

  private static func takeModifier(_ text: Substring) -> (Modifiers, Substring)? {
    if text.utf8.count == 2, text.first == "^" { return (.control, text.dropFirst()) }
    guard let dash = text.firstIndex(where: { $0 == "-" || $0 == "+" }), dash != text.startIndex else { return nil }
    let tail = text[text.index(after: dash)...]
    guard !tail.isEmpty else { return nil }
    switch text[..<dash].lowercased() {
    case "ctrl", "control", "c": return (.control, tail)
    case "alt", "meta", "m", "a", "option": return (.alt, tail)
    case "shift", "s": return (.shift, tail)
    default: return nil
    }
  }

  private static func code(named text: Substring) -> Code? {
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return nil }
    if scalars.next() == nil {
      // A letter with its accent may be two scalars, but a key sends one; what would not print is no name.
      return first.properties.generalCategory == .control ? nil : .character(first)
    }
    let word = text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    if let code = words[word] { return code }
    if word.hasPrefix("f"), word.dropFirst().first != "+", let number = UInt8(word.dropFirst()),
      (1...63).contains(number)
    {
      return .function(Int(number))
    }
    return nil
  }

  private static let words: [String: Code] = [
    "enter": .enter, "return": .enter, "ret": .enter, "tab": .tab, "backtab": .backTab, "escape": .escape,
    "esc": .escape, "backspace": .backspace, "bs": .backspace, "delete": .delete, "del": .delete, "insert": .insert,
    "ins": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pageup": .pageUp, "pgup": .pageUp, "pagedown": .pageDown, "pgdn": .pageDown, "pgdown": .pageDown,
    "space": .character(" "), "spc": .character(" "), "minus": .character("-"), "dash": .character("-"),
    "plus": .character("+"),
  ]

  private var modifierNames: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) || code == .backTab { text += "Shift-" }
    return text
  }

  private var codeName: String {
    switch code {
    case .character(" "): "Space"
    case .character("@") where modifiers.contains(.control): "Space"
    case .character("-") where !modifiers.isEmpty: "Minus"
    case .character("+") where !modifiers.isEmpty: "Plus"
    case .character(let scalar): modifiers.contains(.control) ? Self.upper(scalar) : String(scalar)
    case .enter: "Enter"
    case .tab, .backTab: "Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "Page-Up"
    case .pageDown: "Page-Down"
    case .function(let number): "F\(number)"
    }
  }

  private func shortCodeName(_ glyphs: Glyphs) -> String {
    switch code {
    case .enter: glyphs.enter
    case .up: glyphs.up
    case .down: glyphs.down
    case .left: glyphs.left
    case .right: glyphs.right
    case .backspace: "Bksp"
    case .delete: "Del"
    case .insert: "Ins"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    default: codeName
    }
  }

  private static func upper(_ scalar: Unicode.Scalar) -> String {
    "a"..."z" ~= scalar ? String(scalar).uppercased() : String(scalar)
  }
}
