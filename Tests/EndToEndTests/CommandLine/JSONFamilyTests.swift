import Foundation
import ScreenKit
import Testing

/// Answers in JSON are one family: `ok` first, names in camelCase.
@Suite struct JSONFamilyTests {
  /// Names that scripts of older versions read, kept beside the new ones.
  private static let kept: Set<String> = ["next_cursor", "has_more"]

  @Test func everyAnswerBeginsWithOkAndIsCamelCase() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "One", "--mood", "happy", "--category", "Home", "--tag", "x")
    try journal.output("new", "--title", "Two")
    try journal.output("rm", "--yes", "last")
    try journal.output("categories", "add", "Work")
    try journal.output("categories", "rm", "--yes", "Work")
    for arguments in [
      ["list"], ["search", "one"], ["show", "last"], ["stats"], ["status"], ["tags"], ["categories"], ["trash"],
      ["history", "last"], ["journals"], ["doctor"], ["keys"], ["images", "last"], ["account"],
    ] {
      let outcome = try journal.start(arguments + ["--json"]).finish()
      #expect(outcome.output.hasPrefix("{\"ok\":"), "\(arguments): \(outcome)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any], "\(arguments)")
      for name in names(object) where !JSONFamilyTests.kept.contains(name) {
        #expect(!name.contains("_"), "\(arguments): \(name)")
      }
    }
  }

  @Test func aPageHasItsEndUnderBothNames() throws {
    let journal = try TestJournal()
    for title in ["One", "Two"] { try journal.output("new", "--title", title) }
    let text = try journal.output("list", "--json", "-n", "1")
    let page = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(page["hasMore"] as? Bool == true && page["has_more"] as? Bool == true)
    let next = try #require(page["nextCursor"] as? String)
    #expect(page["next_cursor"] as? String == next)
    #expect(try journal.output("list", "--short", "-n", "1", "--cursor", next).contains("One"))
  }

  private func names(_ value: Any) -> [String] {
    if let object = value as? [String: Any] { return object.flatMap { [$0.key] + names($0.value) } }
    return (value as? [Any])?.flatMap(names) ?? []
  }
}
