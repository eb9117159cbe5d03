package import CloudRecord
import Encodings
package import SyncCore

/// The journal's records as they travel, both ways: the only code that knows which field is which.
///
/// Going up, a record names only the fields that differ from what the server acknowledged, so that fields which this
/// program does not know are never touched. Coming down, every field gets a believable stamp.
package struct RecordMapping: Sendable {
  let sealing: Sealing
  /// The zone on the wire, which seals are bound to.
  let zoneName: String

  /// Makes a mapping; by default records travel as they are.
  package init(sealing: Sealing = .plain, zoneName: String = ZoneAddress.journal.zoneID.zoneName) {
    self.sealing = sealing
    self.zoneName = zoneName
  }

  // MARK: Going up

  /// One record's save or deletion. Files that are to be uploaded first stand as assets without a receipt.
  ///
  /// - Parameter now: Milliseconds since 1970; `modifiedAt` never lies after it.
  package func operation(for unsent: UnsentRecord, at now: Int64) -> RecordOperation {
    if let raw = unsent.raw {
      let (name, type) = (raw.recordName, raw.recordType)
      return RecordOperation(
        .create, recordName: name, recordType: type, fields: raw.fields, parent: raw.parent, desiredKeys: [])
    }
    if sealing.isSealed, !unsent.isRemovalOver { return sealedOperation(for: unsent) }
    guard let local = unsent.local else {
      return RecordOperation(.delete, recordName: unsent.recordName, recordChangeTag: unsent.changeTag)
    }
    guard let tag = unsent.changeTag else {
      let beside = BesideOurs(unsent.foreignFields)
      var operation = save(.create, unsent, local, changed: fields(of: local, besides: nil), beside, at: now)
      // A record that the server lost takes along what a newer program had written beside ours.
      for (name, field) in beside.fields where operation.fields[name] == nil { operation.fields[name] = field }
      return operation
    }
    let beside = BesideOurs(unsent.foreignFields)
    var operation: RecordOperation
    if let seal = unsent.seal, seal.liesSealed {
      operation = openingOperation(for: unsent, local, seal, beside, at: now)
    } else {
      operation = save(.update, unsent, local, changed: fields(of: local, besides: unsent.base), beside, at: now)
    }
    operation.recordChangeTag = tag
    return operation
  }

  /// A save that overwrites what is there with `unsent.local`.
  ///
  /// - Parameter server: The server's version, whose fields that this program does not know stay.
  package func forcedOperation(
    for unsent: UnsentRecord, policy: SavePolicy, over server: FetchedRecord, at now: Int64
  ) -> RecordOperation? {
    guard let local = unsent.local else { return nil }
    if sealing.isSealed {
      // Whole contents are saved, over the version that was looked up and over no other.
      var unsent = unsent
      unsent.changeTag = server.changeTag
      unsent.seal = server.seal
      return sealedOperation(for: unsent)
    }
    // A file that the server's record has needs no upload if its field is left as it is, which only an update can do.
    let hasFileThere = server.version.values["imageAsset"] != nil
    let beside = BesideOurs(server.foreignFields)
    guard policy == .allKeys, !hasFileThere else {
      return save(.forceUpdate, unsent, local, changed: fields(of: local, besides: server.version), beside, at: now)
    }
    var operation = save(.forceReplace, unsent, local, changed: fields(of: local, besides: nil), beside, at: now)
    for (name, field) in beside.fields { operation.fields[name] = field }
    return operation
  }

  /// The plain save of a record that lies sealed on the server: all of it, and its seal goes.
  private func openingOperation(
    for unsent: UnsentRecord, _ local: RecordVersion, _ seal: SealMark, _ beside: BesideOurs, at now: Int64
  ) -> RecordOperation {
    var operation = save(.update, unsent, local, changed: fields(of: local, besides: nil), beside, at: now)
    for info in JournalSchema.fields[local.recordType] ?? [] where operation.fields[info.name] == nil {
      operation.fields.updateValue(nil, forKey: info.name)
    }
    for name in JournalSchema.Carrier.fileFields(of: local.recordType) where operation.fields[name] == nil {
      operation.fields.updateValue(nil, forKey: name)
    }
    // What only a newer version knows was sealed along, and is plain along.
    for (name, value) in seal.later.values where operation.fields[name] == nil && name != SealMark.filedField {
      operation.fields[name] = Field(value)
    }
    operation.fields.updateValue(nil, forKey: JournalSchema.Carrier.sealed)
    operation.fields[JournalSchema.Carrier.formatVersion] = Field(
      .int64(beside.formatVersion ?? JournalSchema.formatVersion))
    return operation
  }

  private func save(
    _ kind: RecordOperation.Kind, _ unsent: UnsentRecord, _ local: RecordVersion, changed: [String: Field?],
    _ beside: BesideOurs, at now: Int64
  ) -> RecordOperation {
    var fields = changed
    let carrier = JournalSchema.Carrier.self
    fields[carrier.fieldStamps] = Field(.bytes(beside.addingMarks(to: FieldStamps(of: local)).encoded))
    if local.recordType == JournalSchema.entryType {
      fields[carrier.modifiedAt] = Field(.date(min(unsent.modifiedAt, now)))
    }
    if kind == .create || kind == .forceReplace {
      fields[carrier.formatVersion] = Field(.int64(beside.formatVersion ?? JournalSchema.formatVersion))
    }
    var parent: String?
    if case .reference(let reference)? = local.values["entry"] { parent = reference.recordName }
    var operation = RecordOperation(
      kind, recordName: unsent.recordName, recordType: local.recordType, fields: fields, parent: parent,
      desiredKeys: [])
    switch unsent.parentEdit {
    case .unchanged: break
    case .set: operation.parentEdit = unsent.parentEdit
    // What is new, or replaced as a whole, has none.
    case .cleared: if kind == .update || kind == .forceUpdate { operation.parentEdit = .cleared }
    }
    return operation
  }

  /// The fields in which two versions differ as they travel; those of the first alone where there is no second.
  private func fields(of local: RecordVersion, besides base: RecordVersion?) -> [String: Field?] {
    var changed: [String: Field?] = [:]
    for info in JournalSchema.fields[local.recordType] ?? [] {
      let value = local.values[info.name]
      if let base {
        guard !FieldValue.areIdentical(value, base.values[info.name]) else { continue }
      } else if value == nil {
        continue
      }
      changed.updateValue(value.map { Field($0, isEncrypted: info.isEncrypted) }, forKey: info.name)
      switch (local.recordType, info.name) {
      case (JournalSchema.entryType, "body"): setBody(value, in: &changed, isNew: base == nil)
      case (JournalSchema.imageType, "imageAsset"): setDigest(of: value, in: &changed)
      default: break
      }
    }
    return changed
  }

  /// A file's digest goes with it.
  private func setDigest(of value: FieldValue?, in changed: inout [String: Field?]) {
    var digest: Field?
    if case .asset(let asset)? = value { digest = Field(.string(asset.fileChecksum)) }
    changed.updateValue(digest, forKey: JournalSchema.Carrier.imageDigest)
  }

  /// Exactly one of `body` and `bodyAsset` is there; a save that changes one removes the other.
  private func setBody(_ value: FieldValue?, in changed: inout [String: Field?], isNew: Bool) {
    let bodyAsset = JournalSchema.Carrier.bodyAsset
    if case .string(let text)? = value, text.utf8.count > JournalSchema.inlineTextLimit {
      if isNew { changed.removeValue(forKey: "body") } else { changed.updateValue(nil, forKey: "body") }
      let digest = Digest(of: Array(text.utf8)).description
      changed[bodyAsset] = Field(.asset(Asset(fileChecksum: digest)))
    } else if !isNew {
      changed.updateValue(nil, forKey: bodyAsset)
    }
  }

  /// The files that have to be on the server before an operation can name them.
  func uploads(of operation: RecordOperation, _ unsent: UnsentRecord) -> [PendingUpload] {
    var uploads: [PendingUpload] = []
    for name in operation.fields.keys.sorted() {
      guard case .asset(let asset)? = operation.fields[name]??.value, asset.receipt == nil else { continue }
      var upload = PendingUpload(
        token: AssetUploadToken(
          recordType: unsent.recordType, fieldName: name, recordName: unsent.recordName),
        digest: asset.fileChecksum, isSealed: sealing.isSealed)
      if name == JournalSchema.Carrier.bodyAsset, case .string(let text)? = unsent.local?.values["body"] {
        upload.bytes = Array(text.utf8)
      }
      uploads.append(upload)
    }
    return uploads
  }
}

/// A file that is to be uploaded: bytes at hand, or a file by its digest.
struct PendingUpload: Hashable, Sendable {
  var token: AssetUploadToken
  /// SHA-256, lower-case hexadecimal.
  var digest: String
  var bytes: [UInt8]?
  /// Whether it goes up sealed; ``digest`` is that of its true bytes all the same.
  var isSealed = false

  /// The same without the bytes, which the digest stands for.
  var key: PendingUpload {
    var key = self
    key.bytes = nil
    return key
  }
}

/// The name of a file by its bytes: their SHA-256 in lower-case hexadecimal.
package enum FileDigest {
  /// Whether a text has the form of one; what comes from a server may be anything.
  package static func isPlausible(_ text: String) -> Bool { Hexadecimal.isLowerCase(text, digits: 64) }

  /// Its 32 bytes; nil for a text that is none.
  package static func bytes(_ text: String) -> [UInt8]? {
    guard isPlausible(text) else { return nil }
    let digits = text.utf8.compactMap(Hexadecimal.value)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
