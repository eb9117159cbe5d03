import CloudClient
import JournalCore
import JournalStore
import SyncCore

extension AccountDesk {
  /// How the account that was signed in to is the journal's.
  struct Belonging {
    /// Such as “anna@journal.example.org”.
    var who: String
    /// Whether its server has another address than before.
    var hasMoved: Bool
    /// How keys name the account at the former address; nil where its server has no other than before.
    var keysBefore: String?
    /// Whether the journal was encrypted when this account was signed in to before, or its file says so.
    var wasSealed: Bool
    /// Whether a person has said before that this account's journal is plain.
    var wasPlain: Bool
  }

  /// Whether the journal is that account's, or none's yet.
  ///
  /// - Throws: ``CommandFailure`` where it is another one's.
  func belonging(of signedIn: SignedIn, _ connection: ServiceConnection) throws -> Belonging {
    let settings = connection.settings
    let host = connection.transport.service.name
    let who = "\(signedIn.name ?? signedIn.userRecordName)@\(host)"
    let bound = try journal.store.syncPosition().account
    let hasMoved = try bound.map { try isSameServer($0, signedIn: signedIn, settings: settings) } ?? false
    if let bound, !hasMoved,
      bound.userRecordName != signedIn.userRecordName || bound.service != settings.service
        || bound.containerID != settings.container || bound.environment != settings.environment
    {
      let owner = settings.userRecordName == bound.userRecordName ? settings.name : nil
      let isNamesake =
        owner != nil && owner == signedIn.name && bound.service == settings.service
        && bound.userRecordName != signedIn.userRecordName
      let belongs =
        isNamesake
        ? "an earlier account named \(owner ?? "") on \(bound.service); this one is new and only has the same name. Words"
        : "\(owner ?? "another account") on \(bound.service), and words"
      throw CommandFailure(
        .exists,
        "The journal “\(journal.paths.name)” belongs to \(belongs) of one "
          + "account never go to another. \(who) gets a journal of its own: add --journal NAME, and make it the usual "
          + "one with “cloudjournal account switch NAME”.")
    }
    let before = try self.settings().flatMap { $0.userRecordName == signedIn.userRecordName ? $0 : nil }
    return Belonging(
      who: who, hasMoved: hasMoved,
      keysBefore: hasMoved ? before.map { KeysFile.account($0, user: signedIn.userRecordName) } : nil,
      wasSealed: try RingNotes(journal.store).ring().map { !$0.isOff } ?? before?.isSealed ?? false,
      wasPlain: before.map { $0.isPlain && ($0.service == settings.service || hasMoved) } ?? false)
  }

  /// Keeps a session with the journal.
  ///
  /// - Parameter isPlain: Whether the journal may travel without keys; one that was seen with keys does not become plain by
  ///   what a server shows.
  /// - Returns: Who that is, such as “anna@journal.example.org”.
  /// - Throws: ``CommandFailure``; nothing is kept then.
  func keep(
    _ signedIn: SignedIn, _ belonging: Belonging, isPlain: Bool, _ connection: ServiceConnection
  ) throws -> String {
    var settings = connection.settings
    settings.userRecordName = signedIn.userRecordName
    settings.name = signedIn.name
    (settings.isSealed, settings.isPlain) = (!isPlain, isPlain)
    // First: a crash between the two leaves a journal that the same sign-in, done again, is for.
    do {
      if let formerly = belonging.keysBefore {
        let account = KeysFile.account(settings, user: signedIn.userRecordName)
        try KeysFile(journal.paths, account: account, formerly: formerly).adopt()
      }
      if belonging.hasMoved { try journal.store.moveAccount(toService: settings.service) }
      try accountFile.write(settings)
      try sessionFile.write(KeptSession(service: connection.transport.service.origin, signedIn))
    } catch {
      throw ServiceWords.failure(error)
    }
    return belonging.who
  }

  /// Whether the journal's own account was signed in to, on its own server at another address.
  ///
  /// The server's key is the proof: the connection let in no other one, now as at the last sign-in.
  private func isSameServer(
    _ bound: AccountBinding, signedIn: SignedIn, settings: AccountSettings
  ) throws -> Bool {
    guard bound.service != settings.service, settings.service.hasPrefix("https://"), let pin = settings.pin,
      let before = try self.settings(), before.service.hasPrefix("https://")
    else { return false }
    return before.pin == pin && before.userRecordName == bound.userRecordName
      && bound.userRecordName == signedIn.userRecordName && bound.containerID == settings.container
      && bound.environment == settings.environment
  }
}
