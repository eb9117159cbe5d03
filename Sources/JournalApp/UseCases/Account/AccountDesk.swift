package import CloudClient
import CloudRecord
import Foundation
package import JournalCore
import JournalStore
import SyncCore

/// Signs a journal in to a service and out of it.
package struct AccountDesk {
  let journal: OpenedJournal
  private let environment: [String: String]

  package init(_ journal: OpenedJournal, environment: [String: String]) {
    (self.journal, self.environment) = (journal, environment)
  }

  var accountFile: AccountFile { journal.paths.account }
  var sessionFile: SessionFile { journal.paths.session }

  /// The settings of the last sign-in; nil where there was none. Throws ``CommandFailure`` for a file it cannot read.
  package func settings() throws -> AccountSettings? {
    do { return try accountFile.read() } catch { throw ServiceWords.failure(error) }
  }

  /// The session that is kept; nil where the journal is not signed in. Throws ``CommandFailure`` as ``settings()``.
  package func session() throws -> KeptSession? {
    do { return try sessionFile.read() } catch { throw ServiceWords.failure(error) }
  }

  // MARK: In

  /// Signs in and keeps the session with the journal, after the account's keys, which are on the disk before it.
  ///
  /// - Returns: Who that is, and where this computer stands with the account's keys.
  /// - Throws: ``CommandFailure``; no session is kept then, and one that was begun is ended.
  package func signIn(_ wish: Wish, _ proof: Proof) async throws -> Arrival {
    let settings = try await self.settings(for: wish)
    return try await use(settings) { connection in
      let signedIn: SignedIn
      do {
        signedIn = try await Self.prove(proof, connection)
      } catch {
        throw ServiceWords.failure(error, host: connection.transport.service.name)
      }
      do {
        let belonging = try belonging(of: signedIn, connection)
        let keys = try await self.keys(for: signedIn, belonging, wish, connection)
        return Arrival(who: try keep(signedIn, belonging, isPlain: keys == .plain, connection), keys: keys)
      } catch {
        if let id = signedIn.sessionID {
          try await Self.end(id, signedIn.webAuthToken, connection)
        }
        throw error
      }
    }
  }

  /// What is known of the service, asking it where it tells.
  private func settings(for wish: Wish) async throws -> AccountSettings {
    let before = try settings()
    guard let server = wish.server ?? before?.service ?? wish.fallback.server else {
      throw CommandFailure.usage("Give the server’s address with --server, such as https://journal.example.org.")
    }
    let service: HTTPAddress
    do {
      service = try HTTPAddress(ServerAddress.completed(server))
      if let pin = wish.pin { _ = try KeyPin(pin) }
    } catch {
      throw CommandFailure.usage(ServiceWords.sentence(error.description))
    }
    // What was said of another service says nothing of this one.
    let known = before?.service == service.base ? before : nil
    let asked = wish.settings(of: service.base)
    let given = [asked.container, asked.apiToken].compactMap(\.self).count
    guard given == 0 || given == 2 else {
      throw CommandFailure.usage("--container and --api-token belong together: give both, or neither.")
    }
    var settings = AccountSettings(
      service: service.base, container: asked.container ?? known?.container ?? "",
      environment: asked.environment ?? known?.environment ?? .production,
      apiToken: asked.apiToken ?? known?.apiToken ?? "", isOurs: known?.isOurs ?? true,
      deviceName: wish.deviceName ?? before?.deviceName ?? World.deviceName,
      deviceID: before?.deviceID ?? UUID().uuidString.lowercased())
    settings.authorities = wish.authorities.map { Self.absolute($0) } ?? known?.authorities
    settings.pin = wish.pin ?? known?.pin
    if settings.pin == nil, settings.authorities == nil {
      settings.pin = AccountSwitch(journal.paths, environment: environment).trustedKey(at: service.base)
    }
    settings.proxy = wish.proxy ?? known?.proxy
    settings.userRecordName = known?.userRecordName
    settings.name = known?.name
    // Who told all that has to be known may be a service that tells nothing, such as Apple's.
    if service.isApples { settings.isOurs = false }
    guard settings.isOurs, let description = try await trustedDescription(&settings, wish, mayBeAnothers: given == 2)
    else {
      settings.isOurs = false
      return settings
    }
    if let environment = asked.environment, environment != description.environment {
      throw CommandFailure.usage(
        "\(service.name) has the environment \(description.environment.rawValue) only, and not \(environment.rawValue)."
      )
    }
    settings.environment = description.environment
    if settings.container.isEmpty { settings.container = description.container }
    if given == 0, settings.apiToken.isEmpty || settings.container == description.container {
      settings.apiToken = description.apiToken
    }
    settings.incarnation = description.incarnation
    settings.baseURL = description.baseURL
    if before == nil, wish.deviceName == nil, let name = wish.nameDevice {
      settings.deviceName = try name(settings.deviceName)
    }
    return settings
  }

  /// What a service of ours tells of itself, once a person trusts it where no authority does.
  private func trustedDescription(
    _ settings: inout AccountSettings, _ wish: Wish, mayBeAnothers: Bool
  ) async throws -> ServiceDescription? {
    do {
      return try await describe(settings, mayBeAnothers: mayBeAnothers)
    } catch let server as UntrustedServer {
      // A server that had another proof before, or is known already, is not trusted by a single keystroke.
      guard settings.pin == nil, settings.authorities == nil, settings.userRecordName == nil else {
        throw AccountDesk.refusal(server)
      }
      guard let trust = wish.trust else { throw AccountDesk.refusal(server) }
      guard try trust(server) else {
        throw CommandFailure(.cancelled, "\(server.host) is not trusted. Nothing was sent.")
      }
      settings.pin = server.key
      return try await describe(settings, mayBeAnothers: mayBeAnothers)
    }
  }

  private static func refusal(_ server: UntrustedServer) -> CommandFailure {
    CommandFailure(
      .inputOutput,
      "This computer cannot verify \(server.host). If the server’s key is \(server.key), give "
        + "--pin \(server.key), or name the authority’s certificates with --authorities.")
  }

  /// What a service of ours tells of itself.
  ///
  /// - Throws: ``UntrustedServer`` where its certificate is not trusted.
  /// - Parameter mayBeAnothers: Whether the service may be another one than ours, such as Apple's; the answer is then nil.
  private func describe(
    _ settings: AccountSettings, mayBeAnothers: Bool
  ) async throws -> ServiceDescription? {
    try await use(settings) { connection in
      do throws(CloudFailure) {
        return try await ServiceDiscovery(connection.transport).describe()
      } catch {
        if mayBeAnothers, error.code == .badContainer { return nil }
        if let key = error.untrustedKey {
          throw UntrustedServer(host: connection.transport.service.name, key: key)
        }
        let failure = ServiceWords.failure(error, host: connection.transport.service.name)
        // A server that waits for TLS answers nothing else.
        guard error.code == .networkFailure, error.isOutcomeUnknown, settings.service.hasPrefix("http://") else {
          throw failure
        }
        throw CommandFailure(
          failure.code, failure.sentence + " If the server uses HTTPS, give its address with https://.")
      }
    }
  }

  private static func prove(_ proof: Proof, _ connection: ServiceConnection) async throws -> SignedIn {
    switch proof {
    case .password(let name, let refused, let password):
      guard connection.settings.isOurs else {
        throw CommandFailure.usage("This service signs in by its own page only: leave --user out.")
      }
      let session = SessionSignIn(connection.transport)
      // What was settled before, such as whether the server is trusted, is not asked again for a typing error.
      for _ in 1..<(refused == nil ? 1 : 3) {
        let given = try password()
        do throws(CloudFailure) {
          return try await session.signIn(name: name, password: given, device: connection.settings.deviceName)
        } catch {
          guard error.code == .notAuthenticated, let refused else { throw error }
          refused(ServiceWords.failure(error, host: connection.transport.service.name).sentence)
        }
      }
      return try await session.signIn(
        name: name, password: try password(), device: connection.settings.deviceName)
    case .code(let ask):
      let flow = BrowserSignIn(connection.client.container, transport: connection.transport)
      return try await flow.finish(code: try ask(try await flow.page(callback: nil)))
    case .shortCode(let show, let otherwise):
      guard connection.settings.isOurs,
        let offer = try await CodeSignIn(connection.transport).begin(device: connection.settings.deviceName)
      else { return try await prove(otherwise, connection) }
      show(offer.address, offer.code)
      do {
        return try await CodeSignIn(connection.transport).wait(for: offer)
      } catch let refusal as CodeSignIn.Refusal {
        throw CommandFailure(
          .cancelled,
          refusal == .refused
            ? "The sign-in was refused on the page. Nothing was changed."
            : "The code has ended before it was typed. Sign in again for a new one.")
      }
    case .browser(let port, let open):
      let flow = BrowserSignIn(connection.client.container, transport: connection.transport)
      // Elsewhere the address was registered beforehand, and comes back as it is there.
      let state = connection.settings.isOurs ? UUID().uuidString : nil
      let listener = try await CallbackListener.open(state: state, port: port)
      do {
        open(try await flow.page(callback: connection.settings.isOurs ? listener.address : nil))
        let code = try await listener.token()
        await listener.close()
        return try await flow.finish(code: code)
      } catch {
        await listener.close()
        throw error
      }
    }
  }

  // MARK: Out

  /// Ends the session on the server and forgets it here; the journal stays. Throws ``CommandFailure`` without one.
  ///
  /// - Returns: Why the server could not be told, if it could not; the session is forgotten all the same.
  /// - Throws: ``CommandFailure`` also where the journal on the server could never be read again then.
  package func signOut() async throws -> String? {
    guard let settings = try settings(), let session = try session() else {
      throw CommandFailure(.notFound, "The journal “\(journal.paths.name)” is not signed in.")
    }
    var complaint = try await leaveKeys()
    if complaint == nil { complaint = try await end(session, settings) }
    do { try sessionFile.remove() } catch { throw ServiceWords.failure(error) }
    return complaint
  }

  /// Ends a session on the server; what is here stays. Nothing else than our own server can be asked for that.
  ///
  /// - Returns: Why the server could not be told, if it could not.
  func end(_ session: KeptSession, _ settings: AccountSettings) async throws -> String? {
    guard settings.isOurs else { return nil }
    return try await sentence(from: settings) { connection in
      do throws(CloudFailure) {
        let desk = SessionSignIn(connection.transport)
        var id = session.sessionID
        if id == nil {
          id = try await desk.devices(webAuthToken: session.webAuthToken).first { $0.isCurrent }?.sessionID
        }
        if let id { try await desk.end(sessionID: id, webAuthToken: session.webAuthToken) }
        return nil
      } catch {
        // A session that has ended is what was wanted.
        return error.code == .notAuthenticated || error.code == .badContainer ? nil : ServiceWords.sentence(error)
      }
    }
  }

  /// Asks the server something that does not decide; where it cannot be reached at all, the sentence about that.
  private func sentence(
    from settings: AccountSettings, _ body: (ServiceConnection) async throws -> String?
  ) async throws -> String? {
    do {
      return try await use(settings, body)
    } catch let failure as CommandFailure {
      return failure.sentence
    }
  }

  // MARK: Devices and state

  /// - Throws: ``CommandFailure`` where no account is signed in: to be checked before a person confirms.
  package func requireSignedIn() throws {
    guard try settings() != nil, try session() != nil else { throw Self.notSignedIn }
  }

  /// The devices that are signed in to the account; their names are kept for what they change.
  ///
  /// - Throws: ``CommandFailure`` where this device is not signed in, or is offline.
  package func devices() async throws -> [SignedInDevice] {
    let devices = try await signedIn { connection, session in
      try await SessionSignIn(connection.transport).devices(webAuthToken: session.webAuthToken)
    }
    DeviceNames.keep(devices, in: journal.store)
    return devices
  }

  /// Gives a device of the account another name, this one where no session is named.
  ///
  /// - Throws: ``CommandFailure`` where this device is not signed in, or the server refuses.
  package func renameDevice(_ sessionID: String? = nil, to name: String) async throws {
    guard !name.isEmpty else { throw CommandFailure.usage("A device needs a name, such as laptop.") }
    let isThisOne = try await signedIn { connection, session in
      let desk = SessionSignIn(connection.transport)
      let own = try await desk.devices(webAuthToken: session.webAuthToken).first(where: \.isCurrent)?.sessionID
      guard let device = sessionID ?? own else { throw Self.notSignedIn }
      try await desk.renameDevice(sessionID: device, to: name, webAuthToken: session.webAuthToken)
      return device == own
    }
    guard isThisOne, var settings = try settings() else { return }
    settings.deviceName = name
    do { try accountFile.write(settings) } catch { throw ServiceWords.failure(error) }
  }

  /// Signs another device out, and takes the keys of an encrypted journal from it before.
  ///
  /// - Parameter reader: Which of the devices that can read it is.
  /// - Returns: The device whose keys were taken away, and whether another recovery key was made, which has to be shown; nil
  ///   where it had none.
  /// - Throws: ``WhichReader`` where that is not known, before anything is done; ``CommandFailure`` where this one is not signed
  ///   in, or the server refuses.
  package func endDevice(
    _ sessionID: String, reader: ReaderOfSignIn = .asKnown
  ) async throws -> (name: String, hasNewRecovery: Bool)? {
    let removed = try await removeReader(signedInBy: sessionID, reader)
    try await signedIn { connection, session in
      try await SessionSignIn(connection.transport).end(sessionID: sessionID, webAuthToken: session.webAuthToken)
    }
    return removed
  }

  /// Asks the service whether it knows who is signed in. Throws ``CommandFailure`` for files that cannot be used.
  package func state() async throws -> (account: SyncStatus.Account, isSignedOutElsewhere: Bool, reason: String?) {
    guard let settings = try settings(), try session() != nil else { return (.noAccount, false, nil) }
    return try await use(settings) { connection in
      let session = try connection.currentSession()
      do throws(CloudFailure) {
        _ = try await connection.client.send(.caller, urgency: .interactive)
        return (.available, false, nil)
      } catch {
        let isEnded =
          error.code == .notAuthenticated && settings.isOurs && session?.expiresAt ?? .max > World.now().milliseconds
        let account: SyncStatus.Account =
          switch error.code {
          case .notAuthenticated where isEnded: .restricted
          case .notAuthenticated: .noAccount
          case .managedAccountRestricted: .restricted
          case .serviceUnavailable, .zoneBusy, .accountTemporarilyUnavailable: .temporarilyUnavailable
          default: .couldNotDetermine
          }
        return (account, isEnded, ServiceWords.sentence(error, host: connection.transport.service.name))
      }
    }
  }

  // MARK: Connections

  /// Runs `body` with the client in the name of who is signed in.
  func signedIn<Result>(
    _ body: (ServiceConnection, KeptSession) async throws -> Result
  ) async throws -> Result {
    guard let settings = try settings() else { throw Self.notSignedIn }
    return try await use(settings) { connection in
      guard let session = try connection.currentSession() else { throw Self.notSignedIn }
      do { return try await body(connection, session) } catch { throw ServiceWords.failure(error) }
    }
  }

  private func use<Result>(
    _ settings: AccountSettings, _ body: (ServiceConnection) async throws -> Result
  ) async throws -> Result {
    let connection = try ServiceConnection(settings, sessionFile: sessionFile, environment: environment)
    do {
      let result = try await body(connection)
      try await connection.close()
      return result
    } catch {
      try await connection.close()
      throw error
    }
  }

  private static func end(_ id: String, _ token: String, _ connection: ServiceConnection) async throws {
    do throws(CloudFailure) {
      try await SessionSignIn(connection.transport).end(sessionID: id, webAuthToken: token)
    } catch {
      // It is not kept here, and ends on the server when no device uses it.
    }
  }

  private static let notSignedIn = CommandFailure(
    .notFound, "You are not signed in. Sign in with: cloudjournal account sign-in --server URL --user NAME")

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
