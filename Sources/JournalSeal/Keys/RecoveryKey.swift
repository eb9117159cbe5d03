/// The key on paper that brings a journal back without any device: 128 random bits as eight groups of four characters.
package struct RecoveryKey: Hashable, Sendable {
  /// Sixteen bytes.
  package let secret: SecretBytes

  /// What is wrong with a key that a person typed.
  package enum Mistake: Error, Hashable, Sendable {
    /// So many characters, where 32 make a key.
    case length(Int)
    /// One character is wrong, and it is in this group, 1 to 8.
    case group(Int)
    /// More than one character is wrong, or some changed places.
    case mistyped
  }

  /// Bytes of a key.
  package static let length = 16
  private static let prefix = "cjrk"
  private static let groups = 8
  private static let groupLength = 4

  /// Takes sixteen bytes; nil for any other number.
  package init?(_ bytes: [UInt8]) {
    self.init(secret: SecretBytes(bytes))
  }

  /// Takes sixteen bytes over; nil for any other number.
  package init?(secret: SecretBytes) {
    guard secret.count == RecoveryKey.length else { return nil }
    self.secret = secret
  }

  /// A new key of sixteen bytes of chance.
  package static func fresh(_ random: SealRandom) -> RecoveryKey {
    guard let key = RecoveryKey(secret: takeSecret(length, from: random)) else {
      preconditionFailure("sixteen bytes make a key")
    }
    return key
  }

  /// The eight groups in capital letters, to be shown.
  package var shown: [String] {
    let values = Bech32m.checked(Bech32m.values(of: secret.copied), prefix: RecoveryKey.prefix)
    let text = Array(String(decoding: values.map(Bech32m.character), as: UTF8.self).uppercased())
    return (0..<RecoveryKey.groups).map {
      String(text[($0 * RecoveryKey.groupLength)...].prefix(RecoveryKey.groupLength))
    }
  }

  /// Reads what a person typed; case, spaces, line ends, hyphens and dashes do not matter.
  ///
  /// - Throws: ``Mistake``, which says the group of the only wrong character.
  package init(typed text: String) throws(Mistake) {
    let characters = text.unicodeScalars.filter { !RecoveryKey.isBetween($0) }
    guard characters.count == RecoveryKey.groups * RecoveryKey.groupLength else { throw .length(characters.count) }
    let values = characters.map { $0.isASCII ? Bech32m.value(UInt8($0.value)) : nil }
    let unknown = values.indices.filter { values[$0] == nil }
    guard unknown.count <= 1 else { throw .mistyped }
    let known = values.map { $0 ?? 0 }
    if unknown.isEmpty, let bytes = RecoveryKey.bytes(of: known), let key = RecoveryKey(bytes) {
      self = key
      return
    }
    guard
      let wrong = RecoveryKey.onlyMistake(
        in: known, among: unknown.isEmpty ? known.indices : unknown[0]..<unknown[0] + 1)
    else { throw .mistyped }
    throw .group(wrong / RecoveryKey.groupLength + 1)
  }

  private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDash
  }

  private static func bytes(of values: [UInt8]) -> [UInt8]? {
    guard Bech32m.isChecked(values, prefix: prefix) else { return nil }
    return Bech32m.bytes(of: values.dropLast(Bech32m.checksumLength))
  }

  /// The place whose change alone makes a key of the values; two keys differ in five places at least, so there is one.
  private static func onlyMistake(in values: [UInt8], among places: Range<Int>) -> Int? {
    var tried = values
    for place in places {
      for value in UInt8(0)..<32 {
        tried[place] = value
        if bytes(of: tried) != nil { return place }
      }
      tried[place] = values[place]
    }
    return nil
  }

  /// The two key pairs that follow from the key: one for what is wrapped to it, one for what it signs.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library refuses the seeds, which it does not.
  package func pair() throws(SealFailure) -> KeyPair {
    let salt = "cloudjournal/recovery/1"
    return try KeyPair(
      agreementSeed: Derivation.derive(secret, salt: salt, info: "agreement"),
      signingSeed: Derivation.derive(secret, salt: salt, info: "signing"))
  }
}
