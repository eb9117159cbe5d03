extension ViEditor {
  /// The commands that are no motions and need none.
  mutating func action(_ key: Key) -> EditorOutcome {
    guard let state = vi else { return .ignored }
    switch (key.code, key.modifiers) {
    case (.character("r"), .control):
      repeatSteps { $0.redo() ? $0.history.done.last : nil }
      return end()
    case (.delete, []): return deleteCharacters(forward: true)
    case (.insert, []): return insert(at: core.caret)
    case (.character(let scalar), []):
      return state.visual == nil ? normalAction(scalar) : visualAction(scalar)
    default: return .ignored
    }
  }

  private mutating func normalAction(_ scalar: Unicode.Scalar) -> EditorOutcome {
    let buffer = core.buffer
    let line = buffer.line(at: core.caret)
    let content = buffer.contentRange(ofLine: line)
    switch scalar {
    case "x": return deleteCharacters(forward: true)
    case "X": return deleteCharacters(forward: false)
    case "i": return insert(at: core.caret)
    case "I": return insert(at: buffer.firstNonBlank(ofLine: line))
    case "a": return insert(at: content.isEmpty ? core.caret : buffer.boundary(after: core.caret))
    case "A": return insert(at: content.upperBound)
    case "o", "O": return openLine(below: scalar == "o")
    case "D", "C":
      let operation: ViState.Operator = scalar == "D" ? .delete : .change
      let last = min(line + (vi?.givenCount ?? 1) - 1, buffer.lineCount - 1)
      return apply(operation, to: core.caret..<buffer.contentRange(ofLine: last).upperBound, lines: false)
    case "Y": return runLinewise(.yank)
    case "S": return runLinewise(.change)
    case "s":
      let end = repeated { $1 < content.upperBound ? $0.boundary(after: $1) : $1 }
      return apply(.change, to: core.caret..<end, lines: false)
    case "p", "P": return put(after: scalar == "p")
    case "J": return joinLines(from: line, count: max(1, (vi?.givenCount ?? 2) - 1))
    case "~": return toggleCase(core.caret..<repeated { $1 < content.upperBound ? $0.boundary(after: $1) : $1 })
    case "u":
      repeatSteps { $0.undo() ? $0.history.undone.last : nil }
      return end()
    case ".": return repeatChange()
    case "v", "V":
      vi?.mode = .visual(linewise: scalar == "V")
      core.move(to: core.caret, selecting: true)
      return end()
    case "/", "?":
      vi?.searchesForward = scalar == "/"
      vi?.reset()
      vi?.endRecording(keeping: false)
      return .findRequested(forward: scalar == "/")
    case ":":
      _ = end()
      return .commandRequested
    default: return fail()
    }
  }

  private mutating func visualAction(_ scalar: Unicode.Scalar) -> EditorOutcome {
    let range = selectedRange
    let linewise = vi?.visual ?? false
    switch scalar {
    case "x", "X": return apply(.delete, to: range, lines: linewise || scalar == "X")
    case "s": return apply(.change, to: range, lines: linewise)
    case "Y": return apply(.yank, to: range, lines: true)
    case "D": return apply(.delete, to: range, lines: true)
    case "v", "V":
      if linewise == (scalar == "V") { leaveVisual() } else { vi?.mode = .visual(linewise: scalar == "V") }
    case "o":
      if let anchor = core.selection.anchor { core.swapEnds(anchor) }
    case "~":
      leaveVisual()
      return toggleCase(range)
    case "J":
      let first = core.buffer.line(at: range.lowerBound)
      let last = core.buffer.line(at: max(range.lowerBound, range.upperBound - 1))
      leaveVisual()
      return joinLines(from: first, count: max(1, last - first))
    case "p", "P":
      let content = putContent
      leaveVisual()
      core.replace(range, with: PastedText.bytes(content.text, lineBreak: core.buffer.lineBreak))
      if linewise, !content.isLines { core.insert(core.buffer.lineBreak) }
      core.restoreCaret(range.lowerBound)
    case ":":
      leaveVisual()
      _ = end()
      return .commandRequested
    default: break
    }
    return end()
  }

  // MARK: Typing

  private mutating func insert(at offset: Int) -> EditorOutcome {
    beginTyping()
    core.move(to: offset)
    return .handled
  }

  private mutating func openLine(below: Bool) -> EditorOutcome {
    let buffer = core.buffer
    let line = buffer.line(at: core.caret)
    let content = buffer.contentRange(ofLine: line)
    let prefix = LinePrefix(buffer.bytes, line: content)
    beginTyping()
    vi?.insertsLines = true
    if below {
      core.move(to: content.upperBound)
      // A list goes on, but an empty item is no reason to end it here.
      _ = surface.pressEnter(continuing: prefix.end < content.upperBound)
    } else {
      let indent = prefix.indent.map { Array(buffer.bytes[$0]) } ?? []
      core.replace(content.lowerBound..<content.lowerBound, with: indent + buffer.lineBreak)
      core.restoreCaret(content.lowerBound + indent.count)
    }
    return .handled
  }

  // MARK: Changing

  private mutating func runLinewise(_ operation: ViState.Operator) -> EditorOutcome {
    vi?.operation = operation
    return operate(operation)
  }

  private mutating func deleteCharacters(forward: Bool) -> EditorOutcome {
    if vi?.visual != nil { return apply(.delete, to: selectedRange, lines: vi?.visual == true) }
    let content = core.buffer.contentRange(ofLine: core.buffer.line(at: core.caret))
    let end = repeated {
      forward
        ? ($1 < content.upperBound ? $0.boundary(after: $1) : $1)
        : ($1 > content.lowerBound ? $0.boundary(before: $1) : $1)
    }
    guard end != core.caret else { return fail() }
    return apply(.delete, to: min(end, core.caret)..<max(end, core.caret), lines: false)
  }

  /// `r`: as many characters as the count says, or none where the line has fewer.
  mutating func replaceCharacters(with scalar: Unicode.Scalar) -> EditorOutcome {
    let buffer = core.buffer
    if vi?.visual != nil {
      let range = selectedRange
      leaveVisual()
      replaceEach(range, with: scalar)
      core.restoreCaret(range.lowerBound)
      return endChange()
    }
    let content = buffer.contentRange(ofLine: buffer.line(at: core.caret))
    let start = core.caret
    var end = start
    for _ in 0..<(vi?.givenCount ?? 1) {
      guard end < content.upperBound else { return fail() }
      end = buffer.boundary(after: end)
    }
    replaceEach(start..<end, with: scalar)
    core.restoreCaret(core.buffer.boundary(before: core.caret))
    return endChange()
  }

  private mutating func replaceEach(_ range: Range<Int>, with scalar: Unicode.Scalar) {
    let new = Array(String(Character(scalar)).utf8)
    core.transform(range) { character in character.allSatisfy { $0 == 10 || $0 == 13 } ? Array(character) : new }
  }

  private mutating func toggleCase(_ range: Range<Int>) -> EditorOutcome {
    guard !range.isEmpty else { return fail() }
    core.transform(range) { character in
      let text = String(decoding: character, as: UTF8.self)
      let lower = text.lowercased()
      return Array((lower == text ? text.uppercased() : lower).utf8)
    }
    return endChange()
  }

  private mutating func put(after: Bool) -> EditorOutcome {
    let content = putContent
    guard let state = vi, !content.text.isEmpty else { return fail() }
    let buffer = core.buffer
    let lineBreak = buffer.lineBreak
    let once = PastedText.bytes(content.text, lineBreak: lineBreak)
    let count = max(1, min(state.givenCount ?? 1, (4 << 20) / max(1, once.count)))
    var new: [UInt8] = []
    new.reserveCapacity(once.count * count)
    for _ in 0..<count { new.append(contentsOf: once) }
    let line = buffer.line(at: core.caret)
    guard content.isLines else {
      let isEmpty = buffer.contentRange(ofLine: line).isEmpty
      let place = after && !isEmpty ? buffer.boundary(after: core.caret) : core.caret
      core.replace(place..<place, with: new)
      core.restoreCaret(core.buffer.boundary(before: core.caret))
      return endChange()
    }
    var place = after ? buffer.fullRange(ofLine: line).upperBound : buffer.lineStarts[line]
    if after, line == buffer.lineCount - 1 {
      // The last line has no end of its own to put lines behind.
      new = lineBreak + new.dropLast(lineBreak.count)
      core.replace(place..<place, with: new)
      place += lineBreak.count
    } else {
      core.replace(place..<place, with: new)
    }
    core.restoreCaret(core.buffer.firstNonBlank(ofLine: core.buffer.line(at: place)))
    return endChange()
  }

  /// `J`: takes line ends and the blanks around them out, and puts one blank where each was.
  private mutating func joinLines(from line: Int, count: Int) -> EditorOutcome {
    let buffer = core.buffer
    let last = min(line + count, buffer.lineCount - 1)
    guard last > line else { return fail() }
    core.joinLines(line...last)
    return endChange()
  }

  // MARK: Again

  /// Takes steps back, or takes them again; the caret goes to where the last of them changed something.
  private mutating func repeatSteps(_ take: (inout EditCore) -> EditHistory.Step?) {
    var last: EditHistory.Step?
    for _ in 0..<(vi?.givenCount ?? 1) {
      guard let step = take(&core) else { break }
      last = step
    }
    if let first = last?.changes.map(\.offset).min() { core.move(to: first) }
    goal = nil
  }

  /// `.`: the last change again, with a new count where one is given.
  private mutating func repeatChange() -> EditorOutcome {
    guard let state = vi, !state.isReplaying else { return end() }
    var inputs = state.lastChange
    if let count = state.givenCount {
      let isDigit = { (input: ViState.Input) in
        guard case .key(let key) = input, case .character(let scalar) = key.code else { return false }
        return key.modifiers.isEmpty && scalar.isASCII && Ascii.isDigit(UInt8(scalar.value))
      }
      inputs = String(count).unicodeScalars.map { .key(.character($0)) } + inputs.drop(while: isDigit)
    }
    vi?.reset()
    vi?.endRecording(keeping: false)
    vi?.isReplaying = true
    core.beginGroup()
    replay(inputs)
    core.endGroup()
    vi?.isReplaying = false
    return .handled
  }
}
