package import CloudRecord
import JournalCore
package import SyncCore

/// T3: what became of a batch.
extension SyncTransaction {
  package mutating func commit(_ results: [SendResult], history: ServerHistory? = nil) throws {
    for result in results {
      let name = result.recordName
      switch result.outcome {
      case .saved(let version, let tag):
        learn()
        note(history)
        if let seal = result.seal, try acknowledge(result, version, tag, seal) { continue }
        // The version here still is the one that was sent: neither has to be read.
        if let digest = result.digest,
          try tables.acknowledge(name, version.recordType, digest: digest, changeTag: tag, epoch: zone.epoch)
        {
          try tables.setParked(nil, name)
          try tables.setResealing(false, name, version.recordType)
          onServer.insert(name)
          continue
        }
        guard let sent = StorableVersion(name: name, version: version, modifiedAt: now) else {
          try tables.setForeignSeen(name, epoch: zone.epoch)
          try tables.setParked(nil, name)
          continue
        }
        if var state = try tables.state(of: name, sent.record.recordType) {
          state.acknowledge(sent.version, digest: sent.digest, changeTag: tag)
          state.seenEpoch = zone.epoch
          try tables.setState(state, of: name, sent.record.recordType)
          try tables.setParked(nil, name)
          try tables.setResealing(false, name, sent.record.recordType)
          onServer.insert(name)
        } else if var intent = try tables.intent(name) {
          // It was deleted forever here while it was on its way.
          intent.acknowledge(sent.version, changeTag: tag)
          intent.seenEpoch = zone.epoch
          try tables.setIntent(intent)
        }
      case .deleted:
        learn()
        note(history)
        releasedWords += try tables.wordsOfPictures(of: name)
        try tables.removeIntent(name)
        try tables.setParked(nil, name)
        for type in try tables.recordTypes(of: name) { try tables.forgetBase(of: name, type) }
        try tables.removeSealedRemoval(name)
      case .removed(let tag):
        learn()
        note(history)
        if let seal = result.seal { try acknowledgeRemoval(of: name, tag, seal) }
      case .parked(let reason, let version):
        if try tables.isHere(version, of: name) || tables.isForeignToBeSent(name) { try tables.setParked(reason, name) }
      }
    }
  }

  /// The same, with all that follows from it, and what the next batch and the status ask for.
  package mutating func commit(
    _ results: [SendResult], history: ServerHistory?, counting named: Int?
  ) throws -> CommitSummary {
    try commit(results, history: history)
    let released = try releasePictures() + releasedWords
    return CommitSummary(
      released: released, revision: zone.revision, history: zone.history,
      overview: try named.map { try tables.overview(limit: $0) })
  }
}

extension SyncTables {
  func isForeignToBeSent(_ name: String) throws -> Bool {
    try foreign(unseenBefore: zone().epoch, limit: .max, excluding: []).contains { $0.recordName == name }
  }

  /// Whether a version that was sent is still what waits here; nil stands for a removal.
  func isHere(_ version: RecordVersion?, of name: String) throws -> Bool {
    guard let version else { return try intent(name) != nil || sealedRemoval(name) != nil }
    guard let sent = StorableVersion(name: name, version: version, modifiedAt: now) else { return false }
    guard let state = try self.state(of: name, sent.record.recordType) else { return false }
    // Another device may have sent the same meanwhile. What goes up in another form says what the server has.
    return try state.localDigest == sent.digest && (state.isUnsent || isResealing(name))
  }
}
