extension ViEditor {
  /// True for keys that move the caret by themselves.
  func isMotion(_ key: Key) -> Bool {
    switch key.code {
    case .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .backspace, .enter: return true
    case .character(let scalar):
      if key.modifiers == .control { return ["d", "u", "f", "b"].contains(scalar) }
      guard key.modifiers.isEmpty else { return false }
      return "hjkl wbeWBE0^$G;,{}+-nN*%".unicodeScalars.contains(scalar)
    default: return false
    }
  }

  /// Repeats a step as often as the count says, until it gets nowhere.
  func repeated(_ step: (TextBuffer, Int) -> Int) -> Int {
    var place = core.caret
    for _ in 0..<(vi?.givenCount ?? 1) {
      let next = step(core.buffer, place)
      if next == place { break }
      place = next
    }
    return place
  }

  /// The first character of a line that is no blank, for motions that take whole lines.
  func viLine(_ line: Int) -> ViTarget {
    ViTarget(core.buffer.firstNonBlank(ofLine: max(0, min(line, core.buffer.lineCount - 1))), .lines)
  }

  mutating func runMotion(_ key: Key) -> EditorOutcome {
    guard isMotion(key) else { return fail() }
    let count = vi?.givenCount ?? 1
    if let rows = viRows(key, count: count) { return moveRows(rows) }
    if key.modifiers == .control || key.modifiers == .shift || key.modifiers == .alt {
      if case .character = key.code { return end() }
    }
    let buffer = core.buffer
    let content = buffer.contentRange(ofLine: buffer.line(at: core.caret))
    switch key.code {
    case .left, .backspace: return finishMotion(ViTarget(viLeft(count)))
    case .right: return finishMotion(ViTarget(viRight(count)))
    case .home: return finishMotion(ViTarget(content.lowerBound).staying)
    case .end: return finishMotion(viLineEnd(count))
    case .enter: return finishMotion(viLine(buffer.line(at: core.caret) + count))
    case .character(let scalar): return runMotion(scalar, count: count)
    default: return end()
    }
  }

  private mutating func runMotion(_ scalar: Unicode.Scalar, count: Int) -> EditorOutcome {
    let buffer = core.buffer
    let line = buffer.line(at: core.caret)
    switch scalar {
    case "h": return finishMotion(ViTarget(viLeft(count)))
    case "l", " ": return finishMotion(ViTarget(viRight(count)))
    case "0": return finishMotion(ViTarget(buffer.lineStarts[line]).staying)
    case "^": return finishMotion(ViTarget(buffer.firstNonBlank(ofLine: line)).staying)
    case "$": return finishMotion(viLineEnd(count))
    case "+": return finishMotion(viLine(line + count))
    case "-": return finishMotion(viLine(line - count))
    case "G": return finishMotion(viLine((vi?.givenCount ?? buffer.lineCount) - 1).staying)
    case "w", "W": return finishMotion(viWord(big: scalar == "W"))
    case "b", "B": return finishMotion(ViTarget(repeated { $0.viWordBackward(from: $1, big: scalar == "B") }))
    case "e", "E":
      return finishMotion(ViTarget(repeated { $0.viWordEnd(from: $1, big: scalar == "E") }, .inclusive))
    case "}": return finishMotion(ViTarget(repeated { $0.paragraph(from: $1, forward: true) }))
    case "{": return finishMotion(ViTarget(repeated { $0.paragraph(from: $1, forward: false) }))
    case "%": return runPercent()
    case ";", ",":
      guard let find = vi?.lastFind else { return fail() }
      return runFind(scalar == ";" ? find : find.reversed, again: true)
    case "n", "N": return runSearch(forward: (vi?.searchesForward ?? true) == (scalar == "n"), count: count)
    case "*":
      let word = buffer.run(around: core.caret)
      guard buffer.kind(at: word.lowerBound).isWord else { return fail() }
      pattern = FindPattern(buffer.text(in: word))
      vi?.searchesForward = true
      return runSearch(forward: true, count: count)
    default: return fail()
    }
  }

  /// `%`: the other one of two brackets; with a count, the line that is so many hundredths down.
  private mutating func runPercent() -> EditorOutcome {
    let buffer = core.buffer
    if let count = vi?.givenCount {
      guard count <= 100 else { return fail() }
      return finishMotion(viLine((count * buffer.lineCount + 99) / 100 - 1))
    }
    guard let place = buffer.matchingBracket(from: core.caret) else { return fail() }
    return finishMotion(ViTarget(place, .inclusive))
  }

  mutating func runSearch(forward: Bool, count: Int) -> EditorOutcome {
    var place = core.caret
    for _ in 0..<count {
      let next =
        forward
        ? surface.match(from: core.buffer.boundary(after: place), wrap: true) : surface.match(before: place, wrap: true)
      guard let next else { return fail() }
      if next.lowerBound == place { break }
      place = next.lowerBound
    }
    return finishMotion(ViTarget(place).staying)
  }

  mutating func runFind(_ find: CharacterFind, again: Bool) -> EditorOutcome {
    let count = vi?.givenCount ?? 1
    guard let target = find.target(core.buffer, from: core.caret, count: count, again: again) else {
      return fail()
    }
    return finishMotion(ViTarget(target, find.kind.forward ? .inclusive : .exclusive).staying)
  }

  // MARK: Motions with rules of their own

  private func viLeft(_ count: Int) -> Int {
    let floor = core.buffer.lineStarts[core.buffer.line(at: core.caret)]
    return repeated { $1 > floor ? $0.boundary(before: $1) : $1 }
  }

  private func viRight(_ count: Int) -> Int {
    let limit = core.buffer.contentRange(ofLine: core.buffer.line(at: core.caret)).upperBound
    return repeated { $1 < limit ? $0.boundary(after: $1) : $1 }
  }

  private func viLineEnd(_ count: Int) -> ViTarget {
    let line = min(core.buffer.line(at: core.caret) + count - 1, core.buffer.lineCount - 1)
    return ViTarget(core.buffer.contentRange(ofLine: line).upperBound).staying
  }

  /// `w`; with an operator the last word does not take the line's end with it, and `cw` changes only to the word's end.
  private func viWord(big: Bool) -> ViTarget {
    let buffer = core.buffer
    guard let operation = vi?.operation else { return ViTarget(repeated { $0.viWordForward(from: $1, big: big) }) }
    if operation == .change, buffer.kind(at: core.caret) != .blank {
      // Standing on the last character of a word, `cw` stays there.
      let count = vi?.givenCount ?? 1
      var place = core.caret
      let next = buffer.viWordForward(from: place, big: big)
      let isAtEnd = buffer.boundary(after: place) >= next || buffer.viWordEnd(from: place, big: big) >= next
      if !isAtEnd { place = buffer.viWordEnd(from: place, big: big) }
      for _ in 1..<max(1, count) { place = buffer.viWordEnd(from: place, big: big) }
      return ViTarget(place, .inclusive)
    }
    var start = core.caret
    var end = start
    for _ in 0..<(vi?.givenCount ?? 1) {
      start = end
      end = buffer.viWordForward(from: start, big: big)
      if start == end { break }
    }
    let content = buffer.contentRange(ofLine: buffer.line(at: start))
    return ViTarget(start < content.upperBound ? min(end, content.upperBound) : end)
  }

  // MARK: Rows

  private enum Rows {
    case rows(Int)
    case lines(Int)
    case pages(Int)
  }

  private func viRows(_ key: Key, count: Int) -> Rows? {
    let half = max(1, layout.size.rows / 2)
    switch (key.code, key.modifiers) {
    case (.up, _): return .rows(-count)
    case (.down, _): return .rows(count)
    case (.character("k"), []): return .rows(-count)
    case (.character("j"), []): return .rows(count)
    case (.pageUp, _), (.character("b"), .control): return .pages(-max(1, layout.size.rows - 1) * min(count, 1_000))
    case (.pageDown, _), (.character("f"), .control): return .pages(max(1, layout.size.rows - 1) * min(count, 1_000))
    case (.character("u"), .control): return .pages(-half)
    case (.character("d"), .control): return .pages(half)
    default: return nil
    }
  }

  private mutating func moveRows(_ rows: Rows) -> EditorOutcome {
    let count: Int
    switch rows {
    case .rows(let rows), .lines(let rows): count = rows
    case .pages(let rows): count = rows
    }
    if vi?.operation != nil {
      let line = core.buffer.line(at: core.caret)
      // An operator that would leave the text does nothing.
      guard core.buffer.lineStarts.indices.contains(line + count) else { return fail() }
      return finishMotion(viLine(line + count))
    }
    let from = layout.row(of: core.caret, core.buffer)
    let column =
      goal ?? layout.metrics.column(core.buffer, of: core.caret, from: layout.range(from, core.buffer).lowerBound)
    let to = layout.moved(from, by: count, core.buffer)
    if to.moved == 0 {
      vi?.hasFailed = true
    } else {
      core.move(to: surface.offset(atColumn: column, of: to.row), selecting: vi?.visual != nil)
    }
    if case .pages = rows { top = layout.moved(top, by: count, core.buffer).row }
    goal = column
    vi?.reset()
    vi?.endRecording(keeping: false)
    return .handled
  }
}
