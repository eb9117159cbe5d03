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

  /// Where this computer stands, who can read, and who asks, as the server shows it now; where it cannot be asked, what is
  /// known here, and why.
  ///
  /// - Throws: ``CommandFailure`` where no account is signed in, or the keys here cannot be read.
  package func keysReport() async throws -> KeysReport {
    do {
      return try await withKeys { access in
        let entrance = try await access.enter()
        if entrance == .ready || entrance.isWaiting { try learnt() }
        let survey = try access.file.held().map { try KeySurvey($0) }
        var requests: [Asking] = []
        if entrance == .ready, survey?.status.isUsable == true {
          requests = try await access.requests()
        }
        return try report(survey, entrance, requests)
      }
    } catch let failure as CommandFailure where failure.code == .inputOutput {
      guard let settings = try settings(), let keys = try AccountKeys(journal.paths, settings, journal.store) else {
        throw failure
      }
      return try report(keys.survey(), .unasked(failure.sentence))
    }
  }

  private func report(
    _ survey: KeySurvey?, _ entrance: KeyAccess.Entrance, _ requests: [Asking] = []
  ) throws -> KeysReport {
    KeysReport(
      survey, try survey.map { try AccountKeys.status($0, RingNotes(journal.store)) }, entrance, requests: requests,
      ownName: try settings()?.deviceName ?? "",
      unreadable: try journal.store.syncOverview(limit: 0).unreadable, zone: journal.context.zone)
  }

  /// Who can read the journal, as it is known here; nil for one that is not encrypted.
  ///
  /// The sealed names are the ones to go by: a device that was renamed since is shown with both, as the server, which
  /// tells the later name, cannot be believed alone.
  ///
  /// - Parameter signIns: The names of the account's sign-ins by their ids, as the server tells them.
  /// - Throws: ``CommandFailure`` where the keys here cannot be read.
  func readers(signIns: [String: String] = [:]) throws -> AccountReaders? {
    guard let settings = try settings(), let keys = try AccountKeys(journal.paths, settings, journal.store) else {
      return nil
    }
    guard let survey = try keys.survey(), let status = try keys.status() else {
      return AccountReaders(status: EncryptionStatus(.waiting))
    }
    let devices = survey.devices.filter(\.isThisOne) + survey.devices.filter { !$0.isThisOne }
    return AccountReaders(
      status: status, since: survey.modeSetAt.map { Instant(milliseconds: Int64(clamping: $0)) },
      names: devices.map { device in
        let now = device.isThisOne ? settings.deviceName : signIns[device.signInID] ?? ""
        guard !now.isEmpty, now != device.name else { return device.name }
        return device.isThisOne || device.name.isEmpty ? now : "\(device.name), renamed “\(now)”"
      })
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
      case .removed: return .refused(KeyWords.removed)
      case .refused(let why), .unasked(let why): return .refused(why)
      }
    }
  }

  /// Whether another device has removed this one, as far as is known here: to begin again it gives nothing up.
  package func isRemoved() -> Bool {
    do {
      return try readers()?.status.state == .removed
    } catch {
      // What cannot be read does not say so; beginning again says what is wrong with it.
      return false
    }
  }

  /// Notes that the journal is encrypted: nothing of it goes without keys from now on.
  func learnt() throws {
    guard let settings = try settings() else { return }
    do throws(PrivateFileError) {
      try AccountKeys.noteEncrypted(settings.userRecordName, in: accountFile)
    } catch {
      throw ServiceWords.failure(error)
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

  /// How many other sign-ins the account has whose computers have no keys: they have to be let in once encryption is turned on.
  ///
  /// - Throws: ``CommandFailure``.
  package func signInsWithoutKeys() async throws -> Int {
    // Another service than ours does not tell.
    guard let settings = try settings(), settings.isOurs else { return 0 }
    let survey = try KeysFile(journal.paths, settings)?.held().map { try KeySurvey($0) }
    let known = Set(survey?.devices.map(\.signInID) ?? [])
    return try await devices().count { !$0.isCurrent && !known.contains($0.sessionID) }
  }

  /// Turns encryption on for an account whose journal is plain: the engine seals record by record from then on.
  ///
  /// - Returns: The recovery key in eight groups, as long as it is kept here.
  /// - Throws: ``CommandFailure`` where another device has the keys, and while changes wait.
  package func turnOn() async throws -> [String]? {
    guard try StoredShares(journal.store).all().isEmpty else {
      throw CommandFailure(
        .invalidInput,
        "Something of this journal is shared, and the server reads it. “cloudjournal share list” says what it is; stop sharing it "
          + "first, with “cloudjournal share stop ENTRY”, and share it again once encryption is on.")
    }
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
    guard try StoredShareRings(journal.store).all().allSatisfy({ $0.phase == .ended }) else {
      throw CommandFailure(
        .invalidInput,
        "You share something of this journal, sealed for those who have it. Stop sharing it first: “cloudjournal share list” says "
          + "what. Nothing was changed.")
    }
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
