/// The tags and texts of HTML, as far as notes have it; what is no tag is text. In time linear in the text.
struct HTMLTokens {
  /// A piece of HTML.
  enum Token {
    /// Text with its entities resolved.
    case text(String)
    case open(name: String, attributes: [String: String])
    case close(name: String)
  }

  private let bytes: [UInt8]
  private var index = 0
  /// Whether a tag did not end, so that all that follows is text.
  private var isText = false

  init(_ html: String) { bytes = Array(html.utf8) }

  /// Elements whose content is not shown.
  private static let hidden: Set<String> = ["script", "style", "title", "template", "noscript"]

  /// The next piece; nil at the end.
  mutating func next() -> Token? {
    while index < bytes.count {
      if !isText, bytes[index] == UInt8(ascii: "<") {
        if bytes[index...].starts(with: "<!".utf8) || bytes[index...].starts(with: "<?".utf8) {
          skipDeclaration()
          continue
        }
        if let token = tag() {
          guard case .open(let name, _) = token, HTMLTokens.hidden.contains(name) else { return token }
          skip(to: name)
          continue
        }
      }
      let start = index
      index += 1
      while index < bytes.count, isText || bytes[index] != UInt8(ascii: "<") { index += 1 }
      return .text(HTMLEntities.resolved(bytes[start..<index]))
    }
    return nil
  }

  /// A comment, or what is said of the text as a whole.
  private mutating func skipDeclaration() {
    let isComment = bytes[index...].starts(with: "<!--".utf8)
    index += isComment ? 4 : 2
    let end = Array((isComment ? "-->" : ">").utf8)
    while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
    index = min(bytes.count, index + end.count)
  }

  /// Passes over the content of an element.
  private mutating func skip(to name: String) {
    let end = Array("</\(name)".utf8)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), HTMLTokens.lower(bytes[index...].prefix(end.count)).elementsEqual(end) {
        return
      }
      index += 1
    }
  }

  private static func lower(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The tag that begins here; nil where none does.
  private mutating func tag() -> Token? {
    var place = index + 1
    let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
    if isEnd { place += 1 }
    guard place < bytes.count, HTMLTokens.isLetter(bytes[place]) else { return nil }
    let name = bytes[place...].prefix {
      HTMLTokens.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x3A || $0 == 0x2D
    }
    place = name.endIndex
    var attributes: [String: String] = [:]
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      guard bytes[place] != UInt8(ascii: "<") else { return nil }
      guard !HTMLTokens.isSpace(bytes[place]), bytes[place] != UInt8(ascii: "/") else {
        place += 1
        continue
      }
      let key = bytes[place...].prefix { !HTMLTokens.isSpace($0) && !"=></".utf8.contains($0) }
      place = key.isEmpty ? place + 1 : key.endIndex
      while place < bytes.count, HTMLTokens.isSpace(bytes[place]) { place += 1 }
      var value = bytes[place..<place]
      if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
        place += 1
        while place < bytes.count, HTMLTokens.isSpace(bytes[place]) { place += 1 }
        if place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") {
          let quote = bytes[place]
          value = bytes[(place + 1)...].prefix { $0 != quote }
          place = min(bytes.count, value.endIndex + 1)
        } else {
          value = bytes[place...].prefix { !HTMLTokens.isSpace($0) && $0 != UInt8(ascii: ">") }
          place = value.endIndex
        }
      }
      let word = String(decoding: HTMLTokens.lower(key), as: UTF8.self)
      if !word.isEmpty, attributes[word] == nil, attributes.count < 32 {
        attributes[word] = HTMLEntities.resolved(value)
      }
    }
    guard place < bytes.count else {
      isText = true
      return nil
    }
    index = place + 1
    let word = String(decoding: HTMLTokens.lower(name), as: UTF8.self)
    return isEnd ? .close(name: word) : .open(name: word, attributes: attributes)
  }
}

/// Entities such as `&auml;` and `&#228;`.
enum HTMLEntities {
  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "reg": "®", "trade": "™",
    "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹", "rsaquo": "›", "bull": "•", "middot": "·", "sect": "§",
    "para": "¶", "deg": "°", "plusmn": "±", "times": "×", "divide": "÷", "frac12": "½", "frac14": "¼", "frac34": "¾",
    "sup2": "²", "sup3": "³", "micro": "µ", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "larr": "←",
    "rarr": "→", "uarr": "↑", "darr": "↓", "harr": "↔", "iexcl": "¡", "iquest": "¿", "szlig": "ß", "shy": "",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "aacute": "á", "eacute": "é",
    "iacute": "í", "oacute": "ó", "uacute": "ú", "Aacute": "Á", "Eacute": "É", "Iacute": "Í", "Oacute": "Ó",
    "Uacute": "Ú", "agrave": "à", "egrave": "è", "igrave": "ì", "ograve": "ò", "ugrave": "ù", "Agrave": "À",
    "Egrave": "È", "acirc": "â", "ecirc": "ê", "icirc": "î", "ocirc": "ô", "ucirc": "û", "euml": "ë", "iuml": "ï",
    "ccedil": "ç", "Ccedil": "Ç", "ntilde": "ñ", "Ntilde": "Ñ", "atilde": "ã", "otilde": "õ", "aring": "å",
    "Aring": "Å", "aelig": "æ", "AElig": "Æ", "oslash": "ø", "Oslash": "Ø", "oelig": "œ", "OElig": "Œ",
    "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "", "zwj": "\u{200D}", "hearts": "♥", "check": "✓",
  ]
  private static let longest = 10

  /// A text with its entities resolved; those that are not known stay.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = bytes
    while let and = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<and]
      let name = rest[(and + 1)...].prefix(longest).prefix { $0 != UInt8(ascii: ";") }
      guard name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"),
        let text = text(String(decoding: name, as: UTF8.self))
      else {
        result.append(rest[and])
        rest = rest[(and + 1)...]
        continue
      }
      result += text.utf8
      rest = rest[(name.endIndex + 1)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  private static func text(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return named[name] }
    let isHexadecimal = name.dropFirst().hasPrefix("x") || name.dropFirst().hasPrefix("X")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
    guard number > 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
    return String(scalar)
  }
}
