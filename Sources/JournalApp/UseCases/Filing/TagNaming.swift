package import JournalCore
import JournalStore

/// What became of another name for a tag, or of taking one back.
package struct TagRenameOutcome: Hashable, Sendable {
  /// The old and the new name.
  package var rename: TagRename
  /// Entries that were changed, those in the trash among them.
  package var entries: Int
  /// What was done, for the person who asked for it.
  package var sentence: String
}

extension JournalContext {
  /// Gives a tag another name in all entries, as one step.
  ///
  /// - Throws: ``CommandFailure`` for a name that is no tag, and where no entry has the tag; ``StoreError``.
  package func renameTag(_ old: String, to new: String) throws -> TagRenameOutcome {
    let rename = try CommandFailure.reading { () throws(InvalidInput) in try TagRename(old, to: new) }
    let present = try store.tags(prefix: rename.new, limit: .max)
      .first { TagSyntax.normalise($0.tag) == TagSyntax.normalise(rename.new) }
    let changed = try TagNames(store).give(rename).operations.count
    guard changed > 0 else {
      guard present == nil || TagSyntax.normalise(rename.new) != rename.key else {
        throw CommandFailure(.notFound, "Every entry has #\(rename.new) in this spelling already.")
      }
      throw CommandFailure(.notFound, "No entry has the tag #\(rename.old). See: cloudjournal tags")
    }
    var sentence = "renamed #\(rename.old) to #\(rename.new) in \(NumberText.counted(changed, "entry", "entries"))"
    if let present, TagSyntax.normalise(rename.new) != rename.key {
      let others = present.count == 1 ? "1 that has" : "\(NumberText.grouped(present.count)) that have"
      sentence += ", beside \(others) #\(present.tag) already"
    }
    let asking = rename.stillAsked(by: try JournalPreferences(self).all(.search), today: today)
    return TagRenameOutcome(
      rename: rename, entries: changed, sentence: sentence + ".\(asking) Undo it: cloudjournal tags rename --undo")
  }

  /// Takes the latest renaming of a tag on this computer back.
  ///
  /// - Throws: ``CommandFailure`` where there is none; ``StoreError``.
  package func undoTagRename() throws -> TagRenameOutcome {
    guard let undone = try TagNames(store).undo(), undone.entries > 0 else {
      throw CommandFailure(
        .notFound, "There is nothing to undo: only the latest renaming of a tag can be undone, and once.")
    }
    let entries = NumberText.counted(undone.entries, "entry has", "entries have")
    return TagRenameOutcome(
      rename: undone.rename, entries: undone.entries, sentence: "\(entries) #\(undone.rename.old) again")
  }
}
