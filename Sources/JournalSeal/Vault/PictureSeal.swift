import Crypto
import Encodings

/// Seals the files of a vault's pictures one by one, and gives them names that say nothing of what they hold.
///
/// A file: `CJV`, 1 | nonce 12 | its length, sealed, 8 | tag 16 | what ``FileSeal`` makes of it under a key of its own. A name: the
/// picture's SHA-256 by AES key wrap (RFC 3394), which can be undone with the key. Docs: vault.md.
package struct PictureSeal: Hashable, Sendable {
  /// Bytes before the sealed file.
  package static let headLength = magic.count + Cipher.nonceLength + 8 + Cipher.tagLength
  /// Hexadecimal digits of a name.
  package static let nameLength = 2 * wrappedLength
  private static let wrappedLength = 40
  private static let digestLength = 32
  private static let magic: [UInt8] = [0x43, 0x4A, 0x56, 1]

  /// The vault that the pictures are in.
  package let vault: VaultID
  private let key: VaultKey

  init(vault: VaultID, key: VaultKey) { (self.vault, self.key) = (vault, key) }

  // Derived where they are used: a command that looks at no picture needs neither.
  private var files: SecretBytes { key.derived("cloudjournal/files/1") }
  private var names: SecretBytes { key.derived("cloudjournal/names/1") }

  // MARK: Names

  /// The name of the file that holds a picture; nil for a digest that is none.
  ///
  /// - Parameter digest: Sixty-four lower-case hexadecimal digits.
  package func name(of digest: String) -> String? {
    guard let bytes = VaultFile.digits(digest, PictureSeal.digestLength) else { return nil }
    do {
      return Hexadecimal.text(
        Array(
          try AES.KeyWrap.wrap(SymmetricKey(data: bytes), using: names.symmetric)))
    } catch {
      preconditionFailure("four blocks can be wrapped: \(error)")
    }
  }

  /// The digest of the picture that a file of this name holds; nil for a name that this vault has not given.
  package func digest(of name: String) -> String? {
    guard let bytes = VaultFile.digits(name, PictureSeal.wrappedLength) else { return nil }
    do {
      return Hexadecimal.text(SecretBytes(try AES.KeyWrap.unwrap(bytes, using: names.symmetric)).copied)
    } catch {
      // The wrap has a check of its own: the name is another vault's, or none.
      return nil
    }
  }

  // MARK: Files

  /// The first ``headLength`` bytes of a file, and what makes the others.
  ///
  /// - Parameters:
  ///   - digest: Of the picture, as ``name(of:)`` takes it.
  ///   - length: Of the picture, in bytes.
  /// - Throws: ``SealFailure/damaged(_:)`` for a digest that is none, or a picture that is too long.
  package func sealer(
    of digest: String, length: UInt64, random: SealRandom
  ) throws(SealFailure) -> (head: [UInt8], sealer: FileSealer) {
    let (key, lengthKey) = try keys(digest)
    let nonce = take(Cipher.nonceLength, from: random)
    let bytes = withUnsafeBytes(of: length.bigEndian) { Array($0) }
    let sealed = try Cipher.seal(bytes, key: lengthKey, nonce: nonce, authenticating: PictureSeal.magic)
    return (PictureSeal.magic + nonce + sealed, try FileSealer(length: length, key: key, random: random))
  }

  /// What opens the rest of a file, by its head: length, digest and key.
  ///
  /// - Parameter head: The first ``headLength`` bytes; fewer are damage.
  /// - Throws: ``SealFailure`` where the file is not that of this picture in this vault.
  package func file(head: [UInt8], digest: String) throws(SealFailure) -> SealedContent.File {
    guard head.count == PictureSeal.headLength, head.starts(with: PictureSeal.magic[..<3]) else {
      throw .damaged("no picture of a vault")
    }
    guard head[3] == PictureSeal.magic[3] else { throw head[3] == 0 ? .damaged("version 0") : .newer }
    let (key, lengthKey) = try keys(digest)
    let start = PictureSeal.magic.count
    let end = start + Cipher.nonceLength
    let length = try Cipher.open(
      head[end...], key: lengthKey, nonce: Array(head[start..<end]), authenticating: PictureSeal.magic)
    return SealedContent.File(
      field: "", digest: VaultFile.digits(digest, PictureSeal.digestLength) ?? [],
      length: length.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, key: key)
  }

  /// Of the picture's bytes, and of its length.
  private func keys(_ digest: String) throws(SealFailure) -> (FileKey, SecretBytes) {
    guard let bytes = VaultFile.digits(digest, PictureSeal.digestLength) else { throw .damaged("no digest") }
    func derived(_ purpose: String) -> SecretBytes {
      Derivation.expand(files, info: Derivation.domain(purpose) + vault.bytes + bytes)
    }
    guard let key = FileKey(secret: derived("cloudjournal/picture/1")) else {
      throw .damaged("a key of another length")
    }
    return (key, derived("cloudjournal/picture-length/1"))
  }
}
