import JournalCore
import Testing

@testable import JournalFormats

/// What the notes of other programs become.
@Suite struct NoteReaderTests {
  private let written = Instant(milliseconds: 1_780_000_000_000)

  private func read(
    _ path: String, _ text: String, files: [String] = [], _ leftOut: inout NotesLeftOut
  ) throws -> FiledEntry? {
    try NoteReader(settings: ImportSettings(zone: FixedZone(offset: 3600), now: written)).entry(
      NoteReader.File(path: path, modifiedAt: written), Array(text.utf8),
      resolve: { name in files.first { $0 == name || $0.hasSuffix("/" + name) } }, leftOut: &leftOut)
  }

  private func note(_ path: String, _ text: String, files: [String] = []) throws -> FiledEntry {
    var leftOut = NotesLeftOut()
    return try #require(try read(path, text, files: files, &leftOut))
  }

  @Test(arguments: [
    ("2026-11-21.md", "2026-11-21T09:00:00.000+01:00", ""),
    ("Journal/2026_11_21 Long day.md", "2026-11-21T09:00:00.000+01:00", "Long day"),
    ("20261121.md", "2026-11-21T09:00:00.000+01:00", ""),
    ("2026-11-21 0714 Canal.md", "2026-11-21T07:14:00.000+01:00", "Canal"),
    ("Herons, 2026-11-21.md", "2026-11-21T09:00:00.000+01:00", "Herons"),
    ("2026/11/21.md", "2026-11-21T09:00:00.000+01:00", ""),
    ("120261121.md", "2026-05-28T21:26:40.000+01:00", "120261121"),
    ("2026-02-30.md", "2026-05-28T21:26:40.000+01:00", "2026-02-30"),
  ]) func namesTellDates(path: String, date: String, title: String) throws {
    let filed = try note(path, "Cold and bright.")
    #expect(ISODate.string(filed.entry.date) == date)
    #expect(filed.entry.title == title && filed.entry.body == "Cold and bright.")
  }

  @Test func aHeadOfObsidianIsRead() throws {
    let filed = try note(
      "Projects/House/Roof.md",
      """
      ---
      tags: [house, long term, "a/b"]
      aliases:
        - The roof
      created: 2026-11-20 18:30
      modified: 2026-11-21T08:14:00Z
      starred: true
      mood: Happy
      cssclass: wide
      ---
      # Roof

      See [[Chimney]] and #house.

      """)
    #expect(filed.entry.title == "Roof" && filed.entry.body == "See [[Chimney]] and #house.")
    #expect(ISODate.string(filed.entry.date) == "2026-11-20T18:30:00.000+01:00")
    #expect(ISODate.string(filed.entry.modifiedAt) == "2026-11-21T08:14:00.000Z")
    #expect(filed.entry.tags == ["long-term", "a/b"] && filed.entry.isFavorite && filed.entry.mood == .happy)
    #expect(filed.categoryName == "Projects / House")
  }

  @Test func aNoteOfJoplinIsRead() throws {
    var leftOut = NotesLeftOut()
    let filed = try read(
      "Diary/Buy bread.md",
      """
      ---
      title: "Buy: bread"
      updated: 2024-01-06 10:00:00Z
      created: 2024-01-05 03:02:50Z
      completed?: no
      tags:
        - shop
      ---

      ![sea](../_resources/0a.jpg)
      Two loaves. ![](../_resources/gone.png) [bill](../_resources/bill.pdf)
      """, files: ["_resources/0a.jpg", "../_resources/0a.jpg", "../_resources/bill.pdf"], &leftOut)
    let entry = try #require(filed?.entry)
    #expect(entry.title == "Buy: bread" && ISODate.string(entry.date) == "2024-01-05T04:02:50.000+01:00")
    #expect(
      entry.body
        == "- [ ] Buy: bread\n\nTwo loaves. ![](../_resources/gone.png) bill (PDF: bill.pdf, see: cloudjournal import --kept)"
    )
    #expect(filed?.pictures == [FiledPicture(id: nil, file: "../_resources/0a.jpg", caption: "sea")])
    #expect(
      leftOut.problems.map(\.description) == [
        "kept beside the entries, which have no place for it: 1 file that is no picture (bill.pdf).",
        "1 to-do came with its box.",
        """
        Pictures and files that notes show and that are not in the folder, so that their links stay: \
        1 (../_resources/gone.png in Diary/Buy bread.md).
        """,
      ])
  }

  /// A to-do of Joplin has its box and says when it is due, as one out of a JEX file; `due` alone makes none.
  @Test func toDosHaveTheirBox() throws {
    var leftOut = NotesLeftOut()
    let head = "---\ntitle: Call Ann\ncreated: 2024-01-05 03:02:50Z\ncompleted?: yes\ndue: 2024-02-01 08:00:00Z\n---\n"
    let done = try read("Call Ann.md", head, &leftOut)
    #expect(done?.entry.body == "- [x] Call Ann (due 2024-02-01 09:00)")
    let paper = try read("Paper.md", "---\ndate: 2026-01-02\ndue: 2026-02-01\n---\nWrite it.\n", &leftOut)
    #expect(paper?.entry.body == "Write it.")
    let problems = leftOut.problems.map(\.description)
    #expect(problems.contains("1 to-do came with its box."), "\(problems)")
    #expect(problems.contains { $0.hasSuffix("1 other line of a head.") }, "\(problems)")
  }

  @Test func embeddedPicturesGoAndCodeStays() throws {
    let filed = try note(
      "2026-11-21.md",
      """
      Before.

      ![[canal.png|300]]

      ![[herons.jpg|Three herons]] at the lock, ![[Another note]].
      ```
      ![[canal.png]]
      ```
      [![](canal.png)](https://example.org)
      """, files: ["img/canal.png", "herons.jpg"])
    #expect(filed.pictures.map(\.file) == ["img/canal.png", "herons.jpg", "img/canal.png"])
    #expect(filed.pictures.map(\.caption) == ["", "Three herons", ""])
    #expect(
      filed.entry.body
        == "Before.\n\n at the lock, [[Another note]].\n```\n![[canal.png]]\n```\n[](https://example.org)")
  }

  /// Files that are kept are named in their place, and a note that is shown within another one is linked; the note is known as before.
  @Test func filesInANoteLeadToWhatIsKept() throws {
    let text = """
      ![[bill.pdf]] ![[rain.mp3|Rain]] [[a/plan.canvas|the plan]] [data](x.csv) ![[gone.pdf]] `![[bill.pdf]]`
      ![[Big plan]] ![[Big plan#Goals|the goals]] ![](Big%20plan.md) ![[v1.5]] ![[#Part]] ![x](https://a.org/b)
      """
    let filed = try note("2026-11-21.md", text, files: ["bill.pdf", "rain.mp3", "a/plan.canvas", "x.csv"])
    let see = "see: cloudjournal import --kept"
    #expect(
      filed.entry.body == """
        (PDF: bill.pdf, \(see)) Rain (recording: rain.mp3, \(see)) the plan (file: plan.canvas, \(see)) data (file: x.csv, \(see)) ![[gone.pdf]] `![[bill.pdf]]`
        [[Big plan]] [[Big plan#Goals|the goals]] [](Big%20plan.md) [[v1.5]] ![[#Part]] ![x](https://a.org/b)
        """, "\(filed.entry.body)")
    #expect(filed.former == EntryWords(title: "", body: text))
    let id = NameBasedID.uuidV5(format: "notes", parts: [ISODate.string(filed.entry.date), "", text])
    #expect(filed.entry.id == id)
  }

  @Test func textBetweenRulesIsNoHeadAndLongTitlesAreFolded() throws {
    let text = "---\nIn the morning.\n---\nIn the evening."
    #expect(try note("2026-11-21.md", text).entry.body == text)
    for text in ["---\n- milk\n- tea\n---\nThe rest.", "---\n# Heading\n---\nx", "---\n  indented\n---\nx"] {
      #expect(try note("2026-11-21.md", text).entry.body == text)
    }
    #expect(try note("2026-11-21.md", "---\n# a comment\ntitle: T\n---\nx").entry.title == "T")
    let folded = try note("a.md", "---\ntitle: >-\n  A long walk by\n  the canal\ncreated: 2026-11-21\n---\nx")
    #expect(folded.entry.title == "A long walk by the canal" && folded.entry.body == "x")
  }

  @Test func aFenceOnOneLineIsNone() throws {
    let text = "```ls```\n![[a.png]]\n~~~\n```\n![[a.png]]\n~~~\n![[a.png]]"
    let filed = try note("2026-11-21.md", text, files: ["a.png"])
    #expect(filed.pictures.count == 2 && filed.entry.body == "```ls```\n~~~\n```\n![[a.png]]\n~~~")
  }

  @Test func notesOfPicturesAloneAreDifferentOnes() throws {
    let files = ["a.png", "b.png"]
    let first = try note("Diary/2026-11-21.md", "![[a.png]]", files: files)
    #expect(try note("Photos/2026-11-21.md", "![[b.png]]", files: files).entry.id != first.entry.id)
  }

  @Test func whatIsEmptyDoesNotCome() throws {
    var leftOut = NotesLeftOut()
    #expect(try read("a.md", "\n \n", &leftOut) == nil)
    #expect(try read("b.md", "---\ntags: [x]\n---\n", &leftOut) == nil)
    #expect(leftOut.problems.map(\.description) == ["2 notes are empty, and did not come: a.md, b.md."])
  }

  @Test func aNoteIsKnownAgain() throws {
    let first = try note("2026-11-21.md", "The same.")
    #expect(try note("Archive/2026-11-21.md", "The same.").entry.id == first.entry.id)
    #expect(try note("2026-11-21.md", "Another.").entry.id != first.entry.id)
    // Where the time is that of the file, another copy of it is the same note.
    var leftOut = NotesLeftOut()
    let later = try NoteReader(settings: ImportSettings(zone: FixedZone(offset: 3600), now: written)).entry(
      NoteReader.File(path: "Ideas.md", modifiedAt: Instant(milliseconds: 0)), Array("One.".utf8),
      resolve: { _ in nil },
      leftOut: &leftOut)
    #expect(try note("Ideas.md", "One.").entry.id == later?.entry.id)
  }

  /// A recording that is not there is named, and a note that is none of the folder’s is no file.
  @Test func filesThatAreMissingAreNamed() throws {
    var leftOut = NotesLeftOut()
    _ = try read(
      "a/2026-11-21.md", "![[gone.pdf]] ![[x.png]] ![[Nowhere]] [[away.mp3]] ![](https://a.org/b.mp3)", &leftOut)
    #expect(
      leftOut.problems.map(\.description) == [
        """
        Pictures and files that notes show and that are not in the folder, so that their links stay: \
        2 (gone.pdf in a/2026-11-21.md, x.png in a/2026-11-21.md).
        """
      ])
  }

  /// What a report names is cut where it is long, and files that do not come are named with what is wrong.
  @Test func whatIsLeftOutIsNamed() throws {
    var leftOut = NotesLeftOut()
    for number in 1...7 { _ = try read("Ideas/\(number).md", "x", &leftOut) }
    for path in ["Plan.canvas", "attachments/a.png", "b.base"] { leftOut.add(unlinked: path) }
    leftOut.add("Old.md", ImportError("the text is not UTF-8", at: .byte(1, line: 1), remedy: "Convert it."))
    leftOut.add("Long.md", NoteReader.tooLarge)
    #expect(
      leftOut.problems.map(\.description) == [
        """
        7 notes have no date in head or name (Ideas/1.md, Ideas/2.md, Ideas/3.md, Ideas/4.md, Ideas/5.md and 2 more): \
        the time at which the file was written stands for it.
        """,
        "1 canvas of Obsidian has no place here, and did not come: Plan.canvas.",
        "2 other files to which no note leads did not come: attachments/a.png, b.base.",
        "Old.md: line 1, byte 1: the text is not UTF-8. It did not come.",
        "Long.md: the note is larger than 32 MB (Split it into several notes). It did not come.",
        "Convert files that are not UTF-8, for example with “iconv -f latin1 -t utf-8 OLD > NEW”, and import again.",
      ])
  }

  @Test func textThatIsNoneIsNamed() throws {
    var leftOut = NotesLeftOut()
    let reader = NoteReader(settings: ImportSettings(zone: FixedZone(), now: written))
    #expect(
      throws: ImportError(
        "the text is not UTF-8 (byte value 255)", at: .byte(4, line: 2),
        remedy: "Convert the file, for example with: iconv -f latin1 -t utf-8.")
    ) {
      _ = try reader.entry(
        NoteReader.File(path: "a.md", modifiedAt: written), [65, 66, 67, 10, 255], resolve: { _ in nil },
        leftOut: &leftOut)
    }
  }

  /// Brackets that open without end are read in the time of a text, whatever their number.
  @Test(arguments: ["[", "![", "[[", "](", "[](", "![[a|", "[a](<", "---\n", "# "])
  func repetitionIsRead(piece: String) throws {
    let text = String(repeating: piece, count: 200_000)
    let filed = try note("2026-11-21.md", "A\n" + text)
    #expect(filed.pictures.isEmpty && filed.entry.body.hasPrefix("A\n"))
  }
}
