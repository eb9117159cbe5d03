import Testing

/// Comments, messages and papers say who does what: “the person”, “no device”, “the process that holds the lock”.
@Suite struct PlainWordTests {
  /// Words that hide who acts, and turns that need a second reading.
  private static let avoided = ["nobody", "whoever", "somebody", "of no account", "what for", "for good and all"]

  @Test func papersUsePlainWords() throws {
    let papers = try Repository.files(in: "docs", withExtension: "md") + ["README.md"]
    #expect(papers.count > 10)
    for paper in papers {
      #expect(PlainWordTests.places(in: paper, try Repository.text(paper)) == [], "say who does what")
    }
  }

  @Test func sourcesUsePlainWords() throws {
    for target in try Repository.folders(in: "Sources") {
      var places: [String] = []
      for path in try Repository.files(in: "Sources/\(target)") where PlainWordTests.isRead(path) {
        places += PlainWordTests.places(in: path, try Repository.text(path))
      }
      #expect(places.isEmpty, "say who does what: \(places.joined(separator: "\n"))")
    }
  }

  @Test func wordsAreFoundAsWordsOnly() {
    #expect(PlainWordTests.places(in: "x", "a\nNobody knows.") == ["x:2: Nobody knows."])
    #expect(PlainWordTests.places(in: "x", "It is of no account.").count == 1)
    #expect(PlainWordTests.places(in: "x", "nobodyElse and somewhat forced") == [])
  }

  /// Code and its comments; the demo journal's texts are a person's own.
  private static func isRead(_ path: String) -> Bool {
    [".swift", ".c", ".h"].contains { path.hasSuffix($0) } && !path.contains("/Demo/")
  }

  private static func places(in path: String, _ text: String) -> [String] {
    let lower = text.lowercased()
    guard avoided.contains(where: { lower.contains($0) }) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let words = line.lowercased().split { !$0.isLetter }.joined(separator: " ")
      guard avoided.contains(where: { " \(words) ".contains(" \($0) ") }) else { return nil }
      return "\(path):\(index + 1): \(line.drop(while: \.isWhitespace))"
    }
  }
}
