import CloudRecord
import JournalCore
import SyncCore

/// Finds out which account is signed in, and compares it with the journal's; carries out what the person chose (T7).
struct AccountCheck {
  private(set) var session: SyncSession?
  /// Who is signed in, as the last check found it.
  private var found: AccountBinding?

  func begin(_ context: inout SyncContext) throws -> OrderStep {
    // A journal that is to stay here makes no request to any server.
    if try context.position().staysLocal { return .ended(.accountChecked(.staysLocal)) }
    return .discover
  }

  /// Compares the session's service and container with the journal's, before the server is asked for the account.
  mutating func discovered(
    _ outcome: Result<SyncSession?, CloudFailure>, _ context: inout SyncContext
  ) throws -> OrderStep {
    switch outcome {
    case .failure(let failure): return context.failed(failure)
    case .success(let session):
      self.session = session
      guard let session else {
        found = nil
        return .ended(.accountChecked(.signedOut))
      }
      if let bound = try context.position().account, !session.isWhere(bound) {
        return .ended(.accountChecked(.other))
      }
      return .request(.caller)
    }
  }

  mutating func receive(_ answer: OrderAnswer, _ context: inout SyncContext) throws -> OrderStep {
    switch answer.outcome {
    case .failure(let failure): return context.failed(failure)
    case .success(.caller(let identity)):
      guard let session else { return context.unexpected() }
      let binding = session.binding(of: identity.userRecordName)
      let finding = try compare(binding, session, &context)
      // An answer to a question must never bind the journal to another account.
      found = finding == .other ? nil : binding
      return .ended(.accountChecked(finding))
    case .success: return context.unexpected()
    }
  }

  private func compare(
    _ found: AccountBinding, _ session: SyncSession, _ context: inout SyncContext
  ) throws -> AccountFinding {
    let bound = try context.position().account
    if let bound {
      guard bound.userRecordName == found.userRecordName, session.isWhere(bound) else { return .other }
      if let was = bound.incarnation, let now = found.incarnation, was != now { return .otherHistory }
    }
    if bound == nil || bound?.incarnation == nil && found.incarnation != nil {
      try context.store.bind(found)
      context.wrote()
    }
    let position = try context.position()
    return .ours(
      SyncStanding(
        isZoneKnown: position.isZoneKnown, isSweeping: position.isSweeping, hasToken: position.token != nil))
  }

  /// For whom receipts of uploads hold; nil before an account was found.
  var owner: String? {
    found.map { "\($0.service) \($0.containerID) \($0.userRecordName) \($0.incarnation ?? "")" }
  }

  /// What a refusal of the session means: the server has ended one that should still hold.
  func judge(
    _ outcome: Result<CloudReply, CloudFailure>, _ context: SyncContext
  ) -> Result<CloudReply, CloudFailure> {
    guard case .failure(var failure) = outcome, failure.code == .notAuthenticated,
      let end = session?.holdsUntil, context.serverTime < end
    else { return outcome }
    failure.code = .managedAccountRestricted
    failure.reason = context.speech.signedOut
    return .failure(failure)
  }

  // MARK: The person's choice

  func carryOut(
    _ answer: SyncQuestion.Answer, _ question: SyncQuestion, _ context: inout SyncContext
  ) throws -> OrderStep {
    let store = context.store
    if answer == .uploadAgain { try store.setZoneKnown(false) }
    if answer == .stayLocal {
      try store.setStaysLocal(true)
    } else if let found {
      // What the server lacks goes to the trash: how far it once was is forgotten together with the change token.
      if answer == .takeServers, question == .otherIncarnation { try store.beginSweep(forgettingHistory: true) }
      // Only now the server's present history is the journal's: a crash before this asks again.
      try store.bind(found)
    }
    context.note("As chosen: \(SyncSentences.words(answer))")
    return .ended(.answerCarriedOut)
  }

  /// What was put off comes up again with the next look at the server.
  func leaveLocal(_ context: inout SyncContext) throws -> OrderStep {
    try context.store.setStaysLocal(false)
    context.note("The journal no longer stays on this computer alone")
    return .ended(.answerCarriedOut)
  }
}

extension SyncSession {
  /// Whether a journal's account is one of this service, container and environment.
  func isWhere(_ binding: AccountBinding) -> Bool {
    service == binding.service && containerID == binding.containerID && environment == binding.environment
  }
}
