import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Words that no dictionary has are underlined while one writes, and can be mended from the keyboard.
@Suite struct SpellingTests {
  private func person(
    _ body: String, title: String = "A walk", isVi: Bool = false, fault: String? = nil, canSpell: Bool = true,
    spelling: SpellingChoice = .auto
  ) -> Person {
    var journal = FakeJournal()
    journal.misspelt = ["helllo": ["hello", "hell lo"], "wrold": ["world"], "Pepys": [], "teh": ["the", "tea"]]
    journal.spellingFault = fault
    journal.add(FakeJournal.entry("walk", title, body, FakeJournal.date(2026, 11, 21, 9)))
    var preferences = Preferences()
    (preferences.viMode, preferences.spelling) = (isVi, spelling)
    var person = Person(journal, columns: 120, rows: 30, preferences: preferences, canSpell: canSpell)
    person.press("e")
    return person
  }

  private func asked(_ person: Person) -> [String] {
    person.effects.flatMap { effect -> [String] in
      guard case .checkSpelling(let request) = effect else { return [] }
      return request.words
    }
  }

  /// The words on the screen that are underlined, from top to bottom.
  private func marked(_ person: Person) -> [String] {
    let frame = view(person.model)
    var words: [String] = []
    for row in 0..<frame.size.rows {
      var word = ""
      for column in 0..<frame.size.columns {
        let cell = frame[row, column]
        if cell.style.attributes.contains(.underline) {
          word += cell.text
        } else if !word.isEmpty {
          words.append(word)
          word = ""
        }
      }
    }
    return words
  }

  @Test func wrongWordsAreUnderlinedAndTheOneBeingTypedIsNot() {
    var person = person("Say helllo to the world.\n\nAnd ")
    #expect(marked(person) == ["helllo"])
    person.type("teh")
    #expect(marked(person) == ["helllo"] && !asked(person).contains("teh"))
    person.type(" ")
    #expect(marked(person) == ["helllo", "teh"])
    // Each word is asked for once.
    person.type("helllo again ")
    #expect(asked(person).filter { $0 == "helllo" }.count == 1)
  }

  @Test func aWrongWordOfTheTitleIsUnderlined() {
    #expect(marked(person("All is well.", title: "A helllo")) == ["helllo"])
  }

  @Test func codeAddressesAndTagsAreLeftAlone() {
    let person = person("`helllo` https://example.org/wrold #teh [[teh]]\n\n```\nwrold\n```\n\nEnd")
    // The address is underlined as one.
    #expect(marked(person) == ["https://example.org/wrold"])
    #expect(!asked(person).contains { ["helllo", "wrold", "teh"].contains($0) })
  }

  @Test func aSuggestionTakesThePlaceOfTheWord() {
    var person = person("Say helllo to the wrold.")
    person.press("ctrl-home alt-z")
    #expect(person.sees("“helllo”") && person.sees("hell lo") && person.sees("Add to your dictionary"))
    person.press("1")
    #expect(person.sees("Say hello to the wrold."))
    // The caret stands behind it; the next one is gone to, around the end of the text.
    person.press("alt-z 1 esc")
    #expect(person.journal.entries[RecordName("walk")]?.body == "Say hello to the world.")
  }

  /// Who corrects a word further up goes on writing where they were.
  @Test(arguments: ["1", "8", "9"]) func theCaretGoesBackAfterAWordElsewhere(_ choice: String) {
    var person = person("Say helllo to all.")
    person.press("ctrl-end alt-z \(choice)")
    person.type(" End")
    let word = choice == "1" ? "hello" : "helllo"
    #expect(person.sees("Say \(word) to all. End"), "\(person.screen)")
    // Of the word that the caret stands in it stays there.
    person = self.person("Say helllo to all.")
    person.press("ctrl-home ctrl-right ctrl-right alt-z \(choice)")
    person.type("X")
    #expect(person.sees("X to all.") || person.sees("Xhelllo") || person.sees("Xo to all"), "\(person.screen)")
  }

  @Test func theTitleIsGoneToAsWell() {
    var person = person("All is well.", title: "A helllo")
    person.press("alt-n")
    person.type("X")
    #expect(person.sees("A Xhelllo"), "\(person.screen)")
  }

  @Test func curlyApostrophesStayCurly() {
    var journal = FakeJournal()
    journal.misspelt = ["peple’s": ["people's"]]
    journal.add(FakeJournal.entry("walk", "A walk", "The peple’s friend", FakeJournal.date(2026, 11, 21, 9)))
    var person = Person(journal, columns: 120, rows: 30, canSpell: true)
    person.press("e alt-z 1")
    #expect(person.sees("The people’s friend"), "\(person.screen)")
  }

  @Test func theNextOneIsGoneToWithoutAList() {
    var person = person("wrold and helllo and more")
    person.press("alt-n")
    person.type("X")
    person.press("alt-n")
    person.type("Y")
    let isThere = person.sees("Xwrold and Yhelllo and more") || person.sees("Ywrold and Xhelllo and more")
    #expect(isThere, "\(person.screen)")
  }

  @Test func aTextWithoutMistakesSaysSo() {
    var person = person("All is well here.")
    person.press("alt-z")
    #expect(person.message == "No misspelt word here")
  }

  @Test func aWordIsAddedToTheDictionaryAndRemovedAgain() {
    var person = person("Mr Pepys wrote, and Pepys’s wife read.")
    #expect(marked(person).contains("Pepys"))
    person.press("ctrl-home alt-z 8")
    #expect(person.journal.preferences.map(\.key) == ["word.Pepys"])
    #expect(!marked(person).contains("Pepys"))
    #expect(person.message == "“Pepys” is in your dictionary now")
    person.press("ctrl-home ctrl-right ctrl-right alt-z")
    #expect(person.sees("is in your dictionary") && person.sees("Remove “Pepys” from it"), "\(person.screen)")
    person.press("8")
    #expect(person.journal.preferences.allSatisfy { $0.trashedAt != nil })
    person.press("ctrl-end")
    #expect(marked(person).contains("Pepys"))
  }

  @Test func aWordIsLeftUntilTheEnd() {
    var person = person("teh end")
    person.press("ctrl-home alt-z 9")
    #expect(marked(person).isEmpty && person.journal.preferences.isEmpty)
  }

  @Test func whoWritesOnIsNotTakenElsewhere() {
    var person = person("wrold and all that is well")
    person.isJournalSlow = true
    person.type(" some newly words")
    person.press("alt-n")
    person.type(" and more")
    person.journalAnswers()
    person.type("!")
    #expect(person.sees("and more!"), "\(person.screen)")
  }

  @Test func aMacroEndsWhereItAsksForTheSpelling() {
    var person = person("right wrold", isVi: true)
    person.press("0 q a ] s d w q u 0 @ a")
    #expect(person.sees("right wrold"), "\(person.screen)")
  }

  @Test func viHasItsOwnKeys() {
    var person = person("Say helllo to the wrold.", isVi: true)
    person.press("0 ] s z =")
    #expect(person.sees("hell lo"), "\(person.screen)")
    person.press("1 [ s")
    person.press("x")
    #expect(person.sees("Say hello to the rold."), "\(person.screen)")
    person.press("u 0 d ] s")
    #expect(person.sees("Say hello to the wrold."), "\(person.screen)")
    person.press("] s z g")
    #expect(person.journal.preferences.map(\.key) == ["word.wrold"])
  }

  @Test func whatCannotBeCheckedSaysWhy() {
    var broken = person("helllo", fault: "There is no dictionary xx for hunspell.")
    #expect(marked(broken).isEmpty)
    broken.press("alt-z")
    #expect(broken.message == "There is no dictionary xx for hunspell.")
    // It is asked once.
    broken.type(" more words ")
    #expect(broken.effects.count { if case .checkSpelling = $0 { true } else { false } } == 1)
    var none = person("helllo", canSpell: false)
    none.press("alt-z")
    #expect(none.message.contains("not installed") && asked(none).isEmpty)
    var off = person("helllo", spelling: .off)
    off.press("alt-z")
    #expect(off.message.contains("Spelling is off") && asked(off).isEmpty)
  }

  @Test func aMissingDictionaryIsNamedOnce() {
    var journal = FakeJournal.small
    journal.spellingNote = "There is no dictionary xx_YY for hunspell."
    var preferences = Preferences()
    preferences.spelling = .dictionaries(["en_GB", "xx_YY"])
    var person = Person(journal, preferences: preferences, canSpell: true)
    person.press("e")
    #expect(person.message == "There is no dictionary xx_YY for hunspell.")
    person.wait(for: .notice)
    person.type("some newly words ")
    #expect(person.message.isEmpty, "\(person.message)")
    // Where none is there, that is told as well, unless the language is the system’s.
    journal.spellingFault = "There is no dictionary xx_YY for hunspell."
    person = Person(journal, preferences: preferences, canSpell: true)
    person.press("e")
    #expect(person.message == "There is no dictionary xx_YY for hunspell.")
    preferences.spelling = .auto
    person = Person(journal, preferences: preferences, canSpell: true)
    person.press("e")
    #expect(person.message.isEmpty, "\(person.message)")
  }

  @Test func wordsThatAreStruckThroughAreChecked() {
    #expect(marked(person("A ~~teh wrold~~ end")).joined().contains("wrold"))
    #expect(marked(person("See ./teh and ../wrold end")).isEmpty)
  }

  @Test func theLanguageIsChosenInTheSettings() {
    var person = Person(.small, columns: 120, rows: 36, canSpell: true)
    person.press(",")
    person.press("/")
    person.type("spelling")
    person.press("enter")
    #expect(person.sees("in the system’s language"))
    person.press("enter enter")
    #expect(person.model.preferences.spelling == .dictionaries(["de_DE"]), "\(person.screen)")
    person.press("left")
    #expect(person.model.preferences.spelling == .off)
  }
}
