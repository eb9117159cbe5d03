import CloudRecord
import JournalCore
import SyncCore

extension SyncRunner {
  /// What a request led to; nil while the order it belongs to goes on with another one.
  mutating func landed(
    _ flight: Flight, _ outcome: Result<CloudReply, CloudFailure>, at now: Int64, _ steps: inout [SyncStep]
  ) -> SyncEvent? {
    do {
      switch outcome {
      case .success(let reply):
        switch try take(reply, flight, at: now, &steps) {
        case .event(let event): return event
        case .continues: return nil
        case .failure(let failure): return failed(failure, at: now, &steps)
        }
      case .failure(let failure):
        return try survived(failure, flight, at: now, &steps)
      }
    } catch {
      steps.append(note("The journal’s file: \(error)", .warning, at: now))
      return .storeFailed(reason: "\(error)")
    }
  }

  private enum Landing {
    case event(SyncEvent)
    case failure(CloudFailure)
    /// Another request belongs to the same order, and is on its way.
    case continues

    init(_ event: SyncEvent?) { self = event.map { .event($0) } ?? .continues }
  }

  private mutating func take(
    _ reply: CloudReply, _ flight: Flight, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> Landing {
    switch (flight, reply) {
    case (.caller, .caller(let identity)):
      guard let (binding, finding) = try callerFound(identity.userRecordName) else {
        return .failure(unexpected(reply))
      }
      // An answer to a question must never bind the journal to another account.
      found = finding == .other ? nil : binding
      return .event(.accountChecked(finding))
    case (.zone, .zones(let outcomes)):
      for case .failed(_, let error) in outcomes { return .failure(CloudFailure(error)) }
      try store.setZoneKnown(true)
      return .event(.zoneMade)
    case (.subscription, .subscriptions(let outcomes)):
      for case .failed(_, let error) in outcomes { return .failure(CloudFailure(error)) }
      return .event(.subscribed)
    case (.page, .zoneChanges(let outcomes)):
      // A record of another zone is not this journal's.
      guard let outcome = outcomes.first, outcome.zoneName == zoneID.zoneName else {
        return .failure(unexpected(reply))
      }
      switch outcome {
      case .page(let page): return Landing(take(page, at: now, &steps))
      case .failed(_, let error): return .failure(CloudFailure(error))
      }
    case (.lookUp, .records(let records)): return Landing(takeLookUp(records, at: now, &steps))
    case (.overwriteLookUp, .records(let records)): return Landing(try takeOverwritten(records, at: now, &steps))
    case (.pageFile, .bytes(let bytes)), (.lookUpFile, .bytes(let bytes)), (.overwriteFile, .bytes(let bytes)):
      return Landing(try takeFile(bytes, flight, at: now, &steps))
    case (.pageFile, .file(let file)), (.lookUpFile, .file(let file)), (.overwriteFile, .file(let file)):
      return Landing(try takeFile(file, flight, at: now, &steps))
    case (.upload(let upload), .asset(let asset)): return Landing(try uploaded(upload, asset, at: now, &steps))
    case (.modify, .records(let records)): return .event(takeModified(records, at: now))
    default: return .failure(unexpected(reply))
    }
  }

  /// What a refusal of the session means: the server has ended one that should still hold.
  func judged(_ outcome: Result<CloudReply, CloudFailure>, at now: Int64) -> Result<CloudReply, CloudFailure> {
    guard case .failure(var failure) = outcome, failure.code == .notAuthenticated,
      let end = session?.holdsUntil, serverTime(now) < end
    else { return outcome }
    failure.code = .managedAccountRestricted
    failure.reason = speech.signedOut
    return .failure(failure)
  }

  /// A failure that concerns one file only does not end the order.
  private mutating func survived(
    _ failure: CloudFailure, _ flight: Flight, at now: Int64, _ steps: inout [SyncStep]
  ) throws -> SyncEvent? {
    switch flight {
    case .pageFile, .lookUpFile, .overwriteFile:
      switch fate(ofDownloadAfter: failure) {
      case .givenUp: return try nextFile(flight, at: now, &steps)
      // It is the file that is refused, not the account: what else could be read from the code does not hold.
      case .triedAgain: return failed(CloudFailure(code: .assetNotAvailable, reason: failure.reason), at: now, &steps)
      case .isNotTheFiles: break
      }
    case .upload(let upload):
      guard skipsUpload(upload, after: failure) else { break }
      return try nextUpload(at: now, &steps)
    case .modify where failure.isOutcomeUnknown || failure.code.remedy == .merge:
      // What may have been done is looked up before anything of it is sent again.
      doubt(work?.names ?? [])
    default: break
    }
    return failed(failure, at: now, &steps)
  }
}

extension ZoneChangesOutcome {
  fileprivate var zoneName: String {
    switch self {
    case .page(let page): page.zoneID.zoneName
    case .failed(let zoneID, _): zoneID.zoneName
    }
  }
}
