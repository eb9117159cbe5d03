/// What the records of a journal are to become on the server, one by one, though nothing of them changed.
package enum SealGoal: Hashable, Sendable {
  /// Sealed, under the journal key of this number or of a later one.
  case sealed(keyNumber: UInt32)
  /// Plain, as any CloudKit client reads them.
  case plain

  /// Whether a record is so already.
  ///
  /// - Parameter mark: Of the version that the server has; nil for a record that was never sealed.
  package func isReached(by mark: SealMark?) -> Bool {
    // What is shared is under the keys of its share, which have numbers of their own.
    if let mark, !mark.share.isEmpty { return self == .plain || !mark.hasPlainFields }
    switch self {
    case .sealed(let number):
      guard let mark else { return false }
      return mark.isSealed && !mark.hasPlainFields && mark.keyNumber >= number
    case .plain: return mark.map { !$0.liesSealed } ?? true
    }
  }
}

/// How far a journal is on its way to a ``SealGoal``.
package struct SealProgress: Hashable, Sendable {
  /// Records of the server's that are not as they are to be, those among them that wait for a person.
  package var left: Int
  /// How many of those were not noted before.
  package var added: Int

  package init(left: Int, added: Int) {
    self.left = left
    self.added = added
  }

  /// Notes more that are left and were not noted before.
  package mutating func add(_ count: Int) {
    left += count
    added += count
  }
}
