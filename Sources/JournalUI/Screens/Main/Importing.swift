import JournalCore
import TerminalKit

/// What an import did, for the screen.
package struct ImportOutcome: Hashable, Sendable {
  /// The file or folder, as the person typed it.
  package var path: String
  /// Entries that came.
  package var imported: Int
  /// Entries that were here already, just so.
  package var same: Int
  /// Entries of which another version is here, which stayed.
  package var conflicting: Int
  /// What a person should know although everything was taken; sentences.
  package var notes: [String]

  package init(path: String, imported: Int, same: Int, conflicting: Int, notes: [String]) {
    (self.path, self.imported, self.same, self.conflicting) = (path, imported, same, conflicting)
    self.notes = notes
  }
}

extension Desk {
  mutating func askToUndoImport() {
    guard canWrite() else { return }
    guard !isImporting else { return say("An import is under way; undo it when it is done.") }
    emit(.loadLatestImport)
  }

  /// Many entries take their time.
  mutating func undoImport() {
    emit(.undoImport)
    sayPassing("Undoing the import \(glyphs.ellipsis)", untilDone: true)
  }

  mutating func askForImport() {
    guard canWrite() else { return }
    openFilePicker(for: .importing)
  }

  mutating func importFiles(at path: String) {
    guard !isImporting else { return say("An import is under way; the next one can begin when it is done.") }
    isImporting = true
    emit(.importFiles(path: path))
    sayPassing("Importing \(Self.file(path)) \(glyphs.ellipsis)")
  }

  /// The last part of a path.
  fileprivate static func file(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// What becomes of an import.
extension Model {
  mutating func importing(_ path: String, _ percent: Int) {
    // Also where a failed one is tried again.
    desk.isImporting = true
    sayPassing("Importing \(Desk.file(path)): \(NumberText.percent(percent))")
  }

  /// Says what goes before it does: the import may be long ago.
  mutating func importFound(_ latest: LatestImport?) {
    guard let latest else { return say("There is no import to undo.") }
    let day = DateText.dayAndClock(environment.zone.date(instant: latest.at))
    dialogs.append(
      .choice(
        .confirm(
          "Undo the import of \(TerminalSafe(latest.source, keepingLines: false).text)?", latest.lines(on: day),
          yes: latest.entries > 0 ? "Move them to the trash" : "Undo it", .chose(MainChoice.undoImport))))
  }

  mutating func imported(_ outcome: ImportOutcome) {
    desk.isImporting = false
    var parts = ["\(counted(outcome.imported, "entry", "entries")) imported from \(Desk.file(outcome.path))"]
    if outcome.same > 0 { parts.append("\(grouped(outcome.same)) here already") }
    if outcome.conflicting > 0 { parts.append("\(grouped(outcome.conflicting)) differ here and stayed") }
    if outcome.imported > 0 { desk.stepsBeforeImport = log.undoable.count }
    let said = parts.joined(separator: " \(glyphs.separator) ")
    guard !outcome.notes.isEmpty else { return say(said, outcome.conflicting > 0 ? .warning : .success) }
    say(([said + "."] + outcome.notes).joined(separator: " "), .warning)
  }

  mutating func importUndone(moved: Int?, kept: Int) {
    // An earlier one is not what undo means.
    desk.stepsBeforeImport = nil
    guard let moved else { return say("There is no import to undo.") }
    reload()
    let stayed = kept == 0 ? "" : " \(glyphs.separator) \(grouped(kept)) changed since then stayed"
    say("\(counted(moved, "entry", "entries")) of the latest import moved to the trash\(stayed)", .success)
  }
}

extension LatestImport {
  /// What undoing it does.
  fileprivate func lines(on day: String) -> [String] {
    var lines = ["It brought \(counted(entries, "entry", "entries")) on \(day)."]
    if entries > 0 { lines.append("They go to the trash, but for those that were changed since.") }
    if items > 0 {
      let (number, are) = (counted(items, "thing", "things"), items == 1 ? "is" : "are")
      lines.append("\(number) that it keeps beside entries that were here before \(are) removed.")
    }
    return lines
  }
}
