import CVTerm

extension Screen {
  package func cell(row: Int, column: Int) -> ScreenCell {
    var cell = VTermScreenCell()
    _ = vterm_screen_get_cell(cells, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    return ScreenCell(cell)
  }

  /// One row as text, without the blanks at its end.
  package func line(_ row: Int) -> String {
    var text = whole(row)
    while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    return text
  }

  /// A row with the blanks at its end.
  private func whole(_ row: Int) -> String {
    var text = ""
    var column = 0
    while column < columns {
      let cell = cell(row: row, column: column)
      text += cell.text.isEmpty ? " " : cell.text
      column += cell.width
    }
    return text
  }

  /// The whole screen, a line for each row.
  package var text: String { (0..<rows).map(line).joined(separator: "\n") }

  /// Whether some words stand on one line; blanks at their end have to be on the screen, too.
  package func shows(_ words: String) -> Bool { (0..<rows).contains { whole($0).contains(words) } }

  /// Where some words begin on the screen, the topmost and leftmost place first; columns are display columns.
  package func find(_ words: String) -> (row: Int, column: Int)? {
    for row in 0..<rows where line(row).contains(words) {
      for column in 0..<columns where tail(row: row, from: column).hasPrefix(words) { return (row, column) }
    }
    return nil
  }

  /// The cell in which some words begin, to look at how they are drawn.
  package func cell(of words: String) -> ScreenCell? {
    find(words).map { cell(row: $0.row, column: $0.column) }
  }

  private func tail(row: Int, from start: Int) -> String {
    var text = ""
    var column = start
    guard !cell(row: row, column: column).text.isEmpty else { return text }
    while column < columns {
      let cell = cell(row: row, column: column)
      text += cell.text.isEmpty ? " " : cell.text
      column += cell.width
    }
    return text
  }

  /// The stream as text, for looking for what must not be in it.
  package var outputText: String { String(decoding: rawOutput, as: UTF8.self) }

  /// What the program left switched on, in words; empty after one that cleaned up.
  package var leakedModes: [String] { scanner.leakedModes }

  /// The screen for a person, framed, with the cursor's place.
  package var picture: String {
    let frame = "+" + String(repeating: "-", count: columns) + "+"
    let body = (0..<rows).map { row in
      let line = line(row)
      return "|" + line + String(repeating: " ", count: max(0, columns - line.count)) + "|"
    }
    let place = "cursor at row \(cursor.row), column \(cursor.column); \(columns)x\(rows)"
    return ([frame] + body + [frame, place]).joined(separator: "\n")
  }

  // MARK: Waiting for words

  /// Waits until every one of these words is on the screen.
  package func wait(
    for words: String..., within patience: Duration = Screen.patience, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try wait(forAll: words, within: patience, fileID: fileID, line: line)
  }

  func wait(forAll words: [String], within patience: Duration, fileID: StaticString, line: UInt) throws {
    let what = words.map { "“\($0)”" }.joined(separator: " and ") + " is shown"
    try wait(until: what, within: patience, fileID: fileID, line: line) { screen in
      words.allSatisfy { screen.shows($0) }
    }
  }

  /// Waits until none of these words is on the screen.
  package func wait(
    untilGone words: String..., within patience: Duration = Screen.patience, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try wait(untilAllGone: words, within: patience, fileID: fileID, line: line)
  }

  func wait(untilAllGone words: [String], within patience: Duration, fileID: StaticString, line: UInt) throws {
    let what = words.map { "“\($0)”" }.joined(separator: " and ") + " is gone"
    try wait(until: what, within: patience, fileID: fileID, line: line) { screen in
      words.allSatisfy { !screen.shows($0) }
    }
  }

  /// Waits until words are in the stream; for a program that has no screen, or whose screen is gone.
  package func wait(
    forOutput words: String, within patience: Duration = Screen.patience, fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws {
    try wait(until: "“\(words)” is written", within: patience, fileID: fileID, line: line) {
      $0.outputText.contains(words)
    }
  }
}
