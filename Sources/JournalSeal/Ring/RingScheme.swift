package import CloudRecord

/// What tells rings of one kind from those of another: who holds keys, what a log can say, and under which purposes bytes
/// are signed and keys are derived. So nothing of one kind is ever taken for something of another.
package protocol RingScheme: Sendable {
  /// The kind of the identifiers of those who hold keys.
  associatedtype Holder
  /// What an entry of the log can say.
  associatedtype Act: SignedAct
  /// What lies between the wraps and the box.
  associatedtype Middle: RingMiddle

  /// The first three bytes of a ring.
  static var magic: [UInt8] { get }
  /// A ring is signed over it.
  static var ringPurpose: String { get }
  /// Entries are signed over it.
  static var logPurpose: String { get }
  /// Wraps are bound to it.
  static var wrapPurpose: String { get }
  /// The key of the box is derived with it.
  static var boxPurpose: String { get }
  /// So many can hold the newest key at once.
  static var mostHolders: Int { get }
}

/// What an entry of a log says.
package protocol SignedAct: Hashable, Sendable {
  /// The first byte of the entry, from 1.
  var kind: UInt8 { get }
  /// Keys that the entry puts in force: they sign it as well.
  var incoming: PublicKeys? { get }
  /// The bytes after kind, previous digest and time.
  func append(to encoder: inout CanonicalEncoder)
  /// - Throws: ``RingFailure/newer`` for a kind or suite above ours, ``CanonicalDecodingError`` for other bytes.
  init(kind: UInt8, in decoder: inout CanonicalDecoder) throws
}

/// What a ring has between its wraps and its box.
package protocol RingMiddle: Hashable, Sendable {
  /// Its bytes.
  func append(to encoder: inout CanonicalEncoder)
  /// - Throws: ``RingFailure/newer`` or ``CanonicalDecodingError``.
  init(in decoder: inout CanonicalDecoder) throws
}

/// A journal's ring has nothing there.
package struct NoMiddle: RingMiddle {
  package init() {}
  /// Nothing.
  package func append(to encoder: inout CanonicalEncoder) {}
  /// Nothing.
  package init(in decoder: inout CanonicalDecoder) {}
}

/// The ring of a journal: devices and the recovery key hold its keys.
package enum JournalScheme: RingScheme {
  package typealias Holder = DeviceKind
  package typealias Act = RingAct
  package typealias Middle = NoMiddle

  package static let magic: [UInt8] = [0x43, 0x4A, 0x4B]
  package static let ringPurpose = "cloudjournal/ring/1"
  package static let logPurpose = "cloudjournal/log/1"
  package static let wrapPurpose = "cloudjournal/wrap/1"
  package static let boxPurpose = "cloudjournal/box/1"
  package static let mostHolders = RingState.mostDevices + 1
}

/// A journal's ring of keys.
package typealias KeyRing = SignedRing<JournalScheme>
/// An entry of a journal's ring.
package typealias RingEntry = SignedEntry<JournalScheme>
/// Who signs an entry or a ring of a journal: a device, or the recovery key.
package typealias RingSigner = HolderKeys<DeviceKind>

/// Who signs an entry or a ring, with the secret keys.
package struct HolderKeys<Kind>: Hashable, Sendable {
  /// The name within the ring.
  package let id: Identifier<Kind>
  /// The secret keys.
  package let pair: KeyPair

  package init(id: Identifier<Kind>, pair: KeyPair) {
    (self.id, self.pair) = (id, pair)
  }
}

extension HolderKeys<DeviceKind> {
  /// A device signs.
  package static func device(_ device: DeviceKeys) -> RingSigner { RingSigner(id: device.id, pair: device.pair) }
  /// The recovery key signs, as its pair.
  package static func recovery(_ pair: KeyPair) -> RingSigner { RingSigner(id: .recovery, pair: pair) }
}

extension RingEntry {
  /// Signs an entry; `recovery` signs too where the entry brings its key in. No rule is looked at.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot sign.
  package init(
    _ body: Body, after previous: [UInt8], at time: UInt64, by signer: RingSigner, recovery: KeyPair?, in ring: RingID
  ) throws(SealFailure) {
    try self.init(body, after: previous, at: time, by: signer, incoming: recovery, in: ring)
  }
}
