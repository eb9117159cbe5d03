import CloudRecord
import JournalSeal
import SyncCore

/// What the server has of an account's keys and journal, as a device that signs in is to know it.
extension KeyDesk {
  /// What the server shows to a device that signs in.
  package struct Sight: Hashable, Sendable {
    /// The ring; nil where there is none.
    package let ring: ShownRing?
    /// Whether there is no record of the journal, so that a ring can be founded for it as for a new one.
    package let isJournalEmpty: Bool

    /// Whether the ring says that encryption is off, as far as the ring itself is sound.
    package var isOff: Bool {
      guard let ring else { return false }
      do throws(RingFailure) {
        return try VerifiedRing(decoding: ring.bytes).state.mode == .open
      } catch {
        return false
      }
    }
  }

  /// Looks at both zones in one request.
  ///
  /// - Throws: ``KeyFailure``.
  package func sight() async throws -> Sight {
    let request = CloudRequest.zoneChanges([
      ZoneChangesRequest(zoneID: KeyZone.zoneID, resultsLimit: 200),
      ZoneChangesRequest(zoneID: ZoneAddress.journal.zoneID, resultsLimit: 200, desiredKeys: []),
    ])
    guard case .zoneChanges(let outcomes)? = try await send(request), outcomes.count == 2 else {
      // A service that refuses the whole for a zone that is not there says nothing of the other one.
      return Sight(ring: try await shownRing(), isJournalEmpty: try await isJournalEmpty())
    }
    var ring: ShownRing?
    if let page = try KeyDesk.page(outcomes[0]) {
      for case .changed(let record) in page.changes where record.recordName == KeyZone.ringName {
        guard let shown = ShownRing(record) else { throw KeyFailure.refused(.broken("a record without a ring")) }
        ring = shown
      }
      if ring == nil, page.moreComing { ring = try await shownRing() }
    }
    return Sight(ring: ring, isJournalEmpty: try KeyDesk.isEmpty(outcomes[1]))
  }

  private func isJournalEmpty() async throws -> Bool {
    let request = ZoneChangesRequest(zoneID: ZoneAddress.journal.zoneID, resultsLimit: 200, desiredKeys: [])
    switch try await send(.zoneChanges([request])) {
    case nil: return true
    case .zoneChanges(let outcomes)? where outcomes.count == 1: return try KeyDesk.isEmpty(outcomes[0])
    default: throw KeyFailure.cloud(.unexpected)
    }
  }

  private static func isEmpty(_ outcome: ZoneChangesOutcome) throws -> Bool {
    guard let page = try page(outcome) else { return true }
    return !page.moreComing && page.changes.allSatisfy { if case .deleted = $0 { true } else { false } }
  }

  /// - Returns: nil where there is no such zone.
  private static func page(_ outcome: ZoneChangesOutcome) throws -> ZoneChangesReply? {
    switch outcome {
    case .page(let page): return page
    case .failed(_, let error) where isAbsence(CloudErrorCode(error.code)): return nil
    case .failed(_, let error): throw KeyFailure.cloud(CloudFailure(error))
    }
  }
}
