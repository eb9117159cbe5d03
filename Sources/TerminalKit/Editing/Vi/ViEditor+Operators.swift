extension ViEditor {
  /// An operator key: waits for a motion, takes whole lines when pressed twice, and the selection in visual mode.
  mutating func operate(_ operation: ViState.Operator) -> EditorOutcome {
    guard let state = vi else { return .ignored }
    if let linewise = state.visual {
      return apply(operation, to: selectedRange, lines: linewise || operation == .indent || operation == .outdent)
    }
    if state.operation == operation {
      let line = core.buffer.line(at: core.caret)
      let last = min(line + (state.givenCount ?? 1) - 1, core.buffer.lineCount - 1)
      return apply(operation, to: linesRange(line...last), lines: true)
    }
    guard state.operation == nil else { return fail() }
    vi?.operation = operation
    vi?.operationCount = state.count
    vi?.count = nil
    return .handled
  }

  /// Goes to a target, or applies the operator that waits for it.
  mutating func finishMotion(_ target: ViTarget) -> EditorOutcome {
    guard let state = vi else { return .ignored }
    let buffer = core.buffer
    guard let operation = state.operation else {
      // A motion that gets nowhere ends a macro; those to an end of the line or of the text may be there already.
      let place = state.visual == nil ? resting(target.offset) : target.offset
      let isStuck = place == core.caret && !target.mayStay
      core.move(to: target.offset, selecting: state.visual != nil)
      goal = nil
      return isStuck ? fail() : end()
    }
    let caret = core.caret
    if target.extent == .lines {
      let first = buffer.line(at: min(caret, target.offset))
      return apply(operation, to: linesRange(first...buffer.line(at: max(caret, target.offset))), lines: true)
    }
    var range = min(caret, target.offset)..<max(caret, target.offset)
    if target.extent == .inclusive {
      range = range.lowerBound..<buffer.boundary(after: range.upperBound)
    } else if buffer.line(at: range.upperBound) > buffer.line(at: range.lowerBound),
      buffer.lineStarts[buffer.line(at: range.upperBound)] == range.upperBound
    {
      // A motion to the start of a line leaves the line end before it alone.
      range = range.lowerBound..<buffer.boundary(before: range.upperBound)
    }
    return apply(operation, to: range, lines: operation == .indent || operation == .outdent)
  }

  mutating func takeObject(_ scalar: Unicode.Scalar, around: Bool) -> EditorOutcome {
    guard let state = vi else { return .ignored }
    let buffer = core.buffer
    let range: Range<Int>
    var lines = false
    switch scalar {
    case "w", "W": range = buffer.wordObject(at: core.caret, around: around, big: scalar == "W")
    case "p":
      range = linesRange(buffer.paragraphObject(at: buffer.line(at: core.caret), around: around))
      lines = true
    default: return fail()
    }
    if let operation = state.operation { return apply(operation, to: range, lines: lines) }
    guard !range.isEmpty else { return fail() }
    vi?.mode = .visual(linewise: lines)
    core.move(to: range.lowerBound)
    core.move(to: buffer.boundary(before: range.upperBound), selecting: true)
    return end()
  }

  /// Whole lines with their ends.
  func linesRange(_ lines: ClosedRange<Int>) -> Range<Int> {
    core.buffer.lineStarts[lines.lowerBound]..<core.buffer.fullRange(ofLine: lines.upperBound).upperBound
  }

  mutating func apply(_ operation: ViState.Operator, to range: Range<Int>, lines: Bool) -> EditorOutcome {
    let wasVisual = vi?.visual != nil
    vi?.mode = .normal
    core.deselect()
    goal = nil
    switch operation {
    case .yank:
      let isCopy = keepsInClipboard(vi?.register)
      let text = yank(range, lines: lines, isYank: true)
      core.move(to: lines ? yankCaret(range) : range.lowerBound)
      vi?.reset()
      vi?.endRecording(keeping: false)
      return text.isEmpty || !isCopy ? .handled : .copied(text)
    case .delete:
      let isCut = vi?.register == "+" || vi?.register == "*"
      let text = yank(range, lines: lines, isYank: false)
      if lines { core.deleteLines(range) } else { core.replace(range, with: []) }
      if isCut {
        vi?.reset()
        vi?.endRecording(keeping: !wasVisual)
        return .cut(text)
      }
    case .change:
      yank(range, lines: lines, isYank: false)
      changeText(range, lines: lines)
      vi?.dependsOnSelection = wasVisual
      return .handled
    case .indent, .outdent:
      let first = core.buffer.line(at: range.lowerBound)
      let end = range.isEmpty ? range.upperBound : core.buffer.boundary(before: range.upperBound)
      surface.indentLines(first...max(first, core.buffer.line(at: end)), by: operation == .indent ? 1 : -1)
      core.restoreCaret(core.buffer.firstNonBlank(ofLine: first))
    }
    vi?.reset()
    vi?.endRecording(keeping: !wasVisual)
    return .handled
  }

  @discardableResult
  private mutating func yank(_ range: Range<Int>, lines: Bool, isYank: Bool) -> String {
    var text = core.buffer.text(in: range)
    // The last line of a text may have no line end; among lines it gets one.
    if lines, text.utf8.last != Ascii.lineFeed { text += String(decoding: core.buffer.lineBreak, as: UTF8.self) }
    guard !range.isEmpty || lines else { return "" }
    keep(text, lines: lines, isYank: isYank)
    return text
  }

  /// Yanking lines moves the caret only where they begin above it.
  private func yankCaret(_ range: Range<Int>) -> Int {
    core.buffer.line(at: core.caret) == core.buffer.line(at: range.lowerBound) ? core.caret : range.lowerBound
  }

  private mutating func changeText(_ range: Range<Int>, lines: Bool) {
    vi?.count = nil
    beginTyping()
    guard lines else {
      core.replace(range, with: [])
      core.restoreCaret(range.lowerBound)
      return
    }
    // Of changed lines one stays, with its indent.
    let first = core.buffer.line(at: range.lowerBound)
    let content = core.buffer.contentRange(ofLine: first)
    var start = content.lowerBound
    while start < content.upperBound, Ascii.isBlank(core.buffer.bytes[start]) { start += 1 }
    let hasLineEnd = !range.isEmpty && core.buffer.bytes[range.upperBound - 1] == Ascii.lineFeed
    let end = hasLineEnd ? core.buffer.boundary(before: range.upperBound) : range.upperBound
    core.replace(start..<max(start, end), with: [])
    core.restoreCaret(start)
  }
}
