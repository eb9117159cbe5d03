/// The identity that is known of a person: another one under the same address is not believed before two people have
/// compared words.
package struct IdentityPin: Hashable, Sendable {
  /// The person's address.
  package let address: String
  /// The identity.
  package let identity: PublicKeys
  /// How it came here.
  package let trust: OwnersBox.Trust

  /// What an identity that is shown means.
  package enum Verdict: Hashable, Sendable {
    /// It is the known one.
    case same
    /// It is another: nothing is wrapped to it, and nothing of it is taken in, before the words were compared.
    case changed
  }

  /// Pins an identity.
  ///
  /// - Returns: nil for one that came by the public link: its address is the server's word and holds in that share alone.
  package init?(_ identity: PublicKeys, at address: String, trust: OwnersBox.Trust) {
    guard trust > .publicLink, ShareAddress.isValid(address) else { return nil }
    (self.address, self.identity, self.trust) = (address, identity, trust)
  }

  /// Judges an identity that is shown under the pin's address.
  package func verdict(on shown: PublicKeys) -> Verdict { shown == identity ? .same : .changed }
}

/// Twelve words over two identities, which two people compare by a way that the server has no part in.
///
/// Both see the same words, in whichever order they take the identities. A server that shows each of them an identity of its own
/// would have to find two for which the words are the same: 2^66 tries, each of which costs scrypt's 32 MiB.
package struct IdentityWords: Hashable, Sendable {
  private let first: Words
  private let second: Words

  /// The number of words.
  package static let count = 2 * Words.count

  /// The words of two identities; takes a tenth of a second.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where both are the same: a server that shows a person their own identity would be
  ///   believed; and where there is not enough memory.
  package init(_ one: PublicKeys, _ other: PublicKeys) throws(SealFailure) {
    guard one != other else { throw .damaged("one identity twice") }
    let sorted = [one.encoded, other.encoded].sorted { $0.lexicographicallyPrecedes($1) }
    // Two public identities: who sees both knows the words.
    let both = SecretBytes(sorted[0] + sorted[1])
    let key = try Derivation.scrypt(both, salt: Array("cloudjournal/verify/1".utf8)).copied
    first = Words(firstBitsOf: Array(key[..<16]))
    second = Words(firstBitsOf: Array(key[16...]))
  }

  /// The twelve words, to be shown.
  package var shown: [String] { first.shown + second.shown }

  /// Whether a person typed these words; the first four letters of each count.
  ///
  /// - Throws: ``Words/Mistake`` for another number of words than twelve, and for a word that the list does not have (1 to 12).
  package func isTyped(_ text: String) throws(Words.Mistake) -> Bool {
    let typed = text.split { !$0.isLetter }
    guard typed.count == IdentityWords.count else { throw .count(typed.count) }
    let halves = [typed[..<Words.count], typed[Words.count...]].map { $0.joined(separator: " ") }
    let one = try Words(typed: halves[0])
    let two: Words
    do { two = try Words(typed: halves[1]) } catch .unknown(let place) { throw .unknown(place + Words.count) }
    return one == first && two == second
  }
}
