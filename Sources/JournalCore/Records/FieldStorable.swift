/// A type that a property of a record may have, so that a table can name the property alone.
package protocol FieldStorable: Sendable {
  /// The kind of a field of this type, where the table does not say another.
  static var usualKind: FieldKind { get }
  /// The value, whatever its type.
  var content: FieldContent { get }
  /// Reads the value; nil for content of another type.
  static func value(of content: FieldContent) -> Self?
}

extension String: FieldStorable {
  /// One line of text.
  package static var usualKind: FieldKind { .text }
  /// The text itself.
  package var content: FieldContent { .text(self) }
  /// The text; nil for content of another type.
  package static func value(of content: FieldContent) -> String? {
    if case .text(let text) = content { text } else { nil }
  }
}

extension Bool: FieldStorable {
  /// Yes or no.
  package static var usualKind: FieldKind { .flag }
  /// The flag itself.
  package var content: FieldContent { .flag(self) }
  /// The flag; nil for content of another type.
  package static func value(of content: FieldContent) -> Bool? {
    if case .flag(let flag) = content { flag } else { nil }
  }
}

extension Int64: FieldStorable {
  /// A whole number.
  package static var usualKind: FieldKind { .number }
  /// The number itself.
  package var content: FieldContent { .number(self) }
  /// The number; nil for content of another type.
  package static func value(of content: FieldContent) -> Int64? {
    if case .number(let number) = content { number } else { nil }
  }
}

extension EntryDate: FieldStorable {
  /// A moment with its zone.
  package static var usualKind: FieldKind { .date }
  /// The date itself.
  package var content: FieldContent { .date(self) }
  /// The date; nil for content of another type.
  package static func value(of content: FieldContent) -> EntryDate? {
    if case .date(let date) = content { date } else { nil }
  }
}

extension RecordName: FieldStorable {
  /// The record that this one belongs to.
  package static var usualKind: FieldKind { .owner }
  /// The name itself.
  package var content: FieldContent { .owner(self) }
  /// The name; nil for content of another type.
  package static func value(of content: FieldContent) -> RecordName? {
    if case .owner(let name) = content { name } else { nil }
  }
}

extension Instant: FieldStorable {
  /// When the record last changed.
  package static var usualKind: FieldKind { .modification }
  /// The moment itself.
  package var content: FieldContent { .moment(self) }
  /// The moment; nil for content of another type.
  package static func value(of content: FieldContent) -> Instant? {
    if case .moment(let instant) = content { instant } else { nil }
  }
}

extension [String]: FieldStorable {
  /// Texts that are merged as a set.
  package static var usualKind: FieldKind { .tags }
  /// The texts in their order.
  package var content: FieldContent { .tags(self) }
  /// The texts; nil for content of another type.
  package static func value(of content: FieldContent) -> [String]? {
    if case .tags(let tags) = content { tags } else { nil }
  }
}

/// A type of which a property may also hold none.
package protocol FieldElement: Sendable {
  /// The kind of an optional field of this type.
  static var optionalKind: FieldKind { get }
  /// The value, or none, whatever its type.
  static func content(of value: Self?) -> FieldContent
  /// Reads a value or none; the outer nil stands for content of another type.
  static func optional(of content: FieldContent) -> Self??
}

extension Optional: FieldStorable where Wrapped: FieldElement {
  /// The kind that a field without a value has as well.
  package static var usualKind: FieldKind { Wrapped.optionalKind }
  /// The value, or none.
  package var content: FieldContent { Wrapped.content(of: self) }
  /// Reads a value or none; nil for content of another type.
  package static func value(of content: FieldContent) -> Wrapped?? { Wrapped.optional(of: content) }
}

extension Mood: FieldElement {
  /// A name out of a list that may grow.
  package static var optionalKind: FieldKind { .word }
  /// The mood's name.
  package static func content(of value: Mood?) -> FieldContent { .word(value?.rawValue) }
  /// The mood of that name, known or not.
  package static func optional(of content: FieldContent) -> Mood?? {
    if case .word(let text) = content { .some(text.map(Mood.init)) } else { nil }
  }
}

extension RecordName: FieldElement {
  /// The name of another record.
  package static var optionalKind: FieldKind { .reference }
  /// The name, or none.
  package static func content(of value: RecordName?) -> FieldContent { .reference(value) }
  /// The name, or none.
  package static func optional(of content: FieldContent) -> RecordName?? {
    if case .reference(let name) = content { .some(name) } else { nil }
  }
}

extension Instant: FieldElement {
  /// When the record was moved to the trash.
  package static var optionalKind: FieldKind { .trashing }
  /// The moment, or none.
  package static func content(of value: Instant?) -> FieldContent { .moment(value) }
  /// The moment, or none.
  package static func optional(of content: FieldContent) -> Instant?? {
    if case .moment(let instant) = content { .some(instant) } else { nil }
  }
}

extension String: FieldElement {
  /// A file by its digest.
  package static var optionalKind: FieldKind { .file }
  /// The digest, or none.
  package static func content(of value: String?) -> FieldContent { .file(value) }
  /// The digest, or none.
  package static func optional(of content: FieldContent) -> String?? {
    if case .file(let digest) = content { .some(digest) } else { nil }
  }
}
