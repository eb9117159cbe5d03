/// The failures that CloudKit's web services or this client can cause, by their names in CloudKit's native API.
///
/// Source: Apple, CKError.Code. The numbers are those of its header and are for reference only: the name is the key.
/// Failures that only Apple's own library causes are left out: 2, 13, 18, 24, 33, 34 and 37.
package enum CloudErrorCode: String, Hashable, Sendable, CaseIterable {
  case internalError, networkUnavailable, networkFailure, badContainer, serviceUnavailable
  case requestRateLimited, missingEntitlement, notAuthenticated, permissionFailure, unknownItem, invalidArguments
  case serverRecordChanged, serverRejectedRequest, assetFileNotFound, assetFileModified
  case constraintViolation, operationCancelled, changeTokenExpired, batchRequestFailed
  case zoneBusy, quotaExceeded, zoneNotFound, limitExceeded, userDeletedZone, tooManyParticipants
  case alreadyShared, referenceViolation, managedAccountRestricted
  case assetNotAvailable, accountTemporarilyUnavailable

  /// How a client reacts to a failure.
  package enum Remedy: Hashable, Sendable {
    /// Try again later by itself, more and more seldom, or after the time that the service names.
    case backOff
    /// Go on once there is a network.
    case waitForNetwork
    /// Go on once the person has signed in or the account may be used again; everything is kept meanwhile.
    case waitForAccount
    /// Go on once settings are changed: the same request can never succeed.
    case stop
    /// Look at each item's own error.
    case perItem
    /// Look the record up, merge, and send again.
    case merge
    /// Set the record aside with its reason, go on with the others.
    case park
    /// Drop the token and read everything again.
    case refetch
    /// Send less at a time.
    case sendLess
    /// Make the zone first; if it existed before, ask the person.
    case makeZone
    /// The zone existed and is gone: ask the person, and remove nothing before the answer.
    case ask
    /// Saves wait; deletions and fetches go on.
    case waitForSpace
    /// Send the record that the reference names first.
    case sendTargetFirst
    /// Only the asset is concerned; the record goes on.
    case assetState
    /// Repeat nothing: the caller cancelled it, or it is done already.
    case none
  }

  private var entry: (number: Int, remedy: Remedy) {
    switch self {
    case .internalError: (1, .backOff)
    case .networkUnavailable: (3, .waitForNetwork)
    case .networkFailure: (4, .backOff)
    case .badContainer: (5, .stop)
    case .serviceUnavailable: (6, .backOff)
    case .requestRateLimited: (7, .backOff)
    case .missingEntitlement: (8, .stop)
    case .notAuthenticated: (9, .waitForAccount)
    case .permissionFailure: (10, .park)
    case .unknownItem: (11, .merge)
    case .invalidArguments: (12, .park)
    case .serverRecordChanged: (14, .merge)
    case .serverRejectedRequest: (15, .park)
    case .assetFileNotFound: (16, .assetState)
    case .assetFileModified: (17, .assetState)
    case .constraintViolation: (19, .park)
    case .operationCancelled: (20, .none)
    case .changeTokenExpired: (21, .refetch)
    case .batchRequestFailed: (22, .perItem)
    case .zoneBusy: (23, .backOff)
    case .quotaExceeded: (25, .waitForSpace)
    case .zoneNotFound: (26, .makeZone)
    case .limitExceeded: (27, .sendLess)
    case .userDeletedZone: (28, .ask)
    case .tooManyParticipants: (29, .park)
    case .alreadyShared: (30, .none)
    case .referenceViolation: (31, .sendTargetFirst)
    case .managedAccountRestricted: (32, .waitForAccount)
    case .assetNotAvailable: (35, .assetState)
    case .accountTemporarilyUnavailable: (36, .waitForAccount)
    }
  }

  /// The number in Apple's header.
  package var number: Int { entry.number }
  /// How a client usually reacts; some requests have a better answer of their own.
  package var remedy: Remedy { entry.remedy }

  /// Translates a refusal of the service; a conflict and an existing name are both ``serverRecordChanged``.
  package init(_ code: ServerErrorCode) {
    switch code {
    case .accessDenied: self = .permissionFailure
    case .atomicError: self = .batchRequestFailed
    case .authenticationFailed: self = .missingEntitlement
    case .authenticationRequired: self = .notAuthenticated
    case .badRequest: self = .invalidArguments
    case .conflict, .exists: self = .serverRecordChanged
    case .internalError: self = .internalError
    case .notFound: self = .unknownItem
    case .quotaExceeded: self = .quotaExceeded
    case .throttled: self = .requestRateLimited
    case .tryAgainLater: self = .serviceUnavailable
    case .validatingReferenceError: self = .referenceViolation
    case .zoneNotFound: self = .zoneNotFound
    case .changeTokenExpired: self = .changeTokenExpired
    case .uniqueFieldError: self = .constraintViolation
    case .zoneBusy: self = .zoneBusy
    }
  }
}
