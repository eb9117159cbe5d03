package import CloudRecord
package import JournalCore
package import SyncCore

/// The state of sync that a store keeps beside a record.
///
/// A record is unsent where `localDigest` differs from `baseDigest`. Its base is written down only once the record
/// differs from it: while they are the same, what is here is the base, and no word is kept twice.
package struct SyncState: Hashable, Sendable {
  package var localDigest: [UInt8]
  /// The encoded version that the server acknowledged; nil where that is what is here, or nothing.
  package var base: [UInt8]?
  package var baseDigest: [UInt8]?
  /// nil: the server does not have the record, as far as is known here.
  package var changeTag: String?
  /// Fields of the server's record that this program does not know, and what is known of its seal, as ``ForeignCoding``
  /// writes them.
  package var foreignFields: [UInt8]?
  package var seenEpoch: Int64 = 0

  package var isUnsent: Bool { localDigest != baseDigest }

  /// Not unsent, and not on the server either: what a full fetch no longer found lies in the trash of this device alone.
  package var isOnlyHere: Bool { !isUnsent && changeTag == nil }

  /// Whether the server never had it. That can be told in another person's zone, which begins with the epoch 1; of the person's own, which
  /// begins with 0, only that no tag is known.
  package var isNew: Bool { changeTag == nil && seenEpoch == 0 && foreignFields == nil }

  /// The state of a record that is as the server has it.
  package init(clean digest: [UInt8], changeTag: String, foreignFields: [UInt8]?, seenEpoch: Int64) {
    localDigest = digest
    baseDigest = digest
    (self.changeTag, self.foreignFields, self.seenEpoch) = (changeTag, foreignFields, seenEpoch)
  }

  package init(localDigest: [UInt8]) { self.localDigest = localDigest }

  package init(
    localDigest: [UInt8], base: [UInt8]?, baseDigest: [UInt8]?, changeTag: String?, foreignFields: [UInt8]?,
    seenEpoch: Int64
  ) {
    (self.localDigest, self.base, self.baseDigest) = (localDigest, base, baseDigest)
    (self.changeTag, self.foreignFields, self.seenEpoch) = (changeTag, foreignFields, seenEpoch)
  }

  /// What is known of the record's seal; nil for one that was never sealed.
  package func seal() throws(CanonicalDecodingError) -> SealMark? {
    guard let foreignFields else { return nil }
    return try ForeignCoding.seal(foreignFields)
  }

  /// Notes what is known of the record's seal; fields that this program does not know stay.
  package mutating func setSeal(_ seal: SealMark?) throws(CanonicalDecodingError) {
    let fields: [String: Field] = if let foreignFields { try ForeignCoding.fields(foreignFields) } else { [:] }
    foreignFields = ForeignCoding.encode(fields, seal: seal)
  }

  /// The state after an edit made here; `version` is what the record was before.
  package func edited(from version: @autoclosure () -> RecordVersion, to digest: [UInt8]) -> SyncState {
    var state = self
    if isOnlyHere {
      state.baseDigest = nil
    } else if !isUnsent, base == nil {
      state.base = version().encoded
    }
    state.localDigest = digest
    return state
  }

  /// Notes what the server has; what is here stays as it is.
  package mutating func acknowledge(_ version: @autoclosure () -> RecordVersion, digest: [UInt8], changeTag: String) {
    if digest == localDigest {
      base = nil
    } else if digest != baseDigest || base == nil {
      base = version().encoded
    }
    baseDigest = digest
    self.changeTag = changeTag
  }

  /// The same for a version that was sent with a digest: where that is still the one here, the version need not be read.
  ///
  /// - Returns: False for a record type that this program does not know.
  package mutating func acknowledge(
    _ version: RecordVersion, sentAs digest: [UInt8]?, of name: String, changeTag: String, at now: Instant
  ) -> Bool {
    if let digest, digest == localDigest {
      acknowledge(version, digest: digest, changeTag: changeTag)
      return true
    }
    guard let sent = StorableVersion(name: name, version: version, modifiedAt: now) else { return false }
    acknowledge(sent.version, digest: sent.digest, changeTag: changeTag)
    return true
  }

  /// Forgets that the server ever had the record, so that it goes up as new.
  package mutating func forgetBase() {
    base = nil
    baseDigest = nil
    changeTag = nil
  }
}

/// A record with all that is kept beside it.
package struct SyncedRow: Sendable {
  package var record: AnyRecord
  package var stamps: FieldStamps
  package var state: SyncState
  /// The row's place in its table; of an entry, its position in time.
  package var place: Int64 = 0

  package init(record: AnyRecord, stamps: FieldStamps, state: SyncState, place: Int64 = 0) {
    (self.record, self.stamps, self.state, self.place) = (record, stamps, state, place)
  }

  /// The record as the merge compares it.
  package var version: RecordVersion { record.version(stamps) }

  /// The version that the server last acknowledged; nil where it has none.
  package func base() throws(CanonicalDecodingError) -> RecordVersion? {
    guard state.changeTag != nil, state.baseDigest != nil else { return nil }
    guard let base = state.base else { return version }
    return try RecordVersion(decoding: base)
  }
}

extension AnyRecord {
  /// The stamps of an earlier version of this record.
  fileprivate func baseStamps(_ version: RecordVersion) -> FieldStamps {
    AnyRecord(name: name, version: version, modifiedAt: modifiedAt)?.stamps(of: version) ?? FieldStamps()
  }
}

/// A version that came from the server, or was sent to it, as the store would keep it.
package struct StorableVersion {
  package var record: AnyRecord
  package let stamps: FieldStamps
  package let digest: [UInt8]

  /// nil for a record type that this program does not know.
  package init?(name: String, version: RecordVersion, modifiedAt: Instant) {
    guard let record = AnyRecord(name: RecordName(name), version: version, modifiedAt: modifiedAt) else {
      return nil
    }
    self.record = record
    stamps = record.stamps(of: version)
    digest = RecordDigest.of(recordType: record.recordType, encodedStamps: stamps.encoded)
  }

  package var version: RecordVersion { record.version(stamps) }
}

/// A record that was deleted forever here: what is known of it until the server has removed it too.
///
/// It lives with the person's data, not with the state of synchronising: a removal is an edit. The words are gone; only
/// stamps are kept, by which an edit that the removal had not seen is told from one that it had.
package struct PurgeIntent: Hashable, Sendable {
  package var name: String
  package var recordType: String
  /// For the list of what waits; gone with the intent.
  package var title: String
  /// The stamps of the record when it was removed.
  package var stamps: FieldStamps
  /// Digests of what else was here by then: what the server had acknowledged, and what history knew.
  package var formerStamps = FieldStamps()
  /// nil: the server is not known to have it, and there is nothing to tell it unless the record turns up there.
  package var changeTag: String?
  /// The entry with which an image went; the server removes it with that.
  package var owner: String?
  /// An image's last version, so that it can come back with its entry.
  package var version: [UInt8]?
  package var purgedAt: Instant
  package var seenEpoch: Int64 = 0
  /// What was known of the record's seal; nil for one that was never sealed. A sealed record is removed by a sealed word.
  package var seal: SealMark?

  /// Notes what the server has. The version goes with the tag: an image that came back older than its tag would never be
  /// mended.
  package mutating func acknowledge(_ version: RecordVersion, changeTag: String?) {
    self.changeTag = changeTag
    if self.version != nil { self.version = version.encoded }
  }

  /// So many former values of a record are remembered.
  package static let mostFormerValues = 1000

  /// Notes a value that was here once: the server may have it still, where its answer to what came after was lost.
  package mutating func addFormer(_ field: String, _ value: [UInt8]?, stamp: HybridTime?) {
    let mark = FieldStamps.Mark(
      stamp: stamp ?? HybridTime(milliseconds: 0, counter: 0, device: 0), digest: Digest(of: value ?? []).short)
    guard !knows(field, mark.digest), formerStamps.marks.count < PurgeIntent.mostFormerValues else { return }
    // No field's name has a slash.
    formerStamps.marks["\(field)/\(formerStamps.marks.count)"] = mark
  }

  private func knows(_ field: String, _ digest: [UInt8]) -> Bool {
    if stamps.marks[field]?.digest == digest || formerStamps.marks[field]?.digest == digest { return true }
    let name = "\(field)/".utf8
    return formerStamps.marks.contains { $0.value.digest == digest && $0.key.utf8.starts(with: name) }
  }

  /// Whether every value of a record was known here when it was removed.
  ///
  /// That this device wrote a value itself does not say so: a journal that came back from a backup, or was copied to
  /// another machine, has the same name for itself, and does not know what was written in its place meanwhile.
  package func hadSeen(_ stamps: FieldStamps) -> Bool {
    stamps.marks.allSatisfy { field, mark in knows(field, mark.digest) }
  }
}

extension PurgeIntent {
  /// - Parameter owner: The intent of the entry with which an image goes.
  package init(of row: SyncedRow, owner: PurgeIntent?, at now: Instant) throws(CanonicalDecodingError) {
    let goesAlong = owner?.changeTag != nil
    // What comes back is what the server has: an edit that was not sent is removed with the rest.
    let base = try row.base()
    self.init(
      name: row.record.name.rawValue, recordType: row.record.recordType, title: row.record.title, stamps: row.stamps,
      changeTag: row.state.changeTag, owner: goesAlong ? owner?.name : nil,
      version: goesAlong ? (base ?? row.version).encoded : nil, purgedAt: now, seenEpoch: row.state.seenEpoch)
    seal = try row.state.seal()
    if let base { formerStamps = row.record.baseStamps(base) }
  }
}
