import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// What is not a journal is refused with a sentence that says what, where and what to do.
@Suite struct JrnlHostileTests {
  private func error(_ bytes: [UInt8], _ options: JrnlOptions = JrnlOptions()) -> ImportError? {
    do {
      _ = try JrnlImporter(zone: FixedZone(), now: Instant(milliseconds: 0), options: options).read(bytes)
      return nil
    } catch let error as ImportError {
      return error
    } catch {
      return ImportError("another error: \(error)", remedy: "")
    }
  }

  private func error(_ text: String, _ options: JrnlOptions = JrnlOptions()) -> ImportError? {
    error(Array(text.utf8), options)
  }

  @Test(arguments: [
    "2021-02-30 10:00", "2021-02-29 00:00", "2021-13-01 10:00", "2021-01-01 25:00", "2021-02-30", "0000-01-01 10:00",
  ])
  func dateThatDoesNotExist(_ date: String) throws {
    let found = try #require(error("[2024-01-05 14:30] A\nbody\n\n[\(date)] B\nbody\n"))
    #expect(found.place == .line(4))
    #expect(found.description.contains(date))
    #expect(found.description.contains("put a space in front"))
    #expect(error("[\(date)] B\n")?.place == .line(1))
  }

  @Test func dateThatDoesNotExistInVersionOne() {
    #expect(error("2021-02-30 10:00 B\n")?.place == .line(1))
    #expect(error("2021-02-28 10:00 A\nx\n2021-02-30 10:00 B\n")?.place == .line(3))
  }

  @Test(arguments: ["05/01/2024 14:30", "5.1.2024 14:30", "99.99.9999 99:99", "March 5, 2020 10:00"])
  func dateInAnotherOrder(_ date: String) throws {
    let found = try #require(error("[\(date)] Title\nbody\n"))
    #expect(found.place == .line(1))
    #expect(found.description.contains("--timeformat"))
  }

  @Test func textAboveTheFirstEntry() throws {
    let found = try #require(error("\nMy journal\n\n[2024-01-05 14:30] A\n"))
    #expect(found.place == .line(2))
    #expect(found.description.contains("[2024-01-05 14:30]"))
  }

  @Test(
    arguments: [
      ([0x61, 0x0A, 0x0D, 0x0A, 0xC3, 0x28], 4, 3), ([0xFF], 0, 1), ([0x61, 0x0D, 0xED, 0xA0, 0x80], 2, 2),
      ([0xC0, 0x80], 0, 1), ([0x61, 0xE2, 0x82], 1, 1), ([0xF4, 0x90, 0x80, 0x80], 0, 1),
    ] as [([UInt8], Int, Int)])
  func brokenUTF8(_ bytes: [UInt8], _ offset: Int, _ line: Int) throws {
    let found = try #require(error(bytes))
    #expect(found.place == .byte(offset, line: line))
    #expect(found.description.contains("UTF-8"))
  }

  @Test func lineWithoutEnd() throws {
    let options = JrnlOptions(maximumLineBytes: 1000)
    let text = "[2024-01-05 14:30] A\n" + String(repeating: "x", count: 1001)
    let found = try #require(error(text, options))
    #expect(found.place == .line(2))
    #expect(found.description.contains("1000"))
    #expect(error("[2024-01-05 14:30] A\n" + String(repeating: "x", count: 1000), options) == nil)
  }

  @Test func bodyLongerThanAnEntryMayBe() throws {
    let line = String(repeating: "x", count: 1 << 20) + "\n"
    let found = try #require(
      error("[2024-01-05 14:30] A\n\n[2024-01-06 14:30] B\n" + String(repeating: line, count: 17)))
    #expect(found.place == .line(3))
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}...", "--from archive"), ("{\"tags\": {}, \"entries\": []}", "--from jrnl-json"),
    ("SQLite format 3\0", "SQLite"), ("JRNLv3\0\0", "--password-stdin"), ("%PDF-1.7", "PDF"),
    ("<?xml version='1.0'?>", "XML"),
  ])
  func anotherKindOfFile(_ text: String, _ hint: String) throws {
    #expect(try #require(error(text)).description.contains(hint))
  }

  @Test func utf16() throws {
    #expect(try #require(error([0xFF, 0xFE, 0x5B, 0x00])).description.contains("iconv"))
  }

  /// A line of brackets, a million short lines, a million headers: all in linear time.
  @Test(
    .timeLimit(.minutes(1)), arguments: ["[", "\n", "\r", "[a] \n", "[2024-01-05 14:30] \n", "[ ", " \n", "\\", "* "])
  func repetitionIsNotSlow(_ piece: String) throws {
    _ = error("[2024-01-05 14:30] A\n" + String(repeating: piece, count: 30_000))
  }

  @Test func mutatedJournalsNeverCrash() throws {
    var random = SeededGenerator(seed: 11)
    let seed = Array("[2024-01-05 14:30] A *\n [2020-01-01 10:00] x\n \n\n[0001-01-01 00:00] \\\nb\r\n".utf8)
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(Array("[]*\\ \n\r0-9:".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let found = error(bytes)
      #expect(found?.problem.hasPrefix("another") != true)
    }
  }

  /// A text comes in pieces, whose ends may lie within a character, a line end or an entry.
  @Test func piecesAreReadLikeTheWhole() throws {
    var random = SeededGenerator(seed: 12)
    let texts = [
      "\u{FEFF}[2024-01-05 14:30] A *\r\n [2020-01-01 10:00] x\r\r\n \n\n[0001-01-01 00:00] \\\nb\r\né漢🥰\n",
      "Kein Datum, aber Wörter 🥰.\r\nUnd mehr\r", "[2024-01-05 14:30] Ä\n\n\n[2024-01-05 14:31] B\n[1] c\n",
    ].map { Array($0.utf8) }
    let importer = JrnlImporter(zone: FixedZone(), now: Instant(milliseconds: 0))
    func outcome(_ read: () throws -> ReadText) -> Result<ReadText, ImportError> {
      do {
        return .success(try read())
      } catch {
        return .failure(error as? ImportError ?? ImportError("another error: \(error)", remedy: ""))
      }
    }
    for round in 0..<400 {
      var bytes = texts[round % texts.count]
      if round >= texts.count, Bool.random(using: &random) {
        bytes[Int.random(in: 3..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let size = Int.random(in: 24...60, using: &random)
      let whole = outcome { try importer.read(bytes) }
      #expect(outcome { try importer.read(bytes, pieces: size) } == whole, "\(size) \(bytes)")
    }
  }
}
