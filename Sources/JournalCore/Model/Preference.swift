/// A value that goes with the journal to all its devices under a key: a search that was saved, a word of the person's own
/// dictionary, a template.
///
/// Its record has a name that says nothing, and the key is one of its fields: so a sealed journal shows a server no keys.
/// Two devices that know nothing of each other may make a record each for one key; ``PreferenceBook`` says which counts.
package struct Preference: JournalRecord {
  /// The name of the preference's record, which never changes.
  package var id: RecordName
  /// What it is found by, 1 to 128 bytes of UTF-8: a prefix such as `search.`, and a name behind it.
  package var key: String
  /// Its text, up to 32,768 bytes of UTF-8.
  package var value: String
  /// When a field of the preference last changed.
  package var modifiedAt: Instant
  /// When it was removed; nil while it counts.
  package var trashedAt: Instant?

  package init(id: RecordName, key: String, value: String, modifiedAt: Instant, trashedAt: Instant? = nil) {
    (self.id, self.key, self.value) = (id, key, value)
    (self.modifiedAt, self.trashedAt) = (modifiedAt, trashedAt)
  }
}

extension Preference {
  package static let recordType = "Preference"

  /// The fields, in the order of an archive.
  package static let fields = FieldTable<Preference>([
    RecordField("key", \.key, isEncrypted: true),
    RecordField("value", \.value, isEncrypted: true),
    RecordField("modifiedAt", \.modifiedAt),
    RecordField("trashedAt", \.trashedAt, label: "trash"),
  ])

  /// A preference without key and value.
  package init(id: RecordName, modifiedAt: Instant) { self.init(id: id, key: "", value: "", modifiedAt: modifiedAt) }

  /// The key.
  package var title: String { key }

  /// The record as one of whichever type.
  package var wrapped: AnyRecord { .preference(self) }

  /// The step that gives fields of a record of this type new values.
  package static func edit(_ id: RecordName, _ changes: [FieldChange<Preference>]) -> JournalOperation {
    .editPreference(id, changes)
  }
}

extension FieldChange<Preference> {
  /// A new key.
  package static func key(_ key: String) -> Self { Self(\.key, key) }
  /// A new value.
  package static func value(_ value: String) -> Self { Self(\.value, value) }
}
