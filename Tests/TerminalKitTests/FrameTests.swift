import Testing

@testable import TerminalKit

private let width = TableWidth()

@Suite struct FrameTests {
  @Test func wideCharactersAreMendedWhenTheyAreCut() {
    var frame = Frame(Size(rows: 1, columns: 6))
    frame.put("漢字", row: 0, column: 0, width: width)
    #expect(frame.line(0) == "漢字")
    frame.put("x", row: 0, column: 1, width: width)
    #expect(frame.line(0) == " x字")
    frame.put("界", row: 0, column: 1, width: width)
    #expect(frame.line(0) == " 界")
    #expect(frame[0, 3].text == " ")
    frame.put("a", row: 0, column: 1, width: width)
    #expect(frame.line(0) == " a")
  }

  @Test func nothingIsDrawnOutside() {
    var frame = Frame(Size(rows: 2, columns: 4))
    let empty = frame
    for (row, column) in [(-1, 0), (2, 0), (0, 4), (5, 5)] { frame.put("漢", row: row, column: column, width: width) }
    frame.put("漢", row: 0, column: 3, width: width)
    #expect(frame == empty)
    #expect(frame.put("abcdef", row: 0, column: 2, width: width) == 2)
    #expect(frame.put("xy", row: 1, column: -1, width: width) == 2)
    #expect(frame.text == "  ab\ny")
    #expect(frame[9, 9] == Cell())
  }

  @Test func aLimitLeavesOutWhatDoesNotFitWhole() {
    var frame = Frame(Size(rows: 1, columns: 10))
    #expect(frame.put("a漢字", row: 0, column: 0, limit: 4, width: width) == 3)
    #expect(frame.line(0) == "a漢")
    #expect(frame.put([StyledText("漢字"), StyledText("z")], row: 0, column: 0, limit: 3, width: width) == 2)
    #expect(frame.line(0) == "漢")
  }

  @Test func fillAndRestyleStayInside() {
    var frame = Frame(Size(rows: 3, columns: 3))
    frame.fill(Rect(row: 1, column: 1, rows: 9, columns: 9), Cell("#"))
    #expect(frame.text == "\n ##\n ##")
    frame.fill(Rect(row: 7, column: 7, rows: 2, columns: 2), Cell("!"))
    frame.fill(Rect(row: -5, column: -5, rows: 2, columns: 2), Cell("!"))
    frame.restyle(Rect(row: -1, column: -1, rows: 3, columns: 3)) { $0.with(.bold) }
    #expect(frame[1, 1].style.attributes == .bold)
    #expect(frame[2, 2].style.attributes == [])
  }

  @Test func everySequenceOfPutsLeavesWholeCharacters() {
    var seed: UInt64 = 3
    var frame = Frame(Size(rows: 1, columns: 12))
    for _ in 0..<5000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      frame.put(seed >> 40 & 1 == 0 ? "漢" : "x", row: 0, column: Int(seed >> 33) % 14 - 1, width: width)
      for column in 0..<12 {
        switch frame[0, column].width {
        case 2: #expect(column + 1 < 12 && frame[0, column + 1].width == 0)
        case 0: #expect(column > 0 && frame[0, column - 1].width == 2)
        default: break
        }
      }
    }
  }

  @Test func rectanglesAreTakenApart() {
    var rest = Rect(Size(rows: 10, columns: 20))
    #expect(rest.takeTop(1) == Rect(row: 0, column: 0, rows: 1, columns: 20))
    #expect(rest.takeBottom(2) == Rect(row: 8, column: 0, rows: 2, columns: 20))
    #expect(rest.takeLeft(5) == Rect(row: 1, column: 0, rows: 7, columns: 5))
    #expect(rest.takeRight(50) == Rect(row: 1, column: 5, rows: 7, columns: 15))
    #expect(rest.isEmpty)
    #expect(rest.takeTop(-3).isEmpty)
  }

  @Test(arguments: ["#007AFF", "#000000", "#ffffff"])
  func hexColours(_ hex: String) {
    #expect(Color(hex: hex) != nil)
  }

  @Test(arguments: ["", "007AFF", "#07F", "#00７AFF", "#+07AFF", "#-07AFF", "#GGGGGG", "#007AFF0"])
  func otherTextIsNoColour(_ hex: String) {
    #expect(Color(hex: hex) == nil)
  }
}
