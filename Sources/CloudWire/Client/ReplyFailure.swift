package import CloudRecord

/// Why an answer brought no result.
package enum ReplyFailure: Error, Hashable, Sendable {
  /// The service refused the request.
  case refused(ServiceError)
  /// This client cannot read the answer; the words say why, and where.
  ///
  /// It must not count as a refusal: refusals have consequences, such as dropping a change token.
  case unreadable(String)
}

extension ServiceError {
  /// The error that a dictionary describes; nil if it has no `serverErrorCode`.
  ///
  /// A code that is not known is taken for the known one of its HTTP status, and named in the reason.
  init?(_ object: JSONObject, status: Int = 200) throws(ServiceError) {
    guard let code = try object["serverErrorCode"]?.string() else { return nil }
    let reason = try object["reason"]?.string() ?? ""
    // Seconds; Apple's are whole, others' may not be.
    var retryAfter: Int?
    if let node = object["retryAfter"] {
      let seconds = min(max(try node.double(), 0), 86_400_000)
      retryAfter = Double(Int(seconds)) < seconds ? Int(seconds) + 1 : Int(seconds)
    }
    let redirectURL = try (object["redirectURL"] ?? object["redirectUrl"])?.string()
    if let known = ServerErrorCode(rawValue: code) {
      self.init(known, reason, retryAfter: retryAfter, redirectURL: redirectURL)
    } else {
      self.init(
        ServerErrorCode(status: status), reason.isEmpty ? code : "\(code): \(reason)", retryAfter: retryAfter,
        redirectURL: redirectURL)
    }
    // One that is newer than this client says nothing to it.
    extensionCode = ExtensionErrorCode(rawValue: try object["extensionErrorCode"]?.string() ?? "")
  }
}

extension ServerErrorCode {
  /// The class of a code that is not known, by the HTTP status it came with.
  init(status: Int) {
    switch status {
    case 401: self = .authenticationFailed
    case 403: self = .accessDenied
    case 404: self = .notFound
    case 409: self = .conflict
    case 412: self = .validatingReferenceError
    case 413: self = .quotaExceeded
    case 421: self = .authenticationRequired
    case 429: self = .throttled
    case 502, 503, 504: self = .tryAgainLater
    case 400..<500: self = .badRequest
    default: self = .internalError
    }
  }

  /// The code that a status means without a word of the service in the body: it comes from a proxy or the like.
  ///
  /// nil if the status proves nothing: a proxy's 401 ends no session, and its 400 is no judgment of a change token.
  init?(statusAlone status: Int) {
    switch status {
    case 413: self = .badRequest
    case 429: self = .throttled
    case 500..<600: self = .tryAgainLater
    default: return nil
    }
  }
}
