import CloudRecord
package import JournalCore
import SyncCore

/// An editor's changes, joined with those that another screen saved since the editor opened the entry.
package struct JoinedEdit {
  /// The changes that the entry gets.
  package private(set) var changes: [EntryChange] = []
  /// Changes that the entry does not get as the person wrote them; for the history.
  package private(set) var notKept: [EntryChange] = []

  /// - Parameters:
  ///   - seen: The entry as the editor knew it; nil takes the changes as they are.
  ///   - present: The entry as it is now.
  package init(_ edits: [EntryChange], seen: Entry?, present: Entry) {
    guard let seen, seen.id == present.id else {
      changes = edits
      return
    }
    for edit in edits {
      let joined = JoinedEdit.join(edit, seen: seen, present: present)
      changes.append(joined)
      if !FieldValue.areIdentical(joined.value, edit.value) { notKept.append(edit) }
    }
    // An edit that had not seen the trashing takes the entry out of the trash, with the words that were just saved.
    if present.trashedAt != nil, seen.trashedAt == nil, !edits.isEmpty { changes.append(.trashedAt(nil)) }
  }

  private static func join(_ edit: EntryChange, seen: Entry, present: Entry) -> EntryChange {
    switch edit {
    case .body(let text):
      .body(TextMerge.merge(base: seen.body, local: text, server: present.body, isLocalLater: true).text)
    case .tags(let tags):
      .tags(SetMerge.merge(base: seen.tags, local: tags, server: present.tags, isLocalLater: true))
    // Of other fields the later value holds, and the history has the earlier one.
    case .title, .mood, .date, .isFavorite, .category, .trashedAt: edit
    }
  }
}

extension Entry {
  /// Whether saving this as a new entry again would change nothing but the time of the last change.
  package func isSameEntry(as other: Entry) -> Bool {
    zip(changes, other.changes).allSatisfy { FieldValue.areIdentical($0.value, $1.value) } && id == other.id
  }
}
