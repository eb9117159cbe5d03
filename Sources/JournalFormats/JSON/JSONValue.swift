/// A JSON value as a strict reader sees it: whole numbers only where nothing else was asked for, and objects whose keys are all different.
enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A number that is not whole, of which nothing is kept; only where the reader was told to take such numbers.
  case fraction
  case string(String)
  case array([JSONValue])
  case object(JSONMembers)

  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "a number"
    case .fraction: "a number that is not whole"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The members of an object, in the order of the text.
struct JSONMembers: Sendable {
  var members: [(key: String, value: JSONValue)] = []

  /// A value that has to be there.
  private func value(_ key: String) throws(JSONError) -> JSONValue {
    guard let value = optional(key) else { throw JSONError("“\(key)” is missing") }
    return value
  }

  /// A value that may be absent; null counts as a value.
  func optional(_ key: String) -> JSONValue? {
    for member in members where member.key.utf8.elementsEqual(key.utf8) { return member.value }
    return nil
  }

  func string(_ key: String) throws(JSONError) -> String {
    guard case .string(let text) = try value(key) else { throw try wrongKind(key, "a text") }
    return text
  }

  func stringOrNull(_ key: String) throws(JSONError) -> String? {
    switch try value(key) {
    case .null: return nil
    case .string(let text): return text
    default: throw try wrongKind(key, "a text or null")
    }
  }

  func integer(_ key: String) throws(JSONError) -> Int64 {
    guard case .integer(let number) = try value(key) else { throw try wrongKind(key, "a number") }
    return number
  }

  func integerOrNull(_ key: String) throws(JSONError) -> Int64? {
    switch try value(key) {
    case .null: return nil
    case .integer(let number): return number
    default: throw try wrongKind(key, "a number or null")
    }
  }

  func boolean(_ key: String) throws(JSONError) -> Bool {
    guard case .boolean(let isTrue) = try value(key) else { throw try wrongKind(key, "true or false") }
    return isTrue
  }

  func strings(_ key: String) throws(JSONError) -> [String] {
    guard case .array(let values) = try value(key) else { throw try wrongKind(key, "a list of texts") }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else { throw try wrongKind(key, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func object(_ key: String) throws(JSONError) -> JSONMembers {
    guard case .object(let object) = try value(key) else { throw try wrongKind(key, "an object") }
    return object
  }

  func objectOrNull(_ key: String) throws(JSONError) -> JSONMembers? {
    switch try value(key) {
    case .null: return nil
    case .object(let object): return object
    default: throw try wrongKind(key, "an object or null")
    }
  }

  private func wrongKind(_ key: String, _ wanted: String) throws(JSONError) -> JSONError {
    JSONError("“\(key)” is \(try value(key).kind), where \(wanted) belongs")
  }
}

/// What is wrong with a JSON text, as a clause.
struct JSONError: Error, Hashable, Sendable {
  let problem: String
  /// Where, in bytes; nil where the text is well-formed and its meaning is not.
  let offset: Int?

  init(_ problem: String, offset: Int? = nil) {
    (self.problem, self.offset) = (problem, offset)
  }
}
