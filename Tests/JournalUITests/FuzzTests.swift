import JournalCore
import JournalUI
import TerminalKit
import TestKit
import Testing

private typealias Dice = SeededGenerator

/// Somebody who leans on the keyboard, while the window is pulled about and the journal answers late or not at all.
@Suite struct FuzzTests {
  private static let texts = [
    "a", "é", "漢字", "👩‍👩‍👧", "e\u{301}\u{302}\u{303}", "\u{202E}abc", "\u{1B}[31m", "\t", "\r\n", "שלום", "\"", "mood:",
    "-", "from:2026-13", "#tag", "or", "🏳️‍🌈", "\u{0}", "’", "1. ", "- [ ] ", "> ", "category:\"", "12:61",
  ]

  private static let codes: [Key.Code] = [
    .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
    .pageDown,
  ]

  private func key(_ dice: inout Dice) -> Key {
    switch Int.random(in: 0..<10, using: &dice) {
    case 0..<5: return .character(Unicode.Scalar(UInt8.random(in: 32...126, using: &dice)))
    case 5: return .control(Unicode.Scalar(UInt8.random(in: 97...122, using: &dice)))
    case 6: return Key(.function(Int.random(in: 1...12, using: &dice)))
    default:
      let modifiers: [Key.Modifiers] = [[], [], [], .shift, .control, .alt]
      return Key(Self.codes.randomElement(using: &dice) ?? .enter, modifiers.randomElement(using: &dice) ?? [])
    }
  }

  private func input(_ dice: inout Dice) -> TerminalInput {
    switch Int.random(in: 0..<100, using: &dice) {
    case 0..<2:
      return .resize(
        Size(rows: Int.random(in: 1...60, using: &dice), columns: Int.random(in: 1...200, using: &dice)))
    case 2..<6: return .paste((Self.texts + ["/tmp/a b.jpg", "~/x.png '/y z.gif'"]).randomElement(using: &dice) ?? "")
    case 6..<16:
      let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .doublePress, .wheelUp, .wheelDown]
      let place = Position(row: Int.random(in: -1...60, using: &dice), column: Int.random(in: -1...200, using: &dice))
      return .mouse(MouseEvent(kinds.randomElement(using: &dice) ?? .press, at: place))
    default: return .key(key(&dice))
    }
  }

  private func status(_ dice: inout Dice) -> SyncStatus {
    let activities: [SyncStatus.Activity] = [
      .idle, .checking, .fetching(done: 3, of: nil), .fetching(done: 9, of: 3), .sending(done: 0, of: 0), .paused,
      .waiting(until: SyncStatus.at(-70), why: Self.texts.randomElement(using: &dice) ?? ""), .offline(byWish: true),
      .offline(byWish: false), .asking(.zoneGone), .asking(.massRemoval(.max, of: .max)), .stopped("\u{1B}[2J"),
    ]
    var status = Bool.random(using: &dice) ? SyncStatus.busy : .safe
    status.activity = activities.randomElement(using: &dice) ?? .idle
    status.account = SyncStatus.Account.allCases.randomElement(using: &dice) ?? .available
    if Bool.random(using: &dice) { status.overview.merges.removeAll() }
    if Bool.random(using: &dice) { status.overview.waiting.removeFirst(status.overview.waiting.isEmpty ? 0 : 1) }
    let texts = Self.texts
    for index in status.overview.waiting.indices {
      status.overview.waiting[index].title = texts.randomElement(using: &dice) ?? ""
      status.overview.waiting[index].fields = [
        FieldDifference(field: texts.randomElement(using: &dice) ?? "", base: nil, here: texts.joined()),
        FieldDifference(field: "body", base: texts.joined(), here: texts.reversed().joined()),
      ]
    }
    status.log.append(SyncStatus.LogLine(at: SyncStatus.at(0), text: texts.joined(), tone: .warning))
    return status
  }

  private func answer(_ dice: inout Dice) -> Message {
    let answers: [Message] = [
      .accountAnswered(.overview(.anna)),
      .accountAnswered(.browserWaits(address: Self.texts.joined(), code: Self.texts.joined())),
      .accountAnswered(.signedIn(who: "anna", said: "")), .accountAnswered(.signedOut(erased: true)),
      .failed(.account(.load), Failure(Self.texts.joined())), .mergeLoaded(group: 7, nil),
      .mergeLoaded(group: 7, .longDay),
    ]
    return answers.randomElement(using: &dice) ?? .journalChanged
  }

  /// What may be said of pictures, asked for or not.
  private func pictureNews(_ dice: inout Dice, _ person: Person) -> Message {
    let box = Size(rows: Int.random(in: 0...70, using: &dice), columns: Int.random(in: 0...220, using: &dice))
    let zoom = PictureView(centerX: 900, centerY: 10, zoom: 300)
    let source: PictureSource = Bool.random(using: &dice) ? .file("/tmp/\u{1B}") : .asset("00canal")
    var request = PictureRequest(
      source: source, box: box, view: Bool.random(using: &dice) ? .whole : zoom, image: RecordName("canal"))
    let asked = person.effects.compactMap { if case .loadPicture(let request) = $0 { request } else { nil } }
    if let one = asked.randomElement(using: &dice) { request = one }
    let texts = Self.texts
    let items = texts.map { FakeJournal.file($0, .max) } + texts.map { FakeJournal.folder($0) }
    let answers: [Message] = [
      .pictureLoaded(request, .elsewhere(bytes: nil)), .pictureLoaded(request, .fetching(done: .max, of: 3)),
      .pictureLoaded(request, .fetching(done: 3, of: .max)),
      .pictureLoaded(request, .failed(Failure(texts.joined(), advice: texts.joined()), canRetry: true)),
      .pictureLoaded(request, .shown(.plain(request, hasPixels: true))),
      .pictureLoaded(PictureRequest(source: source, box: request.box), .shown(.plain(request))),
      .folderListed(FolderListing(path: "/" + texts.joined(), items: items)),
      .folderListed(FolderListing(path: "", items: [])),
      .attaching(AttachProgress(done: 1, count: 1, failures: texts)),
      .attaching(AttachProgress(done: 2, count: 1, sentences: texts)),
      .pictureExists(FakeJournal.image("x", of: "run", texts.joined(), at: .max), path: texts.joined()),
      .picturesPossible(PictureAbilities(way: PictureProtocol.allCases.randomElement(using: &dice) ?? .none)),
    ]
    return answers.randomElement(using: &dice) ?? .journalChanged
  }

  /// What is wrong with a frame; nil where it can be shown.
  private func flaw(_ frame: Frame, _ size: Size) -> String? {
    guard frame.size == size else { return "the frame is of another size than the screen" }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = frame[row, column]
        let place = "at \(row), \(column)"
        if cell.width == 2, column + 1 >= size.columns || frame[row, column + 1].width != 0 {
          return "half a cell \(place)"
        }
        if cell.width == 0, column == 0 || frame[row, column - 1].width != 2 { return "half a cell \(place)" }
        let value = cell.base.value
        if cell.width > 0, value < 32 || (127...159).contains(value) { return "a control character \(place)" }
      }
    }
    for place in frame.pictures.map(\.rect) {
      guard place.row >= 0, place.column >= 0, place.endRow <= size.rows, place.endColumn <= size.columns else {
        return "a picture is outside"
      }
      for row in place.row..<place.endRow {
        for column in place.column..<place.endColumn where frame[row, column].base != " " {
          return "something is drawn under a picture at \(row), \(column)"
        }
      }
    }
    guard let cursor = frame.cursor else { return nil }
    let isInside = (0..<size.rows).contains(cursor.row) && (0..<size.columns).contains(cursor.column)
    return isInside ? nil : "the cursor is outside"
  }

  private func check(_ person: Person, _ what: String) {
    let flaw = flaw(view(person.model), person.model.size)
    #expect(flaw == nil, "\(what): \(flaw ?? "")")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func neverTrapsAndAlwaysDraws(seed: UInt64) {
    var dice = Dice(seed: seed)
    var journal = seed.isMultiple(of: 3) ? FakeJournal.many(700) : seed.isMultiple(of: 2) ? .pictured : .merged
    journal.pictureAnswers = { $0.box.rows.isMultiple(of: 3) ? nil : .shown(.plain($0, hasPixels: seed > 3)) }
    if seed == 4 { journal = FakeJournal() }
    var preferences = Preferences()
    preferences.viMode = seed.isMultiple(of: 2)
    var person = Person(
      journal, columns: 100, rows: 30, preferences: preferences, isUTF8: seed != 5, depth: seed == 6 ? .none : .direct,
      isReadOnly: seed == 7)
    for step in 0..<2500 {
      switch Int.random(in: 0..<40, using: &dice) {
      case 0: person.journal.failure = Failure("The disk is full.", advice: "Make room.")
      case 1, 2: person.journal.failure = nil
      case 3: person.send(.journalChanged)
      case 11, 12: person.send(.syncChanged(status(&dice)))
      case 13: person.press(["S", "A", "s", "!"].randomElement(using: &dice) ?? "S")
      case 14: person.send(answer(&dice))
      case 15, 16: person.send(pictureNews(&dice, person))
      case 17: person.press(["z", "i", "l p enter", "n n d u J", "+ + l k"].randomElement(using: &dice) ?? "z")
      case 4: for timer in TimerName.allCases { person.wait(for: timer) }
      case 5: person.send(.backgroundChanged(isDark: Bool.random(using: &dice)))
      case 6: person.press("esc esc")
      case 7: person.isJournalSlow = true
      case 8, 9, 10: person.journalAnswers()
      default: person.send(.input(input(&dice)))
      }
      person.forgetEffects()
      if step.isMultiple(of: 10) { check(person, "seed \(seed), step \(step)") }
    }
    // Whatever happened, the way out works.
    person.journalAnswers()
    person.journal.failure = nil
    person.resize(columns: 80, rows: 24)
    person.send(.terminationRequested)
    #expect(person.effects.contains(.quit))
  }

  @Test func everySizeIsDrawn() {
    var journal = FakeJournal.merged
    journal.images = FakeJournal.pictured.images
    journal.folders = FakeJournal.pictured.folders
    var person = Person(journal, columns: 80, rows: 24)
    person.send(.syncChanged(.busy))
    for keys in [
      "", "e", "esc Y", "esc &", "esc N", "esc ,", "esc H", "esc ?", "esc :", "esc c", "esc t", "esc w", "esc esc /",
      "esc tab", "esc S",
      "enter", "esc l /", "esc esc j c", "tab", "esc esc A", "i", "esc w",
      "esc esc esc g i down down", "esc z", "n +", "e", "esc q l p",
    ] {
      person.resize(columns: 80, rows: 24)
      person.press(keys)
      for rows in [1, 2, 5, 11, 12, 13, 16, 24, 60] {
        for columns in [1, 2, 20, 39, 40, 41, 69, 70, 99, 100, 140, 200] {
          person.resize(columns: columns, rows: rows)
          check(person, "\(keys) at \(columns)×\(rows)")
        }
      }
    }
  }
}
