import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Keys: what they do, that they do something, and that they can be changed.
@Suite struct KeymapTests {
  /// Somebody who stands where a context has the keys, with something above and below.
  private func person(in context: KeyContext) -> Person {
    var journal = FakeJournal.merged
    journal.merges[7]?.fields[2].here? += String(repeating: "\n\nOn it goes.", count: 60)
    journal.accountAnswers = { $0 == .load ? .overview(.anna) : nil }
    let link = "[a](https://example.org/a)"
    let wide = String(repeating: "0123456789", count: 20)
    let body = context == .reading ? "\(link)\n\n## One\n\n- [ ] task\n\n## Two\n\n```\n\(wide)\n```" : link
    journal.add(
      FakeJournal.entry(
        "link", "Zeppelin", body + String(repeating: "\n\nA long text. mood", count: 60),
        FakeJournal.date(2026, 11, 20, 23), mood: .sad))
    for index in 0..<3 {
      journal.images[RecordName("link"), default: []].append(
        FakeJournal.image("image\(index)", of: "link", "Picture", at: Int64(index)))
    }
    journal.add(FakeJournal.entry("gone2", "Also gone", "x", FakeJournal.date(2026, 1, 2), isTrashed: true))
    var person = Person(journal, columns: 120, rows: 20)
    person.press("f f u j")
    person.send(.syncChanged(.busy.with { $0.activity = .asking(.zoneGone) }))
    switch context {
    case .list, .everywhere, .journal: break
    case .sidebar: person.press("h j j")
    case .reader: person.press("l pagedown pagedown")
    case .reading: person.press("enter tab right j j j j j")
    case .trash: person.press("T")
    case .search:
      person.press("/")
      person.type("mood:sad")
      person.wait(for: .search)
      person.press("down")
    case .editor:
      person.press("e")
      person.type("x")
    case .history: person.press("f f m enter H j J J")
    case .categories: person.press("alt-c j")
    case .calendar: person.press("C left left")
    case .year: person.press("Y < left")
    case .insights: person.press("I a tab tab left left")
    case .share:
      person.journal.shelf = SharedShelf(mine: [.run.with { $0.id = RecordName("link") }])
      person.journal.sharesAnswers = { request in
        guard case .look(let subject) = request else { return nil }
        return .share(.run, of: subject, outdated: nil, said: nil)
      }
      person.press("& j")
    case .settings: person.press(", j")
    case .help: person.press("? j j")
    case .sync: person.press("S n j j")
    case .conflict:
      person.press("S n j c")
      person.resize(columns: 120, rows: 12)
      person.press("j")
    case .account: person.press("A j")
    case .viewer: person.press("z n + +")
    case .removedPictures: person.press("z d d d esc Z j")
    case .messages:
      for _ in 0..<30 { person.press("f") }
      person.press("; k k k k")
    case .marking: person.press("v")
    }
    return person
  }

  private func isDifferent(_ person: Person, after key: Key) -> Bool {
    var later = person
    later.forgetEffects()
    later.send(.input(.key(key)))
    return !later.effects.isEmpty || view(later.model) != view(person.model)
  }

  @Test(arguments: KeyContext.allCases) func everyKeyOfTheHelpDoesSomething(context: KeyContext) {
    for row in Keymap.standard.table where row.context == context {
      for key in row.keys {
        let isHeard = isDifferent(prepared(for: row.action, in: context), after: key)
        #expect(isHeard, "\(key.name) for “\(row.title)” in \(context.title)")
      }
    }
  }

  /// What some actions need before they can do anything at all.
  private func prepared(for action: Action, in context: KeyContext) -> Person {
    var person = person(in: context)
    switch (action, context) {
    case (.back, .list): person.press("v")
    case (.showAll, _): person.press("F enter")
    case (.restoreCategory, _), (.deleteCategoryForGood, _): person.press("d G")
    case (.raiseCategory, _): person.press("j")
    case (.focusRight, .reader), (.focusLeft, .sidebar): person.press("esc")
    case (.takeTheirs, _):
      person.journal.entries[RecordName("long")]?.body = "Theirs."
      person.journal.entries[RecordName("link")]?.body = "Theirs."
      person.send(.journalChanged)
    case (.columnLeft, .help): person.press("l")
    case (.findNext, _): person.press("esc e")
    case (.answerSync, _) where context == .everywhere: person.press("esc")
    case (.retryRecord, .sync), (.retryAllRecords, .sync): person.press("g")
    case (.compareSides, .sync), (.undoMerge, .sync), (.dismissConflict, .sync): person.press("g j")
    case (.signIn, .account), (.signInByBrowser, .account):
      person.send(.syncChanged(SyncStatus(account: .noAccount, who: "anna")))
    case (.moveFirst, .history), (.moveUp, .history), (.pageUp, .history), (.halfPageUp, .history): person.press("j")
    default: break
    }
    return person
  }

  @Test func everyActionHasATitleAContextAndAName() {
    for action in Action.allCases {
      #expect(!action.info.contexts.isEmpty, "\(action.rawValue)")
      #expect(action.info.title != action.rawValue, "\(action.rawValue)")
      #expect(action.info.keys.allSatisfy { Key(parsing: $0) != nil }, "\(action.rawValue)")
    }
  }

  @Test func everyKeyOfEveryActionReachesIt() {
    for action in Action.allCases {
      let bound = Keymap.standard.keys(of: action).map(\.name)
      let wanted = action.info.keys.compactMap { Key(parsing: $0)?.name }
      #expect(bound == wanted, "\(action.rawValue)")
    }
  }

  @Test func everyActionIsInThePaletteOfItsScreen() {
    var found: Set<Action> = []
    for context in KeyContext.allCases {
      var person = person(in: context)
      found.formUnion(person.model.paletteActions)
      person.press("esc")
    }
    for action in Action.allCases where action != .palette {
      #expect(found.contains(action), "\(action.rawValue)")
    }
  }

  @Test func thePaletteFindsByNameShowsTheKeyAndDoesIt() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(":")
    person.type("favourite")
    #expect(person.sees("Toggle favourite"))
    person.press("enter")
    #expect(person.journal.entries[RecordName("run")]?.isFavorite == false)
    person.press(":")
    person.type("settings")
    person.press("enter")
    #expect(person.sees("Theme"))
  }

  @Test(arguments: [
    ("tag", "Show a tag"), ("theme", "Setting: Theme"), ("vi", "Setting: vi keys in the editor"),
    ("delete", "Move to the trash"), ("history", "Earlier versions"), ("restore", "Show the trash"),
    ("trash", "Show the trash"), ("login", "Account"), ("import", "Import a file"),
    ("statistics", "Insights in charts"), ("backup", "Backup"), ("doctor", "Check the journal"),
    ("photo", "Attach pictures"),
  ])
  func thePaletteRanksWholeWordsFirstAndKnowsOtherWords(typed: String, first: String) {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(":")
    person.type(typed)
    let line = person.screen.lines.first { $0.contains("▌ ") && $0.contains("│") }
    #expect(person.screen.lines.contains { $0.contains("▌ \(first)") }, "\(line ?? "")")
  }

  @Test func erasingAndSigningInAreFoundFromTheList() {
    for (typed, title) in [("erase", "Erase the journal on this computer?"), ("browser", "Sign in with the browser")] {
      var person = Person(.small, columns: 100, rows: 30)
      person.press(":")
      person.type(typed)
      person.press("enter")
      #expect(person.sees("›  Account") && person.sees(title), "\(person)")
    }
  }

  @Test func aSettingIsReachedByItsName() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(":")
    person.type("strict")
    person.press("enter")
    #expect(person.sees("Settings"))
    person.press("enter")
    #expect(person.model.preferences.isStrictMarkdown)
  }

  @Test func helpListsTheKeysAsTheyAreConfigured() {
    let (keymap, problems) = Keymap.make(overrides: ["new-entry": ["ctrl-e", "X"], "quit": ["ctrl-x"]])
    #expect(problems.isEmpty)
    var person = Person(.small, columns: 100, rows: 60, keymap: keymap)
    #expect(person.bottomLine.contains("^E new"))
    person.press("X")
    #expect(person.sees("New entry"))
    person.press("esc n ?")
    #expect(person.sees("^E  X"))
    person.press("esc ctrl-x")
    #expect(person.effects.last == .quit)
  }

  @Test func aKeyThatIsGivenAwayIsTakenFromWhatHadIt() {
    let (keymap, problems) = Keymap.make(overrides: ["export": ["e"], "edit-entry": ["E"]])
    #expect(problems.isEmpty)
    #expect(keymap.action(for: .character("e"), in: [.list]) == .export)
    #expect(keymap.action(for: .character("E"), in: [.list]) == .editEntry)
    #expect(keymap.action(for: .character("e"), in: [.categories]) == .renameCategory)
  }

  @Test func whatCannotBeUnderstoodIsSaidInASentence() {
    let (keymap, problems) = Keymap.make(overrides: [
      "new-entri": ["n"], "search": ["hyper-x"], "edit-entry": ["x"], "export": ["x"], "save": ["s"],
    ])
    #expect(problems.count == 4)
    let sentences = problems.map(\.sentence)
    #expect(sentences.contains { $0.contains("“hyper-x” for “search” is not a key") })
    #expect(sentences.contains { $0.contains("x is given to both “edit-entry” and “export”") })
    #expect(sentences.contains { $0.contains("“s” for “save” is text while you write") })
    #expect(sentences.contains { $0.hasPrefix("“new-entri” is not a known action.") })
    #expect(Set(problems.map(\.name)) == ["new-entri", "search", "export", "save"])
    #expect(keymap.action(for: .character("x"), in: [.list]) == .editEntry)
  }

  @Test(arguments: [
    ("new-entry", "q", "quit"), ("undo", "n", "new-entry"), ("export", "e", "edit-entry"), ("export", "j", "move-down"),
    ("save", "ctrl-f", "find"), ("new-entry", "e", "edit-entry"), ("quit", "f10", "show-sync"),
  ])
  func aKeyIsNotTakenFromAnotherActionWithoutAWord(name: String, key: String, other: String) {
    let problem = Keymap.make(overrides: [name: [key]]).problems.first
    #expect(problem?.name == name)
    #expect(
      problem?.sentence.contains("for “\(name)” is the key of “\(other)”: ") == true, "\(problem?.sentence ?? "")")
    // Given keys of its own, the other one makes room, also with the same key.
    let others = Keymap.standard.keys(of: Action(rawValue: other) ?? .quit).map(\.name).filter {
      Key(parsing: $0) != Key(parsing: key)
    }
    #expect(Keymap.make(overrides: [name: [key], other: others + ["alt-f20"]]).problems.isEmpty)
  }

  @Test func theKeysThatAnActionHasMayBeGivenAgain() {
    for action in Action.allCases {
      let problems = Keymap.make(overrides: [action.rawValue: action.info.keys]).problems
      #expect(problems.isEmpty, "\(action.rawValue): \(problems)")
    }
  }

  @Test func thereIsAlwaysAKeyToQuitWith() {
    let (keymap, problems) = Keymap.make(overrides: ["quit": []])
    #expect(problems.count == 1)
    #expect(keymap.action(for: .control("q"), in: [.editor]) == .quit)
  }
}
