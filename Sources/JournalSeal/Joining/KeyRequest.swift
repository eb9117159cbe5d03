import CloudRecord
import SyncCore

/// A new device's request to be let in, as it lies on the server: its public keys, and a proof that only the words on its
/// screen make.
package struct KeyRequest: Hashable, Sendable {
  /// The ring that the device wants to be let into.
  package let ring: RingID
  /// The end of the ring's log as the server showed it to the device.
  package let head: [UInt8]
  /// The device.
  package let device: DeviceIdentity
  /// Milliseconds since 1970 by the device's clock.
  package let at: UInt64
  /// What the device is called, at most 64 characters; it may be anything, and is shown as text that is safe to draw.
  package let name: String
  /// The whole request.
  package let encoded: [UInt8]
  private let proved: Int

  /// The longest request, in bytes.
  package static let maximumLength = 4096
  /// Milliseconds for which a request can be answered, by the server's time.
  package static let lifetime: UInt64 = 30 * 60 * 1000
  /// Bytes of a proof and of an answer.
  package static let proofLength = 32
  private static let magic: [UInt8] = [0x43, 0x4A, 0x51]
  private static let formatVersion: UInt8 = 1
  private static let purpose = "cloudjournal/request/1"

  /// Makes and signs a request.
  ///
  /// - Parameters:
  ///   - key: Of the words on the device's screen (``Words/key(for:)``).
  ///   - head: ``RingState/head`` of the ring as the server shows it.
  ///   - time: Milliseconds since 1970.
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot sign.
  package init(
    of device: DeviceKeys, named name: String, to ring: RingID, head: [UInt8], at time: UInt64, key: SecretBytes
  ) throws(SealFailure) {
    var encoder = CanonicalEncoder(reservingCapacity: 2048)
    let name = RingDraft.shortened(name)
    let time = min(time, HybridTime.maximumMilliseconds)
    encoder.append(raw: KeyRequest.magic + [KeyRequest.formatVersion])
    encoder.append(raw: ring.bytes)
    encoder.append(raw: head)
    device.identity.append(to: &encoder)
    encoder.append(time)
    encoder.append(name)
    encoder.append(raw: try device.pair.signature(KeyRequest.purpose, encoder.bytes))
    proved = encoder.bytes.count
    encoder.append(raw: KeyRequest.proof(over: encoder.bytes, key))
    (self.ring, self.head) = (ring, head)
    self.device = device.identity
    at = time
    self.name = name
    encoded = encoder.bytes
  }

  /// Reads a request whose signature is the device's; whether it is that of the person's device, ``isProved(by:)`` says.
  ///
  /// - Throws: ``SealFailure/newer`` or ``SealFailure/damaged(_:)``.
  package init(decoding bytes: [UInt8]) throws(SealFailure) {
    guard bytes.count <= KeyRequest.maximumLength else { throw .damaged("a request that is too long") }
    var decoder = CanonicalDecoder(bytes)
    do {
      guard try decoder.raw(3) == KeyRequest.magic else { throw decoder.failure("a request") }
      let format = try decoder.byte()
      guard format <= KeyRequest.formatVersion else { throw SealFailure.newer }
      guard format == KeyRequest.formatVersion else { throw decoder.failure("request version 1") }
      ring = try decoder.ringID()
      head = try decoder.raw(32)
      device = try DeviceIdentity(in: &decoder)
      guard !device.id.isReserved else { throw decoder.failure("a device's id") }
      at = try decoder.uint64()
      guard at <= HybridTime.maximumMilliseconds else { throw decoder.failure("a time of 48 bits") }
      name = try decoder.string()
      guard name.count <= RingBox.longestName, name.utf8.count <= RingBox.mostBytes else {
        throw decoder.failure("a shorter name")
      }
      let signed = decoder.offset
      let signature = try decoder.raw(signatureLength)
      guard device.keys.isSigned(signature, KeyRequest.purpose, Array(bytes[..<signed])) else {
        throw decoder.failure("the device's signature")
      }
      proved = decoder.offset
      _ = try decoder.raw(KeyRequest.proofLength)
      guard decoder.isAtEnd else { throw decoder.failure("the end of the request") }
      encoded = bytes
    } catch let failure as SealFailure {
      throw failure
    } catch RingFailure.newer {
      throw .newer
    } catch {
      throw .damaged("\(error)")
    }
  }

  /// Whether the words that `key` was made of are those on the device's screen.
  package func isProved(by key: SecretBytes) -> Bool {
    Derivation.isAuthentic(
      Array(encoded[proved...]), bytes: Derivation.domain("cloudjournal/proof/1") + encoded[..<proved], key: key)
  }

  /// Whether a ring's devices can answer it: it asks for this ring, and saw an end of the log that the log has.
  package func isMeant(for state: RingState) -> Bool { ring == state.ring && state.heads.contains(head) }

  /// Whether it is too old to be answered, or from the future.
  ///
  /// - Parameters:
  ///   - saved: When the server got it, in milliseconds since 1970.
  ///   - now: The server's time now.
  package static func isOver(saved: UInt64, now: UInt64) -> Bool {
    guard now >= saved else { return saved - now > 60_000 }
    return now - saved > lifetime
  }

  private static func proof(over bytes: [UInt8], _ key: SecretBytes) -> [UInt8] {
    Derivation.authenticate(Derivation.domain("cloudjournal/proof/1") + bytes, key)
  }

  // MARK: The answer

  /// What the device that let the new one in answers: that it typed the words, and which entry of the log adds it.
  ///
  /// - Parameter entry: The digest of that entry.
  package func answer(adding entry: [UInt8], key: SecretBytes) -> [UInt8] {
    Derivation.authenticate(answered(entry), key)
  }

  /// Whether an answer vouches for the entry that adds this device to a verified log; before that the device is not
  /// in, whatever the server shows.
  package func isAnswered(by answer: [UInt8], in ring: VerifiedRing, key: SecretBytes) -> Bool {
    guard ring.ring.id == self.ring else { return false }
    guard let entry = ring.ring.log.last(where: { $0.body == .added(device) }) else { return false }
    return Derivation.isAuthentic(answer, bytes: answered(entry.digest), key: key)
  }

  private func answered(_ entry: [UInt8]) -> [UInt8] {
    Derivation.domain("cloudjournal/answer/1") + ring.bytes + Digest(of: encoded).bytes + entry
  }
}
