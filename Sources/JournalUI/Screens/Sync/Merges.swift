import JournalCore

extension ShowsSync where Self: HearsKeys {
  /// Gives the record back what it had on this device. Field by field it could become what neither device had.
  mutating func undo(_ merge: MergeNotice) {
    let name = named(merge)
    decide("undid the merge of \(name)", said: "Undid the merge of \(name)\(undoHint)") {
      .decideMerge(group: merge.group, taking: .here, $0)
    }
  }
}

/// What can be done about a merge, in the list of merges and where its sides are compared.
extension ShowsSync {
  func named(_ merge: MergeNotice) -> String { merge.title.isEmpty ? "a record" : titled(merge.title) }

  /// Sends an edit on its way that the journal itself puts together from a merge.
  mutating func decide(_ name: String, said: String, _ effect: (EditTicket) -> Effect) {
    guard canWrite() else { return }
    let edit = JournalEdit(name: name, operations: [])
    let ticket = log.start(EditLog.Pending(edit: edit, cause: .restore, origin: .list, said: said))
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
