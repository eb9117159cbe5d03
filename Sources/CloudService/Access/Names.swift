import CloudRecord
import Encodings

/// Which names the service takes: what CloudKit takes, for they are compared by bytes and end up in addresses and logs.
struct NameRules {
  let limits: ServiceLimits

  /// Printable ASCII, 1...255 bytes, not beginning with an underscore.
  func check(_ name: String, _ what: String) throws(ServiceError) {
    let bytes = name.utf8
    guard !bytes.isEmpty else { throw ServiceError(.badRequest, "\(what) is empty") }
    guard bytes.count <= limits.nameLength else {
      throw ServiceError(.badRequest, "\(what) has \(bytes.count) bytes; at most \(limits.nameLength) are allowed")
    }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw ServiceError(.badRequest, "\(what) may hold printable ASCII characters only")
    }
    guard bytes.first != UInt8(ascii: "_") else {
      throw ServiceError(.badRequest, "\(what) '\(name)' begins with an underscore, which is the service's own")
    }
  }

  /// `[A-Za-z][A-Za-z0-9_]*`, 1...255 bytes.
  func checkIdentifier(_ name: String, _ what: String) throws(ServiceError) {
    guard NameRules.isIdentifier(name), name.utf8.count <= limits.nameLength else {
      throw ServiceError(
        .badRequest, "\(what) '\(NameRules.shown(name))' is not a letter followed by letters, digits and underscores")
    }
  }

  /// An identifier; shares are not asked for here.
  func checkRecordType(_ type: String) throws(ServiceError) {
    guard !type.lowercased().hasPrefix("cloudkit.") else {
      throw ServiceError(.badRequest, "The record type '\(NameRules.shown(type))' is not offered by this service yet")
    }
    try checkIdentifier(type, "recordType")
  }

  /// Identifiers with points between them, 1...255 bytes: the fields of a share.
  func checkShareField(_ name: String) throws(ServiceError) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= limits.nameLength, parts.allSatisfy({ NameRules.isIdentifier(String($0)) }) else {
      throw ServiceError(
        .badRequest, "The field name '\(NameRules.shown(name))' is not made of letters, digits, underscores and points")
    }
  }

  static func isIdentifier(_ name: String) -> Bool {
    name.utf8.first?.isASCIILetter == true && name.utf8.allSatisfy { $0.isASCIILetterOrDigit(or: "_") }
  }

  /// A client's text as a reason may repeat it: short, printable.
  static func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(40).map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" }
    return String(scalars) + (text.unicodeScalars.count > 40 ? "..." : "")
  }
}

extension CloudService {
  var names: NameRules { NameRules(limits: settings.limits) }
}
