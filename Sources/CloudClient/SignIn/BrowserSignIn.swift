package import CloudRecord
import Encodings

/// Signs in by the page that a service names: the only way at Apple's, and one of the ways at ours.
package struct BrowserSignIn: Sendable {
  private let transport: HTTPTransport
  private let container: CloudContainer

  package init(_ container: CloudContainer, transport: HTTPTransport) {
    (self.container, self.transport) = (container, transport)
  }

  /// Asks the service for the address of the page where a person signs in.
  ///
  /// - Parameter callback: The address to which the browser brings the token; nil makes the page show the token.
  /// - Throws: `missingEntitlement` if the service names no page, `badContainer` for one elsewhere, or the failure of the request.
  package func page(callback: String?) async throws(CloudFailure) -> String {
    let stranger = CloudClient(container, database: .private, transport: transport, webAuthToken: nil)
    do throws(CloudFailure) {
      _ = try await stranger.send(.caller, urgency: .interactive)
    } catch {
      guard error.code == .notAuthenticated else { throw error }
      guard let page = error.redirectURL else {
        throw CloudFailure(code: .missingEntitlement, reason: "the service names no page where one could sign in")
      }
      _ = try container.service.page(page)
      guard let callback else { return page }
      return page + (page.contains("?") ? "&" : "?") + "callback=" + PercentCoding.encode(callback)
    }
    throw CloudFailure(code: .internalError, reason: "the service lets everybody in")
  }

  /// Asks the service which account the token of a page belongs to; white space around the token is ignored.
  ///
  /// - Throws: `notAuthenticated` for a token that is wrong or has ended, or the failure of the request.
  package func finish(code: String) async throws(CloudFailure) -> SignedIn {
    let token = String(code.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !token.isEmpty, token.utf8.count <= 4096, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CloudFailure(code: .notAuthenticated, reason: "this is no code of a sign-in page")
    }
    let client = CloudClient(container, database: .private, transport: transport, webAuthToken: token)
    let reply: CloudReply
    do throws(CloudFailure) {
      reply = try await client.send(.caller, urgency: .interactive)
    } catch {
      guard error.code == .notAuthenticated else { throw error }
      throw CloudFailure(code: .notAuthenticated, reason: "the service does not know this code, or it has ended")
    }
    guard case .caller(let user) = reply else {
      throw CloudFailure(code: .internalError, reason: "the service does not say who this is")
    }
    let given = [user.givenName, user.familyName].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    return SignedIn(
      webAuthToken: client.webAuthToken ?? token, name: given.isEmpty ? user.emailAddress : given,
      userRecordName: user.userRecordName)
  }
}
