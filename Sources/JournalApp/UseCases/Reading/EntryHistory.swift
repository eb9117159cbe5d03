package import JournalCore
import JournalFormats
import JournalStore

/// What an entry used to say: the changes that were made to it, newest first, each with the values it replaced.
package struct EntryHistory: Hashable, Sendable {
  /// The entry as it is now.
  package let entry: Entry
  /// The changes, the latest first; empty where nothing was ever replaced.
  package let steps: [FormerVersion]

  /// - Parameter items: In any order.
  package init(entry: Entry, items: [HistoryItem]) {
    self.entry = entry
    steps = entry.formerVersions(items)
  }

  /// Returns the change with a number, counted from 1.
  ///
  /// - Throws: ``CommandFailure`` where there is no such change.
  package func step(_ number: Int) throws -> FormerVersion {
    guard steps.indices.contains(number - 1) else {
      let name = EntryNaming.quoted(entry)
      throw CommandFailure(
        .notFound,
        steps.isEmpty
          ? "\(name) has no earlier versions."
          : "\(name) has no earlier version \(number): they go from 1 (the latest) to \(steps.count).")
    }
    return steps[number - 1]
  }

  /// The entry as it was before that change.
  ///
  /// - Throws: ``CommandFailure`` where there is no such change.
  package func version(before number: Int) throws -> Entry { try step(number).entry }
}

extension JournalContext {
  /// Finds an entry by a reference, as ``entry(_:inTrash:)`` does, and reads its history.
  ///
  /// - Throws: ``CommandFailure`` where no entry or several fit; ``StoreError``.
  package func history(_ reference: String) throws -> EntryHistory {
    try history(of: try entry(reference))
  }

  /// Reads the history of an entry of this journal.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func history(of entry: Entry) throws -> EntryHistory {
    EntryHistory(entry: entry, items: try store.history(of: entry.id))
  }

  /// Makes an entry again what it was before a change; that, too, goes into history.
  ///
  /// Whether it lies in the trash does not change with it. Returns nil where it is so already.
  ///
  /// - Throws: ``CommandFailure`` where there is no such change; ``StoreError`` where the journal cannot be written.
  package func restore(_ history: EntryHistory, before number: Int) throws -> Entry? {
    let changes = history.entry.changes(restoring: try history.version(before: number))
    guard !changes.isEmpty else { return nil }
    try apply([.editEntry(history.entry.id, changes)], cause: .restore)
    var version = history.entry
    for change in changes { version.set(change) }
    return version
  }
}

extension EntryHistory {
  /// `{"ok":true,"count":…,"items":[{"number","replacedAt","device","cause","values":[{"field","value"}]}]}`.
  package func json() -> [UInt8] {
    Answer.items(Array(steps.enumerated())) { item, json in
      let (index, step) = item
      json.member("number", Int64(index + 1))
      json.member("replacedAt", ISODate.string(step.replacedAt))
      json.member("device", step.device)
      json.member("cause", step.cause.rawValue)
      json.key("values")
      json.array { json in
        for item in step.items {
          json.object { json in
            json.member("field", item.field)
            json.member("value", item.oldText)
          }
        }
      }
    }
  }

  /// Prints a line for each change and one for each value that it replaced; times are told in `zone`.
  package func print(zone: any LocalZone, to output: inout Printout) {
    for (index, step) in steps.enumerated() {
      output.add("\(index + 1)", .strong)
      output.add("  " + DateText.dayAndClock(zone.date(instant: step.replacedAt)))
      output.line("  \(step.words(of: EntryHistory.name(of: step.cause)))", .dim)
      for item in step.items {
        output.add("   \(AnyRecord.label(of: item.field)): ", .dim)
        let text = EntryHistory.glimpse(of: item.oldWords)
        output.line(text.isEmpty ? "(nothing)" : text)
      }
    }
  }

  /// The earlier version against the present one, word by word.
  ///
  /// - Throws: ``CommandFailure`` where there is no such change.
  package func printDifference(before number: Int, to output: inout Printout) throws {
    let old = try version(before: number)
    for (was, isNow) in [(old.title, entry.title), (old.body, entry.body)] where !was.isEmpty || !isNow.isEmpty {
      for run in WordDiff.runs(from: was, to: isNow) {
        switch run.kind {
        case .same: output.addLines(run.text)
        case .inserted: output.addLines(output.isStyled ? run.text : "{+\(run.text)+}", .added)
        case .deleted: output.addLines(output.isStyled ? run.text : "[-\(run.text)-]", .removed)
        }
      }
      output.line()
    }
  }

  /// The beginning of a value on one line, with a stroke where a line of it ends.
  private static func glimpse(of words: String) -> String {
    let limit = 100
    var glimpse = ""
    for line in words.unicodeScalars.split(maxSplits: limit, whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      let text = TextPreview.preview(of: String(line), limit: limit)
      if !text.isEmpty { glimpse += glimpse.isEmpty ? text : " / \(text)" }
      if glimpse.unicodeScalars.count > limit { break }
    }
    return glimpse.unicodeScalars.count > limit ? glimpse.prefix(limit) + "…" : glimpse
  }

  private static func name(of cause: EditCause) -> String {
    switch cause {
    case .edit: "edited"
    case .undo: "undone"
    case .redo: "redone"
    case .merge: "merged"
    case .restore: "restored"
    case .importing: "imported"
    case .refused: "refused, sent by"
    }
  }
}
