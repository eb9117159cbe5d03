package import CloudRecord

/// What is known of the sealed version of a record that the server has: by it an older copy is told from a later one, and
/// the next version is sealed so that nothing of it is lost.
package struct SealMark: Hashable, Sendable {
  /// From 1; the next version has a greater one. 0 for a record that was never sealed.
  package var counter: UInt64
  /// The number of the journal key that it was sealed under, from 1.
  package var keyNumber: UInt32
  /// The SHA-256 of the content, as it was sealed; empty where the record lies plain on the server.
  package var digest: [UInt8]
  /// The record that a plain reference `entry` points to, which the seal is bound to; empty for none.
  package var entry: String
  /// The files that travel beside the record, in the byte order of their fields.
  package var files: [SealedFile]
  /// Fields within the content that this program does not know, with their stamps; they are sealed again as they were.
  package var later: RecordVersion
  /// Whether plain fields of the record lie on the server, alone or beside the sealed content; the next save clears them.
  package var hasPlainFields: Bool
  /// Whether a seal lies on the server that was not taken in, though the known version is plain there: the next plain save
  /// clears it.
  package var hasStraySeal = false
  /// The origin of the share whose key sealed it, 32 bytes; empty for one under a key of the journal. ``keyNumber`` is that of a
  /// key of the same.
  package var share: [UInt8] = []
  /// Of one in a share: the number of the newest journal key that was known when it was sealed or taken in. A seal of the journal
  /// under an older key is none that came after it.
  package var journalKey: UInt32 = 0

  package init(
    counter: UInt64, keyNumber: UInt32, digest: [UInt8], entry: String = "", files: [SealedFile] = [],
    later: RecordVersion, hasPlainFields: Bool = false
  ) {
    (self.counter, self.keyNumber, self.digest, self.entry) = (counter, keyNumber, digest, entry)
    (self.files, self.later, self.hasPlainFields) = (files, later, hasPlainFields)
  }

  /// The same in a share.
  ///
  /// - Parameters:
  ///   - origin: Of the share; empty for none.
  ///   - journalKey: The number of the newest journal key that is known.
  package func inShare(_ origin: [UInt8], journalKey: UInt32) -> SealMark {
    var mark = self
    (mark.share, mark.journalKey) = (origin, origin.isEmpty ? 0 : journalKey)
    return mark
  }

  /// Of a record of which no seal is known.
  package static func none(_ recordType: String) -> SealMark {
    SealMark(
      counter: 0, keyNumber: 0, digest: [], later: RecordVersion(recordType: recordType), hasPlainFields: true)
  }

  /// Whether the known version lies sealed on the server.
  package var isSealed: Bool { !digest.isEmpty }

  /// The same once the record lies plain on the server: the counter stays, so that a former seal is known for an older one.
  package var opened: SealMark {
    var mark = self
    mark.digest = []
    mark.files = []
    mark.later = RecordVersion(recordType: later.recordType)
    mark.hasPlainFields = true
    mark.hasStraySeal = false
    (mark.share, mark.journalKey) = ([], 0)
    return mark
  }

  /// Whether a seal lies on the server, the known one or one that was not taken in.
  package var liesSealed: Bool { isSealed || hasStraySeal }

  /// Whether it is the first seal of a record that the server had lost.
  package var beginsLife: Bool { counter != 0 && counter.isMultiple(of: 1 << 32) }

  /// How a version that came stands to the known one.
  package enum Order: Hashable, Sendable {
    /// It came after it.
    case later
    /// It is the known one.
    case same
    /// It came before it, was made beside it by a device that does not count, or is under an older key, which only a
    /// removed device still seals with: it is not taken in.
    case older
  }

  /// The greatest counter that is believed. No journal comes near it; what is above it was made to use the counters up.
  package static let greatestCounter: UInt64 = 1 << 62

  /// The greatest counter that is believed of a person who takes part in a share, under its key of a number: so none of them
  /// uses up the counters of the owner, nor under a later key those of the others.
  package static func greatestCounter(ofParticipantUnder number: UInt32) -> UInt64 { 1 << 48 + UInt64(number) << 40 }

  /// The field within the content that holds the owner's word that an entry is filed under a shared category (`FilingWord` of
  /// JournalSeal): “CJW”, 1, a counter, and what it says and is signed with.
  package static let filedField = "filed"

  /// How names of entries begin that participants add to a shared category (`AddedName` of JournalSeal).
  package static let addedPrefix = "added-"

  /// The counter of the owner's word that the record is filed where its share says; nil for one without such a word, and
  /// 0 for one that a participant has added and that has none yet.
  package var filedCounter: UInt64? {
    guard !share.isEmpty, case .bytes(let word)? = later.values[SealMark.filedField], word.count > 12 else {
      return nil
    }
    return word[4..<12].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether a participant of a category's share wrote it: only the owner's own versions have the counter of the owner's word.
  package var isByParticipant: Bool { filedCounter.map { $0 != counter } ?? false }

  /// The counter up to which the owner's word goes. Under the key of a category participants count on, and what they count says
  /// nothing about where an entry is filed.
  package var ownersCounter: UInt64 { filedCounter ?? counter }

  /// Tells how a version that came stands to this one: by the number of its key, and under one key by its counter.
  ///
  /// A device that saw the record only while it was plain counts from one again, under the key with which encryption was
  /// turned on again.
  ///
  /// Into a share, and out of it, the counter goes on; where the record is filed under a shared category that of the owner's word
  /// counts first: a former word, with whatever a participant wrote under it, is no later than that the owner filed it elsewhere.
  package func order(of other: SealMark) -> Order {
    guard other.share == share else {
      // A picture of another entry than the shared one is never what takes part in a share.
      guard other.entry == entry || !isSealed, ownersCounter < other.ownersCounter else { return .older }
      return !other.share.isEmpty || other.keyNumber >= journalKey ? .later : .older
    }
    if other.counter == counter, other.keyNumber == keyNumber, other.digest == digest { return .same }
    if filedCounter ?? other.filedCounter != nil, ownersCounter != other.ownersCounter {
      return ownersCounter < other.ownersCounter ? .later : .older
    }
    return (keyNumber, counter) < (other.keyNumber, other.counter) ? .later : .older
  }

  /// The same with the key number and counter of another one where that is later, so that what is sealed next is above both.
  ///
  /// A counter under an older key counts for nothing: who was removed still has that key, and would use the counters up.
  package func raised(above other: SealMark) -> SealMark {
    guard other.share == share else {
      // Nor does what a participant counts, under a word that is over.
      guard !other.isByParticipant else { return self }
      var mark = self
      mark.counter = max(counter, other.counter)
      return mark
    }
    var mark = self
    if filedCounter == 0, other.filedCounter != 0, !other.share.isEmpty {
      // What its maker counted says nothing any more once the owner has sealed it.
      (mark.keyNumber, mark.counter) = (other.keyNumber, other.counter)
      mark.later.values[SealMark.filedField] = other.later.values[SealMark.filedField]
      return mark
    }
    guard (keyNumber, counter) < (other.keyNumber, other.counter) else { return self }
    (mark.keyNumber, mark.counter) = (other.keyNumber, other.counter)
    return mark
  }

  /// The same where another seal lies on the server in its place, which is not taken in.
  package func over(_ other: SealMark) -> SealMark {
    var mark = raised(above: other)
    if !mark.isSealed { mark.hasStraySeal = true }
    return mark
  }
}

/// A file that travels beside a sealed record, and what opens it.
package struct SealedFile: Hashable, Sendable, CustomStringConvertible {
  /// The field that names the file's bytes, such as `imageAsset`.
  package var field: String
  /// The SHA-256 of the true bytes, 32 bytes.
  package var digest: [UInt8]
  /// The number of the true bytes.
  package var length: UInt64
  /// The key of this upload, 32 bytes; no log shows it.
  package var key: [UInt8]

  package init(field: String, digest: [UInt8], length: UInt64, key: [UInt8]) {
    (self.field, self.digest, self.length, self.key) = (field, digest, length, key)
  }

  /// Whether the file is nowhere: its record names its digest and has no bytes.
  package var isLeftOut: Bool { length == 0 }

  /// The field and the length.
  package var description: String { "\(field), \(length) bytes" }
}

/// Why a record that came is not taken in.
package enum ClosedReason: String, Hashable, Sendable, CaseIterable {
  /// Sealed under a key that this device does not have yet.
  case noKey
  /// Changed, cut or moved after it was sealed.
  case damaged
  /// Sealed by a newer version of this program.
  case newer
  /// Plain in a journal that is sealed.
  case unsealed
  /// Its text is a file that did not come.
  case noFile
  /// In a share, by a person who may not write there any more: it may be from before or after that.
  case former
  /// In a share, by a person who could not write there, or may not remove it.
  case forbidden

  /// What a person reads of it.
  package var sentence: String {
    switch self {
    case .noKey: "Sealed with a key that this device does not have yet."
    case .damaged: "This cannot be opened: it was changed or moved after it was sealed."
    case .newer: "Written by a newer version of this program."
    case .unsealed: "Not sealed, though this journal is; not taken in."
    case .noFile: "Its text could not be fetched from the server; it is asked for again."
    case .former: "Written by a person who may not change it any more; not taken in before its owner has seen to it."
    case .forbidden: "Written by a person who may not change it; not taken in."
    }
  }
}

/// A record that came and cannot be opened, or may not be taken in. What is here under its name stays as it is.
package struct ClosedRecord: Hashable, Sendable {
  /// As it came.
  package var record: Record
  /// Why it stays closed.
  package var reason: ClosedReason
  /// The name of the missing key in hexadecimal digits; empty for another reason.
  package var keyID: String
  /// What a plain one says, for the history alone; nil for one that is sealed.
  package var plain: FetchedRecord?

  package init(_ record: Record, reason: ClosedReason, keyID: String = "", plain: FetchedRecord? = nil) {
    (self.record, self.reason, self.keyID, self.plain) = (record, reason, keyID, plain)
  }
}

/// The sealed word of a device that it removed a record for good.
package struct FetchedRemoval: Hashable, Sendable {
  /// Unique within the journal's zone.
  package var recordName: String
  /// The server's version of the record; opaque.
  package var changeTag: String
  /// The record's type with the stamps that it had when it was removed, and no values.
  package var version: RecordVersion
  /// Of the removal.
  package var seal: SealMark

  package init(recordName: String, changeTag: String, version: RecordVersion, seal: SealMark) {
    (self.recordName, self.changeTag, self.version, self.seal) = (recordName, changeTag, version, seal)
  }
}

/// A record that a sealed word removed for good, as long as that is remembered: an older copy that turns up again is known
/// for what it is.
package struct SealedRemoval: Hashable, Sendable {
  /// Unique within the journal's zone.
  package var recordName: String
  /// The type of the record.
  package var recordType: String
  /// Of the removal, as the server had it last.
  package var changeTag: String
  /// Of the removal.
  package var seal: SealMark
  /// The times of the record's fields, as the removing device knew them.
  package var stamps: [String: HybridTime]
  /// By the server's time, in milliseconds since 1970; 0 for one that need not be there any longer.
  package var removedAt: Int64

  /// Milliseconds for which the word stays on the server, so that every device hears it; and for which an older copy of the
  /// record is known for one.
  package static let lifetime: Int64 = 90 * 86_400_000

  package init(
    recordName: String, recordType: String, changeTag: String, seal: SealMark, stamps: [String: HybridTime],
    removedAt: Int64
  ) {
    (self.recordName, self.recordType, self.changeTag) = (recordName, recordType, changeTag)
    (self.seal, self.stamps, self.removedAt) = (seal, stamps, removedAt)
  }

  /// Whether a device that removed a record knowing these times had seen all of a version.
  package static func hadSeen(_ version: RecordVersion, knowing stamps: [String: HybridTime]) -> Bool {
    version.stamps.allSatisfy { field, stamp in stamps[field].map { stamp <= $0 } ?? false }
  }
}
