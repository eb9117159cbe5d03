package import CloudRecord
import CloudWire
import Encodings

/// A message of a service that there may be news.
package enum PushHint: Hashable, Sendable {
  /// The service tells changes from now on; it may not have told earlier ones, so it is time to fetch once.
  case listening
  case changed(CloudNotification)
}

/// Learns from a service when something has changed there, by requests that wait for the answer.
///
/// Hints may be lost, doubled and late: they only say that it is time to fetch. The sequence ends with a failure, or
/// when its task is cancelled; the caller decides when to begin again.
package struct PushListener: AsyncSequence, Sendable {
  /// ``PushHint/listening`` comes first.
  package typealias Element = PushHint
  /// The failure that ends the sequence.
  package typealias Failure = CloudFailure

  private let client: CloudClient
  private let clientID: String

  /// Prepares to listen; nothing is sent yet.
  ///
  /// - Parameter clientID: Names this device among the account's; the same each time.
  package init(_ client: CloudClient, clientID: String) {
    (self.client, self.clientID) = (client, clientID)
  }

  /// Makes an iterator, which registers this device when the first hint is asked for.
  package func makeAsyncIterator() -> Iterator { Iterator(client: client, clientID: clientID) }

  /// Registers this device once, then polls for one hint after the other.
  package struct Iterator: AsyncIteratorProtocol {
    /// So many empty answers in a row, each within a second, show that the service does not wait.
    private static let hastyLimit = 5

    private let client: CloudClient
    private let clientID: String
    private var address: HTTPAddress?
    /// Seconds after which a request that waits is taken for dead.
    private var patience = 0.0
    private var hasty = 0

    fileprivate init(client: CloudClient, clientID: String) {
      (self.client, self.clientID) = (client, clientID)
    }

    /// Waits for the next hint; returns nil if the task was cancelled between two requests.
    ///
    /// - Throws: The failure that ends the sequence; `operationCancelled` if the task is cancelled during a request.
    package mutating func next() async throws(CloudFailure) -> PushHint? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next hint; returns nil if the task was cancelled between two requests.
    ///
    /// - Throws: The failure that ends the sequence; `operationCancelled` if the task is cancelled during a request.
    package mutating func next(isolation actor: isolated (any Actor)?) async throws(CloudFailure) -> PushHint? {
      guard let address else {
        try await register()
        return .listening
      }
      while !Task.isCancelled {
        let began = ContinuousClock.now
        let hint: PushHint?
        do throws(CloudFailure) {
          hint = try await poll(address)
        } catch {
          // Silence for so long is no failure; the next request finds out whether the service is still there.
          guard error.code == .networkFailure, ContinuousClock.now - began >= .seconds(patience) else { throw error }
          continue
        }
        if let hint {
          hasty = 0
          return hint
        }
        hasty = ContinuousClock.now - began < .seconds(1) ? hasty + 1 : 0
        guard hasty < Self.hastyLimit else {
          throw CloudFailure(
            code: .serviceUnavailable, reason: "requests for notifications do not wait", retryAfter: 60)
        }
      }
      return nil
    }

    private mutating func register() async throws(CloudFailure) {
      let environment = client.container.environment
      let wish = RequestWriter.pushToken(PushTokenRequest(environment: environment, clientID: clientID))
      let made = try await client.ask("tokens/create", body: wish, isAboutDevice: true, .background)
      let token = try client.read(made) { (reader) throws(ReplyFailure) in try reader.pushToken() }
      let registration = RequestWriter.pushToken(PushTokenRequest(environment: environment, token: token.token))
      let registered = try await client.ask("tokens/register", body: registration, isAboutDevice: true, .background)
      try client.read(registered) { (_) throws(ReplyFailure) in }
      address = try CloudFailure.refusing(as: .serviceUnavailable, retryAfter: 600) { () throws(AddressRefusal) in
        try client.container.service.following(token.webcourierURL)
      }
      patience = Self.patience(of: token.webcourierURL)
    }

    /// The seconds that the address names for one request, and 15 more; at most 600, since proxies and routers often
    /// drop a connection that was silent for longer; 90 if the address names none.
    private static func patience(of url: String) -> Double {
      let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let ttl = PercentCoding.members(ofQuery: query).first { $0.name == "ttl" }.flatMap { Double($0.value) }
      guard let ttl, ttl.isFinite, ttl > 0 else { return 90 }
      return Swift.min(ttl + 15, 600)
    }

    /// Sends one request that waits; nil if nothing has happened.
    private func poll(_ address: HTTPAddress) async throws(CloudFailure) -> PushHint? {
      let call = HTTPCall(method: .get, address: address, seconds: patience, answerLimit: 1 << 20)
      let answer = try await client.transport.send(call)
      guard answer.isSuccess else {
        try client.read(answer) { (_) throws(ReplyFailure) in }
        return nil
      }
      do throws(ReplyFailure) {
        return try NotificationCoding.decode(answer.body).map { .changed($0.notification) }
      } catch {
        throw ReplyJudge().failure(error, answer)
      }
    }
  }
}
