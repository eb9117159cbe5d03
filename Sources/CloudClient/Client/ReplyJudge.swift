import CloudRecord
import CloudWire

/// Says in CloudKit's terms why an answer brought no result.
struct ReplyJudge {
  /// The container that was asked for, which a refusal may name.
  var container: String?
  /// What it means that there is nothing at the address, where the status alone says so; nil where it may be the fault of
  /// something on the way.
  var missing: String?

  func failure(_ error: ReplyFailure, _ answer: HTTPAnswer) -> CloudFailure {
    var failure: CloudFailure
    switch error {
    case .refused(let refusal): failure = self.failure(refusal, answer)
    case .unreadable(let reason): failure = self.failure(unreadable: reason, answer)
    }
    failure.uuid = answer.headers["x-apple-request-uuid"].map { String($0.prefix(100)) }
    if failure.retryAfter == nil { failure.retryAfter = answer.retryAfter }
    return failure
  }

  /// A refusal of the whole request.
  private func failure(_ refusal: ServiceError, _ answer: HTTPAnswer) -> CloudFailure {
    var code = CloudErrorCode(refusal.code)
    switch refusal.code {
    // In one's own database nothing but the account itself can be forbidden as a whole.
    case .accessDenied: code = .managedAccountRestricted
    case .notFound: code = .badContainer
    case .badRequest where answer.status == 413: code = .limitExceeded
    case .badRequest where container.map({ refusal.reason.contains($0) }) ?? false: code = .badContainer
    default: break
    }
    // A body that says nothing comes from something in between, which does not know what the service did.
    let isFromBetween = answer.status >= 500 && !isJSON(answer)
    return CloudFailure(
      code: code, reason: String(refusal.reason.prefix(1000)), retryAfter: refusal.retryAfter.map(Double.init),
      redirectURL: refusal.redirectURL, isOutcomeUnknown: isFromBetween || code == .internalError)
  }

  private func failure(unreadable reason: String, _ answer: HTTPAnswer) -> CloudFailure {
    if let missing, answer.status == 404 || answer.status == 410 {
      return CloudFailure(code: .badContainer, reason: missing)
    }
    switch answer.status {
    case 200..<300:
      return CloudFailure(
        code: .networkFailure,
        reason: "the answer cannot be read: it was cut off, or something in between gave it",
        isOutcomeUnknown: true)
    case 300..<400:
      let target = (answer.headers["location"]?.prefix(200)).map { " to \($0.prefix { $0 != "?" })" } ?? ""
      return CloudFailure(
        code: .networkFailure, reason: "we are sent on\(target): its address may have changed")
    default:
      return CloudFailure(
        code: .networkFailure,
        reason: "HTTP status \(answer.status) alone, perhaps of something on the way there")
    }
  }

  private func isJSON(_ answer: HTTPAnswer) -> Bool {
    answer.headers["content-type"]?.lowercased().hasPrefix("application/json") ?? false
  }
}
