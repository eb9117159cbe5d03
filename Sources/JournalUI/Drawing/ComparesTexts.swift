import JournalCore
import TerminalKit

/// A screen on which two texts are compared word by word.
protocol ComparesTexts: SharesDesk {}

extension ComparesTexts {
  /// Keeps what was removed apart from what came for it, by a space; in brackets where it cannot be struck out.
  private func apart(_ runs: [DiffRun]) -> [DiffRun] {
    var result: [DiffRun] = []
    for run in runs {
      if let last = result.last, last.kind != .same, run.kind != .same, !endsApart(last.text), !beginsApart(run.text) {
        result.append(DiffRun(.same, " "))
      }
      result.append(environment.canStrike ? run : bracketed(run))
    }
    return result
  }

  private func endsApart(_ text: String) -> Bool { text.unicodeScalars.last.map { $0.properties.isWhitespace } ?? true }
  private func beginsApart(_ text: String) -> Bool {
    text.unicodeScalars.first.map { $0.properties.isWhitespace } ?? true
  }

  /// `[-removed-]`, `{+added+}`: within the white space around it.
  private func bracketed(_ run: DiffRun) -> DiffRun {
    guard run.kind != .same else { return run }
    let scalars = run.text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return run }
    let (open, close) = run.kind == .deleted ? ("[-", "-]") : ("{+", "+}")
    return DiffRun(
      run.kind,
      String(scalars[..<first]) + open + String(scalars[first...last]) + close
        + String(scalars[scalars.index(after: last)...]))
  }

  /// Wraps the stretches of a comparison as one text.
  func runs(_ runs: [DiffRun], _ columns: Int, same: Style) -> [DiffLine] {
    let runs = apart(runs)
    let text = runs.map(\.text).joined()
    var ends: [(end: Int, style: Style)] = []
    var end = 0
    for run in runs {
      let style =
        switch run.kind {
        case .same: same
        case .inserted: theme.inserted
        case .deleted: theme.deleted
        }
      // Words are marked, and not the blanks around them.
      let blank = UInt8(ascii: " ")
      let (count, bytes) = (run.text.utf8.count, run.text.utf8)
      let before = bytes.prefix { $0 == blank }.count
      let after = before == count ? 0 : bytes.reversed().prefix { $0 == blank }.count
      if before > 0 { ends.append((end + before, same)) }
      if before + after < count { ends.append((end + count - after, style)) }
      if after > 0 { ends.append((end + count, same)) }
      end += count
    }
    let bytes = Array(text.utf8)
    var lines: [DiffLine] = []
    var index = 0
    for line in TextWrap.lines(of: text, columns: columns, width: width) {
      var pieces: [StyledText] = []
      var position = line.start
      while index < ends.count, ends[index].end <= position { index += 1 }
      var run = index
      while position < line.end, run < ends.count {
        let stop = min(ends[run].end, line.end)
        if stop > position {
          pieces.append(StyledText(String(decoding: bytes[position..<stop], as: UTF8.self), ends[run].style))
        }
        position = max(position, stop)
        run += 1
      }
      lines.append(DiffLine(pieces: pieces))
    }
    return lines
  }
}
