import CloudStore
import Crypto

/// What an unknown name's password is compared with, so that neither time nor work tells that there is no such account.
///
/// Accounts may have hashes of different costs: each keeps the cost that was configured when its password was set or
/// last used. So an unknown name stands in for one of the accounts and costs what that one costs. Which one follows
/// from the name and the server's key by rendezvous hashing: the same name always costs the same, as an account does,
/// until its account signs in and is hashed anew.
struct StandInHash {
  private let key: SymmetricKey
  private let randomBytes: @Sendable (Int) -> [UInt8]

  /// - Parameters:
  ///   - key: The server's signing key.
  ///   - randomBytes: For a salt and a hash that no password has.
  init(key: [UInt8], randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.key = SymmetricKey(data: key)
    self.randomBytes = randomBytes
  }

  /// A hash that no password has, of the cost of one of the accounts.
  ///
  /// - Parameter configured: What new hashes cost: for a server without accounts, and for an account whose hash cannot be
  ///   read.
  func hash(for name: String, among users: [StoredUser], configured: PasswordCost) -> PasswordHash {
    PasswordHash(ofNothing: cost(for: name, among: users, configured: configured), randomBytes: randomBytes)
  }

  private func cost(for name: String, among users: [StoredUser], configured: PasswordCost) -> PasswordCost {
    var best: (rank: [UInt8], user: StoredUser)?
    for user in users {
      let rank = rank(of: user, for: name)
      guard let known = best else {
        best = (rank, user)
        continue
      }
      if known.rank.lexicographicallyPrecedes(rank) { best = (rank, user) }
    }
    return best.flatMap { PasswordHash(phc: $0.user.passwordHash)?.cost } ?? configured
  }

  private func rank(of user: StoredUser, for name: String) -> [UInt8] {
    let message = Array("stand-in 1\n\(user.userRecordName)\n\(name)".utf8)
    return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }
}
