import CloudRecord

/// What only those who are in can read of a ring: every key, the devices' names, and secrets that all devices share.
package struct RingBox: Hashable, Sendable {
  /// What a device is called.
  package struct Note: Hashable, Sendable {
    /// A device that is or was in.
    package let id: DeviceID
    /// At most 64 characters; it may be anything, and is shown as text that is safe to draw.
    package var name: String
    /// The server's name of the device's sign-in; empty where it is not known.
    package var signInID: String

    package init(id: DeviceID, name: String, signInID: String = "") {
      (self.id, self.name, self.signInID) = (id, name, signInID)
    }
  }

  /// Oldest first, the newest included.
  package var keys: JournalKeys
  /// In the order of their ids.
  package var notes: [Note]
  /// The key of names of imported records (``KeyedName``).
  package var nameKey: SecretBytes
  /// Identities for sharing, of version 1 first.
  package var identities: [KeyPair]
  /// The device that still keeps the recovery key; ``Identifier/none`` once it was confirmed.
  package var keeper: DeviceID

  /// Characters of a device's name.
  package static let longestName = 64
  /// Bytes of a name or of a sign-in's id.
  static let mostBytes = 512
  private static let formatVersion: UInt8 = 1
  private static let suite: UInt8 = 1

  /// The box before it is sealed.
  package var encoded: [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 1024)
    encoder.append(byte: RingBox.formatVersion)
    keys.append(to: &encoder)
    encoder.append(UInt16(notes.count))
    for note in notes {
      encoder.append(raw: note.id.bytes)
      encoder.append(note.name)
      encoder.append(note.signInID)
    }
    encoder.append(secret: nameKey)
    encoder.append(UInt16(identities.count))
    for (index, identity) in identities.enumerated() {
      encoder.append(UInt32(index + 1))
      encoder.append(byte: RingBox.suite)
      encoder.append(secret: identity.agreementSeed)
      encoder.append(secret: identity.signingSeed)
    }
    encoder.append(raw: keeper.bytes)
    return encoder.bytes
  }

  /// - Throws: ``RingFailure``.
  init(decoding bytes: [UInt8]) throws(RingFailure) {
    var decoder = CanonicalDecoder(bytes)
    do {
      let format = try decoder.byte()
      guard format <= RingBox.formatVersion else { throw RingFailure.newer }
      guard format == RingBox.formatVersion else { throw decoder.failure("box version 1") }
      keys = try JournalKeys(in: &decoder)
      notes = try RingBox.notes(in: &decoder)
      nameKey = SecretBytes(try decoder.raw(KeyedName.keyLength))
      identities = try RingBox.identities(in: &decoder)
      keeper = try decoder.deviceID()
      guard decoder.isAtEnd else { throw decoder.failure("the end of the box") }
    } catch let failure as RingFailure {
      throw failure
    } catch {
      throw .broken(.keys, "\(error)")
    }
  }

  package init(keys: JournalKeys, notes: [Note], nameKey: SecretBytes, identities: [KeyPair], keeper: DeviceID) {
    (self.keys, self.notes, self.nameKey) = (keys, notes, nameKey)
    (self.identities, self.keeper) = (identities, keeper)
  }

  private static func notes(in decoder: inout CanonicalDecoder) throws -> [Note] {
    let count = try decoder.uint16()
    guard count <= RingState.mostEntries else { throw decoder.failure("at most 400 names") }
    var notes: [Note] = []
    for _ in 0..<count {
      let note = Note(id: try decoder.deviceID(), name: try decoder.string(), signInID: try decoder.string())
      if let last = notes.last { guard last.id < note.id else { throw decoder.failure("names in order") } }
      guard note.name.count <= longestName, note.name.utf8.count <= mostBytes, note.signInID.utf8.count <= mostBytes
      else { throw decoder.failure("a shorter name") }
      notes.append(note)
    }
    return notes
  }

  private static func identities(in decoder: inout CanonicalDecoder) throws -> [KeyPair] {
    let count = try decoder.uint16()
    guard (1...UInt16(RingState.mostEntries)).contains(count) else { throw decoder.failure("1 to 400 identities") }
    var identities: [KeyPair] = []
    for index in 0..<UInt32(count) {
      guard try decoder.uint32() == index + 1 else { throw decoder.failure("identity \(index + 1)") }
      let number = try decoder.byte()
      guard number <= suite else { throw RingFailure.newer }
      guard number == suite else { throw decoder.failure("suite 1") }
      let agreement = SecretBytes(try decoder.raw(32))
      identities.append(try KeyPair(agreementSeed: agreement, signingSeed: SecretBytes(try decoder.raw(32))))
    }
    return identities
  }
}

/// A ring that was opened: its holder can read the journal and change the ring.
package struct OpenedRing: Hashable, Sendable {
  /// The ring and what its log says.
  package let verified: VerifiedRing
  /// What is in the box.
  package let box: RingBox

  /// Opens a verified ring with the wrap of a device or of the recovery key.
  ///
  /// - Returns: nil where the ring has no wrap for the holder.
  /// - Throws: ``RingFailure/broken(_:_:)`` with ``RingRule/keys`` where wrap or box do not open, or hold other keys than
  ///   the log names.
  package init?(_ verified: VerifiedRing, as holder: RingSigner, wrapping: some KeyWrapping) throws(RingFailure) {
    let (ring, state) = (verified.ring, verified.state)
    guard state.keys(of: holder.id) == holder.pair.publicKeys,
      let wrap = ring.wraps.first(where: { $0.to == holder.id }), let newest = state.keys.last
    else { return nil }
    let purpose = KeyRing.purpose(ring: ring.id, number: state.keyNumber, key: newest, to: holder.id)
    let key: JournalKey
    do { key = try wrapping.unwrap(wrap.key, with: holder.pair, purpose: purpose) } catch {
      throw .broken(.keys, "the wrap: \(error)")
    }
    try self.init(verified, newest: key)
  }

  /// Opens a verified ring with its newest key.
  ///
  /// - Throws: ``RingFailure/broken(_:_:)`` with ``RingRule/keys`` where the key is another, or the box holds other keys
  ///   than the log names.
  package init(_ verified: VerifiedRing, newest key: JournalKey) throws(RingFailure) {
    let (ring, state) = (verified.ring, verified.state)
    guard key.id == state.keys.last else { throw .broken(.keys, "another key than the log names") }
    let plain: [UInt8]
    do {
      plain = try ring.openBox(under: key)
    } catch {
      throw .broken(.keys, "the box: \(error)")
    }
    let box = try RingBox(decoding: plain)
    guard box.keys.all.map(\.id) == state.keys else { throw .broken(.keys, "other keys than the log names") }
    guard box.identities.count > state.renewals else { throw .broken(.renewal, "no new identity") }
    guard box.notes.allSatisfy({ state.added[$0.id] != nil }) else { throw .broken(.keys, "a name without a device") }
    guard box.keeper == .none || state.active[box.keeper] != nil else {
      throw .broken(.keys, "a keeper of the recovery key that is not in")
    }
    (self.verified, self.box) = (verified, box)
  }
}
