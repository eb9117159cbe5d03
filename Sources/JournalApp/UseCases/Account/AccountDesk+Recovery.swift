import CloudClient
import JournalCore
import JournalSeal
import JournalSync

/// What a person does with the recovery key.
extension AccountDesk {
  /// The recovery key in eight groups, while it is kept here.
  ///
  /// Where another one was made and it is not known whether it is in force, as where a disk was full at that moment, the server
  /// is asked: no key is shown that opens nothing.
  ///
  /// - Throws: ``CommandFailure`` where it is not, with what to do.
  package func recovery() async throws -> [String] {
    guard let settings = try settings(), let file = KeysFile(journal.paths, settings), let held = try file.held() else {
      throw CommandFailure(
        .notFound,
        "This journal has no keys here, so there is no recovery key to show. “cloudjournal account keys” says where it "
          + "stands.")
    }
    guard held.kept.recoveryNext != nil else {
      guard let recovery = held.kept.recovery else { throw AccountDesk.notHere }
      return recovery.shown
    }
    let recovery: RecoveryKey?
    do {
      recovery = try await withKeys { access in try await access.said { try await access.desk.recoveryInForce() } }
    } catch let failure as CommandFailure where failure.code == .inputOutput {
      throw CommandFailure(
        .inputOutput,
        "Another recovery key was made, and only the server knows whether it is in force; both are kept here. "
          + failure.sentence)
    }
    guard let recovery else { throw AccountDesk.notHere }
    return recovery.shown
  }

  private static let notHere = CommandFailure(
    .notFound,
    "The recovery key is not kept on this computer: it was confirmed, or another device made it. "
      + "“cloudjournal account recovery --new” makes another one.")

  /// The recovery key, where it is time to show it again at a start; it counts as shown then.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: ``CommandFailure`` where the keys cannot be read or written.
  func recoveryDue(at now: Int64) throws -> [String]? {
    guard let settings = try settings(), let file = KeysFile(journal.paths, settings), var held = try file.held(),
      held.kept.state == .ready, let recovery = held.kept.recovery, let madeAt = try KeySurvey(held).recoveryMadeAt
    else { return nil }
    let former = held
    let due = RecoveryReminder.due(madeAt: madeAt, now: UInt64(max(0, now)))
    guard due > held.kept.recoveryAsked else { return nil }
    held.kept.recoveryAsked = due
    // Another process that keeps something else at this moment shows it with its own next start.
    _ = try file.keep(held, over: former)
    return recovery.shown
  }

  /// Notes that the recovery key was written to a sheet: it is not shown by itself any more.
  ///
  /// - Throws: ``CommandFailure`` where the keys cannot be written.
  package func noteSheet() throws {
    guard let settings = try settings(), let file = KeysFile(journal.paths, settings), var held = try file.held() else {
      return
    }
    let former = held
    held.kept.recoveryAsked = RecoveryReminder.written
    do { _ = try file.keep(held, over: former) } catch { throw ServiceWords.failure(error) }
  }

  /// Notes that a person has the recovery key: it is not kept anywhere any more.
  ///
  /// - Parameter key: The one that the person was asked about, whatever stands between its characters.
  /// - Throws: ``CommandFailure``, also where another device has made another one meanwhile.
  package func confirmRecovery(_ key: String) async throws {
    try await withKeys { access in
      try await access.said { try await access.desk.confirmRecovery(RecoveryKey(typed: key)) }
    }
  }

  /// Whether this is the recovery key that is kept here, whatever stands between its characters.
  ///
  /// - Throws: ``CommandFailure``, which says the group of a single wrong character.
  package func isRecovery(_ text: String) async throws -> Bool {
    let shown = try await recovery()
    do {
      return try RecoveryKey(typed: text).shown == shown
    } catch {
      throw KeyWords.failure(error)
    }
  }

  /// Makes another recovery key, and a new journal key; the former recovery key opens nothing any more.
  ///
  /// - Returns: The key in eight groups.
  /// - Throws: ``CommandFailure``.
  package func newRecovery() async throws -> [String] {
    try await withKeys { access in try await access.said { try await access.desk.changeRecovery().shown } }
  }

  /// Comes in by the recovery key that a person typed.
  ///
  /// - Throws: ``CommandFailure``.
  package func enter(recovery text: String) async throws -> Arrival.Keys {
    try await withKeys { access in
      let entrance = try await access.enter(byTyped: text)
      try learnt()
      if case .refused(let why) = entrance { return .refused(why) }
      return .ready
    }
  }
}
