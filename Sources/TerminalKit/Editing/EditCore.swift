/// The part of an editor that knows no screen: a text, a caret, a selection, a clipboard, and what can be taken back.
///
/// Caret and anchor always stand on boundaries of characters. Every change goes through `replace`, which keeps the
/// history, the word count and the revision.
struct EditCore: Sendable {
  private(set) var buffer: TextBuffer
  private(set) var selection: Selection
  private(set) var history: EditHistory
  /// Counts changes, undone and redone ones too; never falls.
  private(set) var revision = 0
  private(set) var wordCount: Int
  /// The text that was cut or copied last.
  var clipboard = ""
  /// The changes since the last call of `takeSplices`, for a cache that keeps something for each line.
  private(set) var touched = Touched()

  /// Which lines changed since a cache was brought up to date.
  struct Touched: Equatable, Sendable {
    struct Splice: Equatable, Sendable {
      var line: Int
      /// Bytes from the start of the line up to the character before the change.
      var column: Int
      var removedLines: Int
      var addedLines: Int
    }
    var splices: [Splice] = []
  }

  init(_ text: String, historyLimit: Int = 16 << 20) {
    buffer = TextBuffer(text)
    selection = Selection(caret: 0)
    history = EditHistory(limit: historyLimit)
    wordCount = buffer.wordCount(in: 0..<buffer.count)
  }

  var caret: Int { selection.caret }
  var hasSelection: Bool { !selection.range.isEmpty }

  /// The changes since the last call.
  mutating func takeSplices() -> [Touched.Splice] {
    defer { touched.splices.removeAll(keepingCapacity: true) }
    return touched.splices
  }

  // MARK: Moving

  /// Puts the caret somewhere and ends the step that typing goes into.
  ///
  /// - Parameter selecting: keeps the other end of the selection, or begins one where the caret stood.
  mutating func move(to offset: Int, selecting: Bool = false) {
    history.close()
    let anchor = selecting ? selection.anchor ?? selection.caret : nil
    selection = Selection(caret: buffer.boundary(atOrBefore: max(0, min(offset, buffer.count))), anchor: anchor)
  }

  mutating func select(_ range: Range<Int>) {
    history.close()
    selection = Selection(
      caret: buffer.boundary(atOrAfter: range.upperBound), anchor: buffer.boundary(atOrBefore: range.lowerBound))
  }

  mutating func deselect() {
    history.close()
    selection.anchor = nil
  }

  // MARK: Changing

  /// Replaces a range, whose ends are boundaries, and puts the caret behind what is new.
  mutating func replace(_ range: Range<Int>, with new: [UInt8], kind: EditHistory.Kind = .single) {
    if range.isEmpty, new.isEmpty { return }
    let before = selection
    let removed = Array(buffer.bytes[range])
    apply(range, new)
    selection = Selection(caret: buffer.boundary(atOrAfter: range.lowerBound + new.count))
    history.record(
      .init(offset: range.lowerBound, removed: removed, inserted: new), kind: kind, before: before, after: selection)
  }

  /// Types over the selection, or at the caret.
  mutating func insert(_ new: [UInt8], kind: EditHistory.Kind = .single) {
    if hasSelection { history.close() }
    replace(selection.range, with: new, kind: hasSelection ? .single : kind)
  }

  /// Types a character as a person does: a word at a time can be taken back.
  mutating func type(_ scalar: Unicode.Scalar) {
    let new = Array(String(Character(scalar)).utf8)
    if CharacterKind(scalar) != .blank, caret > 0, buffer.kind(before: caret) == .blank { history.close() }
    insert(new, kind: .typing)
  }

  /// Removes the selection, or else what lies between the caret and a place.
  mutating func delete(to offset: Int, kind: EditHistory.Kind = .single) {
    let range = hasSelection ? selection.range : min(caret, offset)..<max(caret, offset)
    replace(range, with: [], kind: hasSelection ? .single : kind)
  }

  /// Makes the text another with the smallest single change, so that caret and history stay.
  mutating func replaceAll(_ text: String) {
    let new = Array(text.utf8)
    let old = buffer.bytes
    var head = 0
    while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    // Whole scalars only, in both texts.
    while head > 0, Self.isInsideScalar(old, head) || Self.isInsideScalar(new, head) { head -= 1 }
    while tail > 0, Self.isInsideScalar(old, old.count - tail) || Self.isInsideScalar(new, new.count - tail) {
      tail -= 1
    }
    guard head + tail < max(old.count, new.count) else { return }
    history.close()
    let caret = caret
    let change = EditHistory.Change(
      offset: head, removed: Array(old[head..<old.count - tail]), inserted: Array(new[head..<new.count - tail]))
    let before = selection
    apply(head..<old.count - tail, change.inserted)
    let place = caret <= head ? caret : caret >= old.count - tail ? caret + new.count - old.count : head
    selection = Selection(caret: buffer.boundary(atOrBefore: max(0, min(place, buffer.count))))
    history.record(change, kind: .single, before: before, after: selection)
  }

  private static func isInsideScalar(_ bytes: [UInt8], _ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] & 0xC0 == 0x80
  }

  /// Puts caret and selection somewhere after a change, as a part of that change.
  mutating func restore(_ selection: Selection) {
    history.amend(from: self.selection, to: selection)
    self.selection = selection
  }

  /// Puts the caret somewhere after a change, as a part of that change.
  mutating func restoreCaret(_ offset: Int) {
    restore(Selection(caret: buffer.boundary(atOrBefore: max(0, min(offset, buffer.count)))))
  }

  /// The caret and the other end of the selection change places.
  mutating func swapEnds(_ anchor: Int) { selection = Selection(caret: anchor, anchor: selection.caret) }

  // MARK: Taking back

  /// Returns false where there is nothing to take back.
  @discardableResult
  mutating func undo() -> Bool {
    guard let step = history.takeUndo() else { return false }
    for change in step.changes.reversed() {
      apply(change.offset..<change.offset + change.inserted.count, change.removed)
    }
    selection = step.before
    return true
  }

  @discardableResult
  mutating func redo() -> Bool {
    guard let step = history.takeRedo() else { return false }
    for change in step.changes { apply(change.offset..<change.offset + change.removed.count, change.inserted) }
    selection = step.after
    return true
  }

  /// Makes everything that `body` changes one step.
  mutating func grouped(_ body: (inout EditCore) -> Void) {
    history.beginGroup()
    body(&self)
    history.endGroup()
  }

  mutating func beginGroup() { history.beginGroup() }
  mutating func endGroup() { history.endGroup() }
  /// Ends the step that typing goes into, as a pause does.
  mutating func closeStep() { history.close() }

  /// The one place where the text changes.
  private mutating func apply(_ range: Range<Int>, _ new: [UInt8]) {
    let line = buffer.line(at: range.lowerBound)
    let removedLines = buffer.line(at: range.upperBound) - line
    let start = buffer.lineStarts[line]
    // New text may join the character before it, or make a lone CR part of the line's end.
    let column = range.lowerBound > start ? buffer.boundary(before: range.lowerBound) - start : 0
    let isInWord = buffer.isInWord(before: range.lowerBound)
    let end = buffer.wordDecision(after: range.upperBound)
    wordCount -= buffer.wordCount(in: range.lowerBound..<end, inWord: isInWord)
    buffer.replace(range, with: new)
    wordCount += buffer.wordCount(in: range.lowerBound..<end + new.count - range.count, inWord: isInWord)
    revision += 1
    touched.splices.append(
      .init(
        line: line, column: column, removedLines: removedLines,
        addedLines: buffer.line(at: range.lowerBound + new.count) - line))
  }
}

extension EditCore: Equatable {
  /// Leaves out `touched`: two editors are equal whether or not their caches are up to date.
  static func == (a: EditCore, b: EditCore) -> Bool {
    a.buffer == b.buffer && a.selection == b.selection && a.history == b.history && a.revision == b.revision
      && a.clipboard == b.clipboard
  }
}
