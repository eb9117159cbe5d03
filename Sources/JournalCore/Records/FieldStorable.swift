/// A type that a property of a record may have, so that a table can name the property alone.
protocol FieldStorable: Sendable {
  /// The kind of a field of this type, where the table does not say another.
  static var usualKind: FieldKind { get }
  var content: FieldContent { get }
  /// Reads a value; nil for content of another type.
  static func value(of content: FieldContent) -> Self?
}

extension String: FieldStorable {
  static var usualKind: FieldKind { .text }
  var content: FieldContent { .text(self) }
  static func value(of content: FieldContent) -> String? {
    if case .text(let text) = content { text } else { nil }
  }
}

extension Bool: FieldStorable {
  static var usualKind: FieldKind { .flag }
  var content: FieldContent { .flag(self) }
  static func value(of content: FieldContent) -> Bool? {
    if case .flag(let flag) = content { flag } else { nil }
  }
}

extension Int64: FieldStorable {
  static var usualKind: FieldKind { .number }
  var content: FieldContent { .number(self) }
  static func value(of content: FieldContent) -> Int64? {
    if case .number(let number) = content { number } else { nil }
  }
}

extension EntryDate: FieldStorable {
  static var usualKind: FieldKind { .date }
  var content: FieldContent { .date(self) }
  static func value(of content: FieldContent) -> EntryDate? {
    if case .date(let date) = content { date } else { nil }
  }
}

extension [String]: FieldStorable {
  static var usualKind: FieldKind { .tags }
  var content: FieldContent { .tags(self) }
  static func value(of content: FieldContent) -> [String]? {
    if case .tags(let tags) = content { tags } else { nil }
  }
}

/// The record that this one belongs to, or another one, or none.
extension RecordName: FieldStorable, FieldElement {
  static var usualKind: FieldKind { .owner }
  var content: FieldContent { .owner(self) }
  static func value(of content: FieldContent) -> RecordName? {
    if case .owner(let name) = content { name } else { nil }
  }

  static var optionalKind: FieldKind { .reference }
  static func content(of value: RecordName?) -> FieldContent { .reference(value) }
  static func optional(of content: FieldContent) -> RecordName?? {
    if case .reference(let name) = content { .some(name) } else { nil }
  }
}

/// When the record last changed, or went to the trash.
extension Instant: FieldStorable, FieldElement {
  static var usualKind: FieldKind { .modification }
  var content: FieldContent { .moment(self) }
  static func value(of content: FieldContent) -> Instant? {
    if case .moment(let instant) = content { instant } else { nil }
  }

  static var optionalKind: FieldKind { .trashing }
  static func content(of value: Instant?) -> FieldContent { .moment(value) }
  static func optional(of content: FieldContent) -> Instant?? {
    if case .moment(let instant) = content { .some(instant) } else { nil }
  }
}

/// A type of which a property may also hold none.
protocol FieldElement: Sendable {
  /// The kind of an optional field of this type.
  static var optionalKind: FieldKind { get }
  static func content(of value: Self?) -> FieldContent
  /// Reads a value or none; the outer nil stands for content of another type.
  static func optional(of content: FieldContent) -> Self??
}

extension Optional: FieldStorable where Wrapped: FieldElement {
  static var usualKind: FieldKind { Wrapped.optionalKind }
  var content: FieldContent { Wrapped.content(of: self) }
  static func value(of content: FieldContent) -> Wrapped?? { Wrapped.optional(of: content) }
}

extension Mood: FieldElement {
  static var optionalKind: FieldKind { .word }
  static func content(of value: Mood?) -> FieldContent { .word(value?.rawValue) }
  static func optional(of content: FieldContent) -> Mood?? {
    if case .word(let text) = content { .some(text.map(Mood.init)) } else { nil }
  }
}

/// A file by its digest; a text that may be absent has no kind of its own.
extension String: FieldElement {
  static var optionalKind: FieldKind { .file }
  static func content(of value: String?) -> FieldContent { .file(value) }
  static func optional(of content: FieldContent) -> String?? {
    if case .file(let digest) = content { .some(digest) } else { nil }
  }
}
