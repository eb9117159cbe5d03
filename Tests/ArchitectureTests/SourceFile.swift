/// One Swift file, with its words told apart from its comments and texts.
struct SourceFile {
  let path: String
  let lines: [String]
  /// The same lines, with comments and the insides of string literals left out.
  let code: [String]
  private let whole: String

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isInText = false
    code = lines.map { SourceFile.code(of: $0, isInText: &isInText) }
    whole = code.joined(separator: "\n")
  }

  /// The modules that this file imports.
  var imports: Set<String> {
    var modules: Set<String> = []
    for line in code {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
        words[..<index].allSatisfy({ $0.hasPrefix("@") || SourceFile.accessLevels.contains($0) })
      else { continue }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
      let name = kinds.contains(words[index + 1]) && index + 2 < words.count ? words[index + 2] : words[index + 1]
      modules.insert(String(name.prefix { $0 != "." }))
    }
    return modules
  }

  /// Where some code occurs, as `path:line: code`, for a message that leads there.
  func places(of wanted: String) -> [String] {
    // Looked for in the whole first: nearly always it is nowhere.
    guard whole.contains(wanted) else { return [] }
    return code.indices.filter { code[$0].containsCode(wanted) }
      .map { "\(path):\($0 + 1): \(lines[$0].drop(while: \.isWhitespace))" }
  }

  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

  private static func code(of line: String, isInText: inout Bool) -> String {
    // Most lines have neither, and every line of the project comes by here.
    guard isInText || line.contains("\"") || line.contains("//") else { return line }
    let bytes = Array(line.utf8)
    let quote = UInt8(ascii: "\"")
    let slash = UInt8(ascii: "/")
    var result: [UInt8] = []
    var isInString = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isTripleQuote = byte == quote && next == quote && index + 2 < bytes.count && bytes[index + 2] == quote
      if isTripleQuote, !isInString {
        isInText.toggle()
        result += [quote, quote, quote]
        index += 3
        continue
      }
      if isInText {
        index += 1
      } else if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == quote {
          isInString = false
          result.append(byte)
        }
        index += 1
      } else if byte == slash, next == slash {
        break
      } else {
        isInString = byte == quote
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension String {
  /// Whether some code stands here that is not the end of a longer word: `try?` is not in `Entry?`.
  func containsCode(_ code: String) -> Bool {
    guard contains(code), let first = code.utf8.first else { return false }
    let bytes = Array(utf8)
    let wanted = Array(code.utf8)
    guard bytes.count >= wanted.count else { return false }
    for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
      let isInsideWord = start > 0 && String.isWord(bytes[start - 1]) && String.isWord(first)
      if !isInsideWord, bytes[start...].starts(with: wanted) { return true }
    }
    return false
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
