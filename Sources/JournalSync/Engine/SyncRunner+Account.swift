import CloudRecord
import SyncCore

extension SyncRunner {
  mutating func discover(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent? {
    // A journal that is to stay here makes no request to any server.
    if try store.syncPosition().staysLocal { return .accountChecked(.staysLocal) }
    take(off: .session, at: now)
    steps.append(.discover(ticket: ticket))
    return nil
  }

  /// Compares the session's service and container with the journal's, before the server is asked for the account.
  mutating func sessionFound(_ session: SyncSession?, at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent? {
    self.session = session
    guard let session else {
      found = nil
      return .accountChecked(.signedOut)
    }
    do {
      if let bound = try store.syncPosition().account, !session.isWhere(bound) { return .accountChecked(.other) }
    } catch {
      return .storeFailed(reason: "\(error)")
    }
    return request(.caller, .caller, at: now, &steps)
  }

  func callerFound(_ userRecordName: String) throws -> (AccountBinding, AccountFinding)? {
    guard let session else { return nil }
    let found = session.binding(of: userRecordName)
    let bound = try store.syncPosition().account
    if let bound {
      guard bound.userRecordName == userRecordName, session.isWhere(bound) else { return (found, .other) }
      if let was = bound.incarnation, let now = found.incarnation, was != now { return (found, .otherHistory) }
    }
    if bound == nil || bound?.incarnation == nil && found.incarnation != nil { try store.bind(found) }
    return (found, .ours(try standing()))
  }

  func standing() throws -> SyncStanding {
    let position = try store.syncPosition()
    return SyncStanding(
      isZoneKnown: position.isZoneKnown, isSweeping: position.isSweeping, hasToken: position.token != nil)
  }

  mutating func subscribe(at now: Int64, _ steps: inout [SyncStep]) -> SyncEvent? {
    let subscription = Subscription(
      subscriptionID: JournalSchema.subscriptionID, kind: .zone, zoneID: zoneID,
      notification: NotificationInfo(shouldSendContentAvailable: true))
    return request(.modifySubscriptions([.create(subscription)]), .subscription, at: now, &steps)
  }

  /// T7.
  mutating func carryOut(
    _ answer: SyncAnswer, _ ask: SyncAsk, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent {
    if answer == .uploadAgain { try store.setZoneKnown(false) }
    if answer == .stayLocal {
      try store.setStaysLocal(true)
    } else if let found {
      // What the server lacks goes to the trash: how far it once was is forgotten together with the change token.
      if answer == .takeServers, ask == .otherHistory { try store.beginSweep(forgettingHistory: true) }
      // Only now the server's present history is the journal's: a crash before this asks again.
      try store.bind(found)
    }
    steps.append(note("As chosen: \(SyncSentences.words(answer))", at: now))
    return .answerCarriedOut
  }

  /// T7: What was put off comes up again with the next look at the server.
  mutating func leaveLocal(at now: Int64, _ steps: inout [SyncStep]) throws -> SyncEvent {
    try store.setStaysLocal(false)
    steps.append(note("The journal no longer stays on this computer alone", at: now))
    return .answerCarriedOut
  }
}

extension SyncSession {
  /// Whether a journal's account is one of this service, container and environment.
  func isWhere(_ binding: AccountBinding) -> Bool {
    service == binding.service && containerID == binding.containerID && environment == binding.environment
  }
}
