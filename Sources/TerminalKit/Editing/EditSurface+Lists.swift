extension EditSurface {
  /// Begins a new line; in a list or a quotation the next item of it, and with an empty item the list ends.
  ///
  /// - Parameter continuing: false begins a plain line, only as far in as the one before.
  mutating func pressEnter(continuing: Bool) -> EditorOutcome {
    core.closeStep()
    core.grouped { core in
      if core.hasSelection { core.delete(to: core.caret) }
      let buffer = core.buffer
      let line = buffer.line(at: core.caret)
      let content = buffer.contentRange(ofLine: line)
      let prefix = LinePrefix(buffer.bytes, line: content)
      var new = buffer.lineBreak
      if continuing, prefix.hasMarker, core.caret >= prefix.end, !Self.isInsideFence(buffer, line: line) {
        let rest = buffer.bytes[prefix.end..<content.upperBound]
        if rest.allSatisfy(Ascii.isBlank), let ended = prefix.endedRange {
          // Without an empty line Markdown would take what is written next for a part of the last item.
          let isOver = ended.lowerBound == content.lowerBound && Self.hasWords(buffer, line: line - 1)
          core.replace(ended.lowerBound..<content.upperBound, with: isOver ? buffer.lineBreak : [])
          return
        }
        new += prefix.continuation(buffer.bytes)
      } else {
        var end = content.lowerBound
        while end < core.caret, Ascii.isBlank(buffer.bytes[end]) { end += 1 }
        new += buffer.bytes[content.lowerBound..<end]
      }
      core.insert(new)
    }
    return .handled
  }

  private static func hasWords(_ buffer: TextBuffer, line: Int) -> Bool {
    line >= 0 && !buffer.bytes[buffer.contentRange(ofLine: line)].allSatisfy(Ascii.isBlank)
  }

  /// Moves list items, and all lines of a selection of several, in or out; elsewhere Tab types blanks to the next stop.
  mutating func indent(by direction: Int) -> EditorOutcome {
    let buffer = core.buffer
    let selected = core.selection.range
    let first = buffer.line(at: selected.lowerBound)
    var last = buffer.line(at: selected.upperBound)
    let isOneLine = first == last
    if !isOneLine, selected.upperBound == buffer.lineStarts[last] { last -= 1 }
    if direction > 0, isOneLine {
      let prefix = LinePrefix(buffer.bytes, line: buffer.contentRange(ofLine: first))
      if prefix.item == nil {
        core.closeStep()
        core.insert(Array(repeating: Ascii.space, count: blanksToStop()), kind: .single)
        return .handled
      }
    }
    indentLines(first...last, by: direction)
    return .handled
  }

  private func blanksToStop() -> Int {
    let start = core.buffer.lineStarts[core.buffer.line(at: core.selection.range.lowerBound)]
    let stop = layout.metrics.tab
    return stop - layout.metrics.column(core.buffer, of: core.selection.range.lowerBound, from: start) % stop
  }

  /// Moves lines in or out as one change; caret and selection stay on their characters.
  mutating func indentLines(_ lines: ClosedRange<Int>, by direction: Int) {
    let buffer = core.buffer
    let start = buffer.lineStarts[lines.lowerBound]
    let end = buffer.contentRange(ofLine: lines.upperBound).upperBound
    var new: [UInt8] = []
    new.reserveCapacity(end - start + 4 * lines.count)
    var edits: [(offset: Int, removed: Int, added: Int)] = []
    for line in lines {
      let content = buffer.contentRange(ofLine: line)
      let width = Self.indentWidth(buffer, content)
      var kept = content.lowerBound
      if direction > 0, !content.isEmpty {
        new.append(contentsOf: repeatElement(Ascii.space, count: width))
        edits.append((content.lowerBound, 0, width))
      } else if direction < 0 {
        if !content.isEmpty, buffer.bytes[kept] == Ascii.tab {
          kept += 1
        } else {
          while kept < content.upperBound, kept - content.lowerBound < width, buffer.bytes[kept] == Ascii.space {
            kept += 1
          }
        }
        if kept > content.lowerBound { edits.append((content.lowerBound, kept - content.lowerBound, 0)) }
      }
      let lineEnd = line == lines.upperBound ? end : buffer.fullRange(ofLine: line).upperBound
      new.append(contentsOf: buffer.bytes[kept..<lineEnd])
    }
    guard !edits.isEmpty else { return }
    let selection = core.selection
    core.closeStep()
    core.replace(start..<end, with: new)
    let place = { (offset: Int) in
      // A selection that begins with a line goes on doing so.
      !selection.range.isEmpty && offset == start ? start : Self.place(offset, after: edits)
    }
    core.restore(Selection(caret: place(selection.caret), anchor: selection.anchor.map(place)))
  }

  /// A list item moves by its marker's width, at most 8, to become a child of the one above; other lines by 4 columns.
  private static func indentWidth(_ buffer: TextBuffer, _ content: Range<Int>) -> Int {
    let prefix = LinePrefix(buffer.bytes, line: content)
    return prefix.item.map { min(8, $0.range.count) } ?? 4
  }

  private static func place(_ offset: Int, after edits: [(offset: Int, removed: Int, added: Int)]) -> Int {
    var shift = 0
    for edit in edits {
      if edit.offset > offset { break }
      shift += edit.added - min(edit.removed, offset - edit.offset)
    }
    return offset + shift
  }

  /// True for a line between two fences of code, where lists are no lists.
  private static func isInsideFence(_ buffer: TextBuffer, line: Int) -> Bool {
    var open: (mark: UInt8, length: Int)?
    for index in 0..<line {
      let content = buffer.contentRange(ofLine: index)
      var start = content.lowerBound
      while start < content.upperBound, start - content.lowerBound < 4, buffer.bytes[start] == Ascii.space {
        start += 1
      }
      guard start < content.upperBound else { continue }
      let mark = buffer.bytes[start]
      guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"), start - content.lowerBound < 4 else { continue }
      var end = start
      while end < content.upperBound, buffer.bytes[end] == mark { end += 1 }
      guard end - start >= 3 else { continue }
      if let fence = open {
        let isBlankAfter = buffer.bytes[end..<content.upperBound].allSatisfy(Ascii.isBlank)
        if fence.mark == mark, end - start >= fence.length, isBlankAfter { open = nil }
      } else if mark == UInt8(ascii: "~") || !buffer.bytes[end..<content.upperBound].contains(mark) {
        open = (mark, end - start)
      }
    }
    return open != nil
  }
}
