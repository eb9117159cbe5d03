import CloudRecord
import Testing

@Suite struct ErrorTableTests {
  @Test func everyNumberIsUsedOnce() {
    let numbers = CloudErrorCode.allCases.map(\.number)
    // What only Apple's own library can bring about has no place here.
    let left: Set = [2, 13, 18, 24, 33, 34, 37]
    #expect(numbers.sorted() == (1...37).filter { !left.contains($0) })
  }

  @Test(arguments: [
    (ServerErrorCode.conflict, CloudErrorCode.serverRecordChanged, 409), (.exists, .serverRecordChanged, 409),
    (.authenticationRequired, .notAuthenticated, 421), (.authenticationFailed, .missingEntitlement, 401),
    (.accessDenied, .permissionFailure, 403), (.notFound, .unknownItem, 404), (.zoneNotFound, .zoneNotFound, 404),
    (.quotaExceeded, .quotaExceeded, 413), (.throttled, .requestRateLimited, 429),
    (.tryAgainLater, .serviceUnavailable, 503), (.validatingReferenceError, .referenceViolation, 412),
    (.atomicError, .batchRequestFailed, 400), (.badRequest, .invalidArguments, 400),
    (.changeTokenExpired, .changeTokenExpired, 400), (.internalError, .internalError, 500),
  ])
  func aRefusalHasItsNameAndStatus(code: ServerErrorCode, name: CloudErrorCode, status: Int) {
    #expect(CloudErrorCode(code) == name)
    #expect(code.httpStatus == status)
  }

  @Test func nothingThatCanNeverSucceedIsTriedAgain() {
    for code in [CloudErrorCode.badContainer, .missingEntitlement] {
      #expect(code.remedy == .stop)
    }
    #expect(CloudErrorCode.userDeletedZone.remedy == .ask)
    #expect(CloudErrorCode.quotaExceeded.remedy == .waitForSpace)
  }
}
