package import CloudRecord
import CloudWire
import Encodings

/// What a service says by itself.
package enum PushHint: Hashable, Sendable {
  /// From now on changes are told; those made before may not have been, so it is time to fetch once.
  case listening
  case changed(CloudNotification)
}

/// Hears from a service when something has changed there, over one request that waits.
///
/// Hints may be lost, doubled and late: they only say that it is time to ask. The sequence ends with the failure that
/// ended it, or when its task is cancelled; when to begin again is for the caller to say.
package struct PushListener: AsyncSequence, Sendable {
  package typealias Element = PushHint
  package typealias Failure = CloudFailure

  private let client: CloudClient
  private let clientID: String

  /// - Parameter clientID: Names this device among the account's; the same each time.
  package init(_ client: CloudClient, clientID: String) {
    self.client = client
    self.clientID = clientID
  }

  package func makeAsyncIterator() -> Iterator { Iterator(client: client, clientID: clientID) }

  package struct Iterator: AsyncIteratorProtocol {
    /// Answers without content that came at once, after which nobody seems to wait at the other end.
    private static let hastyLimit = 5

    private let client: CloudClient
    private let clientID: String
    private var address: HTTPAddress?
    /// Seconds after which a request that waits is taken for dead.
    private var patience = 0.0
    private var hasty = 0

    fileprivate init(client: CloudClient, clientID: String) {
      self.client = client
      self.clientID = clientID
    }

    package mutating func next() async throws(CloudFailure) -> PushHint? {
      try await next(isolation: #isolation)
    }

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
          // Silence for so long is no failure; whether anybody is there still, the next request finds out.
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
      do throws(AddressRefusal) {
        address = try client.container.service.following(token.webcourierURL)
      } catch {
        throw CloudFailure(code: .serviceUnavailable, reason: error.description, retryAfter: 600)
      }
      patience = Self.patience(of: token.webcourierURL)
    }

    /// What the address says that a request waits, and some; at most ten minutes, after which what lies between has often
    /// forgotten a silent connection without a word.
    private static func patience(of url: String) -> Double {
      let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
      let ttl = PercentCoding.members(ofQuery: query).first { $0.name == "ttl" }.flatMap { Double($0.value) }
      guard let ttl, ttl.isFinite, ttl > 0 else { return 90 }
      return Swift.min(ttl + 15, 600)
    }

    /// nil if nothing happened for a while.
    private func poll(_ address: HTTPAddress) async throws(CloudFailure) -> PushHint? {
      let call = HTTPCall(.get, address, seconds: patience, answerLimit: 1 << 20)
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
