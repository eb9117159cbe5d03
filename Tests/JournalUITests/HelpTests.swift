import JournalUI
import Testing

/// `?`: what is shown, where, and how a key is found.
@Suite struct HelpTests {
  @Test(arguments: [(80, 1), (120, 1), (140, 2), (200, 3)]) func columnsGoByTheWidth(columns: Int, count: Int) {
    var person = Person(.small, columns: columns, rows: 40)
    person.press("?")
    // What stands in the second line, by where a column would begin.
    let line = Array(person.screen.lines[3])
    let filled = (0..<3).count { column in
      let start = 3 + column * ((columns - 2) / count)
      return column < count && start < line.count && line[start...].prefix(40).contains { $0.isLetter }
    }
    #expect(filled == count, "\(person.screen)")
    let beyond = 3 + (columns - 2) / count - 8
    if count == 1 { #expect(!line[beyond...].contains { $0.isLetter }) }
  }

  @Test func theScreenThatAskedComesFirst() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("K ?")
    let lines = person.screen.lines
    #expect(lines[2].contains("Categories"), "\(person.screen)")
  }

  @Test func whatMovesAboutIsToldOnce() {
    var person = Person(.small, columns: 200, rows: 200)
    person.press("?")
    #expect(person.screen.lines.count { $0.contains("One page up") } == 1)
  }

  @Test func theFilterFindsKeysByWhatTheyDo() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("? /")
    person.type("colour category")
    #expect(person.sees("/ colour category"))
    #expect(person.sees("Colour of the category"))
    #expect(!person.sees("Write a new entry"))
    person.press("enter")
    #expect(person.sees("Colour of the category"))
    person.press("esc")
    #expect(person.sees("Set the mood"))
    person.press("esc")
    #expect(!person.sees("Set the mood"))
  }

  @Test func whatNoKeyDoesIsSaid() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("? /")
    person.type("xyzzy")
    #expect(person.sees("No key does that."))
    person.press("esc")
    #expect(!person.sees("xyzzy"))
  }
}
