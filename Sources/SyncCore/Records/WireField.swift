package import CloudRecord
package import JournalCore

/// One field of a record type as it travels.
package struct WireField: Hashable, Sendable {
  /// The type of a field's value.
  package enum Kind: Hashable, Sendable { case string, int64, date, reference, asset, strings }

  /// The field's name on the server.
  package let name: String
  /// The type of its value.
  package let kind: Kind
  /// Whether the server keeps the field encrypted.
  package let isEncrypted: Bool
  /// How two changes of the field become one value.
  package let rule: FieldRule
  /// The journal's value where the record has none; nil for none here either.
  package let absent: FieldValue?

  /// Whether a value has the type that the field is to have.
  package func fits(_ value: FieldValue) -> Bool {
    switch (kind, value) {
    case (.string, .string), (.int64, .int64), (.date, .date), (.reference, .reference), (.asset, .asset): true
    case (.strings, .list(let members)):
      members.allSatisfy { if case .string = $0 { true } else { false } }
    default: false
    }
  }
}

extension JournalRecord {
  /// The fields of this type as they travel; a date is three of them, which go together.
  package static var wireFields: [WireField] {
    let blank = Self(id: RecordName(""), modifiedAt: .earliest)
    return fields.synced.flatMap { field -> [WireField] in
      func wire(_ name: String, _ kind: WireField.Kind, _ rule: FieldRule, absent: FieldValue?) -> WireField {
        WireField(name: name, kind: kind, isEncrypted: field.isEncrypted, rule: rule, absent: absent)
      }
      func plain(_ kind: WireField.Kind, _ rule: FieldRule = .latest) -> [WireField] {
        [wire(field.name, kind, rule, absent: field.read(blank).value)]
      }
      switch field.kind {
      case .text: return plain(.string)
      case .line: return plain(.string, .line)
      case .prose: return plain(.string, .text)
      case .word: return plain(.string)
      case .flag, .number: return plain(.int64)
      case .reference: return plain(.reference)
      case .owner: return [wire(field.name, .reference, .latest, absent: nil)]
      case .file: return plain(.asset)
      case .tags: return plain(.strings, .set)
      case .trashing, .modification: return plain(.date, .trashing)
      case .date:
        let group = FieldRule.group(field.name)
        return [
          wire(field.wireNames[0], .date, group, absent: nil),
          wire(field.wireNames[1], .string, group, absent: .string("")),
          wire(field.wireNames[2], .int64, group, absent: .int64(0)),
        ]
      }
    }
  }
}
