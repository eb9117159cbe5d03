package import CloudRecord

/// What a journal keeps of a share whose records are sealed: the ring of keys that was taken last.
package struct KeptShare: Hashable, Sendable {
  /// How far a share is.
  package enum Phase: Int64, Hashable, Sendable, CaseIterable {
    /// What hangs on its root is sealed under its keys.
    case inForce = 0
    /// Its owner ends it: its records go back under the keys of the journal.
    case ending = 1
    /// It is over. Its origin stays known, so that its ring is never taken for one in force again.
    case ended = 2
  }

  /// The name of the share's record.
  package let name: String
  /// The digest of the first entry of the ring's log, 32 bytes: it names the share and commits to its owner.
  package let origin: [UInt8]
  /// The ring's bytes.
  package var ring: [UInt8]
  /// The secret of the link by which the person came, 32 bytes, as long as the owner has not let the person in; nil after that,
  /// and for the owner.
  package var link: [UInt8]?
  /// How far it is.
  package var phase: Phase

  package init(name: String, origin: [UInt8], ring: [UInt8], link: [UInt8]? = nil, phase: Phase = .inForce) {
    (self.name, self.origin, self.ring, self.link, self.phase) = (name, origin, ring, link, phase)
  }

  /// The type of the record that holds the ring on the server.
  package static let recordType = "ShareKeys"
  /// How the name of that record begins; the share's follows.
  package static let prefix = "keys-"

  /// The name of the record that holds the ring on the server.
  package var recordName: String { KeptShare.prefix + name }
}

/// Under which key of which share a record is to be sealed.
package struct SharedForm: Hashable, Sendable {
  /// The share's origin, 32 bytes.
  package let origin: [UInt8]
  /// The number of its newest key.
  package let keyNumber: UInt32
  /// Whether anyone has the share or is invited; what comes under another key is left to a share that is about to end.
  package let isGiven: Bool

  package init(origin: [UInt8], keyNumber: UInt32, isGiven: Bool = true) {
    (self.origin, self.keyNumber, self.isGiven) = (origin, keyNumber, isGiven)
  }

  /// Whether a record is so already.
  package func isReached(by mark: SealMark) -> Bool {
    mark.share == origin && mark.isSealed && mark.keyNumber >= keyNumber && !mark.hasPlainFields
  }
}

extension SharedForm {
  private static let formatVersion: UInt8 = 2

  /// What is to be sealed how, as bytes to be kept and compared.
  ///
  /// - Parameter wanted: By the record at the top of each share in force.
  package static func encoded(_ wanted: [String: SharedForm]) -> [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(byte: formatVersion)
    encoder.append(UInt32(wanted.count))
    for (root, form) in wanted.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      encoder.append(root)
      encoder.append(lengthPrefixed: form.origin)
      encoder.append(form.keyNumber)
      encoder.append(byte: form.isGiven ? 1 : 0)
    }
    return encoder.bytes
  }

  /// Reads what ``encoded(_:)`` makes.
  ///
  /// - Throws: ``CanonicalDecodingError`` for other bytes.
  package static func decoded(_ bytes: [UInt8]) throws(CanonicalDecodingError) -> [String: SharedForm] {
    var decoder = CanonicalDecoder(bytes)
    guard try decoder.byte() == formatVersion else { throw decoder.failure("forms of shares, format 2") }
    var wanted: [String: SharedForm] = [:]
    for _ in 0..<(try decoder.uint32()) {
      let root = try decoder.string()
      wanted[root] = SharedForm(
        origin: try decoder.lengthPrefixed(), keyNumber: try decoder.uint32(), isGiven: try decoder.byte() == 1)
    }
    guard decoder.isAtEnd else { throw decoder.failure("the end") }
    return wanted
  }
}
