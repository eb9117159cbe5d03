import CloudRecord
package import SyncCore

/// What is inside a sealed record.
package struct SealedContent: Hashable, Sendable {
  /// What the record says of its subject.
  package enum Kind: UInt8, Hashable, Sendable {
    /// It is as the values say.
    case record = 1
    /// It was removed for good; there are stamps, and no values.
    case removed = 2
  }

  /// A file that belongs to a record; its bytes travel beside it, under a key of their own.
  package struct File: Hashable, Sendable {
    /// The field that names the file's bytes, such as `imageAsset`.
    package var field: String
    /// The SHA-256 of the true bytes.
    package var digest: [UInt8]
    /// The number of the true bytes, up to ``FileSeal/maximumLength``.
    package var length: UInt64
    /// What the bytes were sealed with; new for each upload.
    package var key: FileKey

    package init(field: String, digest: [UInt8], length: UInt64, key: FileKey) {
      (self.field, self.digest, self.length, self.key) = (field, digest, length, key)
    }
  }

  /// Whether the record is there or removed.
  package var kind: Kind
  /// Grows with each version of a record that goes up, from 1 to ``maximumCounter``.
  package var counter: UInt64
  /// Milliseconds since 1970.
  package var modifiedAt: Int64
  /// Type, values and stamps.
  package var version: RecordVersion
  /// At most four, each field once.
  package var files: [File]

  package init(
    kind: Kind = .record, counter: UInt64, modifiedAt: Int64, version: RecordVersion, files: [File] = []
  ) {
    (self.kind, self.counter, self.modifiedAt) = (kind, counter, modifiedAt)
    (self.version, self.files) = (version, files)
  }

  /// The last counter; one above it is of a newer version of this program.
  package static let maximumCounter: UInt64 = 1 << 63 - 1
  /// Fields that one record may have.
  package static let mostFields = 200
  /// Bytes of one content, before and after padding.
  package static let maximumLength = 4 << 20
  private static let formatVersion: UInt8 = 1
  private static let mostFiles = 4

  /// The counter of a record's next version; nil where there is none left.
  package static func counter(after counter: UInt64) -> UInt64? {
    counter < maximumCounter ? counter + 1 : nil
  }

  /// The counter of a record that goes up as new though it was on the server once: beyond all that its former life had
  /// there and this device did not see. Nil where there is none left.
  package static func counter(ofNewLifeAfter counter: UInt64) -> UInt64? {
    guard counter < maximumCounter - 1 << 32 else { return nil }
    return (counter >> 32 + 1) << 32
  }
}

// MARK: Bytes

extension SealedContent {
  /// The content as bytes, padded.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for a content that ``init(decoding:)`` would refuse.
  package func encoded() throws(SealFailure) -> [UInt8] {
    try check()
    let inner = version.encoded
    guard inner.count < SealedContent.maximumLength / 2 else { throw .damaged("a record that is too long") }
    var encoder = CanonicalEncoder(reservingCapacity: Padding.length(of: inner.count + 64))
    encoder.append(byte: SealedContent.formatVersion)
    encoder.append(byte: kind.rawValue)
    encoder.append(counter)
    encoder.append(UInt64(bitPattern: modifiedAt))
    encoder.append(lengthPrefixed: inner)
    let sorted = files.sorted { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    encoder.append(byte: UInt8(clamping: sorted.count))
    for file in sorted {
      encoder.append(file.field)
      encoder.append(raw: file.digest)
      encoder.append(file.length)
      encoder.append(secret: file.key.secret)
    }
    let padded = Padding.length(of: encoder.bytes.count)
    encoder.append(zeros: padded - encoder.bytes.count)
    return encoder.bytes
  }

  /// What a reader would refuse is not made.
  private func check() throws(SealFailure) {
    guard (1...SealedContent.maximumCounter).contains(counter) else { throw .damaged("a counter out of range") }
    guard Set(version.values.keys).union(version.stamps.keys).count <= SealedContent.mostFields else {
      throw .damaged("too many fields")
    }
    for case .list(let members) in version.values.values {
      for case .list in members { throw .damaged("a list within a list") }
    }
    guard kind == .record || version.values.isEmpty && files.isEmpty else {
      throw .damaged("a removed record with values")
    }
    guard files.count <= SealedContent.mostFiles, Set(files.map { Array($0.field.utf8) }).count == files.count,
      files.allSatisfy({ $0.digest.count == 32 && $0.length <= FileSeal.maximumLength })
    else { throw .damaged("files that no record has") }
  }

  /// Reads what ``encoded()`` makes, and nothing else: there is one encoding of each content.
  ///
  /// - Throws: ``SealFailure/newer`` for a version, kind or counter above ours, otherwise ``SealFailure/damaged(_:)``.
  package init(decoding bytes: [UInt8]) throws(SealFailure) {
    guard bytes.count <= SealedContent.maximumLength else { throw .damaged("a content that is too long") }
    var decoder = CanonicalDecoder(bytes)
    do {
      let format = try decoder.byte()
      guard format <= SealedContent.formatVersion else { throw SealFailure.newer }
      guard format == SealedContent.formatVersion else { throw decoder.failure("content version 1") }
      let number = try decoder.byte()
      guard number <= 2 else { throw SealFailure.newer }
      guard let kind = Kind(rawValue: number) else { throw decoder.failure("a kind") }
      self.kind = kind
      counter = try decoder.uint64()
      guard counter <= SealedContent.maximumCounter else { throw SealFailure.newer }
      guard counter >= 1 else { throw decoder.failure("a counter from 1") }
      modifiedAt = Int64(bitPattern: try decoder.uint64())
      let inner = try decoder.lengthPrefixed()
      version = try RecordVersion(decoding: inner)
      guard Set(version.values.keys).union(version.stamps.keys).count <= SealedContent.mostFields else {
        throw decoder.failure("at most \(SealedContent.mostFields) fields")
      }
      // Fields twice or in another order would be a second encoding.
      guard version.encoded == inner else { throw decoder.failure("fields in order, each once") }
      files = try SealedContent.files(in: &decoder)
      let end = decoder.offset
      guard bytes.count == Padding.length(of: end), bytes[end...].allSatisfy({ $0 == 0 }) else {
        throw decoder.failure("zeros to the padded length")
      }
      guard kind == .record || version.values.isEmpty && files.isEmpty else {
        throw decoder.failure("no values in a removed record")
      }
    } catch let failure as SealFailure {
      throw failure
    } catch {
      throw .damaged("\(error)")
    }
  }

  private static func files(in decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) -> [File] {
    let count = try decoder.byte()
    guard count <= mostFiles else { throw decoder.failure("at most \(mostFiles) files") }
    var files: [File] = []
    for _ in 0..<count {
      let field = try decoder.string()
      if let last = files.last {
        guard last.field.utf8.lexicographicallyPrecedes(field.utf8) else { throw decoder.failure("files in order") }
      }
      let digest = try decoder.raw(32)
      let length = try decoder.uint64()
      guard length <= FileSeal.maximumLength else { throw decoder.failure("a file of at most 2^40 bytes") }
      guard let key = FileKey(try decoder.raw(FileKey.length)) else { throw decoder.failure("a file's key") }
      files.append(File(field: field, digest: digest, length: length, key: key))
    }
    return files
  }
}
