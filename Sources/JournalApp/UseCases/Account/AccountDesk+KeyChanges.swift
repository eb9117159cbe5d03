import CloudClient
package import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// What a person does with the keys of the account that is signed in.
extension AccountDesk {
  /// A device that asks to be let in.
  package struct Asking: Hashable, Sendable {
    /// Its id, in hexadecimal digits.
    package let id: String
    /// What it calls itself; it may be anything.
    package let name: String
    /// When the server got the request.
    package let since: Instant
  }

  /// Where this computer stands, who can read, and who asks, as the server shows it now.
  ///
  /// - Throws: ``CommandFailure`` where no account is signed in, or the server cannot be asked.
  package func keysReport() async throws -> KeysReport {
    try await withKeys { access in
      let entrance = try await access.enter()
      if entrance == .ready || entrance.isWaiting { try learnt() }
      let held = try access.file.held()
      let survey = try held.map { try KeySurvey($0) }
      var requests: [Asking] = []
      if entrance == .ready, survey?.status.isUsable == true {
        requests = try await access.requests()
      }
      return KeysReport(
        survey, entrance, requests: requests, unreadable: try journal.store.syncOverview(limit: 0).unreadable)
    }
  }

  /// Who can read the journal, as it is known here; nil for one that is not encrypted.
  ///
  /// - Throws: ``CommandFailure`` where the keys here cannot be read.
  func readers() throws -> AccountReaders? {
    guard let settings = try settings(), let keys = try AccountKeys(journal.paths, settings, journal.store) else {
      return nil
    }
    guard let survey = try keys.survey() else { return AccountReaders(status: EncryptionStatus(.waiting)) }
    let devices = survey.devices.filter(\.isThisOne) + survey.devices.filter { !$0.isThisOne }
    return AccountReaders(
      status: survey.status, since: survey.modeSetAt.map { Instant(milliseconds: Int64(clamping: $0)) },
      names: devices.map(\.name))
  }

  /// Asks to be let in, or looks whether another device has answered.
  ///
  /// - Returns: ``Arrival/Keys/ready`` or ``Arrival/Keys/waiting(words:)``; others where there is nothing to wait for.
  /// - Throws: ``CommandFailure``.
  package func askForKeys() async throws -> Arrival.Keys {
    try await withKeys { access in
      switch try await access.enter() {
      case .plain: return .plain
      case .founded, .ready:
        try learnt()
        return .ready
      case .waiting(let words):
        try learnt()
        return .waiting(words: words)
      case .refused(let why): return .refused(why)
      }
    }
  }

  /// Notes that the journal is encrypted: nothing of it goes without keys from now on.
  private func learnt() throws {
    guard let settings = try settings() else { return }
    do throws(PrivateFileError) {
      try AccountKeys.noteEncrypted(settings.userRecordName, in: accountFile)
    } catch {
      throw ServiceWords.failure(error)
    }
  }

  // MARK: The recovery key

  /// The recovery key in eight groups, while it is kept here.
  ///
  /// - Throws: ``CommandFailure`` where it is not, with what to do.
  package func recovery() throws -> [String] {
    guard let settings = try settings(), let file = KeysFile(journal.paths, settings), let held = try file.held() else {
      throw CommandFailure(
        .notFound,
        "This journal has no keys here, so there is no recovery key to show. “cloudjournal account keys” says where it "
          + "stands.")
    }
    guard let recovery = held.kept.recovery else { throw AccountDesk.notHere }
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
  package func isRecovery(_ text: String) throws -> Bool {
    let shown = try recovery()
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

  // MARK: Others

  /// The devices that ask to be let in, the latest first.
  ///
  /// - Throws: ``CommandFailure``.
  package func asking() async throws -> [Asking] {
    try await withKeys { try await $0.requests() }
  }

  /// Lets the device in whose screen shows these words.
  ///
  /// - Returns: What it is called.
  /// - Throws: ``CommandFailure``; after three wrong tries the requests are ended.
  package func approve(_ words: String) async throws -> String {
    try await withKeys { try await $0.approve(words) }
  }

  /// Ends the request of a device that asks to be let in.
  ///
  /// - Parameter id: As ``asking()`` gives it, or the beginning of it.
  /// - Returns: What the device calls itself.
  /// - Throws: ``CommandFailure`` where no request or several have that id.
  package func deny(_ id: String) async throws -> String {
    try await withKeys { access in
      try await access.said {
        guard let name = try await access.desk.deny(id.lowercased()) else {
          throw CommandFailure(
            .notFound, "No request to be let in has the id \(id). “cloudjournal account approve” lists them.")
        }
        return name
      }
    }
  }

  /// Makes another journal key: what is written from now on is sealed under it.
  ///
  /// - Throws: ``CommandFailure``.
  package func newKey() async throws {
    _ = try await withKeys { access in try await access.said { try await access.desk.newKey() } }
  }

  /// Has everything that is on the server go up again, sealed under the newest key, with the next synchronisations.
  ///
  /// - Returns: How many records.
  /// - Throws: ``CommandFailure`` where the journal is not encrypted.
  package func reseal() async throws -> Int {
    try await withKeys { access in
      try await access.said {
        guard case .ready(_, .sealed, let number) = try await access.desk.ready() else { throw KeyFailure.noRing }
        return try journal.store.reseal(to: .sealed(keyNumber: number)).left
      }
    }
  }

  /// How many other devices are signed in: they have to be let in once encryption is turned on.
  ///
  /// - Throws: ``CommandFailure``.
  package func otherDevices() async throws -> Int {
    // Another service than ours does not tell.
    guard try settings()?.isOurs == true else { return 0 }
    return max(0, try await devices().count - 1)
  }

  /// Turns encryption on for an account whose journal is plain: the engine seals record by record from then on.
  ///
  /// - Returns: The recovery key in eight groups, as long as it is kept here.
  /// - Throws: ``CommandFailure`` where another device has the keys, and while changes wait.
  package func turnOn() async throws -> [String]? {
    let unsent = try journal.unsentChanges()
    // Where the server hides or has lost the keys of an encrypted journal nothing can be sent before it has others.
    let wasSealed = try settings().map { try AccountKeys(journal.paths, $0, journal.store) != nil } ?? false
    guard unsent == 0 || wasSealed else {
      throw CommandFailure(
        .busy,
        "\(NumberText.counted(unsent, "change is", "changes are")) not on the server yet. Run “cloudjournal sync” first."
      )
    }
    return try await withKeys { access in
      try await access.said {
        _ = try await access.turnOn()
        try learnt()
        return try access.file.held()?.kept.recovery?.shown
      }
    }
  }

  /// Turns encryption off: every record becomes plain on the server again, one by one.
  ///
  /// - Throws: ``CommandFailure`` where the journal is not encrypted, or this computer has no keys.
  package func turnOff() async throws {
    _ = try await withKeys { access in try await access.said { try await access.desk.turnOff() } }
  }

  /// Agrees to what the ring says of the journal, on a computer that came in by the recovery key.
  ///
  /// - Throws: ``CommandFailure``.
  package func agreeToMode() async throws {
    _ = try await withKeys { access in try await access.said { try await access.desk.confirmMode() } }
  }

  /// Removes a device from those that can read, and makes a new key.
  ///
  /// - Parameter id: As ``KeysReport`` names it, or the beginning of it.
  /// - Returns: What it is called, and whether a new recovery key was made, which has to be shown.
  /// - Throws: ``CommandFailure`` where no device or several have that name, and for this one.
  package func removeReader(_ id: String) async throws -> (name: String, hasNewRecovery: Bool) {
    try await withKeys { access in
      try await access.said {
        _ = try await access.desk.ready()
        guard let held = try access.file.held() else { throw KeyFailure.notIn }
        let found = try KeySurvey(held).devices.filter { $0.id.description.hasPrefix(id.lowercased()) && !id.isEmpty }
        guard let device = found.first, found.count == 1 else {
          throw CommandFailure(
            .notFound, "No device that can read has the id \(id). “cloudjournal account keys” lists them.")
        }
        guard !device.isThisOne else {
          throw CommandFailure.usage("This is the computer that you are using: “cloudjournal account sign-out” leaves.")
        }
        let before = held.kept.recovery
        try await access.desk.remove(device.id)
        return (device.name, try access.file.held()?.kept.recovery != before)
      }
    }
  }

  /// Which of the devices that can read a sign-in belongs to is not known: a person has to say.
  package struct WhichReader: Error, Hashable, Sendable {
    /// All but this one.
    package let readers: [AccountReader]
  }

  /// Removes the device of a sign-in from those that can read, where there is one and this computer can.
  ///
  /// Which sign-in is its own each device says of itself; where none says it, or several do, that proves nothing.
  ///
  /// - Returns: nil where it is none of them.
  func removeReader(
    signedInBy sessionID: String, _ reader: ReaderOfSignIn
  ) async throws -> (name: String, hasNewRecovery: Bool)? {
    guard let settings = try settings(), let keys = try AccountKeys(journal.paths, settings, journal.store),
      let survey = try keys.survey(), survey.status.isUsable, reader != .none
    else { return nil }
    if case .device(let id) = reader { return try await removeReader(id) }
    let others = try await withKeys { access in
      try await access.said {
        _ = try await access.desk.ready()
        return try access.file.held().map { try KeySurvey($0).devices.filter { !$0.isThisOne } } ?? []
      }
    }
    guard !others.isEmpty else { return nil }
    let known = others.filter { $0.signInID == sessionID }
    guard let device = known.first, known.count == 1 else {
      throw WhichReader(
        readers: others.map {
          AccountReader(
            id: $0.id.description, name: $0.name, since: Instant(milliseconds: Int64(clamping: $0.addedAt)))
        })
    }
    return try await removeReader(device.id.description)
  }

  // MARK: Leaving

  /// Leaves the account's keys before signing out, so that the other devices make a new key.
  ///
  /// - Returns: Why the server could not be told, if it could not: the keys stay here then, for the next sign-in.
  /// - Throws: ``CommandFailure`` where nothing else could bring the journal on the server back.
  func leaveKeys() async throws -> String? {
    guard let settings = try settings(), let keys = try AccountKeys(journal.paths, settings, journal.store) else {
      return nil
    }
    guard let survey = try keys.survey() else { return nil }
    switch survey.status.state {
    // What is not settled goes on with the next sign-in.
    case .open, .founding, .refused: return nil
    case .waiting, .removed: break
    case .ready, .sealing, .opening:
      try await requireOtherReader(survey)
      do {
        // A ring that was erased there is not made again by one that leaves it.
        if survey.devices.count == 1, await isNothingThere() { break }
        try await withKeys { access in try await access.said { try await access.desk.leave() } }
      } catch {
        return CommandFailure(error).sentence
      }
    }
    do {
      try JoiningFile(journal.paths).remove()
      try keys.file.remove()
    } catch {
      throw ServiceWords.failure(error)
    }
    return nil
  }

  // MARK: The way there

  func withKeys<Value>(_ body: (KeyAccess) async throws -> Value) async throws -> Value {
    do {
      return try await signedIn { connection, _ in
        guard let user = connection.settings.userRecordName else { throw KeyFailure.noRing }
        return try await body(KeyAccess(journal, connection, user: user))
      }
    } catch {
      throw KeyWords.failure(error)
    }
  }
}
