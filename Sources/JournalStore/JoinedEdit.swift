package import JournalCore
import SyncCore

/// An editor's changes, or the way back from them, joined with those that others saved since.
package struct JoinedEdit<Record: JournalRecord> {
  /// The changes that the record gets.
  package private(set) var changes: [FieldChange<Record>] = []
  /// Changes that the record does not get as the person wrote them; for the history.
  package private(set) var notKept: [FieldChange<Record>] = []

  /// - Parameters:
  ///   - seen: The record as the editor knew it, or as the edit that is undone left it; nil takes the changes as they are.
  ///   - present: The record as it is now.
  package init(_ edits: [FieldChange<Record>], seen: Record?, present: Record) {
    guard let seen, seen.id == present.id else {
      changes = edits
      return
    }
    for edit in edits {
      let joined = JoinedEdit.join(edit, seen: seen, present: present)
      changes.append(joined)
      if !joined.isIdentical(to: edit) { notKept.append(edit) }
    }
    // An edit that had not seen the trashing takes the entry out of the trash, with the words that were just saved.
    if present.trashedAt != nil, seen.trashedAt == nil, !edits.isEmpty { changes.append(.trashedAt(nil)) }
  }

  /// Whether any of the changes would be merged, and not just take the place of what is there.
  package static func joins(_ changes: [FieldChange<Record>]) -> Bool {
    changes.contains { Record.fields.field($0.field)?.kind.isJoined ?? false }
  }

  private static func join(_ edit: FieldChange<Record>, seen: Record, present: Record) -> FieldChange<Record> {
    guard let field = Record.fields.field(edit.field) else { return edit }
    switch (field.kind, edit.content, field.read(seen), field.read(present)) {
    case (.prose, .text(let text), .text(let base), .text(let other)):
      return FieldChange(
        field, .text(TextMerge.merge(base: base, local: text, server: other, isLocalLater: true).text))
    case (.tags, .tags(let tags), .tags(let base), .tags(let other)):
      return FieldChange(
        field, .tags(SetMerge.merge(base: base, local: tags, server: other, isLocalLater: true)))
    // Of other fields the later value holds, and the history has the earlier one.
    default: return edit
    }
  }
}

extension FieldKind {
  /// Whether two values of this kind are merged.
  fileprivate var isJoined: Bool {
    switch self {
    case .prose, .tags: true
    default: false
    }
  }
}
