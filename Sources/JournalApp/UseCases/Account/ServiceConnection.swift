package import CloudClient
import CloudRecord
import JournalCore

/// The way to a journal's service: connections, and a client in the name of the account that is signed in.
package final class ServiceConnection: Sendable {
  /// The account's settings, as they were when this was made.
  package let settings: AccountSettings
  /// The connections to the service; they are closed by ``close()``.
  package let transport: HTTPTransport
  /// The client; it asks without a session until ``currentSession()`` finds one.
  package let client: CloudClient
  private let sessionFile: SessionFile

  /// - Parameter environment: The process's, for its proxies.
  /// - Throws: ``CommandFailure`` with a sentence where the settings cannot be used.
  package init(_ settings: AccountSettings, sessionFile: SessionFile, environment: [String: String]) throws {
    (self.settings, self.sessionFile) = (settings, sessionFile)
    do {
      let service = try HTTPAddress(settings.service)
      transport = try HTTPTransport(
        service: service, settings: try Self.clientSettings(settings, service: service, environment: environment))
      let container = CloudContainer(
        service: service, container: settings.container, environment: settings.environment,
        apiToken: settings.apiToken,
        compression: service.isLoopback ? .none : settings.isOurs ? .requestsAndAnswers : .answers,
        announcesSizes: settings.isOurs, known: settings.baseURL.flatMap(Self.address))
      client = CloudClient(container, database: .private, transport: transport, webAuthToken: nil) { old, new in
        Self.keep(new, insteadOf: old, in: sessionFile)
      }
    } catch {
      throw ServiceWords.failure(error)
    }
  }

  /// Where a service said that it was; nil for what cannot be reached, as a server that does not know of the TLS before it
  /// may say.
  private static func address(_ text: String) -> HTTPAddress? {
    do { return try HTTPAddress(text) } catch { return nil }
  }

  /// Returns the settings of the HTTP client: certificates, the key that is asked for, and the proxy.
  ///
  /// - Throws: ``AddressRefusal`` for a key or a proxy that cannot be understood.
  package static func clientSettings(
    _ settings: AccountSettings, service: HTTPAddress, environment: [String: String]
  ) throws(AddressRefusal) -> ClientSettings {
    var client = ClientSettings(now: { World.now().milliseconds })
    if !settings.isOurs { client.assetLimit = ClientSettings.appleAssetLimit }
    client.authorities = settings.authorities
    client.pin = try settings.pin.map { pin throws(AddressRefusal) in try KeyPin(pin) }
    switch settings.proxy {
    case nil: client.proxy = try ProxySetting.from(environment: environment, for: service)
    case "": client.proxy = nil
    case let proxy?: client.proxy = try ProxySetting(proxy)
    }
    return client
  }

  /// A token that took another's place. One that cannot be kept is used all the same, as long as this process lives.
  ///
  /// Another process may have signed in meanwhile: its session stays as it is.
  private static func keep(_ token: String, insteadOf old: String, in file: SessionFile) {
    do {
      guard var session = try file.read(), session.webAuthToken == old else { return }
      session.webAuthToken = token
      try file.write(session)
    } catch {
      // The older token stays in the file: services leave it valid, and if not, the person is asked to sign in again.
    }
  }

  /// The session of this service that the file keeps, by which the client asks from now on; nil without one.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be read.
  package func currentSession() throws -> KeptSession? {
    let session = try keptSession()
    client.setWebAuthToken(session?.webAuthToken)
    return session
  }

  private func keptSession() throws -> KeptSession? {
    do {
      // A token is for the service that gave it.
      return try sessionFile.read().flatMap { $0.service == transport.service.origin ? $0 : nil }
    } catch {
      throw ServiceWords.failure(error)
    }
  }

  /// Whose session it is, as people read it: `ada@cloud.example`.
  func who(_ session: KeptSession) -> String {
    "\(session.name ?? settings.name ?? session.userRecordName)@\(transport.service.name)"
  }

  /// Who is signed in as far as this computer knows, without asking any server; nil without a session, and where its file
  /// cannot be read, which is said when it is asked for.
  var keptWho: String? {
    do { return try keptSession().map(who) } catch { return nil }
  }

  /// Closes all connections.
  ///
  /// - Throws: The error of the HTTP client, such as for a second call.
  package func close() async throws { try await transport.shutDown() }
}

/// What goes wrong with a service, as commands say it.
enum ServiceWords {
  static func failure(_ error: any Error, host: String? = nil) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let refusal as AddressRefusal: CommandFailure(.invalidInput, sentence(refusal.description))
    case let error as PrivateFileError: CommandFailure(.badFile, sentence(error.description))
    case let failure as CloudFailure: CommandFailure(code(failure), sentence(failure, host: host))
    default: CommandFailure(error)
    }
  }

  /// A failure in one sentence, with what to do where that is known.
  ///
  /// - Parameter host: The service's name.
  static func sentence(_ failure: CloudFailure, host: String? = nil) -> String {
    let wait = failure.retryAfter.map { " Try again in \(Int($0.rounded(.up))) seconds." } ?? ""
    switch failure.code {
    case .missingEntitlement:
      return sentence(failure.reason) + " This program’s API token is not accepted: ask the server’s owner."
    case .managedAccountRestricted:
      return sentence(failure.reason) + " Ask them; your journal stays here."
    case .networkFailure: return "Cannot reach \(host ?? "the server") (\(failure.reason))."
    case .networkUnavailable: return "There is no network."
    // A server of ours says how long itself.
    default: return sentence(failure.reason) + (failure.reason.contains("; wait ") ? "" : wait)
    }
  }

  /// A phrase as a sentence.
  static func sentence(_ phrase: String) -> String {
    guard let first = phrase.first else { return "Something went wrong." }
    let end = ".!?".contains(phrase.last ?? " ") ? "" : "."
    return first.uppercased() + phrase.dropFirst() + end
  }

  private static func code(_ failure: CloudFailure) -> CommandFailure.Code {
    switch failure.code {
    case .requestRateLimited, .serviceUnavailable, .zoneBusy: .busy
    case .notAuthenticated, .invalidArguments: .invalidInput
    case .badContainer: .notFound
    default: .inputOutput
    }
  }
}
