/// vi's registers: texts by name, and the keys of macros, which are such texts too.
///
/// They outlive the text that they came from: what was yanked in one entry can be put into another.
struct ViRegisters: Equatable, Sendable {
  struct Content: Equatable, Sendable {
    var text: String
    /// Whether the text is whole lines, which are put between lines.
    var isLines = false
    /// The keys of a macro as they were pressed, some of which no text can hold; nil for what was yanked or deleted.
    var keys: [ViState.Input]?
  }

  /// All registers together hold no more bytes than this; what does not fit is not kept.
  static let capacity = 32 << 20

  private var contents: [Unicode.Scalar: Content] = [:]
  /// The register of the last `@`, for `@@`.
  var lastMacro: Unicode.Scalar?

  /// Whether a register has this name: `a` to `z`, and `A` to `Z` to append to them; `0` the last yank, `1` to `9` the
  /// last deletions, `-` the last small one, `"` the last of all, `+` and `*` the clipboard, `_` nothing.
  static func isName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "\"", "-", "_", "+", "*": true
    default: false
    }
  }

  subscript(name: Unicode.Scalar) -> Content? { contents[Self.lowered(name)] }

  static func lowered(_ name: Unicode.Scalar) -> Unicode.Scalar {
    "A"..."Z" ~= name ? Unicode.Scalar(name.value + 32) ?? name : name
  }

  /// Takes in what was yanked.
  mutating func yanked(_ content: Content, into name: Unicode.Scalar?) {
    if let name { store(content, in: name) } else { store(content, in: "0") }
  }

  /// Takes in what was deleted: lines, and what goes over several, push the former ones on.
  mutating func deleted(_ content: Content, into name: Unicode.Scalar?) {
    if let name { return store(content, in: name) }
    guard content.isLines || content.text.utf8.contains(Ascii.lineFeed) else { return store(content, in: "-") }
    for number in stride(from: UInt8(ascii: "9"), to: UInt8(ascii: "1"), by: -1) {
      contents[Unicode.Scalar(number)] = contents[Unicode.Scalar(number - 1)]
    }
    store(content, in: "1")
  }

  /// Keeps a text or a macro under a name; under an upper-case letter it goes behind what is there.
  mutating func store(_ content: Content, in name: Unicode.Scalar) {
    let key = Self.lowered(name)
    guard key != "_" else { return }
    var content = content
    if name != key, let former = contents[key] { content = Self.joined(former, content) }
    let others = contents.reduce(0) { $0 + ($1.key == key ? 0 : $1.value.text.utf8.count) }
    guard others + content.text.utf8.count <= Self.capacity else { return }
    contents[key] = content
  }

  private static func joined(_ former: Content, _ new: Content) -> Content {
    var text = former.text
    if new.isLines, !former.isLines, text.utf8.last != Ascii.lineFeed { text += "\n" }
    text += new.text
    if former.isLines || new.isLines, text.utf8.last != Ascii.lineFeed { text += "\n" }
    let hasKeys = former.keys != nil || new.keys != nil
    return Content(
      text: text, isLines: former.isLines || new.isLines, keys: hasKeys ? former.inputs + new.inputs : nil)
  }
}

extension ViRegisters.Content {
  /// What `@` presses: a macro's own keys, else the text as keys.
  var inputs: [ViState.Input] {
    keys
      ?? text.unicodeScalars.map { scalar in
        switch scalar {
        case "\n", "\r": .key(Key(.enter))
        case "\t": .key(Key(.tab))
        case "\u{1B}": .key(Key(.escape))
        case "\u{1}"..."\u{1A}": .key(.control(Unicode.Scalar(scalar.value + 0x60) ?? scalar))
        default: .key(.character(scalar))
        }
      }
  }

  /// A macro, with its keys as text as far as text can hold them.
  init(macro keys: [ViState.Input]) {
    var text = ""
    for input in keys {
      switch input {
      case .paste(let pasted): text += pasted
      case .search(let words): text += words + "\n"
      case .key(let key): if let scalar = Self.scalar(of: key) { text.unicodeScalars.append(scalar) }
      }
    }
    self.init(text: text, keys: keys)
  }

  private static func scalar(of key: Key) -> Unicode.Scalar? {
    switch (key.code, key.modifiers) {
    case (.character(let scalar), []): scalar
    case (.character(let scalar), .control) where "a"..."z" ~= scalar: Unicode.Scalar(scalar.value - 0x60)
    case (.enter, []): "\n"
    case (.tab, []): "\t"
    case (.escape, []): "\u{1B}"
    default: nil
    }
  }
}
