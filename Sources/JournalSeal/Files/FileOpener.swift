import Crypto

/// Opens a sealed file piece by piece as it arrives: each chunk is authentic before any byte of it is given, and
/// ``finish()`` says that they were all of them.
///
/// What was given may be used only after ``finish()``: until then an end may be missing.
package struct FileOpener: Sendable {
  private let file: SealedContent.File
  private let padded: Int
  private var key: SecretBytes?
  private var head: [UInt8] = []
  private var buffer: [UInt8] = []
  private var chunk = 0
  private var given = 0
  private var digest = SHA256()

  /// - Parameter file: As the record's content has it.
  /// - Throws: ``SealFailure/damaged(_:)`` for a length that no file has.
  package init(_ file: SealedContent.File) throws(SealFailure) {
    guard let padded = FileSeal.paddedLength(of: file.length) else { throw .damaged("a file that is too long") }
    (self.file, self.padded) = (file, padded)
  }

  /// Takes some of the sealed bytes in their order, and gives the true bytes that they hold; that may be none.
  ///
  /// - Throws: ``SealFailure`` where the bytes are not those that were sealed, or too many.
  package mutating func open(_ bytes: some Collection<UInt8>) throws(SealFailure) -> [UInt8] {
    buffer.append(contentsOf: bytes)
    if key == nil {
      guard buffer.count >= FileSeal.headLength else { return [] }
      head = Array(buffer.prefix(FileSeal.headLength))
      try FileSeal.check(head: head)
      buffer.removeFirst(FileSeal.headLength)
      key = FileSeal.streamKey(file.key, head: head)
    }
    var plain: [UInt8] = []
    var used = 0
    let all = FileSeal.chunks(of: padded)
    while chunk < all {
      let length = min(FileSeal.chunkLength, padded - chunk * FileSeal.chunkLength) + Cipher.tagLength
      guard buffer.count - used >= length else { break }
      plain += try open(buffer[used..<(used + length)], isLast: chunk == all - 1)
      used += length
    }
    buffer.removeFirst(used)
    guard chunk < all || buffer.isEmpty else { throw .damaged("bytes behind the last chunk") }
    return plain
  }

  private mutating func open(_ sealed: ArraySlice<UInt8>, isLast: Bool) throws(SealFailure) -> [UInt8] {
    guard let key else { throw .damaged("a chunk before its head") }
    let bytes = try Cipher.open(
      sealed, key: key, nonce: FileSeal.nonce(of: chunk, isLast: isLast), authenticating: head)
    chunk += 1
    let known = min(bytes.count, Int(file.length) - given)
    guard bytes[known...].allSatisfy({ $0 == 0 }) else { throw .damaged("a padding that is not zero") }
    given += known
    let part = Array(bytes[..<known])
    digest.update(data: part)
    return part
  }

  /// Says that the file was whole and is the one that the record means.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where bytes are missing, or their digest is another.
  package func finish() throws(SealFailure) {
    guard chunk == FileSeal.chunks(of: padded), buffer.isEmpty else { throw .damaged("a file that was cut") }
    guard Array(digest.finalize()) == file.digest else { throw .damaged("another file") }
  }
}
