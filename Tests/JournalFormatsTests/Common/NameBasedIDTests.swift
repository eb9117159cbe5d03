import JournalCore
import Testing

@testable import JournalFormats

@Suite struct NameBasedIDTests {
  @Test func isVersionFiveOfTheStandard() {
    let dns: [UInt8] = [
      0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
    ]
    let bytes = NameBasedID.uuidV5Bytes(namespace: dns, name: Array("www.example.com".utf8))
    #expect(NameBasedID.text(bytes) == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test func neverChangesBetweenVersionsOfTheProgram() {
    let id = NameBasedID.uuidV5(format: "jrnl", parts: ["2024-01-05T14:30:00", "Title", "Body"])
    #expect(id.rawValue == "4586ad10-e027-5d6a-a722-5a924d8fc56a")
  }

  @Test func tellsPartsApart() {
    let ids = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"]].map {
      NameBasedID.uuidV5(format: "f", parts: $0)
    }
    #expect(Set(ids).count == ids.count)
    #expect(NameBasedID.uuidV5(format: "f", parts: []) != NameBasedID.uuidV5(format: "g", parts: []))
  }

  @Test func comparesTextsByTheirBytes() {
    #expect(
      NameBasedID.uuidV5(format: "f", parts: ["\u{E9}"]) != NameBasedID.uuidV5(format: "f", parts: ["e\u{301}"]))
  }
}
