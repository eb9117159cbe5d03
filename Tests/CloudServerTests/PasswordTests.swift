import CloudServer
import Testing

@Suite struct PasswordTests {
  private let salt = [UInt8](repeating: 1, count: 16)

  @Test func aHashKnowsItsPasswordAndNoOther() throws {
    let hash = try PasswordHash(of: "correct horse", cost: .least, salt: salt)
    #expect(hash.text.hasPrefix("$scrypt$ln=14,r=8,p=1$AQEBAQEBAQEBAQEBAQEBAQ$"))
    let stored = try #require(PasswordHash(phc: hash.text))
    #expect(stored == hash)
    #expect(try stored.matches("correct horse"))
    #expect(try !stored.matches("correct horsf"))
  }

  @Test func composedAndDecomposedAreOnePassword() throws {
    let hash = try PasswordHash(of: "caf\u{E9} caf\u{E9}", cost: .least, salt: salt)
    #expect(try hash.matches("cafe\u{301} cafe\u{301}"))
  }

  @Test(arguments: [
    "", "x", "$scrypt$", "$scrypt$ln=30,r=8,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "$scrypt$ln=13,r=8,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "$scrypt$ln=14,r=16,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "$scrypt$ln=14,r=8,p=9$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "$scrypt$ln=14,r=8$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "$scrypt$ln=14,r=8,p=1$AQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
    "$scrypt$ln=14,r=8,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQE",
    "$argon2id$ln=14,r=8,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE",
  ]) func storedNumbersThatNobodyHasChosenAreNotComputed(_ text: String) {
    #expect(PasswordHash(phc: text) == nil)
  }

  @Test(arguments: ["1234567", "password", "PASSWORD1", "qwertyuiop", "annabelle!", "abcdefg\u{0}"])
  func passwordsThatAreTriedFirstAreNotTaken(_ password: String) {
    #expect(PasswordRules.objection(to: password, name: "Annabelle!") != nil)
  }

  @Test(arguments: [
    "correct horse battery", "12345678x!", String(repeating: "x", count: 64), String(repeating: "é", count: 1024),
    "ключ ключ",
  ]) func anyOtherOfEightCharactersIs(_ password: String) {
    #expect(PasswordRules.objection(to: password, name: "ann") == nil)
  }

  @Test func veryLongOnesAreNot() {
    #expect(PasswordRules.objection(to: String(repeating: "x", count: 1025), name: "ann") != nil)
  }
}
