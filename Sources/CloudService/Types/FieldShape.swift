package import CloudRecord
import Encodings

/// The type of a field: what its values are, whether it holds a list of them, and whether it is encrypted.
package struct FieldShape: Hashable, Sendable, CustomStringConvertible {
  /// Of the members, where it is a list; never ``ValueKind/list``.
  var base: ValueKind
  var isList = false
  var isEncrypted = false

  init(_ base: ValueKind, isList: Bool = false, isEncrypted: Bool = false) {
    (self.base, self.isList, self.isEncrypted) = (base, isList, isEncrypted)
  }

  /// nil for an empty list, whose members could be of any type.
  package init?(_ field: Field) {
    if case .list(let members) = field.value {
      guard let first = members.first else { return nil }
      self.init(ValueKind(first), isList: true, isEncrypted: field.isEncrypted)
    } else {
      self.init(ValueKind(field.value), isEncrypted: field.isEncrypted)
    }
  }

  /// Reads what ``description`` writes.
  package init?(name: String) {
    let prefix = "ENCRYPTED_"
    let suffix = "_LIST"
    var rest = name[...]
    let isEncrypted = rest.hasPrefix(prefix)
    if isEncrypted { rest = rest.dropFirst(prefix.count) }
    let isList = rest.hasSuffix(suffix)
    if isList { rest = rest.dropLast(suffix.count) }
    guard let base = ValueKind(rawValue: String(rest)), base != .list else { return nil }
    self.init(base, isList: isList, isEncrypted: isEncrypted)
  }

  /// As the wire has it: `ENCRYPTED_STRING`, `INT64_LIST`.
  package var description: String {
    (isEncrypted ? "ENCRYPTED_" : "") + base.rawValue + (isList ? "_LIST" : "")
  }
}

/// What is known of a field's type.
package enum FieldType: Hashable, Sendable {
  /// Values of this type only.
  case kept(FieldShape)
  /// Any: records with different types were there before types were kept.
  case free

  /// Reads what ``name`` writes.
  package init?(name: String) {
    if name == "*" {
      self = .free
    } else if let kind = FieldShape(name: name) {
      self = .kept(kind)
    } else {
      return nil
    }
  }

  /// As the storage keeps it.
  package var name: String {
    switch self {
    case .kept(let kind): kind.description
    case .free: "*"
    }
  }
}

extension FieldShape {
  /// A value whose type was taken from its form, as one of this type; nil where it cannot be one.
  ///
  /// The encryption is this type's: without a type a client has not said that it wants another.
  func reading(_ value: FieldValue) -> Field? {
    guard isList else { return scalar(value).map { Field($0, isEncrypted: isEncrypted) } }
    guard case .list(let members) = value else { return nil }
    let read = members.compactMap { scalar($0) }
    return read.count == members.count ? Field(.list(read), isEncrypted: isEncrypted) : nil
  }

  /// One value, or one member of a list.
  func scalar(_ value: FieldValue) -> FieldValue? {
    if ValueKind(value) == base { return value }
    switch (base, value) {
    case (.double, .int64(let number)): return .double(Double(number))
    case (.date, .int64(let number)): return .date(number)
    case (.int64, .double(let number)): return Self.whole(number).map { .int64($0) }
    case (.date, .double(let number)): return Self.whole(number).map { .date($0) }
    case (.int64, .string(let text)): return Int64(text).map { .int64($0) }
    case (.date, .string(let text)): return Int64(text).map { .date($0) }
    case (.double, .string(let text)):
      guard let number = Double(text), number.isFinite else { return nil }
      return .double(number)
    case (.bytes, .string(let text)): return Base64.decode(text.utf8).map { .bytes($0) }
    default: return nil
    }
  }

  /// Beyond 2^53 a Double does not say which whole number was meant.
  private static func whole(_ number: Double) -> Int64? {
    guard number.magnitude <= 0x1p53, number.rounded() == number else { return nil }
    return Int64(number)
  }
}
