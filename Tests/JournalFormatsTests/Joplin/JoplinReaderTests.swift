import Crypto
import Encodings
import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// What a JEX file of Joplin becomes.
@Suite struct JoplinReaderTests {
  private struct Read {
    var kept: [KeptItem] = []
    var entries: [FiledEntry] = []
    var images: [EntryImage] = []
    var problems: [String] = []
    var pictures: [String: [UInt8]] = [:]

    subscript(title: String) -> FiledEntry? { entries.first { $0.entry.title == title } }
  }

  private let zone = FixedZone(name: "Europe/Berlin", offset: 3600)

  private func read(_ members: [TarBuilder.Member], limits: ArchiveLimits? = nil) throws -> Read {
    try read(TarBuilder(members: members).bytes, limits: limits)
  }

  private func read(_ bytes: [UInt8], limits: ArchiveLimits? = nil) throws -> Read {
    let source = BytesSource(bytes)
    var reader = JoplinReader(
      settings: ImportSettings(zone: zone, now: Instant(milliseconds: 0)), limits: limits)
    var read = Read()
    read.problems = try reader.check(source) { _ in }.map(\.description)
    try reader.forEachEntry(source, progress: { _ in }) {
      read.entries.append($0)
      read.images += reader.images(of: $0)
      read.kept += reader.kept(of: $0)
    }
    try reader.forEachFile(source) { name, pieces in
      try pieces { read.pictures[name, default: []] += Array($0) }
    }
    return read
  }

  private func error(_ members: [TarBuilder.Member], limits: ArchiveLimits? = nil) -> String {
    importError { _ = try read(members, limits: limits) }?.description ?? "was taken"
  }

  // MARK: What comes

  /// A file that is no picture, where the note was written and of which page it is have no place in an entry.
  @Test func whatHasNoPlaceIsKept() throws {
    let read = try read(JoplinSample.members)
    let walk = try #require(read["Harbour walk"]).entry.id
    #expect(read.kept.map(\.name) == ["report.pdf", "joplin.txt", "joplin.txt"])
    #expect(read.kept.map(\.entry) == [walk, walk, try #require(read["Call *Ann*"]).entry.id])
    #expect(read.kept.first?.kind == .pdf && read.kept.first?.bytes == 4)
    #expect(read.kept.first?.asset.flatMap { read.pictures[$0] } == Array("%PDF".utf8))
    let details = read.kept[1].details
    #expect(details.contains("latitude: 52.5\n") && details.contains("source_url: https://x.org\n"), "\(details)")
  }

  /// So are the author of a note, the time at which a to-do was done, and what plugins say.
  @Test func whatASmallNoteSaysIsKept() throws {
    let read = try read([
      JoplinSample.item(JoplinSample.id(1), 1, "A", "x", "author: Ada Lovelace", "user_data: {}"),
      JoplinSample.item(JoplinSample.id(2), 1, "B", "x", "author: Ada Lovelace", "user_data: {\"p\":{\"k\":1}}"),
      JoplinSample.item(JoplinSample.id(3), 1, "C", "", "is_todo: 1", "todo_completed: 1706778000000"),
      JoplinSample.item(JoplinSample.id(4), 1, "D", "x", "todo_completed: 0", "user_data: "),
    ])
    #expect(read.kept.map(\.entry) == read.entries.prefix(3).map(\.entry.id), "\(read.kept)")
    #expect(read.kept.map { $0.details.contains("author: Ada Lovelace\n") } == [true, true, false])
    #expect(read.kept.last?.details.contains("todo_completed: 1706778000000\n") == true)
    #expect(
      read.problems == [
        """
        kept beside the entries, which have no place for it: 2 authors of notes (Ada Lovelace), \
        1 time at which a to-do was done, 1 note’s data of plugins.
        """
      ], "\(read.problems)")
  }

  @Test func aNoteComesWithWhatItHas() throws {
    let read = try read(JoplinSample.members)
    #expect(read.entries.map(\.entry.title) == ["Harbour walk", "Buy milk", "Call *Ann*", "Clip"])
    let walk = try #require(read["Harbour walk"])
    #expect(
      walk.entry.body == """
        We saw  today.

        ![gone.png](:/\(JoplinSample.lost))

        See the report (PDF: report.pdf, see: cloudjournal import --kept) and [[Buy milk|tomorrow]].

        id: this is text
        """, "\(walk.entry.body)")
    #expect(walk.former?.body.contains("See [the report](:/\(JoplinSample.report)) and [[Buy milk|tomorrow]].") == true)
    #expect(ISODate.string(walk.entry.date) == "2024-01-05T14:30:00.000+01:00")
    #expect(ISODate.string(walk.entry.modifiedAt) == "2024-01-05T13:31:02.123Z")
    #expect(walk.categoryName == "Journal / Trips" && walk.entry.tags == ["Long-Walk"])
    #expect(walk.pictures.map(\.caption) == ["The quay"], "shown twice, it comes once")
    let digest = Hexadecimal.text(SHA256.hash(data: Array("a picture".utf8)))
    #expect(read.images.map(\.imageAsset) == [digest] && read.images.map(\.entry) == [walk.entry.id])
    #expect(read.pictures[digest] == Array("a picture".utf8))
  }

  /// What no note of the file has stays a link as Joplin has it, and so does code.
  @Test func linksBetweenNotesLeadToTitles() throws {
    let (a, b, gone) = (JoplinSample.id(1), JoplinSample.id(2), JoplinSample.id(3))
    let read = try read([
      JoplinSample.item(a, 1, "First", "[it](:/\(b)#place), [Second](:/\(b)) [no](:/\(gone)) `[it](:/\(b))`"),
      JoplinSample.item(b, 1, "Second", "[back](:/\(a)) to [odd](:/\(JoplinSample.id(4)))"),
      JoplinSample.item(JoplinSample.id(4), 1, "O|d [d]", "x"),
    ])
    #expect(read["First"]?.entry.body == "[[Second|it]], [[Second]] [no](:/\(gone)) `[it](:/\(b))`")
    let day = try #require(read["O|d [d]"]).entry.date.local.date.iso
    #expect(read["Second"]?.entry.body == "[[First|back]] to [[\(day)|odd]]")
  }

  @Test func linesMayEndAsOnWindows() throws {
    let note = JoplinSample.item(JoplinSample.walk, 1, "Harbour walk", "One line.\n\nis_conflict: 1")
    let text = String(decoding: note.bytes, as: UTF8.self).replacing("\n", with: "\r\n")
    let read = try read([TarBuilder.Member(note.name, text)])
    #expect(read["Harbour walk"]?.entry.body == "One line.\n\nis_conflict: 1", "\(read.entries) \(read.problems)")
  }

  /// A line of tags that never end is gone through once.
  @Test func tagsThatDoNotEndTakeNoLonger() {
    let text = String(repeating: String(repeating: "<img ", count: 190) + ">", count: 2000)
    #expect(JoplinText.withMarkdownPictures(text) == text)
  }

  /// A note in HTML, as the web clipper makes it, comes as Markdown, with its pictures and its links to notes.
  @Test func pagesComeAsMarkdown() throws {
    let html =
      "<h2>Clip</h2><p>A <b>bold</b> word<br>and <img src=\":/\(JoplinSample.quay)\" alt=\"quay\"> <a href=\":/\(JoplinSample.todo)\">it</a></p>"
    let page = JoplinSample.item(JoplinSample.id(50), 1, "Page", html, "markup_language: 2")
    let read = try read(JoplinSample.members + [page])
    #expect(read["Clip"]?.entry.body == "**x**")
    let filed = try #require(read["Page"])
    #expect(filed.entry.body == "## Clip\n\nA **bold** word\nand  [[Buy milk|it]]", "\(filed.entry.body)")
    #expect(filed.pictures.map(\.caption) == ["quay"])
  }

  @Test func toDosHaveTheirBox() throws {
    let read = try read(JoplinSample.members)
    #expect(read["Buy milk"]?.entry.body == "- [ ] Buy milk (due 2024-02-01 09:00)")
    #expect(read["Buy milk"]?.categoryName == "Journal")
    #expect(read["Call *Ann*"]?.entry.body == "- [x] Call *Ann*\n\nAt nine")
    #expect(read["Call *Ann*"]?.categoryName == nil, "its notebook is not in the file")
  }

  @Test func whatDoesNotComeIsNamed() throws {
    let problems = try read(JoplinSample.members).problems
    #expect(
      problems == [
        "1 note is encrypted and does not come: \(JoplinSample.secret). Let Joplin decrypt everything, and export again.",
        "kept beside the entries, which have no place for it: 1 file that is no picture (report.pdf), 1 place, 1 address of a page’s source, 1 time at which a to-do was done.",
        "no note leads there, or the export has no bytes of it: 1 file that is no picture (rain.mp3).",
        "1 copy of a conflict did not come: Twice.", "1 note lies in the trash of Joplin, and did not come.",
        "1 note is HTML, and came as Markdown.",
        "Pictures that notes show and that are not in the file, so that their links stay: 1 (gone.png in Harbour walk).",
        "Pictures that no note shows, so that they do not come: 1.", "1 note is empty, and did not come.",
        "The tag “Long Walk” is “Long-Walk” here.",
      ], "\(problems)")
  }

  /// The same note has the same name each time, whatever became of it in Joplin.
  @Test func aNoteIsKnownByItsID() throws {
    let once = try read(JoplinSample.members)
    var members = JoplinSample.members
    members[0] = JoplinSample.item(JoplinSample.walk, 1, "Another title", "Another text")
    members.reverse()
    let again = try read(members)
    #expect(Set(once.entries.map(\.entry.id)) == Set(again.entries.map(\.entry.id)))
    #expect(once["Harbour walk"]?.entry.id == again["Another title"]?.entry.id)
  }

  @Test(arguments: [
    ("", "Body", "Body"), ("T", "\n\nBody\n\n", "Body"), ("T", "a\r\nb\rc", "a\nb\nc"),
    ("T", "id: \(JoplinSample.id(5))\ntype_: 2\n\nend", "id: \(JoplinSample.id(5))\ntype_: 2\n\nend"),
    ("T", "key: value", "key: value"),
    ("T", "```\n![x](:/\(JoplinSample.quay))\n```", "```\n![x](:/\(JoplinSample.quay))\n```"),
  ])
  func theLastBlockIsWhatJoplinSays(_ title: String, _ body: String, _ wanted: String) throws {
    let read = try read([JoplinSample.item(JoplinSample.walk, 1, title, body)])
    #expect(read.entries.map(\.entry.title) == [title] && read.entries.map(\.entry.body) == [wanted])
  }

  @Test func pathsOfPackersAreTaken() throws {
    var members = JoplinSample.members
    for index in members.indices { members[index].name = "./\(members[index].name)" }
    var folder = TarBuilder.Member("./resources/", "")
    folder.kind = "5"
    let read = try read([folder, TarBuilder.Member("./.DS_Store", "x")] + members)
    #expect(read.entries.count == 4 && read.pictures.count == 2)
  }

  @Test func aRingOfNotebooksHasAnEnd() throws {
    let (a, b) = (JoplinSample.id(1), JoplinSample.id(2))
    let read = try read([
      JoplinSample.item(a, 2, "A", "", "parent_id: \(b)"), JoplinSample.item(b, 2, "B", "", "parent_id: \(a)"),
      JoplinSample.item(JoplinSample.walk, 1, "T", "x", "parent_id: \(a)"),
    ])
    #expect(read.entries.first?.categoryName != nil)
  }

  @Test func aTimeThatIsMissingIsTheNextOne() throws {
    func note(_ keys: String) -> TarBuilder.Member {
      TarBuilder.Member("\(JoplinSample.walk).md", "T\n\nid: \(JoplinSample.walk)\n\(keys)\ntype_: 1\n")
    }
    let read = try read([note("user_created_time: \ncreated_time: 2024-01-05T13:30:00.000Z")])
    #expect(read.entries.first.map { ISODate.string($0.entry.date) } == "2024-01-05T14:30:00.000+01:00")
    let timeless = try self.read([note("created_time: yesterday")])
    #expect(timeless.entries.isEmpty)
    #expect(timeless.problems == ["\(JoplinSample.walk).md: “T”: the note has no time. It did not come."])
  }

  @Test func aTarIsTakenForOneOfJoplin() {
    let bytes = TarBuilder(members: JoplinSample.members).bytes
    #expect(ImportFormat.of(.file(FileKind(bytes), head: Array(bytes.prefix(512)), isWhole: true)) == .joplin)
    #expect(ImportFormat(named: "jex") == .joplin)
  }

  // MARK: What is refused

  @Test func whatIsNoExportIsRefused() {
    #expect(error([]).contains("not a tar that Joplin exported"))
    #expect(error([TarBuilder.Member("a.txt", "x")]).contains("no notes of Joplin"))
    #expect(error([JoplinSample.item(JoplinSample.journal, 2, "Only")]).contains("no notes of Joplin"))
    #expect(error([TarBuilder.Member("\(JoplinSample.walk).md", "# Just text")]).contains("no notes of Joplin"))
  }

  /// One item that cannot be understood is named, and all others come as if it were not there.
  @Test func anOddItemIsNamedAndTheRestComes() throws {
    let plain = try read(JoplinSample.members)
    func odd(_ extra: TarBuilder.Member, first: Bool = false, _ problem: String) throws {
      let found = try self.read(first ? [extra] + JoplinSample.members : JoplinSample.members + [extra])
      #expect(found.entries == plain.entries && found.images == plain.images && found.pictures == plain.pictures)
      #expect(found.problems == plain.problems + ["\(extra.name): \(problem). It did not come."])
    }
    let invalid = TarBuilder.Member(
      "\(JoplinSample.id(77)).md", [0xFF, 0xFE, 0x0A, 0x0A] + Array("id: \(JoplinSample.id(77))\ntype_: 1".utf8))
    try odd(invalid, first: true, "the text is not UTF-8")
    try odd(invalid, "the text is not UTF-8")
    let text = TarBuilder.Member("\(JoplinSample.id(77)).md", "# Just text")
    try odd(text, first: true, "this is no item of Joplin: it ends without “id” and “type_”")
    try odd(JoplinSample.item(JoplinSample.walk, 1, "Again", "Another"), "another item has the id of this one")
    try odd(TarBuilder.Member("resources/\(JoplinSample.quay).jpg", "another"), "the file comes twice")
    try odd(JoplinSample.item(JoplinSample.id(79), 17, "Board"), "“Board”: items of type 17 are not known here")
    try odd(JoplinSample.item(JoplinSample.id(79), 99, ""), "items of type 99 are not known here")
    var many = JoplinSample.members
    for number in 100..<130 { many.append(TarBuilder.Member("\(JoplinSample.id(number)).md", "x")) }
    let found = try self.read(many)
    #expect(found.entries == plain.entries && found.problems.count == plain.problems.count + 21)
    #expect(found.problems.last == "10 more items did not come, for such reasons.")
  }

  @Test func hostileTarsAreRefused() {
    for name in ["../\(JoplinSample.walk).md", "/etc/passwd", "resources/../../x", "a\\b", "c:d", "a/./../b"] {
      #expect(error(JoplinSample.members + [TarBuilder.Member(name, "x")]).contains("leads out"), "\(name)")
    }
    for (kind, link) in [("1", JoplinSample.members[0].name), ("2", "/etc/passwd"), ("3", ""), ("4", ""), ("6", "")] {
      var member = TarBuilder.Member("resources/\(JoplinSample.id(78)).png", "")
      (member.kind, member.link) = (Unicode.Scalar(UInt8(kind.utf8.first ?? 0)), link)
      #expect(error(JoplinSample.members + [member]).contains("a link or a device"), "\(kind)")
    }
    for size in [Int64(1) << 32, 1 << 20, 100_000] {
      var lying = JoplinSample.members[1]
      lying.size = size
      #expect(error([JoplinSample.members[0], lying]).contains("longer than the archive"), "\(size)")
    }
    var limits = ArchiveLimits()
    limits.members = 10
    #expect(error(JoplinSample.members, limits: limits).contains("more than 10 files"))
  }

  /// Wherever a file ends, or whichever byte is another: it is refused with a sentence, or read whole.
  @Test func damagedTarsAreRefusedOrRead() {
    let bytes = TarBuilder(members: JoplinSample.members).bytes
    for length in stride(from: 0, to: bytes.count, by: 97) {
      let error = importError { _ = try read(Array(bytes[..<length])) }
      #expect(error?.description.hasPrefix("another error") != true, "\(length)")
    }
    var random = SeededGenerator(seed: 49)
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let error = importError { _ = try read(changed) }
      #expect(error?.description.hasPrefix("another error") != true, "\(error?.description ?? "")")
    }
  }

  @Test func aLongLineOfTagsTakesNoLongerThanItIs() {
    let text = String(repeating: "<img ", count: 60_000)
    #expect(JoplinText.withMarkdownPictures(text).utf8.count == text.utf8.count)
  }
}
