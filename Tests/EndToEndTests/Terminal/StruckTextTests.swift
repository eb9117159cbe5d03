import ScreenKit
import Testing

/// What was removed is struck out where a terminal can do that, and in brackets where it cannot.
@Suite struct StruckTextTests {
  private func history(_ term: String, _ variables: [String: String] = [:]) throws -> (TestJournal, Screen) {
    let journal = try TestJournal()
    try journal.output("new", "--title", "T", "--body", "We walked by the loud sea and came home.")
    let id = try #require(try journal.entries().first?.id)
    try journal.output("edit", id, "--body", "We ran by the quiet coast and came home.")
    let screen = try journal.openJournal(columns: 120, environment: variables.merging(["TERM": term]) { $1 })
    try screen.wait(for: "the quiet coast")
    try screen.type("H", showing: "History", "2 versions", "quiet coast")
    screen.type("j")
    return (journal, screen)
  }

  @Test(arguments: ["xterm-256color", "tmux-256color"]) func removedWordsAreStruckOut(term: String) throws {
    let (journal, screen) = try history(term)
    try screen.wait(for: "walked ran by the")
    try screen.wait(until: "the removed words are struck out") { $0.cell(of: "walked ran")?.isStruck == true }
    #expect(screen.cell(of: "ran by")?.isStruck == false)
    #expect(!screen.shows("[-"))
    try screen.press(.escape, hiding: "walked")
    #expect(screen.cell(of: "ran by the")?.isStruck == false)
    try screen.leave()
    withExtendedLifetime(journal) {}
  }

  @Test(arguments: [["NO_COLOR": "1"], ["LANG": "C", "LC_ALL": "C"]])
  func theyAreStruckOutWithoutColoursAndWithoutUTF8(variables: [String: String]) throws {
    let (journal, screen) = try history("xterm-256color", variables)
    try screen.wait(for: "walked ran by the")
    try screen.wait(until: "the removed words are struck out") { $0.cell(of: "walked ran")?.isStruck == true }
    try screen.press(.escape, hiding: "walked")
    try screen.leave()
    withExtendedLifetime(journal) {}
  }

  @Test(arguments: [[:], ["NO_COLOR": "1"]]) func theyStandInBracketsElsewhere(variables: [String: String]) throws {
    let (journal, screen) = try history("screen-256color", variables)
    try screen.wait(for: "[-walked-] {+ran+} by the")
    try screen.press(.escape, hiding: "walked")
    try screen.leave()
    withExtendedLifetime(journal) {}
  }
}
