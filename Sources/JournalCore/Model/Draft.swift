/// Writing that is not yet part of the journal: what the editor holds, kept 250 ms after the last key, and every second while keys go on.
package struct Draft: Hashable, Sendable {
  /// The entry being edited, or the one that saving would create.
  package var entry: Entry
  /// Whether saving would create the entry.
  package var isNew: Bool
  /// The entry as its editor knew it: what others have saved since is merged when the draft is saved. nil for a new entry,
  /// and where a program of before format 5 kept the draft.
  package var seen: Entry?
  /// Who writes it (one editor, one owner); a draft whose owner is gone is offered at the next start.
  package var owner: String
  /// When the editor last kept these words.
  package var savedAt: Instant
  /// The file outside the journal that holds it, where the journal could not be written; nil for one in the journal.
  package var copyPath: String?

  package init(entry: Entry, isNew: Bool, seen: Entry? = nil, owner: String, savedAt: Instant, copyPath: String? = nil)
  {
    (self.copyPath, self.seen, self.entry, self.isNew) = (copyPath, seen, entry, isNew)
    (self.owner, self.savedAt) = (owner, savedAt)
  }
}
