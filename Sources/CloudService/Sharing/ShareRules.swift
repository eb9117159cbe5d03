package import CloudRecord

/// The names and numbers of shares, and what needs no rows to be told.
package enum ShareRules {
  /// The record type of shares. Apple's page spells it with a capital K, which is taken, too.
  package static let recordType = "cloudkit.share"
  /// The name of the record of a share of the whole zone.
  package static let zoneShareName = "cloudkit.zoneshare"
  /// The type of records that hold the keys of a share: its owner alone writes them.
  static let keysType = "ShareKeys"
  /// The name of the record that holds the keys of a share.
  static func keysName(of share: String) -> String { "keys-" + share }

  static func isShare(_ type: String) -> Bool { type == recordType || type == "cloudKit.share" }

  /// The fields of shares that CloudKit knows.
  static let fields: [String: FieldShape] = [
    "cloudkit.title": FieldShape(.string), "cloudkit.type": FieldShape(.string),
    "cloudkit.thumbnailImageData": FieldShape(.bytes),
  ]

  /// - Throws: BAD_REQUEST for a title or a picture that is too large.
  static func check(_ fields: [String: Field], _ limits: ServiceLimits) throws(ServiceError) {
    if case .string(let title)? = fields["cloudkit.title"]?.value, title.utf8.count > limits.shareTitle {
      throw ServiceError(.badRequest, "The field 'cloudkit.title' has at most \(limits.shareTitle) bytes")
    }
    if case .bytes(let bytes)? = fields["cloudkit.thumbnailImageData"]?.value, bytes.count > limits.shareThumbnail {
      throw ServiceError(
        .badRequest, "The field 'cloudkit.thumbnailImageData' has at most \(limits.shareThumbnail) bytes")
    }
  }

  /// - Throws: BAD_REQUEST for more than programs may keep with a participant.
  static func check(_ info: ProtectionInfo?, _ limits: ServiceLimits) throws(ServiceError) {
    guard let info else { return }
    guard info.bytes.count <= limits.protectionInfo else {
      throw ServiceError(.badRequest, "protectionInfo has at most \(limits.protectionInfo) bytes")
    }
    guard info.changeTag.map({ $0.utf8.count <= limits.nameLength }) ?? true else {
      throw ServiceError(.badRequest, "The pcsChangeTag of protectionInfo has at most \(limits.nameLength) bytes")
    }
  }

  /// An address as it is kept and compared.
  ///
  /// - Throws: BAD_REQUEST for a text that is no address.
  package static func address(_ text: String) throws(ServiceError) -> String {
    var bytes = Array(text.utf8)
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    bytes = Array(bytes.drop { $0 == UInt8(ascii: " ") })
    let isASCII = bytes.allSatisfy { (0x21...0x7E).contains($0) }
    let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard isASCII, bytes.count <= 254, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ServiceError(.badRequest, "'\(NameRules.shown(text))' is no address: NAME@HOST in ASCII, 254 bytes at most")
    }
    return String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// An address of which its owner recognises it, and others do not learn it.
  static func masked(_ address: String) -> String {
    let at = address.firstIndex(of: "@") ?? address.endIndex
    return String(address.prefix(1)) + "…" + address[at...]
  }
}

/// The shares of a zone as one request changes them: nothing of it is written before everything is decided.
struct ShareDesk {
  /// One living share, or one that is to be.
  struct Draft {
    /// Its id is 0 until it is written.
    var share: StoredShare
    /// nil until they are needed.
    var participants: [StoredParticipant]?
    /// Rows that are to go without a trace.
    var removed: [String] = []
    var isChanged = false
    var guid: StoredShortGUID?

    var isNew: Bool { share.id == 0 }
  }

  /// By the name of the share's record.
  var drafts: [String: Draft] = [:]
  /// Shares that end with this request.
  var ended: [Draft] = []
  /// Links that records get or lose, by record name.
  var guids: [String: StoredShortGUID?] = [:]

  var isChanged: Bool { !guids.isEmpty || !ended.isEmpty || drafts.values.contains { $0.isChanged } }

  /// The living share whose root this is, or of the zone where that is "".
  func share(ofRoot root: String) -> Draft? { drafts.values.first { $0.share.root == root && $0.share.isLiving } }

  var living: [Draft] { drafts.values.filter { $0.share.isLiving } }

  /// Living roots of hierarchies, with the id of their share.
  var roots: [String: Int64] {
    var found: [String: Int64] = [:]
    for draft in living where !draft.share.isZoneWide { found[draft.share.root] = draft.share.id }
    return found
  }
}
