import Testing

/// A type whose logic stands in several files keeps its state to the file that declares it.
@Suite struct SpreadStateTests {
  /// What is lent for one message, and what all draw on or share, is like a parameter: it is there to be changed.
  private static let lent: [String: Set<String>] = [
    "Canvas": ["frame", "covered", "bright"],
    // The stack of screens, and values that keep their own state to themselves.
    "Model": ["desk", "stack", "interruption", "displacement", "failures", "drafts"],
  ]

  /// Plain data, which has no rules of its own: what all screens share.
  private static let data: Set<String> = ["Desk"]

  /// A stored variable that another file of its type could change has to be private, or private to set.
  ///
  /// Types are looked at of which functions that change them stand in another file than the declaration: mutating ones of
  /// a struct or enum, all of a class or an actor. A screen at work is `desk` and `state`, which are lent to it.
  @Test(arguments: ["JournalUI", "JournalSync", "SyncCore"])
  func stateIsNotChangedFromAnotherFile(target: String) throws {
    let all = try TypeSizes.all.get().filter { $0.target == target && !Self.data.contains($0.name) }
    let spread = Dictionary(grouping: all, by: \.name).filter { $0.value.count > 1 }
    try #require(!spread.isEmpty)
    for (name, parts) in spread {
      guard let own = parts.first(where: { !$0.isExtension }) else { continue }
      let isReference = own.lines[0].contains("class ") || own.lines[0].contains("actor ")
      let changes = parts.contains { part in
        part.path != own.path && part.lines.contains { $0.contains(isReference ? "func " : "mutating func ") }
      }
      guard changes else { continue }
      let lent = Self.lent[name] ?? ["desk", "state"]
      let open = own.lines.compactMap(Self.openVariable).filter { !lent.contains($0) }
      #expect(open == [], "\(name) is changed in other files than \(own.path): give these functions of their own")
    }
  }

  /// The name of a stored variable that may be set from outside; nil for any other line.
  private static func openVariable(_ line: String) -> String? {
    guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.contains("static "), !line.contains("private") else {
      return nil
    }
    // What has a body is no storage, unless the body only watches it.
    guard !line.contains("{") || line.contains("{ didSet") else { return nil }
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let place = words.firstIndex(of: "var"), place + 1 < words.count else { return nil }
    return String(words[place + 1])
  }

  @Test func storedVariablesAreToldFromOthers() {
    let lines = [
      "  var open = 1", "  private(set) var read = 1", "  private var own = 1", "  let never = 1",
      "  var made: Int { 1 }", "  package var asked: Int?", "    var inside = 1", "  static var all = 1",
    ]
    #expect(lines.compactMap(Self.openVariable) == ["open", "asked"])
  }
}
