import CloudClient
import JournalCore
import JournalSeal
import JournalSync

/// The account's keys at the sign-in: before the session is kept, so that no process ever sends anything without them.
extension AccountDesk {
  /// Finds, makes or asks for the account's keys.
  ///
  /// What is kept survives a crash at any step: the keys are on the disk before the server hears of them, and the session is
  /// kept last. The same sign-in, done again, goes on where that one ended.
  ///
  /// - Throws: ``CommandFailure`` where the wish and the account do not agree.
  func keys(
    for signedIn: SignedIn, _ belonging: Belonging, _ wish: Wish, _ connection: ServiceConnection
  ) async throws -> Arrival.Keys {
    // On another service than ours encryption is off until it is turned on; what was encrypted stays so.
    guard connection.settings.isOurs || belonging.wasSealed else { return .plain }
    connection.client.setWebAuthToken(signedIn.webAuthToken)
    let access = KeyAccess(
      journal, connection, user: signedIn.userRecordName, formerly: belonging.keysBefore,
      sessionID: signedIn.sessionID)
    // The demo is gone in a moment: it founds nothing that would outlive it.
    let entrance = try await access.arrive(
      DemoJournal.isCopy(journal.paths) ? .plain : wish.encryption, wasSealed: belonging.wasSealed,
      mayBePlain: belonging.wasPlain, agrees: wish.agrees)
    switch entrance {
    case .plain: return .plain
    case .founded, .ready:
      // The key is shown until a person has said that they have it.
      guard let recovery = try access.file.held()?.kept.recovery else { return .ready }
      return .founded(recovery: recovery.shown)
    case .waiting(let words): return .waiting(words: words)
    case .removed: return .refused(KeyWords.removed)
    case .refused(let why), .unasked(let why): return .refused(why)
    }
  }
}
