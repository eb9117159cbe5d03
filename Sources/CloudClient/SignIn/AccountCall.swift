import CloudRecord
import CloudWire
import Encodings

/// Asks a service of ours for operations that are not part of CloudKit Web Services.
struct AccountCall: Sendable {
  private static let answerLimit = 1 << 20

  private let transport: HTTPTransport

  init(_ transport: HTTPTransport) { self.transport = transport }

  /// Sends one request, and returns the object that the service answers with.
  ///
  /// - Parameters:
  ///   - path: Below the service's address.
  ///   - judge: Says what a refusal means.
  func object(
    _ method: HTTPCall.Method, path: String, query: [(name: String, value: String)], body: [UInt8]?,
    _ urgency: RequestUrgency, judge: ReplyJudge = ReplyJudge()
  ) async throws(CloudFailure) -> JSONObject {
    let service = transport.service
    let members = query.map { "\($0.name)=\(PercentCoding.encode($0.value))" }
    let text = service.base + path + (members.isEmpty ? "" : "?" + members.joined(separator: "&"))
    let address = try CloudFailure.refusing(as: .badContainer) { () throws(AddressRefusal) in try HTTPAddress(text) }
    let seconds =
      urgency == .interactive ? transport.settings.interactiveSeconds : transport.settings.backgroundSeconds
    var call = HTTPCall(method: method, address: address, seconds: seconds, answerLimit: Self.answerLimit)
    if let body {
      call.body = .bytes(body)
      call.contentType = "application/json; charset=utf-8"
    }
    let answer = try await transport.send(call)
    do throws(ReplyFailure) {
      // Opens the answer to find a refusal in it.
      _ = try ReplyReader(answer.body, status: answer.status)
      do throws(ServiceError) {
        return try JSONDocument(answer.body, limits: .reply).root.object()
      } catch {
        throw ReplyFailure.unreadable(error.reason)
      }
    } catch {
      throw judge.failure(error, answer)
    }
  }
}
