import JournalCore
import TestKit
import Testing

@testable import JournalFormats

/// What a zip of Day One becomes.
@Suite struct DayOneReaderTests {
  private func settings() -> ImportSettings {
    var settings = ImportSettings(zone: FixedZone(), now: Instant(milliseconds: 0))
    settings.zones = { $0 == "Europe/Berlin" ? ZoneFile(name: $0, ZoneSample.winterOnly) : nil }
    return settings
  }

  private func read(_ zip: ZipBuilder) throws -> DayOneRead { try DayOneRead(zip.bytes, settings()) }

  private func error(_ zip: ZipBuilder) -> String {
    do {
      _ = try read(zip)
      return "was taken"
    } catch { return "\(error)" }
  }

  @Test func entriesComeWithWhatTheyHave() throws {
    let journal = try read(DayOneSample.zip)
    #expect(journal.entries.count == 3)
    let entry = journal.entries[0]
    #expect(entry.title == "Harbour walk.")
    #expect(entry.body == "It rained 1.5 hours.\nSee [[Minutes]] \\#no")
    #expect(ISODate.string(entry.date) == "2024-01-05T04:02:50.000+01:00" && entry.date.timeZone == "Europe/Berlin")
    #expect(ISODate.string(entry.modifiedAt) == "2024-01-06T10:00:00.000Z")
    #expect(entry.isFavorite && entry.tags == ["travel", "long-walk", "tag-2024"])
    #expect(journal.entries.map { journal.categoryNames[$0.id] } == ["Journal", "Work Lög", "Work Lög"])
    #expect(journal.entries[1].body.isEmpty)
  }

  @Test func picturesComeInTheOrderInWhichTheTextShowsThem() throws {
    let journal = try read(DayOneSample.zip)
    let (first, second) = (journal.entries[0].id, journal.entries[1].id)
    let bytes = journal.pictures.mapValues { String(decoding: $0, as: UTF8.self) }
    func shown(_ id: RecordName) -> [String?] {
      journal.images.filter { $0.entry == id }.sorted { $0.sortOrder < $1.sortOrder }.map { bytes[$0.imageAsset ?? ""] }
    }
    #expect(shown(first) == ["another", "a picture"])
    #expect(shown(second) == ["a picture"], "a picture that another entry lists")
    #expect(bytes.count == 3 && journal.images.count == 4, "two pictures and a video")
  }

  @Test func whatHasNoPlaceHereIsNamed() throws {
    let problems = try read(DayOneSample.zip).problems.map(\.description)
    #expect(
      problems.contains(
        "kept beside the entries, which have no place for it: 1 place, 1 note of the weather, 1 video (V), 2 PDFs (P, Q)."
      ),
      "\(problems)")
    #expect(problems.contains("The tag “long walk” is “long-walk” here."), "\(problems)")
    #expect(problems.contains { $0.contains("zone") && $0.hasSuffix("Mars/Olympus.") }, "\(problems)")
    #expect(problems.contains { $0.hasSuffix("do not come: 1 (in Minutes).") }, "\(problems)")
  }

  /// Links between entries become those of titles, or of the day where a title can be no link; what leads to no entry stays.
  @Test func linksLeadToTitles() throws {
    let json = #"""
      {"entries":[{"uuid":"AA01","creationDate":"2024-01-05T03:02:50Z","text":"One\n[the [mill]](dayone://view?entryId=bb02), [Two](dayone2://view?entryId=BB02) dayone://view?entryId=CC03, (dayone://view?entryId=DD04)\n`dayone://view?entryId=BB02` [see](dayone://view?entryId=CC03)"},
      {"uuid":"BB02","creationDate":"2024-01-05T03:02:50Z","text":"Two\ndayone://view?entryId=AA01"},
      {"uuid":"CC03","creationDate":"2024-02-06T03:02:50Z","text":"a | b"}]}
      """#
    let journal = try read(ZipBuilder(members: [ZipBuilder.Member("J.json", json)]))
    #expect(
      journal.entries[0].body == """
        [the [mill]](dayone://view?entryId=bb02), [[Two]] [[2024-02-06]], (dayone://view?entryId=DD04)
        `dayone://view?entryId=BB02` [[2024-02-06|see]]
        """, "\(journal.entries[0].body)")
    #expect(journal.entries[1].body == "[[One]]")
  }

  /// Those of the first line lead there, too: such a line stays in the text, and of a heading the links stand below the title. Words
  /// may have bars. What stays as it is is counted, with its entry.
  @Test func linksOfAFirstLineAndWithBarsLeadToTitles() throws {
    let json = #"""
      {"entries":[{"uuid":"AA01","creationDate":"2024-01-05T03:02:50Z","text":"See [that](dayone2://view?entryId=BB02) dayone://view?entryId=FF99\n\nMore"},
      {"uuid":"BB02","creationDate":"2024-01-05T03:02:50Z","text":"# After [day \\| one](dayone://view?entryId=CC03), [Four](dayone://view?entryId=DD04)\n\n\nBody"},
      {"uuid":"CC03","creationDate":"2024-02-06T03:02:50Z","text":"Three\n[a|b](dayone://view?entryId=DD04) [a\\|b](dayone://view?entryId=DD04)\n\n| x |\n|---|\n| [a\\|b](dayone://view?entryId=DD04) |"},
      {"uuid":"DD04","creationDate":"2024-02-07T03:02:50Z","text":"Four\n`[x](dayone://view?entryId=FF99)` [gone](dayone://view?entryId=FF99) [[x]](dayone://view?entryId=CC03)"}]}
      """#
    let journal = try read(ZipBuilder(members: [ZipBuilder.Member("J.json", json)]))
    #expect(journal.entries.map(\.title) == ["", "After day | one, Four", "Three", "Four"])
    #expect(
      journal.entries.prefix(3).map(\.body) == [
        "See [[2024-01-05|that]] dayone://view?entryId=FF99\n\nMore",
        "[[Three|day | one]], [[Four]]\n\nBody",
        "[[Four|a|b]] [[Four|a|b]]\n\n| x |\n|---|\n| [[Four\\|a\\|b]] |",
      ], "\(journal.entries.map(\.body))")
    #expect(
      journal.problems.map(\.description) == [
        "Links to entries that are not in the zip, so that they stay as they are: 2 (in 2024-01-05, Four).",
        "Links to entries whose words have brackets, so that they stay as they are: 1 (in Four).",
      ], "\(journal.problems)")
    let links = EntryLink.find(inPiece: journal.entries[2].body)
    #expect(links.map(\.title) == ["Four", "Four", "Four"] && links.first?.words == "a|b")
  }

  /// What earlier versions made of an entry goes along with it, and an entry without an id has the name that it had.
  @Test func formerWordsAreKnown() throws {
    let json = #"""
      {"entries":[{"uuid":"AA01","creationDate":"2024-01-05T03:02:50Z","text":"> q\nb"},
      {"creationDate":"2024-01-06T03:02:50Z","text":"Setext\n===\nbody"},
      {"uuid":"CC03","creationDate":"2024-01-07T03:02:50Z","text":"Three\n[x](dayone://view?entryId=AA01) [a|b](dayone://view?entryId=CC03)"},
      {"uuid":"DD04","creationDate":"2024-01-08T03:02:50Z","text":"# Four\n[x](dayone://view?entryId=CC03)"}]}
      """#
    let journal = try read(ZipBuilder(members: [ZipBuilder.Member("J.json", json)]))
    #expect(journal.entries.map(\.title) == ["", "Setext", "Three", "Four"])
    #expect(
      journal.former == [
        EntryWords(title: "> q", body: "b"), EntryWords(title: "Setext", body: "===\nbody"),
        EntryWords(title: "Three", body: "[[> q|x]] [a|b](dayone://view?entryId=CC03)"), nil,
      ], "\(journal.former)")
    #expect(journal.entries[2].body == "[[2024-01-05|x]] [[Three|a|b]]")
    #expect(
      journal.entries[1].id
        == NameBasedID.uuidV5(
          format: "dayone", parts: [ISODate.string(journal.entries[1].date), "Setext", "===\nbody"]))
  }

  /// A place by its name, and files by what they are called, or by the names that they have in the zip.
  @Test func filesAndPlacesAreNamed() throws {
    let json = #"""
      {"entries":[{"uuid":"A","creationDate":"2024-01-05T03:02:50Z","text":"x","location":{"placeName":"Old Mill"},
      "audios":[{"md5":"ab12","format":"m4a"}],"videos":[{"md5":"cd34","type":"mov"}],
      "pdfAttachments":[{"identifier":"P","pdfName":"bill.pdf"}]}]}
      """#
    #expect(
      try read(ZipBuilder(members: [ZipBuilder.Member("J.json", json)])).problems.map(\.description) == [
        "kept beside the entries, which have no place for it: 1 place (Old Mill), 1 audio recording (ab12.m4a), 1 video (cd34.mov), 1 PDF (bill.pdf).",
        "Recordings, videos and PDFs that are not in the zip, so that they do not come: 3 (ab12.m4a, cd34.mov, bill.pdf).",
      ])
  }

  /// What has no place in an entry is kept as it came: files with their bytes, and all else that is said of the entry but its text.
  @Test func whatHasNoPlaceIsKept() throws {
    let json = #"""
      {"entries":[{"uuid":"A","creationDate":"2024-01-05T03:02:50Z","text":"x\n\"y\"","richText":"{}",
      "location" : {"placeName":"Old Mill","latitude":52.50,"longitude":-1.2e1},"weather":{"a":[1,{"b":null}]},
      "audios":[{"md5":"AB12","identifier":"i1","format":"m4a","title":"Rain"}],
      "videos":[{"md5":"none","identifier":"CD34","type":"mov"}],
      "pdfAttachments":[{"identifier":"P","pdfName":"../bill.pdf"},{"identifier":"Q"}]},
      {"uuid":"B","creationDate":"2024-01-05T03:02:50Z","text":"plain","location":{},"audios":[]}]}
      """#
    let zip = ZipBuilder(members: [
      ZipBuilder.Member("J.json", json), ZipBuilder.Member("audios/ab12.m4a", "hiss"),
      ZipBuilder.Member("Videos/cd34.MOV", "moves"), ZipBuilder.Member("x/pdfs/p.pdf", "hiss"),
    ])
    let journal = try read(zip)
    let kept = journal.kept
    #expect(kept.map(\.kind) == [.audio, .video, .pdf, .details])
    #expect(
      kept.map(\.name) == ["Rain.m4a", "CD34.mov", "..-bill.pdf", "day-one.json"] || kept.map(\.name)[0] == "Rain.m4a")
    #expect(kept.map(\.bytes).prefix(3) == [4, 5, 4] && Set(kept.map(\.entry)) == [journal.entries[0].id])
    let bytes = kept.compactMap(\.asset).map { journal.pictures[$0].map { String(decoding: $0, as: UTF8.self) } }
    #expect(bytes == ["hiss", "moves", "hiss"] && journal.pictures.count == 2)
    let details = try #require(kept.last).details
    #expect(details.contains(#""location" : {"placeName":"Old Mill","latitude":52.50,"longitude":-1.2e1},"weather""#))
    #expect(!details.contains("richText") && !details.contains(#""text""#) && details.hasSuffix("]}"), "\(details)")
    #expect(journal.problems.map(\.description).contains { $0.hasSuffix("do not come: 1 (Q).") })
  }

  @Test(arguments: [
    ("GMT+0530", 19_800), ("UTC-03:30", -12_600), ("GMT", 0), ("GMT+5", 18_000), ("GMT+19", nil), ("GMT+0575", nil),
    ("GMT0", nil), ("Europe/Berlin", nil), ("GMT+", nil), ("GMT+12345", nil),
  ])
  func zonesOfABareOffsetAreRead(_ name: String, _ offset: Int?) {
    #expect(DayOneZone.offset(of: name) == offset)
  }

  @Test func anEntryHasTheSameIDEachTime() throws {
    let once = try read(DayOneSample.zip)
    let again = try read(DayOneSample.zip)
    #expect(once == again && Set(once.entries.map(\.id)).count == 3)
  }

  @Test func whatIsNoExportIsRefused() {
    #expect(error(ZipBuilder(members: [ZipBuilder.Member("a.txt", "x")])).contains("no JSON of a journal"))
    #expect(error(ZipBuilder(members: [ZipBuilder.Member("J.json", "{}")])).contains("not of Day One"))
    let broken = #"{"entries":[{"uuid":"A",]}"#
    #expect(error(ZipBuilder(members: [ZipBuilder.Member("J.json", broken)])).contains("J.json: line 1"))
  }

  /// An odd entry is named, and all others come; one without an id is known by what it says.
  @Test func anOddEntryIsNamedAndTheRestComes() throws {
    let json = #"""
      {"entries":[{"creationDate":"2024-01-05T03:02:50Z","text":"No id"},
      {"uuid":"B","creationDate":"yesterday","text":"# Odd day\n\nx"},{"uuid":"C","text":"No date"},
      {"uuid":"D","creationDate":"2024-01-06T03:02:50Z","text":"Fine"},
      {"uuid":"d","creationDate":"2024-01-07T03:02:50Z","text":"Twice","videos":[{"md5":"ff"}]},
      {"uuid":"E","creationDate":"2024-01-08T03:02:50Z","text":["x"]},
      {"uuid":"","creationDate":"2024-01-05T03:02:50Z","text":"No id"}]}
      """#
    let zip = ZipBuilder(members: [ZipBuilder.Member("J.json", json), ZipBuilder.Member("K.json", json)])
    let journal = try read(zip)
    #expect(journal.entries.map(\.title) == ["No id", "Fine"])
    let problems = journal.problems.map(\.description)
    #expect(
      problems.prefix(5) == [
        "J.json: “Odd day”: “creationDate” is “yesterday”, which is not a date like 2026-11-21T08:14:00Z. It did not come.",
        "J.json: “No date”: “creationDate” is missing. It did not come.",
        "J.json: “Twice”: another entry has the uuid of this one. It did not come.",
        "J.json: “E”: “text” is a list, where a text or null belongs. It did not come.",
        "J.json: “No id”: another entry has the same text and date. It did not come.",
      ], "\(problems)")
    #expect(problems.count == 12 && !problems.contains { $0.contains("video") }, "\(problems)")
    #expect(try read(zip) == journal)
  }

  /// Where an entry has no text its words are those of `richText`, with their pictures; what came so is kept.
  @Test func wordsOfRichTextCome() throws {
    let rich = #"""
      {"meta":{"version":1,"small-lines-removed":true},"contents":[
      {"text":"Harbour walk\n","attributes":{"line":{"header":1}}},{"embeddedObjects":[{"identifier":"AAAA","type":"photo"}]},
      {"text":"It "},{"text":"rained ","attributes":{"bold":true}},{"text":"a_b C:\\.x\n"},
      {"text":"milk\n","attributes":{"line":{"listStyle":"checkbox","checked":true}}},
      {"text":"one\n","attributes":{"line":{"listStyle":"bulleted","indentLevel":1}}},
      {"embeddedObjects":[{"identifier":"AUD1","type":"audio"}]},
      {"text":"there","attributes":{"linkURL":"https://x.org/a"}},{"text":"\n"},
      {"text":"let x\n","attributes":{"line":{"codeBlock":true}}},{"text":"End"}]}
      """#
    var quoted = JSONWriter()
    quoted.object { $0.member("richText", rich) }
    let member = String(decoding: quoted.bytes.dropFirst().dropLast(), as: UTF8.self)
    let json =
      #"{"entries":[{"uuid":"A","creationDate":"2024-01-05T03:02:50Z","photos":[{"identifier":"AAAA","md5":"aa"}],"#
      + #""audios":[{"identifier":"AUD1","md5":"a5","format":"m4a"}],"# + member
      + #"},{"uuid":"B","creationDate":"2024-01-05T03:02:50Z","text":"","richText":"{"}]}"#
    let zip = ZipBuilder(members: [
      ZipBuilder.Member("J.json", json), ZipBuilder.Member("photos/aa.png", "p"),
      ZipBuilder.Member("audios/a5.m4a", "h"),
    ])
    let journal = try read(zip)
    #expect(journal.entries.map(\.title) == ["Harbour walk"])
    #expect(
      journal.entries.first?.body == #"""
        It **rained** a_b C:\.x
        - [x] milk
        - one
        (recording: a5.m4a, see: cloudjournal import --kept)
        [there](https://x.org/a)
        ```
        let x
        ```
        End
        """#, "\(journal.entries)")
    #expect(journal.images.count == 1 && journal.kept.map(\.name) == ["a5.m4a", "day-one.json"])
    #expect(journal.kept.last?.details.contains("small-lines-removed") == true)
    #expect(journal.problems.map(\.description).contains { $0.hasPrefix("J.json: “B”: “richText” cannot be") })
  }

  /// A recording, a video and a PDF in a text lead to the file that is kept.
  @Test func filesInATextLeadToWhatIsKept() throws {
    let json = #"""
      {"entries":[{"uuid":"A","creationDate":"2024-01-05T03:02:50Z",
      "text":"![](dayone-moment:/audio/AUD1)\n\nRain\n\nHear ![](dayone-moment:/audio/aud1) ![x](dayone-moment:/video/V) ![](dayone-moment:/pdfAttachment/P)\n`![](dayone-moment:/workout/W)`",
      "audios":[{"md5":"AB12","identifier":"AUD1","format":"m4a","title":"Rain"}],
      "videos":[{"md5":"cd","identifier":"V","type":"mov"}],"pdfAttachments":[{"identifier":"P","pdfName":"../bill.pdf"}]}]}
      """#
    let zip = ZipBuilder(members: [
      ZipBuilder.Member("J.json", json), ZipBuilder.Member("audios/ab12.m4a", "hiss"),
      ZipBuilder.Member("videos/cd.mov", "moves"), ZipBuilder.Member("pdfs/p.pdf", "%PDF"),
    ])
    let journal = try read(zip)
    let entry = try #require(journal.entries.first)
    let kept = "see: cloudjournal import --kept"
    #expect(
      entry.body == """
        (recording: Rain.m4a, \(kept))

        Hear (recording: Rain.m4a, \(kept)) (video: cd.mov, \(kept)) (PDF: ..-bill.pdf, \(kept))
        `![](dayone-moment:/workout/W)`
        """ && entry.title == "Rain", "\(entry)")
    #expect(journal.kept.prefix(3).allSatisfy { entry.body.contains(": \($0.name), see") }, "\(journal.kept)")
  }

  @Test func hostileZipsAreRefused() {
    for name in ["../x", "/etc/passwd", "photos/../../x"] {
      var zip = DayOneSample.zip
      zip.members.append(ZipBuilder.Member(name, "x"))
      #expect(error(zip).contains("leads out"), "\(name)")
    }
    var link = DayOneSample.zip
    link.members[2].mode = 0o120777
    #expect(error(link).contains("a link or a device"))
    var lying = DayOneSample.zip
    lying.members[2].size = 1 << 30
    #expect(error(lying).contains("unpacks to more than") && error(lying).contains("Day One"))
    var changed = DayOneSample.zip
    changed.members[2].checksum = 1
    #expect(error(changed).contains("damaged"))
    // The file is named once, and what libarchive says is one line.
    var shorter = ZipBuilder(members: [ZipBuilder.Member("J.json", #"{"entries":[]}"#)])
    shorter.members[0].size = 10
    let sentence = error(shorter)
    #expect(sentence.hasPrefix("J.json: the archive is damaged: ") && !sentence.contains("\n"), "\(sentence)")
    #expect(sentence.ranges(of: "J.json").count == 1, "\(sentence)")
  }

  @Test func aZipIsToldByWhatItBeginsWith() {
    func format(_ name: String) -> ImportFormat {
      let head = ZipBuilder(members: [ZipBuilder.Member(name, "x")]).bytes
      return ImportFormat.of(.file(FileKind(head), head: head, isWhole: true))
    }
    #expect(["Journal.json", "photos/a.jpeg", "Videos/a.mov"].allSatisfy { format($0) == .dayOne })
    #expect(["manifest.json", "records/entries-000001.jsonl", "images/00"].allSatisfy { format($0) == .archive })
  }
}

/// Zones out of the system’s files.
@Suite struct ZoneFileTests {
  @Test func anythingElseIsNoZone() {
    let bytes = ZoneSample.winterOnly
    for length in 0..<(bytes.count - 6) { _ = ZoneFile(name: "x", Array(bytes[..<length])) }
    #expect(ZoneFile(name: "x", []) == nil && ZoneFile(name: "x", Array("TZif2".utf8)) == nil)
  }

  @Test func theOffsetIsThatOfTheMoment() throws {
    let zone = try #require(ZoneFile(name: "x", ZoneSample.winterOnly))
    #expect(zone.offsetSeconds(at: Instant(milliseconds: -1)) == 0)
    #expect(zone.offsetSeconds(at: Instant(milliseconds: 0)) == 3600)
    #expect(zone.covers(Instant(milliseconds: 1_700_000_000_000)))
  }
}

/// A zone of one change, at the beginning of 1970, from UTC to an hour east of it.
enum ZoneSample {
  /// A zone with one offset.
  static func fixed(_ offset: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    let header =
      Array("TZif2".utf8) + Array(repeating: 0, count: 15) + [0, 0, 0, 0, 1, 4].flatMap { number($0) }
    let kind = number(offset) + [0, 0] + Array("UTC\0".utf8)
    return header + kind + header + kind + Array("\nUTC0\n".utf8)
  }

  static let winterOnly: [UInt8] = {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func header(_ times: Int, _ types: Int) -> [UInt8] {
      Array("TZif2".utf8) + Array(repeating: 0, count: 15) + [0, 0, 0, times, types, 4].flatMap { number($0, 4) }
    }
    let old = header(0, 1) + number(0, 4) + [0, 0] + Array("UTC\0".utf8)
    let kinds = number(0, 4) + [0, 0] + number(3600, 4) + [0, 0]
    return old + header(1, 2) + number(0, 8) + [1] + kinds + Array("UTC\0\nCET-1\n".utf8)
  }()
}
