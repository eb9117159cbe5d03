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
    for signedIn: SignedIn, _ belonging: Belonging, _ wish: EncryptionWish, _ connection: ServiceConnection
  ) async throws -> Arrival.Keys {
    guard connection.settings.isOurs else {
      guard wish != .sealed else { throw AccountDesk.onlyOurs }
      return .plain
    }
    connection.client.setWebAuthToken(signedIn.webAuthToken)
    let access = KeyAccess(
      journal.paths, connection, user: signedIn.userRecordName, formerly: belonging.keysBefore,
      sessionID: signedIn.sessionID)
    if wish == .plain { return try await plain(access, belonging) }
    switch try await access.enter(founding: wish == .sealed) {
    case .plain: return belonging.wasSealed ? .refused(AccountDesk.hidden) : .plain
    case .founded, .ready:
      // The key is shown until a person has said that they have it.
      guard let recovery = try access.file.held()?.kept.recovery else { return .ready }
      return .founded(recovery: recovery.shown)
    case .waiting(let words): return .waiting(words: words)
    case .refused(let why): return .refused(why)
    }
  }

  private func plain(_ access: KeyAccess, _ belonging: Belonging) async throws -> Arrival.Keys {
    let hasRing = try await access.said { try await access.desk.hasRing() }
    guard !hasRing, !belonging.wasSealed, try access.file.held() == nil else { throw AccountDesk.isEncrypted }
    return .plain
  }

  private static let onlyOurs = CommandFailure(
    .invalidInput,
    "Encryption end to end has been tried with servers of this program only. Sign in without --sealed.")

  private static let isEncrypted = CommandFailure(
    .exists,
    "The journal of this account is encrypted end to end, and --plain does not change that. Sign in without --plain.")

  private static let hidden =
    "This journal is encrypted, and the server shows no keys. Nothing is sent or taken in. If its keys were erased there "
    + "by you, sign in with --sealed to make others."
}
