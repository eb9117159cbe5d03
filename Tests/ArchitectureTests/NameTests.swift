import Testing

/// A name means one thing: no two targets have a type of one name at the top of a file.
@Suite struct NameTests {
  /// Names that two targets have, each with the reason.
  private static let shared: Set<String> = [
    // Each program has its own, which nothing else sees.
    "Main", "BackupCommand",
    // The same thing in each family: one for the wire, one that also escapes what steers a terminal.
    "JSONWriter",
  ]

  @Test func noNameMeansTwoThings() throws {
    let declaration =
      /^(?:package |public )?(?:final |indirect )?(?:struct|enum|class|protocol|actor) ([A-Z]\w*)/
    var homes: [String: Set<Substring>] = [:]
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/") {
      let target = file.path.split(separator: "/")[1]
      for line in file.code {
        if let match = line.prefixMatch(of: declaration) { homes[String(match.1), default: []].insert(target) }
      }
    }
    let twice = homes.filter { $0.value.count > 1 }
    #expect(Set(twice.keys).subtracting(Self.shared).sorted() == [], "\(twice)")
    #expect(Self.shared.subtracting(twice.keys) == [], "these are no longer in two targets")
  }
}
