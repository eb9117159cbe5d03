import TerminalKit

/// Struck-out text as bytes for a terminal: ncurses knows none, so such cells are written once more behind it.
enum StruckText {
  /// The struck-out cells of a frame, with cursor and pen put back at the end; empty where there are none.
  static func bytes(of frame: Frame, depth: ColorDepth) -> [UInt8] {
    guard frame.hasStruckText else { return [] }
    var text = ""
    // Where the last cell ended, and how it looked: what goes on there needs no new place and pen.
    var next: Position?
    var pen: Style?
    for (index, cell) in frame.cells.enumerated()
    where cell.width > 0 && cell.style.attributes.contains(.strikethrough) {
      let (row, column) = index.quotientAndRemainder(dividingBy: frame.size.columns)
      if next != Position(row: row, column: column) {
        text += "\u{1B}[\(row + 1);\(column + 1)H"
        pen = nil
      }
      if pen != cell.style { text += select(depth.reduce(cell.style)) }
      text.unicodeScalars.append(cell.base)
      for place in 0..<4 where cell.marks[place] != 0 {
        if let mark = Unicode.Scalar(cell.marks[place]) { text.unicodeScalars.append(mark) }
      }
      pen = cell.style
      next = Position(row: row, column: column + Int(cell.width))
    }
    return text.isEmpty ? [] : Array("\u{1B}7\(text)\u{1B}8".utf8)
  }

  /// Asks for the width of `★`, in two cells of the second row, which get back what they show; empty where there is no such row.
  static func widthQuestion(over frame: Frame, depth: ColorDepth) -> [UInt8] {
    guard frame.size.rows > 1, frame.size.columns > 1 else { return [] }
    var text = "\u{1B}7\u{1B}[2;1H\u{2605}\(Sequences.cursorQuestion)\u{1B}[2;1H"
    for column in 0..<2 where frame[1, column].width == 1 {
      text += select(depth.reduce(frame[1, column].style)) + frame[1, column].text
    }
    return Array("\(text)\u{1B}[0m\u{1B}8".utf8)
  }

  /// Select graphic rendition, from nothing.
  private static func select(_ style: Style) -> String {
    var codes = ["0"]
    for (attribute, code) in [
      (Style.Attributes.bold, "1"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
    ] where style.attributes.contains(attribute) { codes.append(code) }
    codes += color(style.foreground, base: 30) + color(style.background, base: 40)
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func color(_ color: Color, base: Int) -> [String] {
    switch color {
    case .standard: []
    case .ansi(let number) where number < 8: ["\(base + Int(number))"]
    case .ansi(let number) where number < 16: ["\(base + 52 + Int(number))"]
    case .ansi(let number): ["\(base + 8);5;\(number)"]
    case .rgb(let red, let green, let blue): ["\(base + 8);2;\(red);\(green);\(blue)"]
    }
  }
}
