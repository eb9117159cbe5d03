package import CloudRecord
import CloudWire
import Synchronization

/// Sends requests to one database of a CloudKit Web Services container.
///
/// Knows the session and the protocol; retries nothing by itself. Operations beyond a limit wait for their turn;
/// transfers of files do not.
package final class CloudClient: Sendable {
  /// The most requests at a time; one, as soon as the service replaces tokens.
  private static let width = 6

  private struct State {
    var webAuthToken: String?
    var clock = ClockComparison()
    var isRotating = false
  }

  /// What the clients of all databases of one container share.
  private final class Session: Sendable {
    let state: Mutex<State>
    let gate = RequestGate(limit: CloudClient.width)
    let onNewToken: @Sendable (_ old: String, _ new: String) -> Void

    init(webAuthToken: String?, onNewToken: @escaping @Sendable (_ old: String, _ new: String) -> Void) {
      state = Mutex(State(webAuthToken: webAuthToken))
      self.onNewToken = onNewToken
    }
  }

  /// The container that all requests are for.
  package let container: CloudContainer
  /// The database that requests are sent to; who is signed in and where push tokens are is the same in each.
  package let database: DatabaseScope
  let transport: HTTPTransport
  private let session: Session

  private var gate: RequestGate { session.gate }

  /// - Parameters:
  ///   - webAuthToken: The session's token; nil asks without one, and the answer says where to sign in.
  ///   - onNewToken: Called from any thread with each token that an answer puts in the place of the session's.
  package convenience init(
    _ container: CloudContainer, database: DatabaseScope, transport: HTTPTransport, webAuthToken: String?,
    onNewToken: @escaping @Sendable (_ old: String, _ new: String) -> Void = { _, _ in }
  ) {
    self.init(
      container, database, transport, Session(webAuthToken: webAuthToken, onNewToken: onNewToken))
  }

  private init(
    _ container: CloudContainer, _ database: DatabaseScope, _ transport: HTTPTransport, _ session: Session
  ) {
    (self.container, self.database, self.transport, self.session) = (container, database, transport, session)
  }

  /// Returns a client of another database, which asks in the same session and waits for the same turns.
  package func on(_ database: DatabaseScope) -> CloudClient {
    database == self.database ? self : CloudClient(container, database, transport, session)
  }

  /// The token that the next request carries; nil without a session.
  package var webAuthToken: String? { session.state.withLock { $0.webAuthToken } }

  /// Goes on with another session, or without one; requests under way keep the old token.
  package func setWebAuthToken(_ token: String?) { session.state.withLock { $0.webAuthToken = token } }

  /// The server's clock less this machine's, in milliseconds; nil before the first answer.
  package var clockOffset: Int64? { session.state.withLock { $0.clock.offset } }

  /// Sends one request.
  ///
  /// - Throws: Why there is no reply; the failures of single items are part of a reply.
  package func send(
    _ request: CloudRequest, urgency: RequestUrgency
  ) async throws(CloudFailure) -> CloudReply {
    try await send(request, urgency: urgency, known: nil) { _ in }
  }

  /// Sends one request.
  ///
  /// - Parameters:
  ///   - known: The service's history as it is known; an answer that tells another one is a failure.
  ///   - progress: Called with the bytes of a file that have come or gone so far; from any thread, many times a second.
  /// - Throws: Why there is no reply; the failures of single items are part of a reply.
  package func send(
    _ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply {
    let note = HistoryNote(known: known)
    do throws(CloudFailure) {
      let reply = try await send(request, urgency, note, progress)
      try note.check()
      return reply
    } catch {
      throw note.judged(error)
    }
  }

  /// Sends one request with the known history, and returns the outcome with the history that the answer tells.
  ///
  /// The caller compares the two.
  package func exchange(_ request: CloudRequest, urgency: RequestUrgency, known: ServerHistory?) async -> CloudAnswer {
    let note = HistoryNote(known: known)
    let outcome: Result<CloudReply, CloudFailure>
    do throws(CloudFailure) {
      outcome = .success(try await send(request, urgency, note) { _ in })
    } catch {
      outcome = .failure(note.judged(error))
    }
    return CloudAnswer(outcome, history: note.found, asked: known)
  }

  private func send(
    _ request: CloudRequest, _ urgency: RequestUrgency, _ note: HistoryNote,
    _ progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> CloudReply {
    switch request {
    case .caller:
      let answer = try await ask("users/caller", body: nil, urgency)
      return .caller(try read(answer) { (reader) throws(ReplyFailure) in try reader.user() })
    case .modifyZones(let operations):
      let body = RequestWriter.zonesModify(operations)
      let answer = try await ask("zones/modify", body: body, urgency, note)
      return .zones(try read(answer) { (reader) throws(ReplyFailure) in try reader.zones() })
    case .modifySubscriptions(let operations):
      let body = try write { () throws(ServiceError) in try RequestWriter.subscriptionsModify(operations) }
      let answer = try await ask("subscriptions/modify", body: body, urgency, note)
      return .subscriptions(try read(answer) { (reader) throws(ReplyFailure) in try reader.subscriptions() })
    case .zoneChanges(let requests):
      let answer = try await ask("changes/zone", body: RequestWriter.zoneChanges(requests), urgency, note)
      return .zoneChanges(try read(answer) { (reader) throws(ReplyFailure) in try reader.zoneChanges() })
    case .databaseChanges(let request):
      let answer = try await ask("changes/database", body: RequestWriter.databaseChanges(request), urgency, note)
      return .databaseChanges(try read(answer) { (reader) throws(ReplyFailure) in try reader.databaseChanges() })
    case .resolve(let asked): return .links(try await links(asked, "records/resolve", urgency))
    case .accept(let asked): return .links(try await links(asked, "records/accept", urgency))
    case .modify(let request):
      let body = try write { () throws(ServiceError) in try RequestWriter.modify(request) }
      let answer = try await ask("records/modify", body: body, urgency, note)
      let zoneID = request.zoneID ?? .default
      return .records(try read(answer) { (reader) throws(ReplyFailure) in try reader.records(in: zoneID) })
    case .lookup(let request):
      let answer = try await ask("records/lookup", body: RequestWriter.lookup(request), urgency, note)
      let zoneID = request.zoneID ?? .default
      return .records(try read(answer) { (reader) throws(ReplyFailure) in try reader.records(in: zoneID) })
    case .uploadAsset(let token, let zoneID, let source):
      return .asset(try await upload(token, zoneID, source, urgency, note, progress))
    case .downloadAsset(let asset): return .bytes(try await download(asset, urgency))
    case .downloadFile(let asset, let path): return .file(try await download(asset, to: path, urgency, progress))
    }
  }

  /// Asks about links, which are of the public database wherever they lead.
  private func links(
    _ links: [ShortGUIDRequest], _ operation: String, _ urgency: RequestUrgency
  ) async throws(CloudFailure) -> [ShortGUIDOutcome] {
    let answer = try await on(.public).ask(operation, body: RequestWriter.shortGUIDs(links), urgency)
    return try read(answer) { (reader) throws(ReplyFailure) in try reader.shortGUIDs() }
  }

  /// Asks an operation of the database, or of the push tokens.
  ///
  /// - Parameter body: nil asks by GET.
  func ask(
    _ operation: String, body: [UInt8]?, isAboutDevice: Bool = false, _ urgency: RequestUrgency,
    _ note: HistoryNote? = nil
  ) async throws(CloudFailure) -> HTTPAnswer {
    do { try await gate.enter(urgency) } catch { throw CloudFailure(code: .operationCancelled, reason: "stopped") }
    let result: Result<HTTPAnswer, CloudFailure>
    let token = webAuthToken
    do throws(CloudFailure) {
      var call = try call(operation, body: body, isAboutDevice: isAboutDevice, token, urgency)
      call.known = note?.known
      let answer = try await transport.send(call)
      note?.take(answer)
      self.note(answer, askedWith: token)
      result = .success(answer)
    } catch {
      result = .failure(error)
    }
    gate.leave()
    return try result.get()
  }

  private func call(
    _ operation: String, body: [UInt8]?, isAboutDevice: Bool, _ token: String?, _ urgency: RequestUrgency
  ) throws(CloudFailure) -> HTTPCall {
    let address = try CloudFailure.refusing(as: .badContainer) { () throws(AddressRefusal) in
      isAboutDevice
        ? try container.device(operation, webAuthToken: token)
        : try container.database(database, operation, webAuthToken: token)
    }
    // A slow line gets a second more for each 16 KiB that go out.
    let seconds = self.seconds(urgency) + Double((body?.count ?? 0) / (16 << 10))
    var call = HTTPCall(
      method: body == nil ? .get : .post, address: address, seconds: seconds, answerLimit: transport.settings.replyLimit
    )
    call.takesGzip = container.compression != .none
    if let body {
      call.body = container.compression == .requestsAndAnswers ? .compressible(body) : .bytes(body)
      call.contentType = "application/json; charset=utf-8"
    }
    return call
  }

  func seconds(_ urgency: RequestUrgency) -> Double {
    urgency == .interactive ? transport.settings.interactiveSeconds : transport.settings.backgroundSeconds
  }

  /// Takes a new token and the server's clock from an answer's headers, whatever its status.
  private func note(_ answer: HTTPAnswer, askedWith token: String?) {
    if let date = answer.headers["date"].flatMap({ HTTPDate.seconds(of: $0) }) {
      session.state.withLock { $0.clock.note(date: date, sentAt: answer.sentAt, receivedAt: answer.receivedAt) }
    }
    let names = ["x-apple-cloudkit-web-auth-token", "x-apple-cloudkit-session"]
    guard let token, let fresh = names.lazy.compactMap({ answer.headers[$0] }).first(where: Self.isToken),
      fresh != token
    else { return }
    let isFirst = session.state.withLock { state -> Bool in
      // The person signed out or in meanwhile, or another answer came first.
      guard state.webAuthToken == token else { return false }
      state.webAuthToken = fresh
      // Kept before it is asked with, and in the order in which tokens came.
      session.onNewToken(token, fresh)
      defer { state.isRotating = true }
      return !state.isRotating
    }
    // Where each answer brings a new token, each request waits for the one before.
    if isFirst { gate.setLimit(1) }
  }

  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 4096 && text != "undefined" && text != "null"
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  // MARK: Bodies

  func write(_ body: () throws(ServiceError) -> [UInt8]) throws(CloudFailure) -> [UInt8] {
    do throws(ServiceError) {
      return try body()
    } catch {
      throw CloudFailure(code: CloudErrorCode(error.code), reason: error.reason)
    }
  }

  func read<Reply>(
    _ answer: HTTPAnswer, _ body: (ReplyReader) throws(ReplyFailure) -> Reply
  ) throws(CloudFailure) -> Reply {
    do throws(ReplyFailure) {
      return try body(try ReplyReader(answer.body, status: answer.status))
    } catch {
      throw ReplyJudge(container: container.container).failure(error, answer)
    }
  }
}
