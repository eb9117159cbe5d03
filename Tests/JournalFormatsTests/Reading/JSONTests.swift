import JournalCore
import Testing

@testable import JournalFormats

@Suite struct JSONTests {
  private func value(_ text: String) -> JSONValue? {
    Array(text.utf8).withUnsafeBytes { bytes in
      do { return try JSONReader.value(bytes) } catch { return nil }
    }
  }

  @Test func everyTextComesBackToTheByte() throws {
    var values = NastyValues(seed: 77)
    for escaping in [JSONWriter.Escaping.minimal, .terminalSafe] {
      for _ in 0..<500 {
        let text = values.text(0...20, lines: true)
        var json = JSONWriter(escaping: escaping)
        json.string(text)
        guard case .string(let read) = value(json.text) else {
          Issue.record("\(json.text) is not a text")
          continue
        }
        #expect(read.isIdentical(to: text))
      }
    }
  }

  @Test func everyScalarComesBack() {
    var text = String.UnicodeScalarView()
    for value in 0...0x10FFFF as ClosedRange<UInt32> where value < 0x3000 || value % 37 == 0 {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    var json = JSONWriter(escaping: .terminalSafe)
    json.string(String(text))
    guard case .string(let read) = value(json.text) else {
      Issue.record("not a text")
      return
    }
    #expect(read.isIdentical(to: String(text)))
  }

  @Test func terminalSafeTextCannotSteerATerminal() {
    var json = JSONWriter(escaping: .terminalSafe)
    json.string("\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2066}\u{E0041}é漢\u{FEFF}\n")
    #expect(json.text == #""\u001b[2J\u007f\u009b\u202e\u2066\udb40\udc41é漢\ufeff\n""#)
  }

  @Test func writesStructures() {
    var json = JSONWriter()
    json.object {
      $0.member("a", 1)
      $0.member("b", nil as String?)
      $0.key("c")
      $0.array {
        $0.boolean(true)
        $0.object { _ in }
        $0.array { _ in }
        $0.integer(Int64.min)
      }
      $0.member("d", ["x", "y\"\\"])
    }
    #expect(json.text == #"{"a":1,"b":null,"c":[true,{},[],-9223372036854775808],"d":["x","y\"\\"]}"#)
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "01", "-", "1.5", "1e3", "+1", "nul", "truee", "\"",
    "\"\\x\"",
    "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "[1] 2", "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":2}", "9223372036854775808", "-9223372036854775809", "'a'", "// x\n1", "\u{FEFF}1", "NaN",
  ])
  func refuses(_ text: String) {
    #expect(value(text) == nil)
  }

  @Test func deepNestingIsRefusedAndDoesNotOverflow() {
    #expect(value(String(repeating: "[", count: 1_000_000)) == nil)
    #expect(value(String(repeating: "{\"a\":", count: 1_000_000)) == nil)
    #expect(value("[[[[[[1]]]]]]") != nil)
  }

  @Test func composedAndDecomposedKeysAreTwoKeys() {
    guard case .object(let object) = value("{\"\u{E9}\":1,\"e\u{301}\":2}") else {
      Issue.record("was refused")
      return
    }
    #expect(object.members.count == 2)
  }

  @Test func wholeRangeOfNumbers() {
    for number in [Int64.min, -1, 0, 1, Int64.max] {
      guard case .integer(let read) = value("\(number)") else {
        Issue.record("\(number) was refused")
        continue
      }
      #expect(read == number)
    }
  }
}
