import JournalCore
import TestKit
import Testing

@Suite struct TagRenameTests {
  @Test(arguments: [
    ("Went #running with @Running, #running!", "Went #run with @run, #run!"),
    ("no tag: running, (#running), #runningshoes", "no tag: running, (#running), #runningshoes"),
    (
      "`#running` stays, #running does not\n\n```\n#running\n```",
      "`#running` stays, #run does not\n\n```\n#running\n```"
    ),
    ("#running", "#run"), ("", ""), ("é #RUNNING é", "é #run é"),
  ])
  func aTextGetsTheNewName(_ text: String, _ expected: String) throws {
    #expect(try TagRename("#running", to: "run").renamed(in: text) == expected)
  }

  @Test(arguments: [
    (["a", "running", "b"], ["a", "run", "b"]), (["run", "running"], ["run"]),
    (["running", "RUN", "b"], ["run", "b"]),
    (["Running", "running"], ["run"]), (["a"], ["a"]), ([], []),
  ])
  func tagsAreJoined(_ tags: [String], _ expected: [String]) throws {
    #expect(try TagRename("running", to: "#run").renamed(in: tags) == expected)
  }

  @Test func theSameNameInAnotherSpellingIsTaken() throws {
    let rename = try TagRename("home", to: "Home")
    #expect(rename.renamed(in: ["HOME"]) == ["Home"] && rename.renamed(in: "at #home") == "at #Home")
  }

  @Test(arguments: [("", "run"), ("#", "run"), ("a", ""), ("a", "b c"), ("a", "12"), ("a", "run-"), ("a", "x!")])
  func whatIsNoTagIsRefused(_ old: String, _ new: String) {
    #expect(throws: InvalidInput.self) { try TagRename(old, to: new) }
  }

  @Test func whatIsRenamedThereAndBackIsAsBefore() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let words = (0..<12).map { _ in
        ["#running", "@running", "walk", "`#running`", "#a", "\n", "é"].randomElement(using: &random) ?? ""
      }
      let text = words.joined(separator: " ")
      let there = try TagRename("running", to: "run").renamed(in: text)
      #expect(try TagRename("run", to: "running").renamed(in: there) == text)
      #expect(!TagSyntax.find(in: there).contains { $0.name == "running" })
    }
  }
}
