import Crypto
import CryptoExtras
import Encodings
import Foundation

/// A password's scrypt hash in the PHC string format: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, base64 without padding.
package struct PasswordHash: Hashable, Sendable {
  private static let saltLength = 16
  private static let hashLength = 32

  /// The parameters of scrypt, which a reader of the hash needs.
  package let cost: PasswordCost
  /// Sixteen random bytes.
  package let salt: [UInt8]
  /// Thirty-two bytes.
  package let hash: [UInt8]

  /// Hashes a new password. Takes up to a second and, by its cost, up to 128 MiB: never on a thread that others wait for.
  ///
  /// - Throws: The error of the crypto library for a cost that it does not take.
  package init(of password: String, cost: PasswordCost, salt: [UInt8]) throws {
    (self.cost, self.salt) = (cost, salt)
    hash = try Self.derive(password, salt: salt, cost: cost).withUnsafeBytes { Array($0) }
  }

  /// A hash that no password has, for which a comparison takes as long as for any other.
  package init(ofNothing cost: PasswordCost, randomBytes: (Int) -> [UInt8]) {
    self.cost = cost
    salt = randomBytes(Self.saltLength)
    hash = randomBytes(Self.hashLength)
  }

  /// Reads a stored hash.
  ///
  /// - Returns: nil for anything else than this format with numbers that the server is ready to compute: the numbers come
  ///   from the data folder, and a forged one could take all memory.
  package init?(phc text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt" else { return nil }
    var numbers: [String: Int] = [:]
    for pair in parts[2].split(separator: ",") {
      let halves = pair.split(separator: "=")
      guard halves.count == 2, let number = Int(halves[1]) else { return nil }
      numbers[String(halves[0])] = number
    }
    guard let logRounds = numbers["ln"], let blockSize = numbers["r"], let parallelism = numbers["p"],
      numbers.count == 3
    else { return nil }
    cost = PasswordCost(logRounds: logRounds, blockSize: blockSize, parallelism: parallelism)
    guard cost.isAcceptable, let salt = Base64.decode(parts[3].utf8, .unpadded),
      let hash = Base64.decode(parts[4].utf8, .unpadded),
      salt.count == Self.saltLength, hash.count == Self.hashLength
    else { return nil }
    (self.salt, self.hash) = (salt, hash)
  }

  /// The PHC string.
  package var text: String {
    "$scrypt$ln=\(cost.logRounds),r=\(cost.blockSize),p=\(cost.parallelism)"
      + "$\(Base64.text(salt, .unpadded))$\(Base64.text(hash, .unpadded))"
  }

  /// Hashes the password that a caller claims and compares in constant time; as slow as ``init(of:cost:salt:)``.
  ///
  /// - Throws: The error of the crypto library for a cost that it does not take.
  package func matches(_ password: String) throws -> Bool {
    try Self.derive(password, salt: salt, cost: cost) == SymmetricKey(data: hash)
  }

  /// Composed or decomposed, a password is the same one.
  private static func derive(_ password: String, salt: [UInt8], cost: PasswordCost) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: Array(password.precomposedStringWithCanonicalMapping.utf8), salt: salt, outputByteCount: hashLength,
      rounds: 1 << cost.logRounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
  }
}
