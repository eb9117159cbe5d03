extension TextEditor {
  /// Looks for a text without case and accents, selects the first match at or behind the caret, and lights all others.
  ///
  /// Searching again with a longer text keeps a match that still fits, so it may be called for each typed character.
  /// - Parameters:
  ///   - forward: false looks before the caret.
  ///   - wrap: goes on at the other end of the text.
  /// - Returns: false where there is no match; the text stays lit, the selection as it was.
  @discardableResult
  package mutating func find(_ text: String, forward: Bool = true, wrap: Bool = true) -> Bool {
    pattern = FindPattern(text)
    let place = core.selection.range.lowerBound
    return take(forward ? surface.match(from: place, wrap: wrap) : surface.match(before: place, wrap: wrap))
  }

  /// Selects the next match of the text that was looked for last; false where there is none.
  @discardableResult
  package mutating func findNext(wrap: Bool = true) -> Bool {
    let range = core.selection.range
    let start = range.isEmpty && vi != nil ? core.buffer.boundary(after: range.upperBound) : range.upperBound
    return take(surface.match(from: start, wrap: wrap))
  }

  /// Selects the match before the caret of the text that was looked for last; false where there is none.
  @discardableResult
  package mutating func findPrevious(wrap: Bool = true) -> Bool {
    take(surface.match(before: core.selection.range.lowerBound, wrap: wrap))
  }

  /// Puts a text in the place of the match at the caret, and goes to the next one; goes only there where no match is.
  ///
  /// - Returns: whether something was replaced.
  @discardableResult
  package mutating func replaceMatch(with text: String) -> Bool {
    let place = core.selection.range.lowerBound
    guard let match = surface.match(from: place, wrap: false), match.lowerBound == place else {
      findNext()
      return false
    }
    core.closeStep()
    core.deselect()
    core.replace(match, with: PastedText.bytes(text, lineBreak: core.buffer.lineBreak))
    let next = surface.match(from: core.caret, wrap: true)
    if !take(next) { settle(revealing: true) }
    return true
  }

  /// Puts a text in the place of every match, as one step.
  ///
  /// - Returns: how many there were.
  @discardableResult
  package mutating func replaceAllMatches(with text: String) -> Int {
    let matches = pattern?.matches(in: core.buffer, 0..<core.buffer.count) ?? []
    guard let first = matches.first, let last = matches.last else { return 0 }
    let new = PastedText.bytes(text, lineBreak: core.buffer.lineBreak)
    // One change, however many matches: a long text is moved once.
    var bytes: [UInt8] = []
    var place = first.lowerBound
    for match in matches {
      bytes.append(contentsOf: core.buffer.bytes[place..<match.lowerBound])
      bytes.append(contentsOf: new)
      place = match.upperBound
    }
    core.closeStep()
    core.deselect()
    core.replace(first.lowerBound..<last.upperBound, with: bytes)
    core.restoreCaret(first.lowerBound)
    goal = nil
    settle(revealing: true)
    return matches.count
  }

  /// Where caret and selection stand, so that a search that finds nothing can go back there.
  package struct Place: Equatable, Sendable {
    fileprivate var selection: Selection
    fileprivate var mode: ViState.Mode?
  }

  /// Where caret and selection stand now.
  package var place: Place { Place(selection: core.selection, mode: vi?.mode) }

  /// Puts caret and selection back where they stood; the text has to be as it was then.
  package mutating func goBack(to place: Place) {
    core.restore(place.selection)
    if let mode = place.mode, vi != nil { vi?.mode = mode }
    goal = nil
    settle(revealing: true)
  }

  /// Forgets the text that was looked for, so that no match is lit.
  package mutating func clearFind() { pattern = nil }

  /// Whether what is typed next to be found is looked for behind the caret; vi's `?` looks before it.
  package var searchesForward: Bool {
    get { vi?.searchesForward ?? true }
    set { vi?.searchesForward = newValue }
  }

  /// The text that was looked for last; nil before the first search and after ``clearFind()``.
  package var findText: String? { pattern?.text }

  /// How many matches there are, and which of them is selected, counted from 1; 0 where none is. Reads the whole text.
  package var findPosition: (current: Int, total: Int) {
    guard let pattern else { return (0, 0) }
    let matches = pattern.matches(in: core.buffer, 0..<core.buffer.count)
    let index = matches.firstIndex { $0.lowerBound == core.selection.range.lowerBound }
    return (index.map { $0 + 1 } ?? 0, matches.count)
  }

  private mutating func take(_ match: Range<Int>?) -> Bool {
    guard let match else { return false }
    if vi == nil { core.select(match) } else { core.move(to: match.lowerBound) }
    goal = nil
    settle(revealing: true)
    return true
  }
}
