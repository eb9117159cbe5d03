import Testing

/// The screens are values with their own state: what holds them stays small, and the compiler names every action.
@Suite struct ScreenRuleTests {
  /// The model holds the desk and the screens; what a screen does stands with the screen.
  @Test func theModelDoesNotGrow() throws {
    let count = try #require(try TypeSizes.lines()["JournalUI.Model"])
    #expect((100..<700).contains(count), "Model has \(count) lines: give them to a screen")
  }

  /// How a switch begins over what each screen lists: actions, answers to lists and questions, lines that are asked for.
  private static let listed = [
    "switch action {", "switch (action,", "switch motion {", "switch choice {", "switch question {", "switch command {",
    "switch request {", "switch item.value {", "switch prompt.rule {", "switch form {", "switch rule {",
  ]

  /// A switch over them without `default` makes the compiler name each place that a new action concerns.
  @Test func actionsAndAnswersAreSwitchedOverWithoutDefault() throws {
    var switches = 0
    for file in try Repository.sources(of: "JournalUI") {
      let isGroup = file.code.contains { $0.contains("ActionGroup {") || $0.contains("extension Action {") }
      for (index, line) in file.code.enumerated() {
        guard Self.listed.contains(where: line.contains) || isGroup && line.contains("switch self {") else { continue }
        switches += 1
        let indent = line.prefix { $0 == " " }
        let end = file.code[index...].firstIndex { $0.hasPrefix(indent + "}") } ?? file.code.endIndex
        let defaults = file.code[index..<end].filter { $0.hasPrefix(indent + "default:") }
        #expect(defaults.isEmpty, "\(file.path):\(index + 1)")
      }
    }
    #expect(switches > 35)
  }
}
