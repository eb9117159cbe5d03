/// A caret, and the other end of what is selected, if anything is.
struct Selection: Equatable, Sendable {
  var caret: Int
  var anchor: Int?

  /// The selected bytes; an empty range at the caret where nothing is selected.
  var range: Range<Int> { min(caret, anchor ?? caret)..<max(caret, anchor ?? caret) }
}

/// The changes of a text that can be undone and redone, in bounded memory.
struct EditHistory: Equatable, Sendable {
  /// One replacement: at `offset`, `removed` gave way to `inserted`.
  struct Change: Equatable, Sendable {
    var offset: Int
    var removed: [UInt8]
    var inserted: [UInt8]

    /// Bytes of memory, roughly.
    var cost: Int { removed.count + inserted.count + 96 }

    /// Takes in a change that goes on exactly where this one ended, or returns false.
    mutating func join(_ next: Change) -> Bool {
      if next.removed.isEmpty, next.offset == offset + inserted.count {
        inserted.append(contentsOf: next.inserted)
        return true
      }
      guard inserted.isEmpty, next.inserted.isEmpty else { return false }
      if next.offset == offset {
        removed.append(contentsOf: next.removed)
        return true
      }
      if next.offset + next.removed.count == offset {
        removed.insert(contentsOf: next.removed, at: 0)
        offset = next.offset
        return true
      }
      return false
    }
  }

  /// How a change came about: neighbours of one kind become one step.
  enum Kind: Equatable, Sendable {
    /// Typed text that goes on with the same word.
    case typing
    case deletingBackward
    case deletingForward
    /// Never joined with another.
    case single
  }

  /// All that one undo takes back.
  struct Step: Equatable, Sendable {
    private(set) var changes: [Change]
    let before: Selection
    var after: Selection
    let kind: Kind
    private(set) var cost: Int

    init(_ change: Change, kind: Kind, before: Selection, after: Selection) {
      changes = [change]
      (self.kind, self.before, self.after) = (kind, before, after)
      cost = change.cost
    }

    mutating func add(_ change: Change) {
      if changes[changes.count - 1].join(change) {
        cost += change.removed.count + change.inserted.count
      } else {
        changes.append(change)
        cost += change.cost
      }
    }
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// Bytes that the two lists hold, roughly.
  private(set) var cost = 0
  /// False once a motion, a pause or an undo ended the last step.
  private var isOpen = false
  /// More than 0 while everything goes into one step.
  private var groups = 0
  private var groupIsEmpty = true
  /// Bytes above which the oldest steps are forgotten; the newest stays whatever its size.
  private let limit: Int

  init(limit: Int = 16 << 20) { self.limit = limit }

  /// Ends the step that typing goes into.
  mutating func close() {
    if groups == 0 { isOpen = false }
  }

  /// From here to `endGroup` every change is one step.
  mutating func beginGroup() {
    if groups == 0 { groupIsEmpty = true }
    groups += 1
  }

  mutating func endGroup() {
    guard groups > 0 else { return }
    groups -= 1
    if groups == 0 { isOpen = false }
  }

  mutating func record(_ change: Change, kind: Kind, before: Selection, after: Selection) {
    for step in undone { cost -= step.cost }
    undone.removeAll()
    let joins =
      groups > 0
      ? !groupIsEmpty
      : isOpen && kind != .single && done.last?.kind == kind && done.last?.after == before
    if joins, !done.isEmpty {
      let last = done.count - 1
      cost -= done[last].cost
      done[last].add(change)
      done[last].after = after
      cost += done[last].cost
    } else {
      let step = Step(change, kind: kind, before: before, after: after)
      done.append(step)
      cost += step.cost
    }
    groupIsEmpty = false
    isOpen = true
    forgetOldest()
  }

  /// Corrects where the caret stands after the newest step, if it still stands where that step left it.
  mutating func amend(from before: Selection, to after: Selection) {
    if !done.isEmpty, done[done.count - 1].after == before { done[done.count - 1].after = after }
  }

  /// Moves the newest step over to what can be done again, and returns it; nil where there is none.
  mutating func takeUndo() -> Step? {
    isOpen = false
    guard let step = done.popLast() else { return nil }
    groupIsEmpty = true
    undone.append(step)
    return step
  }

  mutating func takeRedo() -> Step? {
    isOpen = false
    guard let step = undone.popLast() else { return nil }
    groupIsEmpty = true
    done.append(step)
    return step
  }

  private mutating func forgetOldest() {
    guard cost > limit else { return }
    var count = 0
    // Some at a time, so that not every key moves the whole list.
    while count < done.count - 1, cost > limit / 4 * 3 {
      cost -= done[count].cost
      count += 1
    }
    done.removeFirst(count)
  }
}
