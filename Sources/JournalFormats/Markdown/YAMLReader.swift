/// Reads texts in YAML, each on one line: plain, or in single or double quotes.
enum YAMLReader {
  /// What is wrong with a text, as a clause.
  struct Problem: Error {
    let problem: String
  }

  /// The text that stands behind a key or a hyphen.
  static func scalar(_ source: some StringProtocol) throws(Problem) -> String {
    var source = source.unicodeScalars.drop { isBlank($0) }
    while let last = source.last, isBlank(last) { source.removeLast() }
    switch source.first {
    case "\"": return try quoted(source.dropFirst())
    case "'": return try singleQuoted(source.dropFirst())
    case "|", ">":
      throw Problem(problem: "a text over several lines is not understood here; write it on one line, in double quotes")
    default: return String(String.UnicodeScalarView(source))
    }
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func quoted(_ source: some Collection<Unicode.Scalar>) throws(Problem) -> String {
    var text = String.UnicodeScalarView()
    var rest = Array(source)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        try requireEnd(rest)
        return String(text)
      case "\\": text.append(try escaped(&rest))
      default: text.append(scalar)
      }
    }
    throw Problem(problem: "the quotation mark at the end is missing")
  }

  private static func escaped(_ rest: inout ArraySlice<Unicode.Scalar>) throws(Problem) -> Unicode.Scalar {
    switch rest.popFirst() {
    case "n": return "\n"
    case "r": return "\r"
    case "t", "\t": return "\t"
    case "0": return "\0"
    case "e": return "\u{1B}"
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case " ": return " "
    case "x": return try numbered(&rest, digits: 2)
    case "u": return try numbered(&rest, digits: 4)
    case "U": return try numbered(&rest, digits: 8)
    default: throw Problem(problem: "this escape is not known")
    }
  }

  private static func numbered(
    _ rest: inout ArraySlice<Unicode.Scalar>, digits: Int
  ) throws(Problem) -> Unicode.Scalar {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: rest.prefix(digits))
    guard text.count == digits, text.allSatisfy({ $0.properties.isASCIIHexDigit }),
      let value = UInt32(String(text), radix: 16), let scalar = Unicode.Scalar(value)
    else { throw Problem(problem: "\(digits) hexadecimal digits of a character belong here") }
    rest.removeFirst(digits)
    return scalar
  }

  private static func singleQuoted(_ source: some Collection<Unicode.Scalar>) throws(Problem) -> String {
    var text = String.UnicodeScalarView()
    var rest = Array(source)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "'" else {
        text.append(scalar)
        continue
      }
      // Two of them stand for one.
      guard rest.first == "'" else {
        try requireEnd(rest)
        return String(text)
      }
      rest.removeFirst()
      text.append("'")
    }
    throw Problem(problem: "the quotation mark at the end is missing")
  }

  /// Nothing but a comment may follow what was in quotes.
  private static func requireEnd(_ rest: ArraySlice<Unicode.Scalar>) throws(Problem) {
    let after = rest.drop { isBlank($0) }
    guard after.isEmpty || after.first == "#" else {
      throw Problem(problem: "there is something behind the quotation mark")
    }
  }
}
