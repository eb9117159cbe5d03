import CloudRecord
import Encodings
package import JournalSeal
package import SyncCore

/// What was found in a record that came.
enum OpenedRecord {
  /// It was sealed, and is the journal's.
  case content(SealedContent, Sealing.Opened)
  /// It was sealed in a share by a person who may not write there any more.
  case former(SealedContent, Sealing.Opened)
  /// It came plain, and may be taken in.
  case plain([String: Field])
  /// It cannot be opened, or may not be taken in.
  case closed(ClosedReason, keyID: String)
}

extension RecordMapping {
  // MARK: Coming down

  /// Whether a record is sealed; it is closed then where a file of it cannot be had.
  func isSealed(_ record: Record) -> Bool { record.fields[JournalSchema.Carrier.sealed] != nil }

  /// Opens a record as far as that can be done here.
  func open(_ record: Record) -> OpenedRecord {
    guard let sealed = record.fields[JournalSchema.Carrier.sealed] else {
      return sealing.plainRecords == .refused ? .closed(.unsealed, keyID: "") : .plain(record.fields)
    }
    guard case .bytes(let bytes) = sealed.value else { return .closed(.damaged, keyID: "") }
    do throws(SealFailure) {
      let opened = try sealing.open(bytes, at: RecordPlace(of: record, inZone: zoneName))
      guard let content = opened.content else { return .closed(.forbidden, keyID: "") }
      // A file of a field that only a newer version has could not be sealed again.
      let isKnown = content.files.allSatisfy {
        JournalSchema.Carrier.fileField($0.field, of: record.recordType) != nil
      }
      guard isKnown else { return .closed(.newer, keyID: "") }
      return opened.worth == .taken ? .content(content, opened) : .former(content, opened)
    } catch {
      switch error {
      case .noKey(let id): return .closed(.noKey, keyID: id.description)
      case .newer: return .closed(.newer, keyID: "")
      case .damaged: return .closed(.damaged, keyID: "")
      }
    }
  }

  /// A sealed record as the store takes it in; its stamps are those of its authors, which the store makes believable.
  func fetched(
    _ record: Record, _ content: SealedContent, _ opened: Sealing.Opened, files: [String: String]
  ) -> FetchedChange {
    let known = JournalSchema.fields[record.recordType] ?? []
    let mark = mark(record, content, opened.form, known)
    guard content.kind == .record else {
      return .removed(
        FetchedRemoval(
          recordName: record.recordName, changeTag: record.recordChangeTag, version: content.version, seal: mark))
    }
    var version = RecordVersion(recordType: record.recordType)
    var isComplete = true
    for info in known {
      version.stamps[info.name] = content.version.stamps[info.name]
      guard let value = content.version.values[info.name] else { continue }
      // A file's value is what the seal says of the file.
      if info.fits(value), info.kind != .asset { version.values[info.name] = value } else { isComplete = false }
    }
    for file in content.files {
      switch file.field {
      case JournalSchema.Carrier.bodyAsset: version.values["body"] = files[file.field].map { .string($0) }
      default: version.values[file.field] = .asset(Asset(fileChecksum: Hexadecimal.text(file.digest)))
      }
    }
    let names = JournalSchema.names[record.recordType] ?? []
    var fetched = FetchedRecord(
      recordName: record.recordName, changeTag: record.recordChangeTag, version: version,
      modifiedAt: content.modifiedAt, foreignFields: record.fields.filter { !names.contains($0.key) },
      isNewerFormat: !isComplete, seal: mark, savedAt: record.modified.timestamp, savedBy: record.savedBy)
    (fetched.signer, fetched.account) = (opened.signer, record.savedByAccount)
    return .record(fetched)
  }

  private func mark(
    _ record: Record, _ content: SealedContent, _ form: SharedForm, _ known: [WireField]
  ) -> SealMark {
    var later = content.version
    for info in known {
      later.stamps[info.name] = nil
      // A value that this program cannot read is kept as one of a field that it does not know.
      if later.values[info.name].map({ info.fits($0) && info.kind != .asset }) ?? true { later.values[info.name] = nil }
    }
    var digest: [UInt8] = []
    // What was read back from bytes can be written again.
    do throws(SealFailure) { digest = try content.digest() } catch { digest = [] }
    let plain = JournalSchema.plainNames(of: record.recordType)
    return SealMark(
      counter: content.counter, keyNumber: form.keyNumber, digest: digest,
      entry: RecordPlace(of: record, inZone: zoneName).entry,
      files: content.files.map {
        SealedFile(field: $0.field, digest: $0.digest, length: $0.length, key: $0.key.secret.copied)
      }, later: later, hasPlainFields: record.fields.keys.contains { plain.contains($0) }
    ).inShare(form.origin, journalKey: sealing.keyNumber)
  }

  // MARK: Going up

  /// One record's save, or the sealed word of its removal; what is sealed comes last, once its files are on the server.
  func sealedOperation(for unsent: UnsentRecord) -> RecordOperation {
    let isNew = unsent.changeTag == nil
    var fields: [String: Field?] = [:]
    if isNew || unsent.seal?.hasPlainFields ?? true {
      fields[JournalSchema.Carrier.formatVersion] = Field(.int64(JournalSchema.sealedFormatVersion))
    }
    if !isNew, unsent.seal?.hasPlainFields ?? true {
      for name in JournalSchema.plainNames(of: unsent.recordType) { fields.updateValue(nil, forKey: name) }
    }
    let parent = entry(of: unsent)
    if unsent.recordType == JournalSchema.imageType, !parent.isEmpty, unsent.local != nil {
      fields["entry"] = Field(.reference(Reference(recordName: parent, action: .deleteSelf)))
    } else if unsent.recordType == JournalSchema.imageType, unsent.local == nil, !isNew, parent.isEmpty {
      // Of a picture that was never sealed it is not known what it belongs to; its removal is bound to nothing then.
      fields.updateValue(nil, forKey: "entry")
    }
    setFiles(of: unsent, isNew: isNew, in: &fields)
    if isNew {
      // A record that the server lost takes along what another program had written beside ours.
      for (name, field) in BesideOurs(unsent.foreignFields).fields where fields[name] == nil { fields[name] = field }
    }
    var operation = RecordOperation(
      isNew ? .create : .update, recordName: unsent.recordName, recordType: unsent.recordType,
      recordChangeTag: unsent.changeTag, fields: fields, parent: parent.isEmpty ? nil : parent, desiredKeys: [])
    setParent(of: unsent, isNew: isNew, in: &operation)
    return operation
  }

  /// An entry hangs on its category in the same update in which it is sealed for those who have that, and on none in the one in
  /// which it is not.
  private func setParent(of unsent: UnsentRecord, isNew: Bool, in operation: inout RecordOperation) {
    guard unsent.recordType == JournalSchema.entryType, unsent.local != nil else { return }
    switch unsent.parentEdit {
    case .unchanged: break
    case .set(let category):
      guard sealing.shares.inForce(at: place(of: unsent), in: unsent.category)?.root == category else { break }
      operation.parentEdit = unsent.parentEdit
    case .cleared: if !isNew { operation.parentEdit = .cleared }
    }
  }

  private func place(of unsent: UnsentRecord) -> RecordPlace {
    RecordPlace(
      zone: zoneName, recordType: unsent.recordType, recordName: unsent.recordName, entry: entry(of: unsent))
  }

  /// The category by which a record may be in a share; for what was removed, the one by which it was.
  private func category(of unsent: UnsentRecord) -> String? {
    unsent.local != nil ? unsent.category : unsent.seal.flatMap { sealing.shares.root(ofOrigin: $0.share) }
  }

  /// The record that a picture's plain reference points to.
  private func entry(of unsent: UnsentRecord) -> String {
    guard unsent.recordType == JournalSchema.imageType else { return "" }
    if case .reference(let reference)? = unsent.local?.values["entry"] { return reference.recordName }
    return unsent.seal?.entry ?? ""
  }

  /// Files that the server does not have under the known seal are to be uploaded; those that the record has no longer go.
  private func setFiles(of unsent: UnsentRecord, isNew: Bool, in fields: inout [String: Field?]) {
    let wanted = unsent.local.map(JournalSchema.files(of:)) ?? [:]
    for name in JournalSchema.Carrier.fileFields(of: unsent.recordType) {
      if let digest = wanted[name] {
        guard isNew || knownFile(name, digest, in: unsent) == nil else { continue }
        fields[name] = Field(.asset(Asset(fileChecksum: digest)))
      } else if !isNew, unsent.seal.map({ $0.hasPlainFields || $0.files.contains { $0.field == name } }) ?? true {
        fields.updateValue(nil, forKey: name)
      }
    }
  }

  /// A file of this digest that lies sealed on the server beside the record; one that was left out does not.
  private func knownFile(_ name: String, _ digest: String, in unsent: UnsentRecord) -> SealedFile? {
    guard unsent.changeTag != nil else { return nil }
    return unsent.seal?.files.first { $0.field == name && !$0.isLeftOut && Hexadecimal.text($0.digest) == digest }
  }

  /// Bytes that the seal will have, or a little more.
  func sealedSize(of unsent: UnsentRecord) -> Int {
    var version = unsent.local ?? RecordVersion(recordType: unsent.recordType, stamps: unsent.base?.stamps ?? [:])
    if unsent.local.map({ JournalSchema.files(of: $0)[JournalSchema.Carrier.bodyAsset] != nil }) ?? false {
      version.values["body"] = nil
    }
    var size = RequestSize.encoded(version) + 1024
    if let later = unsent.seal?.later { size += RequestSize.encoded(later) }
    return (Padding.length(of: size) + RecordSeal.overhead) / 3 * 4 + 88
  }

  /// Seals a record or its removal, now that its files are on the server.
  ///
  /// - Parameters:
  ///   - uploaded: By field, the files that went up for this save.
  ///   - now: Milliseconds since 1970; `modifiedAt` never lies after it.
  /// - Returns: The bytes, and what is known of the seal once the server has it.
  /// - Throws: ``SealFailure``, as where there is no counter left.
  package func seal(
    _ unsent: UnsentRecord, uploaded: [String: SealedFile], at now: Int64
  ) throws(SealFailure) -> (bytes: [UInt8], mark: SealMark) {
    let (place, category) = (place(of: unsent), category(of: unsent))
    let form = sealing.form(at: place, in: category)
    var known = unsent.counter
    // Under a later key one is above all that: see ``SealMark/order(of:)``.
    if form.origin.isEmpty, known > SealMark.greatestCounter / 2,
      unsent.seal.map({ $0.share.isEmpty && $0.keyNumber < sealing.keyNumber }) ?? false
    {
      known = 0
    }
    // Nor does what the maker of an entry counted before the owner's first word for it: one word would be later than another then.
    if sealing.hasKeys, unsent.seal?.filedCounter == 0 { known = 0 }
    let next =
      unsent.changeTag == nil && known > 0
      ? SealedContent.counter(ofNewLifeAfter: known) : SealedContent.counter(after: known)
    guard let counter = next else { throw .damaged("no counter is left") }
    var content = SealedContent(
      kind: unsent.local == nil ? .removed : .record, counter: counter, modifiedAt: min(unsent.modifiedAt, now),
      version: RecordVersion(recordType: unsent.recordType, stamps: unsent.base?.stamps ?? [:]))
    var files: [SealedFile] = []
    if let local = unsent.local {
      content.version = local
      for (name, digest) in JournalSchema.files(of: local).sorted(by: { $0.key < $1.key }) {
        guard let file = uploaded[name] ?? knownFile(name, digest, in: unsent), let key = FileKey(file.key) else {
          throw .damaged("a file that is not on the server")
        }
        files.append(file)
        content.files.append(
          SealedContent.File(field: file.field, digest: file.digest, length: file.length, key: key))
        content.version.values[JournalSchema.Carrier.fileField(name, of: unsent.recordType) ?? name] = nil
      }
      if let later = unsent.seal?.later {
        content.version.values.merge(later.values) { ours, _ in ours }
        content.version.stamps.merge(later.stamps) { ours, _ in ours }
      }
    }
    try sealing.file(&content, at: place, in: category)
    let (bytes, digest) = try sealing.seal(content, at: place, in: category)
    var later = unsent.seal?.later ?? RecordVersion(recordType: unsent.recordType)
    later.values[SealMark.filedField] = content.version.values[SealMark.filedField]
    let mark = SealMark(
      counter: counter, keyNumber: form.keyNumber, digest: digest, entry: place.entry, files: files,
      later: later
    ).inShare(form.origin, journalKey: sealing.keyNumber)
    return (bytes, mark)
  }

  /// Why a record may not go to the server at present, whatever it says: one that lies sealed in a share never goes plain, and
  /// in a share goes only what its readers take in.
  func obstacle(of unsent: UnsentRecord) -> String? {
    guard unsent.raw == nil, !unsent.isRemovalOver else { return nil }
    let (place, category) = (place(of: unsent), category(of: unsent))
    guard sealing.isSealed else {
      // Others read what hangs on it as long as the share is not at its end, which comes after the list of people.
      guard sealing.shares.isAny(at: place, in: category) else { return nil }
      return "This is shared and sealed for those who have it, and it does not go plain. Stop sharing it first."
    }
    return sealing.obstacle(at: place, in: category, of: unsent)
  }

  /// Whether an operation may go to the server: in a sealed journal nothing of a person's goes plain, whatever else is wrong.
  func isPermitted(_ operation: RecordOperation) -> Bool {
    guard sealing.isSealed, !operation.kind.isDeletion, let type = operation.recordType,
      JournalSchema.fields[type] != nil
    else { return true }
    guard operation.kind == .create || operation.kind == .update,
      case .bytes? = operation.fields[JournalSchema.Carrier.sealed]??.value
    else { return false }
    let plain = JournalSchema.plainNames(of: type)
    return operation.fields.allSatisfy { name, field in field == nil || !plain.contains(name) }
  }
}
