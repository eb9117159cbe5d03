import Testing

/// What is written once: its home, and how another one would look.
struct Home {
  let what: String
  let path: String
  /// Looked for in whole lines, texts included.
  var texts: [String] = []
  /// Looked for in code.
  var code: [String] = []
  /// Where the same characters mean something else.
  var others: Set<String> = []

  static let all = [
    Home(
      what: "Base64", path: "Sources/Encodings/Base64.swift",
      texts: ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "- UInt8(ascii: \"a\") + 26"]),
    Home(
      what: "hexadecimal digits", path: "Sources/Encodings/Hexadecimal.swift",
      texts: [
        "0123456789abcdef", "0123456789ABCDEF", "%02x", "%02X", "< 16 ? \"0\"", "- 0x61 + 10",
        "- UInt8(ascii: \"a\") + 10",
      ]),
    Home(
      what: "percent encoding", path: "Sources/Encodings/PercentCoding.swift",
      texts: ["ascii: \"%\"", "\"%\" +", "\"%0\"", "PercentEncoding("],
      // The class of a character where lines break; the directives of a date's format.
      others: ["Sources/TerminalKit/Text/BreakClass.swift", "Sources/JournalFormats/Jrnl/DateFormat.swift"]),
    Home(
      what: "percentages", path: "Sources/JournalCore/Time/DateText.swift",
      texts: ["u{202F}%", ") %\"", ") % of"]),
    Home(
      what: "locks on files", path: "Sources/SystemKit/FileLock.swift",
      code: ["flock(", "lockf(", "F_SETLK", "F_GETLK", "F_OFD_", "LOCK_EX"]),
    Home(
      what: "giving a file its name", path: "Sources/SystemKit/SystemFile.swift",
      code: [
        "rename(", "renameat(", "renameat2(", "clinux_rename_new(", "replaceItem(", "replaceItemAt(",
        "options: .atomic", "[.atomic",
      ]),
    Home(
      what: "the clock that only runs forwards", path: "Sources/SystemKit/MonotonicClock.swift",
      code: ["CLOCK_MONOTONIC", "CLOCK_BOOTTIME"]),
    Home(what: "gzip", path: "Sources/GzipKit/Gzip.swift", code: ["czlib_begin_inflate(", "czlib_begin_deflate("]),
  ]

  /// Where it stands in a file, as `path:line: code`.
  func places(in file: SourceFile) -> [String] {
    // Looked for in the whole first: nearly always it is nowhere.
    let whole = file.lines.joined(separator: "\n")
    let wanted = texts.filter { whole.contains($0) }
    let inTexts = file.lines.indices.filter { line in wanted.contains { file.lines[line].contains($0) } }
      .map { "\(file.path):\($0 + 1): \(file.lines[$0].drop(while: \.isWhitespace))" }
    return inTexts + code.flatMap { file.places(of: $0) }
  }
}

@Suite struct HomeTests {
  @Test(arguments: Home.all.map(\.what)) func whatIsWrittenOnceHasOneHome(what: String) throws {
    let home = try #require(Home.all.first { $0.what == what })
    var isAtHome = false
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/") {
      let places = home.places(in: file)
      if file.path == home.path {
        isAtHome = !places.isEmpty
      } else if !home.others.contains(file.path) {
        #expect(places == [], "\(what): use \(home.path)")
      }
    }
    #expect(isAtHome, "\(home.path) has no \(what): has it moved?")
  }

  @Test(arguments: [
    ("Base64", "let letters = \"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef\""),
    ("Base64", "value = byte - UInt8(ascii: \"a\") + 26"),
    ("hexadecimal digits", "let digits = Array(\"0123456789abcdef\".utf8)"),
    ("hexadecimal digits", "bytes.map { ($0 < 16 ? \"0\" : \"\") + String($0, radix: 16) }"),
    ("hexadecimal digits", "case 0x61...0x66: byte - 0x61 + 10"),
    ("percent encoding", "guard byte == UInt8(ascii: \"%\") else { continue }"),
    ("percent encoding", "text.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)"),
    ("locks on files", "while flock(descriptor, kind) != 0 {"),
    ("locks on files", "return fcntl(descriptor, F_SETLK, &lock) == 0"),
    ("giving a file its name", "guard rename(temporary, path) == 0 else {"),
    ("giving a file its name", "try data.write(to: url, options: .atomic)"),
    ("the clock that only runs forwards", "clock_gettime(CLOCK_MONOTONIC, &time)"),
    ("gzip", "guard czlib_begin_inflate(stream) == Z_OK else {"),
  ])
  func anotherOneIsFound(what: String, line: String) throws {
    let home = try #require(Home.all.first { $0.what == what })
    #expect(home.places(in: SourceFile(path: "x", text: line)).count == 1)
  }

  @Test(arguments: [
    ("locks on files", "let lock = try FileLock.take(path) // not flock(path)"),
    ("percent encoding", "say(\"100 % of it\")"), ("giving a file its name", "func renamed(_ name: String) {}"),
    ("giving a file its name", "let rename = fileRename(from, to)"),
  ])
  func whatOnlyLooksLikeItIsNone(what: String, line: String) throws {
    let home = try #require(Home.all.first { $0.what == what })
    #expect(home.places(in: SourceFile(path: "x", text: line)) == [])
  }

  /// Tests repeat what a seed decides by one generator.
  @Test func testsHaveOneGenerator() throws {
    let home = Home(what: "chance", path: "Tests/TestKit/SeededGenerator.swift", code: ["0xBF58_476D_1CE4_E5B9"])
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Tests/") && file.path != home.path {
      guard !file.path.hasPrefix("Tests/ArchitectureTests/") else { continue }
      #expect(home.places(in: file) == [], "use \(home.path)")
    }
  }
}
