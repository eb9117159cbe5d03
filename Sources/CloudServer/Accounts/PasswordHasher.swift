/// What compares passwords with hashes: scrypt, or in a test something that notes what work it is asked for.
package struct PasswordHasher: Sendable {
  /// Returns whether a password has this hash; blocks its thread.
  package var matches: @Sendable (_ password: String, _ hash: PasswordHash) throws -> Bool

  package init(matches: @escaping @Sendable (_ password: String, _ hash: PasswordHash) throws -> Bool) {
    self.matches = matches
  }

  /// Computes the hash anew; takes up to a second.
  package static let scrypt = PasswordHasher { try $1.matches($0) }
}
