/// One start of the service on its data: every number that is given until the next one belongs to it.
package struct StoredRun: Hashable, Sendable {
  /// Counts the starts, from 1. What was given before starts were counted belongs to number 0.
  package var number: Int64
  /// Random, so that two copies of the same data never have the same; not 0.
  package var id: Int64

  package init(number: Int64, id: Int64) {
    (self.number, self.id) = (number, id)
  }
}

/// A digest of the changes of one transaction in a database; it tells apart two histories that have the same numbers.
package struct StoredCommit: Hashable, Sendable {
  /// The ``StoredDatabase/id`` of its database.
  package var database: Int64
  /// The first number that it gave.
  package var first: Int64
  /// The last number that it gave.
  package var sequence: Int64
  /// Counts the commits of the database.
  package var number: Int64
  /// The SHA-256 of the digest before and of all that was changed. Thirty-two bytes.
  package var digest: [UInt8]

  package init(database: Int64, first: Int64, sequence: Int64, number: Int64, digest: [UInt8]) {
    (self.database, self.first, self.sequence) = (database, first, sequence)
    (self.number, self.digest) = (number, digest)
  }
}
