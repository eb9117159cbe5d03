import Crypto
import Foundation

/// The kind of ``VaultID``.
package enum VaultKind {}
/// Names a vault from its making on.
package typealias VaultID = Identifier<VaultKind>

/// Seals pages of a database and frames of its log, each bound to its vault and its place there.
///
/// A seal is as long as what it holds, and a trailer: nonce 12, key number 4, tag 16. Docs: vault.md.
package struct PageSeal: Sendable {
  /// What is sealed.
  package enum Kind: UInt8, Sendable {
    /// A page of the database, from 1; page 1 with the bytes before it that stay readable.
    case page = 0x4D
    /// The head of a frame of the log, from 0.
    case head = 0x48
    /// The page in a frame, from 0.
    case frame = 0x50
  }

  /// Where a seal belongs.
  package struct Place: Sendable {
    /// What it is.
    package var kind: Kind
    /// Its number there.
    package var number: UInt64

    package init(_ kind: Kind, _ number: UInt64) { (self.kind, self.number) = (kind, number) }
  }

  /// Bytes that a seal is longer than what it holds.
  package static let trailerLength = 32
  private static let purpose = Array("CJP1".utf8)

  /// The vault that the pages are in.
  package let vault: VaultID
  private let key: SymmetricKey
  private let keyNumber: [UInt8]

  /// - Parameter key: Thirty-two bytes, for pages of this vault alone.
  package init(vault: VaultID, key: SecretBytes, keyNumber: UInt32) {
    self.vault = vault
    self.key = key.symmetric
    self.keyNumber = withUnsafeBytes(of: keyNumber.bigEndian) { Array($0) }
  }

  /// Seals some bytes.
  ///
  /// - Parameters:
  ///   - beside: Bytes that the seal covers and does not hold.
  ///   - nonce: Twelve bytes of chance that were never used before with this key.
  ///   - sealed: As long as `plain` and the trailer.
  /// - Throws: ``SealFailure/damaged(_:)`` for a nonce of another length.
  package func seal(
    _ plain: UnsafeRawBufferPointer, at place: Place, beside: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) throws(SealFailure) {
    precondition(sealed.count == plain.count + PageSeal.trailerLength, "a seal of another length")
    guard nonce.count == Cipher.nonceLength else { throw .damaged("a nonce of another length") }
    do {
      let box = try AES.GCM.seal(
        plain, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: context(place, beside))
      guard let combined = box.combined else { throw SealFailure.damaged("a seal in no one piece") }
      combined.withUnsafeBytes { combined in
        // Nonce, ciphertext, tag; the trailer has the nonce behind it.
        let (start, end) = (nonce.count, nonce.count + plain.count)
        func put(_ bytes: UnsafeRawBufferPointer, at place: Int) {
          UnsafeMutableRawBufferPointer(rebasing: sealed[place...]).copyMemory(from: bytes)
        }
        put(UnsafeRawBufferPointer(rebasing: combined[start..<end]), at: 0)
        put(nonce, at: plain.count)
        keyNumber.withUnsafeBytes { put($0, at: plain.count + start) }
        put(UnsafeRawBufferPointer(rebasing: combined[end...]), at: plain.count + start + keyNumber.count)
      }
    } catch {
      throw .damaged("sealing: \(error)")
    }
  }

  /// The same for arrays.
  package func seal(
    _ plain: [UInt8], at place: Place, beside: [UInt8], nonce: [UInt8]
  ) throws(SealFailure) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plain.count + PageSeal.trailerLength)
    let result = sealed.withUnsafeMutableBytes { sealed in
      plain.withUnsafeBytes { plain in
        beside.withUnsafeBytes { beside in
          nonce.withUnsafeBytes { nonce in
            Result { () throws(SealFailure) in try seal(plain, at: place, beside: beside, nonce: nonce, into: sealed) }
          }
        }
      }
    }
    try result.get()
    return sealed
  }

  /// Opens a seal.
  ///
  /// - Parameters:
  ///   - sealed: The bytes and their trailer.
  ///   - plain: As long as `sealed` without the trailer; not changed where the seal does not open.
  /// - Throws: ``SealFailure/damaged(_:)`` where it was not made with this key, in this vault, at this place, beside these
  ///   bytes.
  package func open(
    _ sealed: UnsafeRawBufferPointer, at place: Place, beside: UnsafeRawBufferPointer,
    into plain: UnsafeMutableRawBufferPointer
  ) throws(SealFailure) {
    let count = sealed.count - PageSeal.trailerLength
    guard count >= 0, plain.count == count else { throw .damaged("a seal of another length") }
    let trailer = UnsafeRawBufferPointer(rebasing: sealed[count...])
    guard trailer[12..<16].elementsEqual(keyNumber) else { throw .damaged("another key") }
    do {
      // In one piece: made of three, the box looks up the types of each.
      var combined = Data(capacity: count + 28)
      for part in [trailer[..<12], sealed[..<count], trailer[16...]] {
        let bytes = UnsafeRawBufferPointer(rebasing: part)
        if let start = bytes.bindMemory(to: UInt8.self).baseAddress { combined.append(start, count: bytes.count) }
      }
      let box = try AES.GCM.SealedBox(combined: combined)
      plain.copyBytes(from: try AES.GCM.open(box, using: key, authenticating: context(place, beside)))
    } catch {
      throw .damaged("authentication")
    }
  }

  /// The same for arrays.
  package func open(_ sealed: [UInt8], at place: Place, beside: [UInt8]) throws(SealFailure) -> [UInt8] {
    guard sealed.count >= PageSeal.trailerLength else { throw .damaged("shorter than its trailer") }
    var plain = [UInt8](repeating: 0, count: sealed.count - PageSeal.trailerLength)
    let result = plain.withUnsafeMutableBytes { plain in
      sealed.withUnsafeBytes { sealed in
        beside.withUnsafeBytes { beside in
          Result { () throws(SealFailure) in try open(sealed, at: place, beside: beside, into: plain) }
        }
      }
    }
    try result.get()
    return plain
  }

  /// What a seal is bound to.
  private func context(_ place: Place, _ beside: UnsafeRawBufferPointer) -> [UInt8] {
    var context: [UInt8] = []
    context.reserveCapacity(33 + beside.count)
    context += PageSeal.purpose
    context += vault.bytes
    context.append(place.kind.rawValue)
    withUnsafeBytes(of: place.number.bigEndian) { context += $0 }
    context += keyNumber
    context += beside
    return context
  }
}
