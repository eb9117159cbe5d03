import JournalCore
import Testing

/// Which words of a line are asked for, and what a person's own dictionary makes right.
@Suite struct SpellWordTests {
  @Test(arguments: [
    ("The heron’s wings, isn't it?", ["The", "heron’s", "wings", "isn't", "it"]),
    ("well-known “quoted” (in brackets)", ["well", "known", "quoted", "in", "brackets"]),
    ("a 3rd, B2B and the 90s", ["and", "the"]),
    ("see https://example.org/a or www.example.org, mail me@home.net", ["see", "or", "mail"]),
    ("~/notes/today.md /usr/bin/vi and/or file.txt", ["and", "or"]),
    ("#tag in #Berlin text", ["in", "text"]),
    ("[[The heron|that bird]] stood", ["stood"]),
    ("NASA, iPhone, McDonald and JournalUI", ["and"]),
    ("’twas cold", ["cold"]),
    ("snake_case and _emphasis_", ["and", "emphasis"]),
    ("Ästhetik и мир 日本語", ["Ästhetik", "мир"]),
    ("the end...", ["the", "end"]),
    ("./foobr and ../wrold (./abc) or ...well", ["and", "or", "well"]),
    ("a ~~wrold helllo~~ and (~~teh~~) but ~home", ["wrold", "helllo", "and", "teh", "but"]),
  ])
  func wordsOfALine(line: String, expected: [String]) {
    let found = SpellWords.words(in: line)
    #expect(found.map(\.text) == expected)
    for word in found { #expect(String(decoding: Array(line.utf8)[word.range], as: UTF8.self) == word.text) }
  }

  @Test func softHyphensAreNoPartOfAWord() {
    let found = SpellWords.words(in: "hel\u{AD}lo")
    #expect(found.map(\.text) == ["hello"] && found.map(\.range) == [0..<7])
  }

  @Test func whatIsSkippedIsNotLookedAt() {
    #expect(SpellWords.words(in: "one two three", except: [4..<7]).map(\.text) == ["one", "three"])
  }

  private func own(_ words: String...) -> OwnWords {
    OwnWords(
      PreferenceBook(
        words.enumerated().map { index, word in
          Preference(
            id: RecordName("w\(index)"), key: PreferenceKind.word.key(word), value: word,
            modifiedAt: Instant(milliseconds: 0))
        }))
  }

  @Test func aSmallWordStandsForItselfWithCapitals() {
    let words = own("yoghurty", "Pepys")
    for word in ["yoghurty", "Yoghurty", "YOGHURTY", "Pepys", "PEPYS", "Pepys’s", "Pepys's"] {
      #expect(words.contains(word), "\(word)")
    }
    for word in ["pepys", "yoghurt", "YoGhurty"] { #expect(!words.contains(word), "\(word)") }
    #expect(words.entry(for: "PEPYS’s") == "Pepys" && words.entry(for: "Pepys’s") == "Pepys")
    #expect(words.entry(for: "Yoghurty") == "yoghurty")
  }

  @Test func aChoiceIsReadBack() throws {
    for name in ["auto", "off", "en_GB", "en_GB,de_DE"] { #expect(try SpellingChoice(name).name == name) }
    #expect(try SpellingChoice("en_GB, de_DE").name == "en_GB,de_DE")
    for name in ["", "en GB", "../x", "-d", "en_GB,,de"] {
      #expect(throws: InvalidInput.self) { try SpellingChoice(name) }
    }
  }

  @Test func theDictionaryIsThatOfTheSystemsLanguage() throws {
    let installed = ["de_AT", "de_DE", "en_GB", "en_US"]
    func chosen(_ locale: String) throws -> [String] {
      try SpellingChoice.auto.dictionaries(locale: locale, installed: installed).names
    }
    #expect(try chosen("en_US.UTF-8") == ["en_US"])
    #expect(try chosen("de_LU@euro") == ["de_DE"])
    #expect(try chosen("C.UTF-8") == ["en_GB"] && chosen("") == ["en_GB"])
    #expect(try chosen("en_AU") == ["en_GB"])
    let failure = #expect(throws: InvalidInput.self) { try chosen("fr_FR.UTF-8") }
    #expect(failure?.sentence.contains("fr_FR") == true && failure?.sentence.contains("hunspell-fr") == true)
  }

  @Test func whatIsMissingBesideOthersIsNamedAndTheOthersAreUsed() throws {
    func found(_ names: String...) throws -> SpellingChoice.Dictionaries {
      try SpellingChoice.dictionaries(names).dictionaries(locale: "", installed: ["en_GB", "de_DE"])
    }
    let both = try found("xx_YY", "en_GB")
    #expect(both.names == ["en_GB"])
    #expect(
      both.note == "There is no dictionary xx_YY for hunspell. Installed are de_DE, en_GB. "
        + "Debian’s packages of them begin with hunspell-xx. Words are checked with en_GB.")
    let all = try found("de_DE", "en_GB")
    #expect(all.names == ["de_DE", "en_GB"] && all.note == nil)
    let none = #expect(throws: InvalidInput.self) { try found("xx") }
    #expect(none?.sentence.contains("no dictionary xx") == true)
    for name in ["English", "EN", "e"] {
      let wrong = #expect(throws: InvalidInput.self) { try found(name) }
      #expect(
        wrong?.sentence
          == "“\(name)” is not what dictionaries are called: a name is like en_GB or de_DE. Installed are de_DE, en_GB."
      )
    }
  }

  @Test func aDictionaryHasAllOfAnother() {
    #expect(own("a1", "b1").hasAll(of: own("b1")) && !own("a1").hasAll(of: own("a1", "b1")) && own().hasAll(of: own()))
  }
}
