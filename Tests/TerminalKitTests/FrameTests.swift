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

  @Test func fillingIsPuttingIntoEveryPlace() {
    for (column, columns) in [(0, 3), (1, 3), (1, 4), (3, 1), (5, 9), (-2, 4)] {
      for cell in [Cell("#"), Cell("漢", width: 2)] {
        var filled = Frame(Size(rows: 1, columns: 8))
        filled.put("漢字漢字", row: 0, column: 0, width: width)
        var put = filled
        filled.fill(Rect(row: 0, column: column, rows: 1, columns: columns), cell)
        for place in max(0, column)..<min(8, column + columns) { put.put(cell, row: 0, column: place) }
        #expect(filled == put, "\(cell.text) \(column) \(columns)")
      }
    }
  }

  @Test func onlyCellsThatDifferAreToBeDrawn() {
    var frame = Frame(Size(rows: 2, columns: 6))
    frame.put("漢a", row: 0, column: 0, width: width)
    let before = frame.cells
    #expect(Frame.changes(from: before, to: frame.cells) == [])
    #expect(Frame.changes(from: nil, to: frame.cells) == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    frame.put(Cell("a", style: Style(.ansi(3))), row: 0, column: 2)
    frame.put("字", row: 1, column: 4, width: width)
    frame.put(Cell(" ", style: Style(.standard, on: .standard, .underline)), row: 1, column: 0)
    #expect(Frame.changes(from: before, to: frame.cells) == [2, 6, 10])
  }

  @Test func groundsLieUnderWhatHasNoColourOfItsOwn() {
    var frame = Frame(Size(rows: 2, columns: 3))
    frame.put(Cell("x", style: Style(.ansi(1), on: .rgb(1, 2, 3))), row: 0, column: 0)
    frame.put(Cell("y", style: Style(.ansi(0))), row: 1, column: 2)
    let patch = Rect(row: 1, column: 1, rows: 5, columns: 5)
    frame.lay(
      .rgb(0, 0, 0), [(patch, .ansi(7)), (Rect(row: 1, column: 2, rows: 1, columns: 1), .ansi(8))], text: .ansi(15))
    #expect(frame[0, 0].style == Style(.ansi(1), on: .rgb(1, 2, 3)))
    #expect(frame[0, 1].style == Style(.ansi(15), on: .rgb(0, 0, 0)))
    #expect(frame[1, 1].style == Style(.ansi(15), on: .ansi(7)))
    #expect(frame[1, 2].style == Style(.ansi(0), on: .ansi(8)))
  }

  /// What steps back behind a dialog is words; wide gaps between them look the same before and after.
  @Test func wordsGetAnotherLookAndWideGapsKeepTheirs() {
    var frame = Frame(Size(rows: 1, columns: 40))
    frame.put("ab cd", row: 0, column: 0, width: width)
    frame.put("e", row: 0, column: 30, width: width)
    frame.put(Cell(" ", style: Style(.standard, on: .standard, .underline)), row: 0, column: 32)
    #expect(!frame.hasStruckText)
    frame.restyleWords { $0.with(.strikethrough) }
    let struck = (0..<40).filter { frame[0, $0].style.attributes.contains(.strikethrough) }
    #expect(struck == [0, 1, 2, 3, 4, 30, 31, 32])
    #expect(frame.hasStruckText)
  }

  @Test func coloursArePackedWithoutLoss() {
    let colours = [Color.standard, .ansi(0), .ansi(7), .ansi(255), .rgb(0, 0, 0), .rgb(255, 128, 1), .rgb(0, 0, 7)]
    for (place, colour) in colours.enumerated() {
      var style = Style(colour, on: colours[(place + 1) % colours.count])
      #expect(style.foreground == colour && style.background == colours[(place + 1) % colours.count])
      style.foreground = style.background
      #expect(style.foreground == style.background && (style.foreground == colour) == false)
    }
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
