/// Finds keywords, strings, numbers, calls and remarks in the lines of a code block, one after the other.
///
/// It knows families of languages rather than languages: enough for reading, and never wrong about the text itself.
package struct CodeTint {
  /// A stretch of a line with the role it has beside that of code.
  package struct Part: Equatable {
    /// As it stands in the line.
    package var text: String
    /// Empty for what is no more than code.
    package var role: MarkdownRole
  }

  private let family: Family
  /// What ends the string or the remark that goes on over lines.
  private var open: (end: [UInt8], role: MarkdownRole)?

  /// A tint for what stands behind a fence; nil for a language that is not known.
  package init?(language: String) {
    guard let family = Family.of(language.lowercased()) else { return nil }
    self.family = family
  }

  /// Cuts the next line of the block into its parts; together they are the line.
  package mutating func parts(of line: String) -> [Part] {
    let bytes = Array(line.utf8)
    var parts: [Part] = []
    func add(_ range: Range<Int>, _ role: MarkdownRole) {
      guard !range.isEmpty else { return }
      let text = String(decoding: bytes[range], as: UTF8.self)
      if parts.last?.role == role {
        parts[parts.count - 1].text += text
      } else {
        parts.append(Part(text: text, role: role))
      }
    }
    var place = 0
    if let open {
      let end = Self.find(open.end, in: bytes, from: 0)
      add(0..<(end ?? bytes.count), open.role)
      guard let end else { return parts }
      self.open = nil
      place = end
    }
    while place < bytes.count {
      let (end, role) = token(bytes, place)
      add(place..<end, role)
      place = end
    }
    return parts
  }

  /// The end of what begins at a place, and its role.
  private mutating func token(_ bytes: [UInt8], _ start: Int) -> (end: Int, role: MarkdownRole) {
    if family.remarks.contains(where: { Self.has($0, in: bytes, at: start) }) { return (bytes.count, .comment) }
    for (opening, closing, role) in family.blocks where Self.has(opening, in: bytes, at: start) {
      if let end = Self.find(closing, in: bytes, from: start + opening.count) { return (end, role) }
      open = (closing, role)
      return (bytes.count, role)
    }
    let byte = bytes[start]
    if family.quotes.contains(byte) {
      var end = start + 1
      while end < bytes.count, bytes[end] != byte { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      return (min(bytes.count, end + 1), .string)
    }
    guard Self.isWord(byte) else { return (start + 1, .text) }
    var end = start + 1
    let isNumber = Self.isDigit(byte)
    while end < bytes.count, Self.isWord(bytes[end]) || isNumber && Self.goesOn(bytes, end) { end += 1 }
    if isNumber { return (end, .number) }
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    if family.keywords.contains(family.ignoresCase ? word.lowercased() : word) { return (end, .keyword) }
    return (end, end < bytes.count && bytes[end] == UInt8(ascii: "(") ? .call : .text)
  }

  /// A point within a number.
  private static func goesOn(_ bytes: [UInt8], _ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: ".") && place + 1 < bytes.count && isDigit(bytes[place + 1])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  private static func has(_ mark: [UInt8], in bytes: [UInt8], at place: Int) -> Bool {
    place + mark.count <= bytes.count && bytes[place..<place + mark.count].elementsEqual(mark)
  }

  /// The end of the first such mark.
  private static func find(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place + mark.count <= bytes.count {
      if has(mark, in: bytes, at: place) { return place + mark.count }
      place += 1
    }
    return nil
  }
}

/// Languages that write remarks and strings in the same way.
private struct Family: Sendable {
  var keywords: Set<String>
  /// What begins a remark up to the end of the line.
  var remarks: [[UInt8]]
  /// What may go on over lines, from its beginning to its end.
  var blocks: [(opening: [UInt8], closing: [UInt8], role: MarkdownRole)] = []
  var quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  var ignoresCase = false

  static func of(_ language: String) -> Family? {
    switch language {
    case "python", "py", "python3": python
    case "ruby", "rb", "perl", "r", "elixir", "sh", "bash", "zsh", "shell", "fish", "make", "makefile", "yaml", "yml",
      "toml", "ini", "dockerfile", "nix":
      script
    case "swift", "c", "h", "cpp", "c++", "cc", "java", "kotlin", "go", "rust", "rs", "javascript", "js", "typescript",
      "ts", "jsx", "tsx", "json", "csharp", "cs", "c#", "php", "scala", "dart", "zig", "css", "scss":
      braces
    case "sql", "sqlite", "postgresql", "lua", "haskell", "hs", "ada": dashes
    default: nil
    }
  }

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map { String($0) }) }
  private static let triple = [UInt8](repeating: UInt8(ascii: "\""), count: 3)
  private static let tripleSingle = [UInt8](repeating: UInt8(ascii: "'"), count: 3)
  private static let block: (opening: [UInt8], closing: [UInt8], role: MarkdownRole) = (
    Array("/*".utf8), Array("*/".utf8), .comment
  )

  private static let python = Family(
    keywords: words(
      "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield match case"
    ), remarks: [Array("#".utf8)],
    blocks: [(triple, triple, .string), (tripleSingle, tripleSingle, .string)])

  private static let script = Family(
    keywords: words(
      "if then else elif elsif fi for in do done while until case esac function def end class module return break continue local export unless begin rescue ensure yield self true false nil null and or not require use my sub let set source alias test"
    ), remarks: [Array("#".utf8)])

  private static let braces = Family(
    keywords: words(
      "if else for while do switch case default break continue return func fun fn function let var const val static struct class enum protocol interface trait impl extension extends implements import package use mod pub public private internal protected final override guard defer throw throws try catch finally async await in is as new delete this self super nil null true false undefined void int char float double bool boolean string long short unsigned signed typedef template typename namespace using where match mut ref move loop type go chan range select map export from of instanceof typeof yield sealed data object when"
    ), remarks: [Array("//".utf8)],
    blocks: [block, (triple, triple, .string), ([UInt8(ascii: "`")], [UInt8(ascii: "`")], .string)])

  private static let dashes = Family(
    keywords: words(
      "select from where and or not insert into values update set delete create table index view drop alter add primary key foreign references unique null is in like between join left right inner outer on group by order having limit offset distinct as union all case when then else end begin commit with recursive local function return if elseif for while do repeat until true false nil let module import data type class instance where of"
    ), remarks: [Array("--".utf8)], blocks: [block], ignoresCase: true)
}
