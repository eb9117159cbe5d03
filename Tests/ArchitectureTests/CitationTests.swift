import Testing

/// What comments cite stands in the papers: the rules and transactions of docs/sync.md, and the papers themselves.
@Suite struct CitationTests {
  /// Targets that cite the rules and transactions by number.
  private static let citing = [
    "Sources/JournalStore/", "Sources/JournalSync/", "Sources/SyncCore/", "Tests/JournalModel/",
    "Tests/JournalStoreTests/", "Tests/JournalSyncTests/",
  ]

  /// The comments of a file, each with its line's number.
  private func comments(_ file: SourceFile) -> [(line: Int, text: Substring)] {
    file.lines.enumerated().compactMap { index, line in
      line.firstRange(of: "//").map { (index + 1, line[$0.lowerBound...]) }
    }
  }

  /// What comments cite, with the places; `pattern` has the number as its only group.
  private func citations(_ pattern: Regex<(Substring, Substring)>) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for file in try Repository.swiftFiles.get() where Self.citing.contains(where: file.path.hasPrefix) {
      for (line, text) in comments(file) {
        for match in text.matches(of: pattern) { found[String(match.1), default: []].append("\(file.path):\(line)") }
      }
    }
    return found
  }

  private func numbers(_ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
    Set(try Repository.text("docs/sync.md").matches(of: pattern).map { String($0.1) })
  }

  @Test func eachTransactionThatIsCitedStandsInTheTable() throws {
    let known = try numbers(/\n\| T([0-9]+) \|/)
    let cited = try citations(/\bT([0-9]{1,2})\b/)
    #expect(known.count == 9)
    for (number, places) in cited where !known.contains(number) {
      Issue.record("docs/sync.md has no T\(number): \(places.joined(separator: ", "))")
    }
    // Each of the table is found in the sources by its number.
    #expect(known.subtracting(cited.keys) == [])
  }

  @Test func eachRuleThatIsCitedStandsInThePaper() throws {
    let known = try numbers(/\n([0-9]+)\. \*\*/)
    #expect(known == Set((1...8).map(String.init)))
    for (number, places) in try citations(/\b[Rr]ule ([0-9]+)\b/) where !known.contains(number) {
      Issue.record("docs/sync.md has no rule \(number): \(places.joined(separator: ", "))")
    }
  }

  @Test func eachPaperThatACommentNamesIsThere() throws {
    let papers = Set(
      try Repository.files(in: "docs", withExtension: "md").map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    )
    let others: Set = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
    var count = 0
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/") {
      for (line, text) in comments(file) {
        for match in text.matches(of: /\bdocs\/([a-z-]+\.md)\b/) {
          count += 1
          #expect(papers.union(others).contains(String(match.1)), "\(file.path):\(line)")
        }
      }
    }
    #expect(count > 5)
  }
}
