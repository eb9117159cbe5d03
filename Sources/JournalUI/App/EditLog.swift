import JournalCore

/// What was done and can be undone, and what is on its way to the disk.
struct EditLog: Sendable {
  /// Why an edit was asked for, so that its answer finds its way.
  enum Origin: Hashable, Sendable {
    case list
    /// From the editor, holding this entry.
    case editor(Entry)
  }

  struct Pending: Hashable, Sendable {
    var edit: JournalEdit
    var cause: EditCause
    var origin: Origin
    /// What is said when it is done; empty to say nothing.
    var said: String
    /// The merge that it decides about.
    var merge: Int64?

    /// Whether it saves what the editor holds.
    var isOfEditor: Bool { if case .editor = origin { true } else { false } }
  }

  /// As much as one sitting can want; every step holds the values that it would bring back.
  static let depth = 500

  private(set) var undoable: [JournalEdit] = []
  private(set) var redoable: [JournalEdit] = []
  private(set) var pending: [Int: Pending] = [:]
  /// What undoes the decisions about merges.
  private var decisions: [Int64: JournalEdit] = [:]
  /// Edits that failed and can be tried again.
  private(set) var failed: [Int: Pending] = [:]
  /// Undo and redo asked for while an edit was still on its way.
  var queued: [EditCause] = []
  /// The category that each entry was filed under last from this screen, by undoing and redoing too; none where it was unfiled.
  private(set) var filed: [RecordName: RecordName?] = [:]
  private var nextNumber = 1

  var isBusy: Bool { !pending.isEmpty }

  mutating func start(_ edit: Pending) -> EditTicket {
    let ticket = EditTicket(number: nextNumber)
    nextNumber += 1
    pending[ticket.number] = edit
    return ticket
  }

  /// The newest edit that can be undone, or redone.
  func next(_ cause: EditCause) -> JournalEdit? { cause == .undo ? undoable.last : redoable.last }

  /// Takes the newest edit that can be undone, or redone.
  mutating func take(_ cause: EditCause) -> JournalEdit? {
    cause == .undo ? undoable.popLast() : redoable.popLast()
  }

  /// Books an edit that is on disk now; nil where the ticket is unknown.
  mutating func finish(_ ticket: EditTicket, inverse: JournalEdit) -> Pending? {
    guard let done = pending.removeValue(forKey: ticket.number) ?? failed.removeValue(forKey: ticket.number) else {
      return nil
    }
    for (entry, category) in done.edit.filings { filed[entry] = .some(category) }
    var named = inverse
    named.name = done.edit.name
    if let merge = done.merge { decisions[merge] = named }
    switch done.cause {
    case .undo: redoable.append(named)
    case .redo: push(named)
    case .edit, .restore, .merge, .importing, .refused:
      push(named)
      redoable.removeAll()
    }
    return done
  }

  /// Whether the last thing that was done, and can be undone, is a decision about a merge.
  func endsWithDecision(about merge: Int64) -> Bool {
    guard let decision = decisions[merge] else { return false }
    return undoable.last == decision
  }

  private mutating func push(_ inverse: JournalEdit) {
    undoable.append(inverse)
    if undoable.count > Self.depth { undoable.removeFirst() }
  }

  mutating func fail(_ ticket: EditTicket) -> Pending? {
    guard let edit = pending.removeValue(forKey: ticket.number) else { return nil }
    failed[ticket.number] = edit
    queued.removeAll()
    return edit
  }

  mutating func retry(_ ticket: EditTicket) {
    if let edit = failed.removeValue(forKey: ticket.number) { pending[ticket.number] = edit }
  }

  /// Forgets an edit that came to nothing.
  mutating func forget(_ ticket: EditTicket) { pending[ticket.number] = nil }

  /// Forgets what the editor could not save, because it saves what stands there now.
  mutating func forgetFailuresOfEditor() {
    failed = failed.filter { if case .editor = $0.value.origin { false } else { true } }
  }

  /// Gives up on an edit that failed; what would have been undone or redone can be again.
  mutating func abandon(_ ticket: EditTicket) {
    guard let edit = failed.removeValue(forKey: ticket.number) else { return }
    if edit.cause == .undo { undoable.append(edit.edit) }
    if edit.cause == .redo { redoable.append(edit.edit) }
  }

  /// Forgets all steps, after something that cannot be taken back changed what they refer to.
  mutating func forgetSteps(touching records: Set<RecordName>) {
    func touches(_ edit: JournalEdit) -> Bool {
      edit.operations.contains { operation in
        if case .create(let record) = operation, let owner = record.owner, records.contains(owner) { return true }
        return records.contains(operation.record)
      }
    }
    undoable.removeAll(where: touches)
    redoable.removeAll(where: touches)
  }

  mutating func forgetAll() {
    undoable.removeAll()
    redoable.removeAll()
  }
}
