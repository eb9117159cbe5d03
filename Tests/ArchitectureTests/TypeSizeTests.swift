import Testing

/// A type that one has to know as a whole stays as large as one can know.
@Suite struct TypeSizeTests {
  private static let most = 900

  /// All lines of code of a type count, in whichever files its extensions stand. A protocol whose extensions hold code is a type.
  @Test func noTypeIsTooLargeToKnow() throws {
    let lines = try TypeSizes.lines()
    try #require(lines.count > 800)
    let longest = lines.sorted { $0.value > $1.value }.prefix(10).map { "\($0.key) \($0.value)" }
    let tooLong = lines.filter { $0.value > Self.most }.map(\.key).sorted()
    #expect(tooLong == [], "give a part of it a type of its own; the longest are \(longest)")
  }

  @Test func linesOfATypeAreCountedInAllItsFiles() {
    let text = """
      /// A type.
      package struct Reader<Source>: Sendable {

        // One line.
        var line = 0
      }

      func free() {}

      extension Reader.Place where Source: Sendable {
        var next: Int { 1 }
      }
      enum None {}
      """
    let found = TypeSizes.declarations(in: SourceFile(path: "Sources/Target/Reader.swift", text: text))
    #expect(found.map(\.name) == ["Reader", "Reader", "None"])
    #expect(found.map(\.lines.count) == [3, 3, 1])
    #expect(found.map(\.isExtension) == [false, true, false])
    #expect(found.map(\.target) == ["Target", "Target", "Target"])
  }
}
