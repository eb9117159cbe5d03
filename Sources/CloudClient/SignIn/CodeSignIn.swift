package import CloudRecord
import CloudWire

/// Signs in to a service of ours by a short code that a person types on a page, in any browser.
package struct CodeSignIn: Sendable {
  /// A code that waits to be typed.
  package struct Offer: Hashable, Sendable {
    /// In two groups, such as `BCDF-GHJK`.
    package var code: String
    /// The page on which it is typed.
    package var address: String
    /// Seconds for which it holds.
    package var seconds: Int
    fileprivate var secret: String
    /// Seconds between two questions.
    fileprivate var interval: Int
  }

  /// Why there is no session.
  package enum Refusal: Error, Hashable, Sendable {
    /// The person said on the page that this device is not to be let in.
    case refused
    /// The code was not typed in time, or the service started anew.
    case ended
  }

  private static let path = "/account/1/codes"
  /// Seconds between two questions that a service may ask for.
  private static let intervals = 1...30

  private let transport: HTTPTransport

  package init(_ transport: HTTPTransport) { self.transport = transport }

  /// Asks for a code.
  ///
  /// - Parameter device: The name of this device, which the page shows.
  /// - Returns: nil where the service gives no codes.
  /// - Throws: The failure of the request.
  package func begin(device: String) async throws(CloudFailure) -> Offer? {
    let question = JSONWriter.object { $0.member("device", device) }
    let root: JSONObject
    do throws(CloudFailure) {
      root = try await AccountCall(transport).object(.post, path: Self.path, query: [], body: question, .interactive)
    } catch {
      // An older service has no such address.
      guard error.code == .badContainer || error.code == .unknownItem else { throw error }
      return nil
    }
    let offer = try SessionSignIn.read { () throws(ServiceError) -> Offer in
      Offer(
        code: try root.required("code").string(), address: try root.required("address").string(),
        seconds: Int(clamping: try root.required("expiresIn").int64()), secret: try root.required("ticket").string(),
        interval: Int(clamping: try root.required("interval").int64()))
    }
    _ = try transport.service.page(offer.address)
    return offer
  }

  /// Waits until the code was typed and decided about.
  ///
  /// A question that fails on its way is asked again, for as long as the code holds.
  ///
  /// - Throws: ``Refusal``, `CancellationError`, or the failure of the request where asking again would not help.
  package func wait(for offer: Offer) async throws -> SignedIn {
    let question = JSONWriter.object { $0.member("ticket", offer.secret) }
    let interval = min(max(offer.interval, Self.intervals.lowerBound), Self.intervals.upperBound)
    let end = ContinuousClock.now + .seconds(offer.seconds)
    while ContinuousClock.now < end {
      try await Task.sleep(for: .seconds(interval))
      guard let root = try await answer(to: question) else { continue }
      let state = try SessionSignIn.read { () throws(ServiceError) -> String? in try root["state"]?.string() }
      guard let state else { return try SessionSignIn.signedIn(root) }
      if state == "waiting" { continue }
      throw state == "refused" ? Refusal.refused : Refusal.ended
    }
    throw Refusal.ended
  }

  /// What the service says of the code; nil where the question failed on its way.
  private func answer(to question: [UInt8]) async throws(CloudFailure) -> JSONObject? {
    do throws(CloudFailure) {
      return try await AccountCall(transport).object(
        .post, path: Self.path + "/claim", query: [], body: question, .interactive)
    } catch {
      switch error.code {
      case .networkFailure, .networkUnavailable, .serviceUnavailable, .requestRateLimited: return nil
      default: throw error
      }
    }
  }
}
