import CloudRecord
import CloudWire
import Testing

@Suite struct JSONDocumentTests {
  @Test func valuesOfEveryKindAreRead() throws {
    let root = try JSONDocument(
      #" { "a" : [ 1 , -2.5e1 , true , false , null , "x\n\u00e9\ud83d\ude00\"\\\/" , { } , [ ] ], "é\t" : "漢字" } "#
    ).root.object()
    let members = try root.required("a").array { node in node }
    #expect(members.count == 8)
    #expect(try members[0].int64() == 1)
    #expect(try members[1].double() == -25)
    #expect(try members[2].bool())
    #expect(try !members[3].bool())
    #expect(members[4].isNull)
    #expect(try members[5].string() == "x\né😀\"\\/")
    var keys: [String] = []
    try root.forEach { key, _ in keys.append(key) }
    #expect(keys == ["a", "é\t"])
    #expect(root["b"] == nil)
  }

  @Test(arguments: ["", "  \n", "{}", " { } "])
  func anEmptyTextIsAnEmptyObject(_ text: String) throws {
    let root = try JSONDocument(text).root.object()
    #expect(root["a"] == nil)
  }

  @Test func numbersKeepTheirValue() throws {
    let texts: [(String, Double)] = [
      ("0", 0), ("-0.0", -0.0), ("9007199254740993", 9_007_199_254_740_992), ("1e22", 1e22),
      ("5e-324", .leastNonzeroMagnitude),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("123456789012345678901234567890", 1.2345678901234568e29),
      ("1e-400", 0), ("0.1", 0.1), ("2.2250738585072014e-308", .leastNormalMagnitude),
    ]
    for (text, number) in texts {
      #expect(try JSONDocument(text).root.double() == number, "\(text)")
    }
    #expect(try JSONDocument("-0").root.double().sign == .minus)
    for number in [Int64.min, .max, 0, -1, 999_999_999_999_999_999] {
      #expect(try JSONDocument("\(number)").root.int64() == number)
      #expect(try JSONDocument("\"\(number)\"").root.int64() == number)
    }
    #expect(try JSONDocument("1700000000000.0").root.int64() == 1_700_000_000_000)
    for text in ["9223372036854775808", "-9223372036854775809", "1.5", "1e300", "\"\"", "\"1.0\"", "\"-\"", "true"] {
      #expect(throws: ServiceError.self, "\(text)") { try JSONDocument(text).root.int64() }
    }
  }

  static let malformed: [(text: String, reason: String)] = [
    ("{", "expected a key"), ("[", "the text ends where a value should be"), ("{}x", "text after the end"),
    ("{} {}", "text after the end"), ("[1,]", "[1]: expected a value"), ("[1 2]", "expected a comma"),
    (#"{"a":1,}"#, "expected a key"), (#"{"a" 1}"#, "a: expected a colon"), (#"{"a"}"#, "a: expected a colon"),
    (#"{a:1}"#, "expected a key"), ("'a'", "expected a value"), ("nul", "expected a value"),
    ("True", "expected a value"), ("NaN", "expected a value"), ("Infinity", "expected a value"),
    ("+1", "expected a value"), ("01", "leading zero"), ("-", "minus sign"), ("1.", "decimal point"),
    (".5", "expected a value"), ("1e", "exponent"), ("1e400", "a number out of range"),
    ("-1e400", "a number out of range"), ("0x10", "text after the end"), ("\"a", "ends within a string"),
    ("\"a\nb\"", "control character"), ("\"\\x\"", "unknown escape"), ("\"\\u12g4\"", "four hexadecimal digits"),
    ("\"\\ud800\"", "half of a surrogate pair"), ("\"\\ud800\\u0041\"", "half of a surrogate pair"),
    ("\"\\udc00\"", "half of a surrogate pair"), (#"{"a":1,"a":2}"#, "the key \"a\" is given twice"),
    (#"{"a":1,"\u0061":2}"#, "the key \"a\" is given twice"),
    (#"{"x":{"b":[0,{"k":1,"k":1}]}}"#, "x.b[1]: the key \"k\" is given twice"),
    (#"{"a":[1,{"b":tru}]}"#, "a[1].b: expected a value"), ("// note\n{}", "expected a value"),
  ]

  @Test(arguments: malformed)
  func whatIsNotJSONIsRefusedWithItsPlace(_ text: String, _ reason: String) {
    let error = #expect(throws: ServiceError.self) { try JSONDocument(text) }
    #expect(error?.code == .badRequest)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func wrongUTF8IsRefusedWithItsPlace() {
    let wrong: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xFE, 0xFF],
    ]
    for bytes in wrong {
      let text = Array(#"{"a":["#.utf8) + Array("\"plain text before".utf8) + bytes + Array("\"]}".utf8)
      let error = #expect(throws: ServiceError.self) { try JSONDocument(text) }
      #expect(error?.reason == "a[0]: not UTF-8, at byte 24")
    }
  }

  @Test func duplicatesAreFoundAmongManyKeys() throws {
    var members = (0..<500).map { #""key\#($0)":\#($0)"# }
    #expect(try JSONDocument("{\(members.joined(separator: ","))}").root.object()["key499"]?.int64() == 499)
    members.append(#""ke\u00791":0"#)
    let error = #expect(throws: ServiceError.self) { try JSONDocument("{\(members.joined(separator: ","))}") }
    #expect(error?.reason.hasPrefix("the key \"key1\" is given twice") == true)
  }

  @Test func nestingIsLimited() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try JSONDocument(deepest)
    for text in [
      "[\(deepest)]", String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000),
    ] {
      let error = #expect(throws: ServiceError.self) { try JSONDocument(text) }
      #expect(error?.reason.contains("nested deeper than 64 levels") == true)
      #expect((error?.reason.utf8.count ?? .max) < 300)
    }
  }

  @Test func theNumberOfValuesIsLimited() {
    let limits = JSONLimits(members: 10, values: 100)
    let values = "[" + String(repeating: "0,", count: 200) + "0]"
    let members = "{" + (0..<20).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(throws: ServiceError(.badRequest, "[99]: more than 100 values, at byte 200")) {
      try JSONDocument(Array(values.utf8), limits: limits)
    }
    #expect(throws: ServiceError(.badRequest, "more than 10 members, at byte 61")) {
      try JSONDocument(Array(members.utf8), limits: limits)
    }
  }

  @Test func numbersOfAnyLengthAreReadOrRefused() throws {
    #expect(try JSONDocument("1" + String(repeating: "0", count: 308)).root.double() == 1e308)
    for text in [
      "1" + String(repeating: "0", count: 400), String(repeating: "9", count: 1_000_000),
      "0." + String(repeating: "1", count: 1_000_000), "1e99999999999999999999",
    ] {
      #expect(throws: ServiceError.self) { try JSONDocument(text) }
    }
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var scalars = String.UnicodeScalarView()
    for value: UInt32 in Array(0...0x200) + [0x2028, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF] {
      Unicode.Scalar(value).map { scalars.append($0) }
    }
    let text = String(scalars)
    for start in 0..<9 {
      var json = JSONWriter()
      json.string(String(repeating: "-", count: start) + text)
      #expect(try JSONDocument(json.bytes).root.string() == String(repeating: "-", count: start) + text)
    }
  }
}
