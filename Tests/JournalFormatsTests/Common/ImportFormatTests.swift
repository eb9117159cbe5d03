import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// What holds for every format that can be imported.
@Suite struct ImportFormatTests {
  private let settings = ImportSettings(zone: FixedZone(), now: Instant(milliseconds: 0))

  /// Beginnings of files that no importer may trip over.
  private static let hostile: [[UInt8]] = [
    [], [0], Array("\u{FEFF}".utf8), [0xFF, 0xFE, 0], [0xC3], Array(repeating: 0x5B, count: 100_000),
    Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8) + Array(repeating: 0, count: 18), Array("{\"items\":[".utf8),
    Array("---\ntitle: x\n".utf8), Array("[2021-13-41 10:00] x\n".utf8), Array(repeating: 0x0A, count: 5_000),
  ]

  private func probe(_ text: String, isWhole: Bool = true) -> ImportProbe {
    let head = Array(text.utf8)
    return .file(FileKind(head), head: head, isWhole: isWhole)
  }

  @Test func namesAreUnique() {
    let names = ImportFormat.all.flatMap { [$0.name, $0.alias].compactMap(\.self) }
    #expect(Set(names).count == names.count && names.allSatisfy { ImportFormat(named: $0) != nil })
    #expect(ImportFormat(named: "md") == .markdown && ImportFormat(named: "nothing") == nil)
  }

  @Test func filesAreRecognizedByWhatIsSeenOfThem() {
    #expect(ImportFormat.of(probe("{\"items\":[]}")) == .json)
    #expect(ImportFormat.of(probe("---\ntitle: x\n---\n")) == .markdown)
    #expect(ImportFormat.of(.folder(names: ["a.md"])) == .markdown)
    #expect(ImportFormat.of(.folder(names: ["a.md", ".obsidian"])) == .notes)
    #expect(ImportFormat.of(probe("[2021-01-01 10:00] x\n")) == .jrnl)
    #expect(ImportFormat.of(probe("PK\u{3}\u{4}")) == .archive)
    #expect(ImportFormat.of(probe("PK\u{3}\u{4}", isWhole: false)) == .jrnl, "a zip cannot be read from a pipe")
  }

  @Test(arguments: ImportFormat.all)
  func hostileFilesAreReadOrRefusedWithASentence(_ format: ImportFormat) throws {
    for bytes in Self.hostile {
      do {
        switch format.reader {
        case .text(let importer): _ = try importer(settings).read(reader(of: bytes)) { _ in }
        case .file(let importer): _ = try importer(BytesSource(bytes), settings).readAll { _ in }
        case .parts(let make):
          var importer = make(settings)
          _ = try importer.check(BytesSource(bytes)) { _ in }
        case .notes(let reader):
          var leftOut = NotesLeftOut()
          let file = NoteReader.File(path: "a/2026-11-21.md", modifiedAt: settings.now)
          _ = try reader(settings).entry(file, bytes, resolve: { $0 }, leftOut: &leftOut)
        }
      } catch let error as ImportError {
        #expect(error.remedy.hasSuffix("."), "\(format.name): \(error)")
      }
    }
  }
}
