import JournalCore
import TerminalKit

extension ShowsSync where Self: HearsKeys {
  /// Gives the record back what it had on this device. Field by field it could become what neither device had.
  mutating func undo(_ merge: MergeNotice) {
    let name = named(merge)
    // What was decided about it last is what the message offers to undo.
    if log.endsWithDecision(about: merge.group) { return ask(.perform(.undo)) }
    decide(
      "undid the merge of \(name)", about: merge,
      said: "Undid the merge of \(name): this computer’s version stays\(undoHint)"
    ) {
      .decideMerge(group: merge.group, taking: .here, $0)
    }
  }
}

/// What can be done about a merge, in the list of merges and where its sides are compared.
extension ShowsSync {
  func named(_ merge: MergeNotice) -> String { merge.title.isEmpty ? "a record" : titled(merge.title) }

  /// Sends an edit on its way that the journal itself puts together from a merge.
  mutating func decide(_ name: String, about merge: MergeNotice, said: String, _ effect: (EditTicket) -> Effect) {
    guard canWrite() else { return }
    let edit = JournalEdit(name: name, operations: [])
    let ticket = log.start(
      EditLog.Pending(edit: edit, cause: .restore, origin: .list, said: said, merge: merge.group))
    emit(effect(ticket))
  }

  mutating func dismiss(_ merge: MergeNotice) {
    guard canWrite() else { return }
    requestSync(.dismissConflict(group: merge.group))
    say("Both texts of \(titled(merge.title)) stay, as merged.")
  }

  /// Compares both sides of a merge.
  mutating func openConflict(_ merge: MergeNotice) {
    ask(.open(.conflict(ConflictModel(merge: merge, details: syncing.merges[merge.group]))))
    emit(.loadMerge(group: merge.group))
  }
}

/// Whose version a merge met.
extension SharesDesk {
  /// The device whose version a merge met, by the name that its person gave it; nil where that is not known.
  func otherDevice(_ merge: MergeNotice) -> String? {
    merge.device.map { shortened(TerminalSafe($0, keepingLines: false).text, 24) }
  }

  /// What a merge met, after “here and on”.
  func elsewhere(_ merge: MergeNotice) -> String { otherDevice(merge).map { "“\($0)”" } ?? "another device" }

  /// The other version of a merge, in a sentence.
  func otherVersion(_ merge: MergeNotice) -> String { "\(otherDevice(merge) ?? "the server")’s version" }
}
