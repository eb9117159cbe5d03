import Testing

/// Declarations that other targets see are explained where they stand: units, ranges, and what they throw.
@Suite struct DocCommentTests {
  /// Per cent of the declarations that have a comment; an initialiser that only takes over its parameters needs none.
  private static let least = 95

  @Test func declarationsOfOtherTargetsAreExplained() throws {
    var count = 0
    var bare: [String] = []
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/") {
      for (index, line) in file.code.enumerated() where DocCommentTests.isDeclaration(line) {
        guard !DocCommentTests.isMemberwise(file.lines, at: index) else { continue }
        count += 1
        if !DocCommentTests.isExplained(file.lines, at: index) { bare.append("\(file.path):\(index + 1)") }
      }
    }
    try #require(count > 1000)
    let share = (count - bare.count) * 100 / count
    print("\(count - bare.count) of \(count) package and public declarations have a comment: \(share) %")
    #expect(share >= DocCommentTests.least, "without a comment: \(bare.prefix(20).joined(separator: ", ")), …")
  }

  @Test func declarationsAreTold() {
    #expect(DocCommentTests.isDeclaration("  package static func a() {"))
    #expect(DocCommentTests.isDeclaration("@MainActor package final class A {"))
    #expect(DocCommentTests.isDeclaration("  public private(set) var a = 1"))
    #expect(!DocCommentTests.isDeclaration("  var a = 1"))
    #expect(!DocCommentTests.isDeclaration("package import SyncCore"))
    #expect(!DocCommentTests.isDeclaration("package extension A {"))
    #expect(DocCommentTests.isExplained(["  /// Why.", "  @discardableResult", "  package func a() {"], at: 2))
    #expect(!DocCommentTests.isExplained(["  // Why.", "", "  package func a() {"], at: 2))
  }

  @Test func initialisersThatOnlyTakeOverTheirParametersAreTold() {
    let short = ["  package init(a: Int) { self.a = a }"]
    let long = ["  package init(", "    a: Int, b: Int", "  ) {", "    self.a = a", "    self.b = b", "  }"]
    let other = ["  package init(a: Int) {", "    self.a = a * 2", "  }"]
    let pair = ["  package init(a: Int, b: Int) {", "    (self.a, self.b) = (a, b)", "  }"]
    let crossed = ["  package init(a: Int, b: Int) {", "    (self.a, self.b) = (b, a)", "  }"]
    #expect([short, long, pair].allSatisfy { DocCommentTests.isMemberwise($0, at: 0) })
    #expect(!DocCommentTests.isMemberwise(crossed, at: 0))
    #expect(!DocCommentTests.isMemberwise(other, at: 0))
    #expect(!DocCommentTests.isMemberwise(["  package func a() {", "  }"], at: 0))
  }

  /// Whether a declaration is an initialiser whose body only gives its parameters to the properties of their names.
  private static func isMemberwise(_ lines: [String], at index: Int) -> Bool {
    guard lines[index].contains("package init(") || lines[index].contains("public init(") else { return false }
    guard let start = lines[index...].firstIndex(where: { $0.contains("{") }),
      let end = lines[start...].firstIndex(where: { $0.contains("}") })
    else { return false }
    let body = lines[start...end].joined(separator: "\n").drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
    let statements = body.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }.filter {
      !$0.isEmpty
    }
    return !statements.isEmpty && statements.allSatisfy(takesOver)
  }

  /// Whether a line without blanks is `self.a=a`, or the same for several: `(self.a,self.b)=(a,b)`.
  private static func takesOver(_ statement: String) -> Bool {
    let sides = statement.split(separator: "=", omittingEmptySubsequences: false).map { side in
      side.filter { $0 != "(" && $0 != ")" }.split(separator: ",")
    }
    return sides.count == 2 && sides[0].map(String.init) == sides[1].map { "self.\($0)" }
  }

  private static let kinds: Set<Substring> = [
    "func", "init", "init?", "var", "let", "struct", "class", "enum", "actor", "protocol", "typealias", "subscript",
  ]

  private static let modifiers: Set<Substring> = [
    "package", "public", "static", "final", "mutating", "nonmutating", "nonisolated", "indirect", "override",
    "consuming", "borrowing", "convenience", "lazy", "weak", "private(set)", "fileprivate(set)", "internal(set)",
  ]

  private static func isDeclaration(_ line: String) -> Bool {
    guard line.contains("package ") || line.contains("public ") else { return false }
    let words = line.split { $0 == " " || $0 == "<" }.drop { $0.hasPrefix("@") }
    guard let end = words.firstIndex(where: { !modifiers.contains($0) }) else { return false }
    let before = words[..<end]
    return (before.contains("package") || before.contains("public"))
      && kinds.contains(words[end].prefix { $0 != "(" && $0 != "[" })
  }

  /// Whether a comment for readers stands above a line; attributes may stand between the two.
  private static func isExplained(_ lines: [String], at index: Int) -> Bool {
    let above = lines[..<index].last { !$0.drop(while: \.isWhitespace).hasPrefix("@") }
    return above?.drop(while: \.isWhitespace).hasPrefix("///") == true
  }
}
