/// Seals a file piece by piece: the bytes in their order, then ``tail()`` until it has no more.
package struct FileSealer: Sendable {
  private let length: Int
  private let padded: Int
  private let key: SecretBytes
  private let head: [UInt8]
  private var buffer: [UInt8]
  private var taken = 0
  private var chunk = 0
  private var isBegun = false

  /// - Parameters:
  ///   - length: The number of bytes that will come.
  ///   - key: Made for this upload; it goes into the record's content.
  /// - Throws: ``SealFailure/damaged(_:)`` for a file longer than ``FileSeal/maximumLength``.
  package init(length: UInt64, key: FileKey, random: SealRandom) throws(SealFailure) {
    guard let padded = FileSeal.paddedLength(of: length) else { throw .damaged("a file that is too long") }
    self.length = Int(length)
    self.padded = padded
    head = FileSeal.head(salt: take(16, from: random))
    self.key = FileSeal.streamKey(key, head: head)
    buffer = []
  }

  /// Takes some of the file's bytes, and gives what can be sent by now; that may be nothing.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for more bytes than were announced.
  package mutating func seal(_ bytes: some Collection<UInt8>) throws(SealFailure) -> [UInt8] {
    guard bytes.count <= length - taken else { throw .damaged("a file that grew") }
    taken += bytes.count
    buffer.append(contentsOf: bytes)
    return try begin() + chunks()
  }

  /// Gives the rest, at most some chunks at a time; nil once all of it was given.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for fewer bytes than were announced.
  package mutating func tail() throws(SealFailure) -> [UInt8]? {
    guard taken == length else { throw .damaged("a file that shrank") }
    let sealed = FileSeal.chunks(of: padded)
    guard chunk < sealed else { return nil }
    let wanted = min(FileSeal.chunkLength, padded - chunk * FileSeal.chunkLength)
    if buffer.count < wanted { buffer.append(contentsOf: repeatElement(0, count: wanted - buffer.count)) }
    let begun = begin()
    return try begun + self.seal(buffer.prefix(wanted), isLast: chunk == sealed - 1)
  }

  private mutating func begin() -> [UInt8] {
    defer { isBegun = true }
    return isBegun ? [] : head
  }

  private mutating func chunks() throws(SealFailure) -> [UInt8] {
    var sealed: [UInt8] = []
    while buffer.count >= FileSeal.chunkLength, (chunk + 1) * FileSeal.chunkLength < padded {
      sealed += try seal(buffer.prefix(FileSeal.chunkLength), isLast: false)
    }
    return sealed
  }

  private mutating func seal(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(SealFailure) -> [UInt8] {
    let sealed = try Cipher.seal(
      bytes, key: key, nonce: FileSeal.nonce(of: chunk, isLast: isLast), authenticating: head)
    buffer.removeFirst(bytes.count)
    chunk += 1
    return sealed
  }
}
