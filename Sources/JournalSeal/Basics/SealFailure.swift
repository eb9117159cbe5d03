/// Why something sealed cannot be opened, or something cannot be sealed.
package enum SealFailure: Error, Hashable, Sendable {
  /// It was sealed under a key that is not at hand.
  case noKey(KeyID)
  /// It was changed, cut, moved or made wrongly; a few words for logs say what was found.
  case damaged(String)
  /// A version, suite or kind above those that are known here.
  case newer
}
