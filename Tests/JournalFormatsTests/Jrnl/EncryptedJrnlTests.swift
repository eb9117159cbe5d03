import Encodings
import Testing

@testable import JournalFormats

/// Journals that jrnl has encrypted; the vectors were made with Python's cryptography package.
@Suite struct EncryptedJrnlTests {
  private static let text = "[2026-11-21 09:14] Herons by the canal. @canal\nCold and bright; naïve 漢字.\n"
  private static let password = "four words together"
  private static let second = Array(
    ("gAAAAABlU_EAAAECAwQFBgcICQoLDA0OD9Lw1PZO39uvdUlwRJ77RznbJK4owkrMgELh7gbY9ajMm7cD2hX388MKpcLSJqCqrFIkwBdFIVEodkVu7Mzz7KMbcgrk"
      + "qQFwlP4WAVtwlE1Hi5GRag29IG119piF1l5kJYdeADjEBCKCLW89vEqFyVs=").utf8)
  private static let third = decoded(
    "SlJOTHYzADBleUp6WVd4MElqb2dJbHBIVm0xYU1taHdZVzEwYzJKWE5YWmpTRVo1WTNjOVBTSjlnQUFBQUFCbFVfRUFBQUVDQXdRRkJnY0lDUW9MREEwT0Q0Ym83Y0Ix"
      + "RVZ0SjVEWTJDLUlJaU41cjhXUkxKVlM1NGU4akhOdll2Wkh0cHc5UHlBelNISEVub0lXMmM1YS05YVdILWRXMFVlMjdKUjlUV0tqSW1LZ1QyTW5CVDV2U2xkZm9NYVpJ"
      + "YzQ3blByU3FPQU1BY3JiLTVOTWFhTmVablpRTFY2Wkc1UkZiQ05nVk1renJubEU9")
  private static let first = decoded(
    "AAECAwQFBgcICQoLDA0OD4TWf8A8dhLQqObphga/Lm3U0Y4HWEZU6Cm4ofrBgrN/K/aQmgFYuSqbMadSFA0HL7ZN3i7+AOt/UevPPhnxjV1rasgrgazoQ0tw2Fie8v+S"
  )
  private static let blanks = decoded(
    "AAECAwQFBgcICQoLDA0OD4TWf8A8dhLQqObphga/Lm3U0Y4HWEZU6Cm4ofrBgrN/K/aQmgFYuSqbMadSFA0HL7ZN3i7+AOt/UevPPhnxjV24T/AUJOecpaCN9IP8QViU"
  )

  private static func decoded(_ text: String) -> [UInt8] { Base64.decode(Array(text.utf8)) ?? [] }

  @Test(arguments: [first, second, third]) func theRightPasswordOpensThem(bytes: [UInt8]) throws {
    let text = try EncryptedJrnl(bytes).text(password: Self.password)
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == Self.text)
  }

  @Test func theFirstJrnlFilledTheLastBlockWithBlanks() throws {
    let text = try EncryptedJrnl(Self.blanks).text(password: Self.password)
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == String(Self.text.dropLast()))
  }

  @Test(arguments: [first, second, third]) func anotherPasswordOpensNothing(bytes: [UInt8]) throws {
    for password in ["", "four words", "Four words together"] {
      #expect(try EncryptedJrnl(bytes).text(password: password) == nil)
    }
  }

  @Test(arguments: [second, third]) func aChangedByteOpensNothing(bytes: [UInt8]) {
    for place in stride(from: 0, to: bytes.count, by: 23) {
      var changed = bytes
      changed[place] ^= 1
      do {
        let text = try EncryptedJrnl(changed).text(password: Self.password)
        #expect(text == nil || text.map { String(decoding: $0, as: UTF8.self) } == Self.text, "\(place)")
      } catch {
        #expect(error.remedy.hasSuffix("."))
      }
    }
  }

  @Test(arguments: [[], Array("JRNLv3".utf8), Array("JRNLv3\u{FF}".utf8), Array("gAAAAA".utf8), [1, 2, 3]])
  func whatIsCutIsRefused(bytes: [UInt8]) {
    #expect(throws: ImportError.self) { _ = try EncryptedJrnl(bytes).text(password: "x") }
  }
}
