import CloudRecord
package import JournalSeal
import SyncCore

/// The step between a record's content and the wire: plain, or sealed under the journal's keys.
///
/// A value that is replaced whole when keys or mode change.
package struct Sealing: Sendable {
  /// What is done with a record that came plain.
  package enum PlainRecords: Hashable, Sendable {
    /// It is taken in.
    case taken
    /// It is taken in unless this device knows a sealed version of it: the journal is on its way to be sealed.
    ///
    /// - Parameter since: The number of the key from which on that counts: the newest one when encryption was turned on. What
    ///   was sealed before may have become plain while it was off.
    case takenWhereNeverSealed(since: UInt32)
    /// It is not taken in.
    case refused
  }

  /// The keys; nil where there are none, so that nothing is sealed and nothing sealed is opened.
  private let keys: JournalKeys?
  /// Whether what is sent is sealed.
  package let isSealed: Bool
  /// What becomes of plain records.
  package let plainRecords: PlainRecords
  private let random: SealRandom

  /// Records travel as they are: the owner of the service can read them. Apple's encrypts the fields that are written as
  /// encrypted (`body` and `mood`); ours keeps them as they came.
  package static let plain = Sealing()

  private init() {
    keys = nil
    isSealed = false
    plainRecords = .taken
    random = { _ in [] }
  }

  /// - Parameters:
  ///   - keys: All of the journal's, the newest of which seals.
  ///   - mode: As the ring's log has it. ``RingMode/open`` and ``RingMode/opening`` are believed only after a person has
  ///     agreed: what is sent is plain then.
  ///   - since: The number of the newest key when encryption was turned on last.
  ///   - random: Where nonces and keys of files come from.
  package init(keys: JournalKeys, mode: RingMode, since: UInt32 = 1, random: @escaping SealRandom) {
    self.keys = keys
    self.random = random
    isSealed = mode == .sealed || mode == .sealing
    plainRecords =
      switch mode {
      case .open, .opening: .taken
      case .sealing: .takenWhereNeverSealed(since: since)
      case .sealed: .refused
      }
  }

  /// Whether this seals with the same keys and in the same mode as another.
  package func isAlike(_ other: Sealing) -> Bool {
    keys == other.keys && isSealed == other.isSealed && plainRecords == other.plainRecords
  }

  /// Whether sealed records can be opened.
  var hasKeys: Bool { keys != nil }

  /// The names of all keys in hexadecimal digits.
  var keyNames: Set<String> { keys?.names ?? [] }

  /// The number of the newest key; 0 where there is none.
  package var keyNumber: UInt32 { keys?.number ?? 0 }

  /// A key for one upload.
  func freshFileKey() -> FileKey { .fresh(random) }

  /// Seals the bytes of a file that is in memory.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot seal.
  func sealFile(_ bytes: [UInt8], key: FileKey) throws(SealFailure) -> [UInt8] {
    var sealer = try FileSealer(length: UInt64(bytes.count), key: key, random: random)
    var sealed = try sealer.seal(bytes)
    while let part = try sealer.tail() { sealed += part }
    return sealed
  }

  /// What a file needs that is sealed piece by piece elsewhere.
  func fileSealer(length: UInt64, key: FileKey) throws(SealFailure) -> FileSealer {
    try FileSealer(length: length, key: key, random: random)
  }

  /// Seals a content for one place, under the newest key.
  ///
  /// - Throws: ``SealFailure`` where there is no key, and for a content that could not be read back.
  package func seal(_ content: SealedContent, at place: RecordPlace) throws(SealFailure) -> [UInt8] {
    guard let keys else { throw .damaged("no key to seal with") }
    return try RecordSeal.seal(content, at: place, under: keys.newest, random: random)
  }

  /// Opens a seal.
  ///
  /// - Returns: The content, and the number of the key that it was sealed under.
  /// - Throws: ``SealFailure``.
  package func open(
    _ bytes: [UInt8], at place: RecordPlace
  ) throws(SealFailure) -> (content: SealedContent, keyNumber: UInt32) {
    let id = try RecordSeal.keyID(of: bytes)
    guard let keys, let number = keys.number(of: id) else { throw .noKey(id) }
    return (try RecordSeal.open(bytes, at: place, under: keys), number)
  }
}

extension SealedContent {
  /// The SHA-256 of the content as it was sealed.
  func digest() throws(SealFailure) -> [UInt8] { Digest(of: try encoded()).bytes }
}

extension RecordPlace {
  /// The place of a record that came; the zone is the one that was asked, whatever the server says of it.
  init(of record: Record, inZone zone: String) {
    var entry = ""
    if record.recordType == JournalSchema.imageType, case .reference(let reference)? = record.fields["entry"]?.value {
      entry = reference.recordName
    }
    self.init(
      zone: zone, recordType: record.recordType, recordName: record.recordName, entry: entry)
  }
}
