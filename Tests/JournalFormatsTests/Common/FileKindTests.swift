import Testing

@testable import JournalFormats

@Suite struct FileKindTests {
  @Test(arguments: [
    ("PK\u{3}\u{4}rest", FileKind.zip), ("PK\u{5}\u{6}", .zip), ("SQLite format 3\0x", .sqlite),
    ("%PDF-1.4", .pdf), ("{\"tags\": {}}", .json), ("  [\n {\"a\":1}]", .json), ("<?xml version", .xml),
    ("\u{FEFF}<!DOCTYPE html>", .xml), ("JRNLv3....", .encryptedJrnl), ("gAAAAABabc", .encryptedJrnl),
    ("GIF89a", .picture), ("[2024-01-05 14:30] Title", .text), ("[x] task", .text), ("", .text), ("{ hello", .text),
    ("{}", .json),
    ("---\ntitle: a", .frontMatter), ("\u{FEFF}---\r\n", .frontMatter), ("--- \n", .text),
  ])
  func isToldByTheFirstBytes(_ text: String, _ kind: FileKind) {
    #expect(FileKind(text.utf8) == kind)
  }

  @Test func binaryKinds() {
    #expect(FileKind([0x1F, 0x8B, 8]) == .gzip)
    #expect(FileKind([0xFF, 0xFE, 0x5B, 0]) == .utf16)
    #expect(FileKind([0x89, 0x50, 0x4E, 0x47]) == .picture)
    #expect(FileKind([UInt8](repeating: 97, count: 257) + Array("ustar".utf8)) == .tar)
  }
}
