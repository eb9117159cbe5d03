import Encodings
import Testing

@Suite struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func theStandardsOwnExamples(plain: String, encoded: String) {
    #expect(Base64.text(plain.utf8) == encoded)
    #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
    let bare = String(encoded.prefix { $0 != "=" })
    #expect(Base64.text(plain.utf8, .unpadded) == bare)
    #expect(Base64.decode(bare.utf8, .unpadded) == Array(plain.utf8))
  }

  @Test(arguments: [Base64.Variant.padded, .unpadded, .forURLs])
  func everyByteThereAndBack(variant: Base64.Variant) {
    for count in 0...300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64.decode(Base64.encode(bytes, variant), variant) == bytes)
      // Not in one piece of memory.
      #expect(Base64.encode(bytes.lazy.map { $0 }, variant) == Base64.encode(bytes, variant))
    }
  }

  @Test func addressesHaveCharactersOfTheirOwn() {
    #expect(Base64.text([0xFB, 0xEF, 0xFF], .forURLs) == "--__")
    #expect(Base64.text([0xFB, 0xEF, 0xFF]) == "++//")
    #expect(Base64.decode("++//".utf8, .forURLs) == nil)
    #expect(Base64.decode("--__".utf8) == nil)
    #expect(Base64.decode("--__".utf8, .unpadded) == nil)
  }

  @Test(arguments: [
    "A", "AA", "AAA", "AA=", "A===", "====", "=", "AA=A", "AAAA=", "AAAA==", "AAAAAA", "AB==", "AAB=", "AA==AA==",
    "AA =",
    "AA\n==", "é===", "AAA\u{0}",
  ])
  func oneValueHasOneText(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test(arguments: ["A", "AA==", "AAA=", "AB", "AAB", "AAAAA", "A-", " AA", "AA\n"])
  func withoutPaddingAsWell(text: String) {
    #expect(Base64.decode(text.utf8, .forURLs) == nil)
  }

  @Test func lineEndsMeanNothingWhereTheyAreAllowed() {
    #expect(Base64.decode("Zm9v\r\nYmE=\r\n".utf8, skipsLineEnds: true) == Array("fooba".utf8))
    #expect(Base64.decode("\n".utf8, skipsLineEnds: true) == [])
    #expect(Base64.decode("Zm9v\r\nYmE=\r\n".utf8) == nil)
    #expect(Base64.decode("Zm9v YmE=".utf8, skipsLineEnds: true) == nil)
  }
}

@Suite struct HexadecimalTests {
  @Test func bytesHaveTwoDigitsEach() {
    #expect(Hexadecimal.text([0x00, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
    #expect(Hexadecimal.text([]) == "")
    #expect(Hexadecimal.text((0...255).map { UInt8($0) }.lazy.filter { $0 > 253 }) == "feff")
  }

  @Test func numbersHaveTheirZeros() {
    #expect(Hexadecimal.text(0xBEEF, digits: 12) == "00000000beef")
    #expect(Hexadecimal.text(.max, digits: 16) == "ffffffffffffffff")
    #expect(Hexadecimal.text(0x1234_5678, digits: 4) == "5678")
  }

  @Test(arguments: [
    ("00ff", true), ("00FF", false), ("0ff", false), ("00fff", false), ("00fg", false), ("é0f", false), ("+0ff", false),
  ])
  func namesAreTold(text: String, isOne: Bool) {
    #expect(Hexadecimal.isLowerCase(text, digits: 4) == isOne)
  }

  @Test func everyDigitHasItsValue() {
    for byte in UInt8.min...UInt8.max {
      let wanted = Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
      #expect(Hexadecimal.value(byte) == (byte < 0x80 ? wanted : nil))
    }
  }
}

@Suite struct PercentCodingTests {
  @Test("tokens keep their plus signs, slashes and equals signs")
  func tokens() {
    #expect(PercentCoding.encode("106__54__a+b/c==") == "106__54__a%2Bb%2Fc%3D%3D")
    #expect(PercentCoding.decode("a%2Bb+c%C3%A9".utf8) == "a+b+c\u{e9}")
    #expect(PercentCoding.decode("a+b%2bc".utf8, plusIsSpace: true) == "a b+c")
  }

  @Test func pathsKeepTheirSlashes() {
    #expect(PercentCoding.encode("/home/ada/a b?#é~", keeping: "/") == "/home/ada/a%20b%3F%23%C3%A9~")
    // What is kept is ASCII: half a character never is.
    #expect(PercentCoding.encode("é", keeping: "é") == "%C3%A9")
  }

  @Test(arguments: ["%", "%2", "%zz", "%FF", "%C3", "a%+1"])
  func whatIsBrokenIsRefused(text: String) {
    #expect(PercentCoding.decode(text.utf8) == nil)
  }

  @Test func whatIsBrokenMayStandForItself() {
    #expect(PercentCoding.decode("100%".utf8, keepsBroken: true) == "100%")
    #expect(PercentCoding.decode("5%20of%2".utf8, keepsBroken: true) == "5 of%2")
    #expect(PercentCoding.decode("%%41".utf8, keepsBroken: true) == "%A")
    #expect(PercentCoding.decode("%FF".utf8, keepsBroken: true) == nil)
  }

  @Test func everyTextThereAndBack() {
    for text in ["", "a b&c=d?e#f/%", "\0\n\u{7F}", "漢字😀e\u{301}"] {
      #expect(PercentCoding.decode(PercentCoding.encode(text).utf8).map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test func aQueryIsItsMembers() {
    let members = PercentCoding.members(ofQuery: "a=1&b&c=%zz&d=x=y&&=z")
    #expect(members.map(\.name) == ["a", "b", "d", ""])
    #expect(members.map(\.value) == ["1", "", "x=y", "z"])
    #expect(PercentCoding.members(ofQuery: "a=1+2", plusIsSpace: true).map(\.value) == ["1 2"])
  }
}
