import CloudClient
import JournalCore
import JournalSeal
import JournalStore
import JournalSync

/// The keys of an encrypted journal before it is erased on this computer: they go with it.
extension AccountDesk {
  /// What becomes of the journal on the server once the keys here are gone, for the question; nil where others have them, or
  /// where it is not encrypted.
  ///
  /// - Throws: ``CommandFailure`` where the keys here cannot be read.
  package func lossOfKeys() throws -> String? {
    guard let survey = try readableSurvey(), survey.devices.count == 1 else { return nil }
    return survey.status.isRecoveryConfirmed ? AccountReaders.onlyByRecovery : AccountReaders.neverAgain
  }

  /// Refuses to erase here what nothing else could bring back: to be checked before a person confirms.
  ///
  /// - Throws: ``CommandFailure``. Where no account is signed in, the question says what is lost.
  package func requireOtherReader() async throws {
    guard try session() != nil, let survey = try readableSurvey() else { return }
    try await requireOtherReader(survey)
  }

  func requireOtherReader(_ survey: KeySurvey) async throws {
    guard !survey.status.isRecoveryConfirmed, survey.devices.count == 1 || survey.keepsRecovery else { return }
    if survey.devices.count == 1, await isNothingThere() { return }
    throw survey.devices.count == 1 ? AccountDesk.lastReader : KeyWords.failure(KeyFailure.keepsRecovery)
  }

  /// Leaves the account's keys, so that what the others write from now on is sealed under a key that no copy of this
  /// computer's files has, and ends this device's session.
  ///
  /// - Returns: What the server could not be told, if it could not.
  /// - Throws: As ``requireOtherReader()``.
  package func leaveToErase() async throws -> Untold? {
    guard let session = try session() else { return nil }
    if let complaint = try await leaveKeys() { return .keys(complaint) }
    guard let settings = try settings() else { return nil }
    return try await end(session, settings).map { .session($0) }
  }

  /// What the server could not be told before a journal is erased here, each with the reason as a sentence.
  package enum Untold: Hashable, Sendable {
    /// That this computer reads no more; its session goes on, too.
    case keys(String)
    /// That its session is over.
    case session(String)
  }

  /// Puts the keys of this computer aside, and asks to be let in by those that the server shows: the way out where it shows
  /// others than it did, or where what is here cannot be read.
  ///
  /// - Throws: ``CommandFailure`` where this computer has the keys that the server shows.
  package func beginAgain() async throws -> Arrival.Keys {
    try await withKeys { access in
      let entrance = try await access.beginAgain { isAnother in
        // Its numbers of keys begin anew, too.
        if isAnother { try journal.store.forgetKeyNumbers() }
      }
      switch entrance {
      case .waiting(let words): return .waiting(words: words)
      case .removed: return .refused(KeyWords.removed)
      case .refused(let why), .unasked(let why): return .refused(why)
      case .plain, .founded, .ready: return .ready
      }
    }
  }

  /// What the keys here say, where this device is in a ring.
  private func readableSurvey() throws -> KeySurvey? {
    guard let settings = try settings(), let survey = try AccountKeys(journal.paths, settings, journal.store)?.survey(),
      survey.status.isUsable
    else { return nil }
    return survey
  }

  /// Whether the server has neither keys nor records of the account any more, so that nothing there can be lost.
  func isNothingThere() async -> Bool {
    do {
      return try await withKeys { access in
        try await access.said {
          let sight = try await access.desk.sight()
          return sight.ring == nil && sight.isJournalEmpty
        }
      }
    } catch {
      // A server that cannot be asked may have it.
      return false
    }
  }

  private static let lastReader = CommandFailure(
    .needsKey,
    "This is the only device that can read the journal on the server, and its recovery key was not confirmed: without both, "
      + "what is there could never be read again. Write the key down first: cloudjournal account recovery, then "
      + "cloudjournal account recovery --confirm.")
}
