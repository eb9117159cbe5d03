import JournalCore
import Testing

@Suite struct CheckboxTests {
  @Test func boxesAreFoundWhereMarkdownHasThem() {
    let text = """
      - [ ] milk
      * [x] bread
        1. [X] two [ ] in one
      > - [ ] quoted
      - [x](link) - [ ]
      -[ ] none
      ```
      - [ ] code
      ```
      - [ ]
      text [ ] here
      """
    let boxes = Checkboxes.find(in: text)
    #expect(boxes.map(\.text) == ["milk", "bread", "two [ ] in one", "quoted", ""])
    #expect(boxes.map(\.isTicked) == [false, true, true, false, false])
    #expect(boxes.map(\.line) == [1, 2, 3, 4, 10] && boxes.map(\.isQuoted) == [false, false, false, true, false])
    #expect(Checkboxes.find(in: text.replacing("\n", with: "\r\n")).map(\.line) == boxes.map(\.line))
  }

  @Test(arguments: ["\n", "\r\n"]) func togglingTwiceChangesNothing(end: String) throws {
    let text = ["漢字", "- [ ] é", "- [x] b", ""].joined(separator: end)
    let first = try #require(Checkboxes.find(in: text).first)
    let ticked = try #require(Checkboxes.toggling(first, in: text))
    #expect(ticked == text.replacing("- [ ] é", with: "- [x] é"))
    let again = try #require(Checkboxes.find(in: ticked).first)
    #expect(Checkboxes.toggling(again, in: ticked) == text)
    #expect(Checkboxes.toggling(first, in: "other") == nil)
  }
}
