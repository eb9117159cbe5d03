/// How two changes of one field, made without knowledge of each other, become one value.
package enum FieldRule: Hashable, Sendable {
  /// The later stamp wins.
  case latest
  /// The later stamp wins for all fields of this group together.
  case group(String)
  /// Merged by words where the changes do not touch; else the later stamp wins.
  case line
  /// Merged as text, by lines and then by words; what overlaps keeps both texts.
  case text
  /// A list of strings merged as a set: members that either side added stay, members that either side removed go.
  case set
  /// The moment of trashing: an edit of the content by the other side, made without knowledge of it, clears it.
  case trashing
}

/// The rule of every field of every record type that the journal knows; a field without one is ``FieldRule/latest``.
package struct MergeRules: Hashable, Sendable {
  private var rules: [String: [String: FieldRule]]

  /// - Parameter rules: By record type, then by field.
  package init(_ rules: [String: [String: FieldRule]]) { self.rules = rules }

  /// Returns the rule of a field; ``FieldRule/latest`` for a type or field without one.
  package func rule(of field: String, in recordType: String) -> FieldRule { rules[recordType]?[field] ?? .latest }

  /// Whether records of a type are there to hold text.
  func hasText(_ recordType: String) -> Bool { rules[recordType]?.values.contains(.text) ?? false }
}
