/// The codes of a service's refusals, by their names on the wire.
///
/// Source: Apple, "CloudKit Web Services Reference", Error Codes; the last three are not in it, but occur in
/// Apple's clients.
package enum ServerErrorCode: String, Hashable, Sendable, CaseIterable {
  case accessDenied = "ACCESS_DENIED"
  case atomicError = "ATOMIC_ERROR"
  case authenticationFailed = "AUTHENTICATION_FAILED"
  case authenticationRequired = "AUTHENTICATION_REQUIRED"
  case badRequest = "BAD_REQUEST"
  case conflict = "CONFLICT"
  case exists = "EXISTS"
  case internalError = "INTERNAL_ERROR"
  case notFound = "NOT_FOUND"
  case quotaExceeded = "QUOTA_EXCEEDED"
  case throttled = "THROTTLED"
  case tryAgainLater = "TRY_AGAIN_LATER"
  case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
  case zoneNotFound = "ZONE_NOT_FOUND"
  case changeTokenExpired = "CHANGE_TOKEN_EXPIRED"
  case uniqueFieldError = "UNIQUE_FIELD_ERROR"
  case zoneBusy = "ZONE_BUSY"

  /// The HTTP status where the whole request fails for this reason.
  package var httpStatus: Int {
    switch self {
    case .accessDenied: 403
    case .atomicError, .badRequest, .changeTokenExpired: 400
    case .authenticationFailed: 401
    case .authenticationRequired: 421
    case .conflict, .exists, .uniqueFieldError: 409
    case .internalError: 500
    case .notFound, .zoneNotFound: 404
    case .quotaExceeded: 413
    case .throttled: 429
    case .tryAgainLater, .zoneBusy: 503
    case .validatingReferenceError: 412
    }
  }
}

/// The refusals of sharing, by their names on the wire, beside the code of the refusal.
package enum ExtensionErrorCode: String, Hashable, Sendable, CaseIterable {
  case alreadyShared = "ALREADY_SHARED"
  case tooManyParticipants = "TOO_MANY_PARTICIPANTS"
  case participantMayNeedVerification = "PARTICIPANT_MAY_NEED_VERIFICATION"
}

/// A refusal of the service, for a whole request or for one item of it.
package struct ServiceError: Error, Hashable, Sendable {
  /// The kind of refusal; of a whole request it decides the HTTP status.
  package var code: ServerErrorCode
  /// Says what was wrong, and where, to a person who writes a client.
  package var reason: String
  /// Seconds to wait before the next try; nil if the service names no time.
  package var retryAfter: Int?
  /// The address of the sign-in page, if the service asks for a sign-in.
  package var redirectURL: String?
  /// Says more than ``code``, of which there are no more: some clients know the codes of Apple's papers only.
  package var extensionCode: ExtensionErrorCode?

  package init(
    _ code: ServerErrorCode, _ reason: String, retryAfter: Int? = nil, redirectURL: String? = nil,
    extensionCode: ExtensionErrorCode? = nil
  ) {
    (self.code, self.reason, self.retryAfter, self.redirectURL) = (code, reason, retryAfter, redirectURL)
    self.extensionCode = extensionCode
  }
}
