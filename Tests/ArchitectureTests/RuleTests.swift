import Testing

@Suite struct RuleTests {
  @Test(arguments: Layer.all.keys.sorted())
  func forbiddenCodeStandsNowhere(target: String) throws {
    let layer = try #require(Layer.all[target])
    for file in try Repository.sources(of: target) {
      for rule in layer.forbidden {
        let places = file.places(of: rule.code)
        #expect(places == [], "“\(rule.code)” is not for \(target): \(rule.instead)")
      }
    }
  }

  /// Unchecked promises to the compiler need a comment that says why they hold.
  @Test(arguments: Layer.all.keys.sorted())
  func uncheckedPromisesAreExplained(target: String) throws {
    for file in try Repository.sources(of: target) {
      for (index, code) in file.code.enumerated()
      where code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") {
        let above = index > 0 ? file.lines[index - 1].drop(while: \.isWhitespace) : ""
        #expect(above.hasPrefix("//"), "\(file.path):\(index + 1) has no comment above it")
      }
    }
  }

  /// The zone is a parameter: a shared zone, or a second one of one's own, is no other path through store, engine and client.
  @Test func noZoneIsAConstant() throws {
    let constants = ["zone = 1", "zones.id = 1", "zones WHERE id = 1", "(zone) VALUES(1", "/private/"]
    let files = try Repository.files(in: "Sources", withExtension: "swift").filter {
      !$0.hasPrefix("Sources/Cloud") || $0.hasPrefix("Sources/CloudClient")
    }
    try #require(files.count > 300)
    for path in files {
      let text = try Repository.text(path)
      for constant in constants { #expect(!text.contains(constant), "\(path): “\(constant)”") }
    }
    let makers = try files.filter { try Repository.text($0).contains("\"JournalZone\"") }
    #expect(makers == ["Sources/SyncCore/Records/JournalZone.swift"])
  }

  @Test func ncursesIsCalledInOnePlaceOnly() throws {
    let users = Layer.all.filter { $0.value.mayImport.contains("CTerminal") }.map(\.key)
    #expect(users == ["TerminalDriver"])
  }

  /// A command without a name gets one from its type's, which costs a search through all conformances of the program: with two
  /// dozen such commands that was a third of the time until the first screen.
  @Test func everyCommandSaysItsName() throws {
    var count = 0
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/cloudjournal") {
      for (index, code) in file.code.enumerated() where code.contains("CommandConfiguration(") {
        let call = code + (index + 1 < file.code.count ? file.code[index + 1] : "")
        #expect(call.contains("commandName:"), "\(file.path):\(index + 1)")
        count += 1
      }
    }
    #expect(count > 50)
  }

  @Test func filesAreShortEnoughToRead() throws {
    for file in try Repository.swiftFiles.get() {
      #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines: split it")
    }
  }

  @Test(arguments: ["Sources", "Tests", "Benchmarks"])
  func nothingIsLeftForLater(folder: String) throws {
    for path in try Repository.files(in: folder) where !path.hasPrefix("Tests/ArchitectureTests/") {
      let text = try Repository.text(path)
      for mark in ["TODO", "FIXME", "XXX"] {
        #expect(!text.contains(mark + ":") && !text.contains("// " + mark), "\(path): \(mark)")
      }
    }
  }

  @Test func noTestSleeps() throws {
    let sleeping = ["Task.sleep", "Thread.sleep", "usleep(", "sleep(", "nanosleep("]
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Tests/") {
      // A clock of a test's own says what sleeping is; it does not sleep.
      let places = sleeping.flatMap { code in file.places(of: code).filter { !$0.contains("func sleep(until") } }
      #expect(places == [], "a test waits for a condition, not for time")
    }
  }

  @Test func wordsAreNotFoundInsideOthers() {
    #expect("func entry() -> Entry?".containsCode("try?") == false)
    #expect("requireDate()".containsCode("Date()") == false)
    #expect("let d = Date()".containsCode("Date()"))
    #expect("Int.random(in: 0..<3)".containsCode(".random(in:"))
  }

  @Test func codeIsToldFromCommentsAndTexts() {
    let text = "let a: Entry? = try? b // try? c\nlet d = \"try? \\\" e\"\nlet f = \"\"\"\n try? g\n \"\"\""
    let places = SourceFile(path: "x", text: text).places(of: "try?")
    #expect(places == ["x:1: let a: Entry? = try? b // try? c"])
  }
}
