import CloudRecord

/// The types of a container's fields as a person has written them down, in CloudKit's schema language.
package struct ContainerSchema: Hashable, Sendable {
  /// By record type, then by field.
  package private(set) var recordTypes: [String: [String: FieldShape]] = [:]

  /// Reads a `.ckdb` file.
  ///
  /// Source: Apple, "Integrating a text-based schema into your workflow". Roles, grants and indexes are read and checked for
  /// their form; the service goes by the types alone.
  ///
  /// - Throws: ``SchemaError`` with the line.
  package init(_ text: String) throws(SchemaError) {
    var reader = try SchemaReader(text)
    recordTypes = try reader.schema()
  }
}

/// Why a text is not a schema.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  package var line: Int
  /// A noun phrase for the part that is missing, such as `a type`.
  package var expected: String

  /// Such as `line 3: expected a type`.
  package var description: String { "line \(line): expected \(expected)" }
}

/// Goes through the words of a schema.
struct SchemaReader {
  private enum Token: Hashable {
    case word(String)
    /// In quotes, which make a name of any word.
    case quoted(String)
    case sign(Character)
    case end
  }

  private var tokens: [(token: Token, line: Int)] = []
  private var place = 0

  init(_ text: String) throws(SchemaError) { tokens = try Self.split(text) }

  // MARK: Grammar

  mutating func schema() throws(SchemaError) -> [String: [String: FieldShape]] {
    try take(word: "DEFINE")
    try take(word: "SCHEMA")
    var types: [String: [String: FieldShape]] = [:]
    while current != .end {
      if takeIf(word: "CREATE") {
        try take(word: "ROLE")
        _ = try name("a role's name")
      } else {
        try take(word: "RECORD")
        try take(word: "TYPE")
        let type = try name("a record type's name")
        guard types[type] == nil else { throw failure("another name than \(type), which is defined already") }
        types[type] = try recordType()
      }
      try take(sign: ";")
    }
    return types
  }

  private mutating func recordType() throws(SchemaError) -> [String: FieldShape] {
    var fields: [String: FieldShape] = [:]
    try take(sign: "(")
    repeat {
      if takeIf(word: "GRANT") {
        try grant()
        continue
      }
      let isQuoted = if case .quoted = current { true } else { false }
      let field = try name("a field's name, or GRANT")
      let kind = try fieldKind()
      while takeIf(word: "QUERYABLE") || takeIf(word: "SORTABLE") || takeIf(word: "SEARCHABLE") {}
      // The fields that every record has are the service's own.
      if isQuoted, field.hasPrefix("___") { continue }
      guard NameRules.isIdentifier(field) else { throw failure("a field's name of letters, digits and underscores") }
      guard fields[field] == nil else { throw failure("another name than \(field), which is defined already") }
      fields[field] = kind
    } while takeIf(sign: ",")
    try take(sign: ")")
    return fields
  }

  private mutating func grant() throws(SchemaError) {
    repeat {
      guard takeIf(word: "READ") || takeIf(word: "CREATE") || takeIf(word: "WRITE") else {
        throw failure("READ, CREATE or WRITE")
      }
    } while takeIf(sign: ",")
    try take(word: "TO")
    _ = try name("a role's name")
  }

  private mutating func fieldKind() throws(SchemaError) -> FieldShape {
    if takeIf(word: "LIST") {
      try take(sign: "<")
      var kind = try fieldKind()
      guard !kind.isList else { throw failure("a type that is no list") }
      try take(sign: ">")
      kind.isList = true
      return kind
    }
    let isEncrypted = takeIf(word: "ENCRYPTED")
    guard case .word(let name) = current else { throw failure("a type") }
    guard let base = Self.base(name) else { throw failure("a type, not \(name)") }
    place += 1
    if name.uppercased() == "NUMBER", takeIf(word: "PREFERRED") {
      try take(word: "AS")
      if takeIf(word: "DOUBLE") { return FieldShape(.double, isEncrypted: isEncrypted) }
      try take(word: "INT64")
    }
    guard !isEncrypted || base != .reference && base != .asset else { throw failure("a type that can be encrypted") }
    return FieldShape(base, isEncrypted: isEncrypted)
  }

  private static func base(_ name: String) -> ValueKind? {
    switch name.uppercased() {
    case "ASSET": .asset
    case "BYTES": .bytes
    case "DOUBLE": .double
    case "INT64", "NUMBER": .int64
    case "LOCATION": .location
    case "REFERENCE": .reference
    case "STRING": .string
    case "TIMESTAMP": .date
    default: nil
    }
  }

  // MARK: Words

  private var current: Token { place < tokens.count ? tokens[place].token : .end }

  private func failure(_ expected: String) -> SchemaError {
    SchemaError(line: place < tokens.count ? tokens[place].line : tokens.last?.line ?? 1, expected: expected)
  }

  private mutating func takeIf(word: String) -> Bool {
    guard case .word(let found) = current, found.uppercased() == word else { return false }
    place += 1
    return true
  }

  private mutating func take(word: String) throws(SchemaError) {
    guard takeIf(word: word) else { throw failure(word) }
  }

  private mutating func takeIf(sign: Character) -> Bool {
    guard current == .sign(sign) else { return false }
    place += 1
    return true
  }

  private mutating func take(sign: Character) throws(SchemaError) {
    guard takeIf(sign: sign) else { throw failure("“\(sign)”") }
  }

  private mutating func name(_ expected: String) throws(SchemaError) -> String {
    switch current {
    case .word(let name), .quoted(let name):
      place += 1
      return name
    case .sign, .end: throw failure(expected)
    }
  }

  private static func split(_ text: String) throws(SchemaError) -> [(token: Token, line: Int)] {
    var tokens: [(token: Token, line: Int)] = []
    var line = 1
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      switch scalar {
      case "\n":
        line += 1
        rest.removeFirst()
      case " ", "\t", "\r": rest.removeFirst()
      case "(", ")", ",", ";", "<", ">":
        tokens.append((.sign(Character(scalar)), line))
        rest.removeFirst()
      case "\"":
        let name = rest.dropFirst().prefix { $0 != "\"" && $0 != "\n" }
        let after = rest.dropFirst(name.count + 1)
        guard after.first == "\"" else { throw SchemaError(line: line, expected: "the end of a name in quotes") }
        tokens.append((.quoted(String(name)), line))
        rest = after.dropFirst()
      case "/" where rest.dropFirst().first == "*":
        guard let end = endOfComment(rest.dropFirst(2), &line) else {
          throw SchemaError(line: line, expected: "the end of a comment")
        }
        rest = end
      case "/" where rest.dropFirst().first == "/", "-" where rest.dropFirst().first == "-":
        rest = rest.drop { $0 != "\n" }
      case _ where isPartOfWord(scalar):
        let word = rest.prefix(while: isPartOfWord)
        tokens.append((.word(String(word)), line))
        rest = rest.dropFirst(word.count)
      default: throw SchemaError(line: line, expected: "a word or one of ( ) , ; < >")
      }
    }
    tokens.append((.end, line))
    return tokens
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  private static func endOfComment(
    _ text: Substring.UnicodeScalarView, _ line: inout Int
  ) -> Substring.UnicodeScalarView? {
    var rest = text
    while let scalar = rest.popFirst() {
      if scalar == "\n" { line += 1 }
      if scalar == "*", rest.first == "/" { return rest.dropFirst() }
    }
    return nil
  }
}
