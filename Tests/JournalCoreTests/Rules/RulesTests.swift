import JournalCore
import TestKit
import Testing

@Suite struct EntryRulesTests {
  @Test func titlesAreOneTrimmedLine() throws {
    #expect(try EntryRules.title("  A day \t") == "A day")
    #expect(try EntryRules.title("") == "")
    #expect(try EntryRules.title(String(repeating: "é", count: 1000)).unicodeScalars.count == 1000)
  }

  @Test(arguments: ["a\nb", "a\r\nb", "a\rb", "a\u{2028}b", "a\u{85}b", "a\u{B}b", String(repeating: "x", count: 1001)])
  func refusesTitles(title: String) { #expect(throws: InvalidInput.self) { try EntryRules.title(title) } }

  @Test func movesWhatATitleCannotHold() {
    let moved = EntryRules.fitted(title: " One \r\n\r\n  two\nthree ", body: "Body")
    #expect(moved.title == "One")
    #expect(moved.body == "  two\nthree\n\nBody")
    let plain = EntryRules.fitted(title: "One", body: "\nBody\n")
    #expect(plain.title == "One" && plain.body == "\nBody\n")
    let long = EntryRules.fitted(title: String(repeating: "x", count: 1500), body: "")
    #expect(long.title.utf8.count == 1000 && long.body.utf8.count == 500)
  }

  @Test func bodiesHaveAnEnd() throws {
    let longest = String(decoding: [UInt8](repeating: 0x78, count: 16 << 20), as: UTF8.self)
    try EntryRules.checkBody(longest)
    #expect(throws: InvalidInput.self) { try EntryRules.checkBody(longest + "x") }
  }

  @Test func datesLieInTheCalendar() throws {
    try EntryRules.check(moment(civil(1, 1, 1), 0, 0))
    try EntryRules.check(moment(civil(9999, 12, 31), 23, 59, in: FixedZone(offset: -43_200)))
    #expect(throws: InvalidInput.self) {
      try EntryRules.check(EntryDate(instant: Instant(milliseconds: .max), timeZone: "", offsetSeconds: 0))
    }
    #expect(throws: InvalidInput.self) {
      try EntryRules.check(EntryDate(instant: .earliest, timeZone: "", offsetSeconds: 0))
    }
    #expect(throws: InvalidInput.self) {
      try EntryRules.check(EntryDate(instant: now.instant, timeZone: "", offsetSeconds: 90_000))
    }
    #expect(throws: InvalidInput.self) {
      try EntryRules.check(EntryDate(instant: now.instant, timeZone: "", offsetSeconds: .min))
    }
  }

  @Test func checksAWholeEntry() throws {
    try EntryRules.check(entry(title: "A day", body: "text"))
    #expect(throws: InvalidInput.self) { try EntryRules.check(entry(title: " A day")) }
  }
}

@Suite struct CategoryRulesTests {
  @Test func namesAreTrimmed() throws { #expect(try CategoryRules.name(" Work \n") == "Work") }

  @Test(arguments: ["", " \t", "a\nb", "a\u{1B}[0m", String(repeating: "x", count: 101)])
  func refusesNames(name: String) { #expect(throws: InvalidInput.self) { try CategoryRules.name(name) } }

  @Test(arguments: ["\u{200B}", "\u{7F}", "\u{1}", "\u{AD}\u{FEFF}", "\u{2800}", "\u{202E} \u{E0041}", "\u{3164}"])
  func refusesNamesThatShowNothing(name: String) {
    #expect(throws: InvalidInput("A category needs a name that can be seen.")) { try CategoryRules.name(name) }
  }

  @Test(arguments: ["漢", "👩‍🌾", "\u{E000}", "é", "-", "a\u{200D}"])
  func takesNamesThatShowSomething(name: String) throws { #expect(try CategoryRules.name(name) == name) }

  @Test(arguments: [("#007aff", "#007AFF"), ("34C759", "#34C759"), (" #fff ", "#FFFFFF")])
  func coloursAreKeptInOneForm(given: String, kept: String) throws { #expect(try CategoryRules.color(given) == kept) }

  @Test(arguments: ["", "#", "blue", "#12345", "#1234567", "#12345G", "#ＦＦＦ", "##123456"])
  func refusesColours(color: String) { #expect(throws: InvalidInput.self) { try CategoryRules.color(color) } }

  @Test(arguments: ["folder", "figure.run", "person.2.fill", "4k.tv", "unknown.to.us"])
  func takesIconNames(icon: String) throws { #expect(try CategoryRules.icon(icon) == icon) }

  @Test(arguments: ["", ".", "a..b", "a b", "é", "a/b", "a.", String(repeating: "x", count: 65)])
  func refusesIconNames(icon: String) { #expect(throws: InvalidInput.self) { try CategoryRules.icon(icon) } }
}

@Suite struct CategoryIconTests {
  @Test func everyGlyphIsOneNarrowScalar() {
    #expect(CategoryIcon.known.count > 150)
    for icon in CategoryIcon.known + [.unknown] {
      #expect(icon.glyph.unicodeScalars.count == 1, "\(icon.name)")
      for scalar in icon.glyph.unicodeScalars {
        // Terminals may draw a scalar that can be an emoji two columns wide, or in colours of its own.
        #expect(scalar.isASCII || !scalar.properties.isEmoji && scalar.value < 0x3000, "\(icon.name)")
        #expect(scalar.properties.generalCategory != .nonspacingMark, "\(icon.name)")
      }
      #expect(
        icon.asciiGlyph.utf8.count == 1 && icon.asciiGlyph.utf8.allSatisfy { (0x21...0x7E).contains($0) },
        "\(icon.name)")
    }
  }

  @Test func signsOfNerdFontsAreOneScalarOfThePrivateUseArea() {
    let signs = CategoryIcon.known.filter { $0.nerdGlyph != $0.glyph }
    #expect(signs.count > 100)
    // Nerd Fonts 3 keeps Font Awesome 4 where it was, which left these places free.
    func isFree(_ value: UInt32) -> Bool {
      value & 0xF == 0xF && value != 0xF02F || (0xF0B3...0xF0BF).contains(value)
        || [0xF020, 0xF116, 0xF117, 0xF220].contains(value)
    }
    for icon in signs {
      let scalars = Array(icon.nerdGlyph.unicodeScalars)
      let values = scalars.map(\.value)
      #expect(values.count == 1 && values.allSatisfy { (0xF000...0xF2E0).contains($0) && !isFree($0) }, "\(icon.name)")
    }
  }

  @Test func namesAreUniqueAndValid() throws {
    #expect(Set(CategoryIcon.known.map(\.name)).count == CategoryIcon.known.count)
    for icon in CategoryIcon.known { #expect(try CategoryRules.icon(icon.name) == icon.name) }
  }

  /// What people read names no symbol of a type face.
  @Test func everyIconIsSaidInWords() {
    for icon in CategoryIcon.known {
      #expect(!icon.words.isEmpty && icon.words.allSatisfy { $0.isLetter || $0 == " " }, "\(icon.name): \(icon.words)")
    }
    #expect(Set(CategoryIcon.known.map(\.words)).count == CategoryIcon.known.count)
    #expect(
      CategoryIcon.words(of: "figure.run") == "running" && CategoryIcon.words(of: "no.such.icon") == "no such icon")
  }

  @Test(arguments: [
    ("heart.fill", "heart"), ("person.2.circle.fill", "person.2"), ("figure.dance", "figure"), ("folder", "folder"),
    ("book", "book"), ("no.such.icon", ""), ("", ""), (".", ""),
  ])
  func variantsLookLikeTheirIcon(name: String, icon: String) { #expect(CategoryIcon.named(name).name == icon) }

  @Test(arguments: [
    "folder", "house", "heart", "book", "briefcase", "airplane", "figure.run", "fork.knife", "leaf", "moon", "sun.max",
    "star", "music.note", "gift", "car", "cart",
    "graduationcap", "pawprint", "person.2", "bed.double", "camera", "paintbrush", "hammer", "stethoscope",
    "cross.case", "dumbbell", "bicycle", "tram", "globe",
    "mountain.2", "phone", "envelope", "gamecontroller", "tv", "film", "lightbulb", "flame", "drop", "bolt", "cloud",
    "snowflake", "umbrella", "clock", "calendar",
    "tag", "bookmark", "pencil", "doc", "tray", "archivebox", "trash", "bell", "flag", "mappin", "key", "lock", "gear",
  ])
  func knowsTheCommonNames(name: String) { #expect(CategoryIcon.named(name).name == name) }
}
