package import CloudRecord
import Encodings

/// Whose past a position belongs to.
///
/// A folder of data that is put back, copied, or resumed with a whole machine gives numbers once more that it has given
/// before. So each start is a run with a random name of its own, and each database's number at that start is written
/// down: a position holds if its run is known and the next one did not begin below it. Within a run the last commits
/// keep a digest of all before them, for a machine that was resumed from memory.
extension CloudService {
  /// Begins a run, before anything is answered: notes where each database stands.
  ///
  /// - Parameter id: Random, and not 0.
  /// - Throws: The storage's own errors.
  package static func beginRun(_ id: Int64, in transaction: any CloudTransaction) throws -> StoredRun {
    let run = try transaction.addRun(id)
    for database in try transaction.databases() {
      // One that nothing was written to since stands where it stood.
      guard try transaction.sequence(of: database.id, atStartOf: run.number) != database.sequence else { continue }
      try transaction.setSequence(database.sequence, of: database.id, atStartOf: run.number)
    }
    return run
  }

  /// The present run's name; 0 where runs are not kept.
  var runID: Int64 { settings.run?.id ?? 0 }

  /// Returns the part of the server's history that an answer carries, as of this transaction.
  ///
  /// - Throws: BAD_REQUEST for a database that is not offered, and the storage's own errors.
  package func history(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> ServerHistory {
    let database = try readDatabase(call, in: transaction)
    let digest = try commitDigest(at: database.sequence, of: database.id, in: transaction)
    let run =
      Hexadecimal.text(HistoryPosition.bytes(runID)) + (digest.map { "." + Hexadecimal.text($0) } ?? "")
    return ServerHistory(
      incarnation: Digest(of: settings.incarnation).description, run: run, sequence: database.sequence)
  }

  /// Refuses a caller whose past is not that of these data, before anything is done for them.
  ///
  /// - Throws: CHANGE_TOKEN_EXPIRED.
  package func requirePast(
    _ known: ServerHistory, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws {
    let database = try readDatabase(call, in: transaction)
    let parts = known.run.split(separator: ".", omittingEmptySubsequences: false)
    let run = parts.first.flatMap { UInt64($0, radix: 16) }.map { Int64(bitPattern: $0) }
    let digest = parts.count > 1 ? HistoryPosition.bytes(hexadecimal: parts[1]) : nil
    guard known.incarnation == Digest(of: settings.incarnation).description, let run,
      known.sequence <= database.sequence,
      try holds(
        HistoryPosition(run: run, sequence: known.sequence, digest: digest), in: database.id, transaction)
    else {
      throw ServiceError(
        .changeTokenExpired, "These data have another history than the one that is known; read everything again")
    }
  }

  /// Whether a position was reached in the past of these data.
  func holds(_ position: HistoryPosition, in database: Int64, _ transaction: any CloudTransaction) throws -> Bool {
    // Where nothing has been seen, nothing is known.
    guard position.sequence > 0, let present = settings.run else { return true }
    var number: Int64 = 0
    if position.run != 0 {
      guard let run = try transaction.run(position.run) else { return false }
      number = run.number
    }
    if number < present.number,
      try position.sequence > transaction.sequence(of: database, atStartOf: number + 1)
    {
      return false
    }
    guard let digest = position.digest,
      let found = try commitDigest(at: position.sequence, of: database, in: transaction)
    else { return true }
    return digest == found
  }

  /// Commits of a database whose digests are kept at least; up to 999 more are.
  static let keptCommits: Int64 = 10_000

  /// The beginning of the digest of the commit that gave a number; nil where that is not kept any more.
  func commitDigest(
    at sequence: Int64, of database: Int64, in transaction: any CloudTransaction
  ) throws -> [UInt8]? {
    guard sequence > 0, let commit = try transaction.commit(in: database, endingAtOrAfter: sequence),
      commit.first <= sequence
    else { return nil }
    return Array(commit.digest.prefix(HistoryPosition.digestLength))
  }

  /// A number with what it was given for.
  typealias Change = (sequence: Int64, name: String, content: [UInt8])

  /// Writes down what a transaction has changed, once the database's row has its new number.
  ///
  /// - Parameters:
  ///   - changes: Those of records in the order of their numbers.
  ///   - first: The first number that was given; nil for that of the first change.
  ///   - last: The last number that was given; nil for that of the last change.
  func noteCommit(
    _ changes: [Change], from first: Int64? = nil, to last: Int64? = nil, in database: Int64,
    _ transaction: any CloudTransaction
  ) throws {
    guard settings.run != nil, let first = first ?? changes.first?.sequence, let last = last ?? changes.last?.sequence
    else { return }
    let before = try transaction.latestCommit(in: database)
    let commit = StoredCommit(
      database: database, first: first, sequence: last, number: (before?.number ?? 0) + 1,
      digest: HistoryPosition.digest(of: changes, after: before?.digest ?? []))
    try transaction.add(commit)
    // A thousand at a time: what is kept too long costs less than looking each time.
    if commit.number % 1000 == 0 {
      try transaction.removeCommits(in: database, upTo: commit.number - CloudService.keptCommits)
    }
  }

}

/// A number of a database's with the run in which it was given.
struct HistoryPosition {
  static let digestLength = 8

  /// 0 for what was given before runs were kept.
  var run: Int64
  var sequence: Int64
  /// The beginning of the digest of its commit; nil where that was not kept.
  var digest: [UInt8]?

  static func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// The beginning of a digest, written as hexadecimal digits.
  static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    guard text.utf8.count == 2 * digestLength, let number = UInt64(text, radix: 16) else { return nil }
    return bytes(Int64(bitPattern: number))
  }

  /// The digest of a commit: of what it changed, and of the digest before it.
  static func digest(
    of changes: [(sequence: Int64, name: String, content: [UInt8])], after former: [UInt8]
  ) -> [UInt8] {
    var bytes = former
    bytes.reserveCapacity(bytes.count + changes.reduce(0) { $0 + $1.content.count + $1.name.utf8.count + 24 })
    for change in changes {
      bytes += Self.bytes(change.sequence)
      bytes += Self.bytes(Int64(change.name.utf8.count)) + change.name.utf8
      bytes += Self.bytes(Int64(change.content.count)) + change.content
    }
    return Digest(of: bytes).bytes
  }
}
