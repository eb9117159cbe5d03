package import CloudRecord
import Encodings
import JournalSeal
package import SyncCore

extension RecordMapping {
  // MARK: Coming down

  /// The assets whose bytes belong to a record's content.
  func filesNeeded(by record: Record) -> [NeededFile] {
    switch open(record) {
    case .closed, .former: []
    case .plain(let fields): filesNeeded(by: record, fields).map { NeededFile(field: $0.field, asset: $0.asset) }
    case .content(let content, _): filesNeeded(by: record, content)
    }
  }

  /// A long text comes with its record; the bytes of a picture come when a person looks at it.
  private func filesNeeded(by record: Record, _ content: SealedContent) -> [NeededFile] {
    content.files.compactMap { file in
      guard file.field == JournalSchema.Carrier.bodyAsset, case .asset(let asset)? = record.fields[file.field]?.value
      else { return nil }
      return NeededFile(field: file.field, asset: asset, sealed: file)
    }
  }

  private func filesNeeded(by record: Record, _ fields: [String: Field]) -> [(field: String, asset: Asset)] {
    switch record.recordType {
    case JournalSchema.entryType:
      // A writer that does not know long texts leaves the file behind; what it wrote is the text.
      guard fields["body"] == nil, case .asset(let asset)? = fields[JournalSchema.Carrier.bodyAsset]?.value
      else { return [] }
      return [(JournalSchema.Carrier.bodyAsset, asset)]
    case JournalSchema.imageType:
      // The bytes of a picture come when a person looks at it; where the record has no digest, they have to come now.
      guard case .asset(let asset)? = fields["imageAsset"]?.value, imageDigest(fields) == nil else { return [] }
      return [("imageAsset", asset)]
    default: return []
    }
  }

  /// Returns a page's changes for the store; nil where the answer is no page, or where files of it have to come first.
  ///
  /// The result depends on the reply alone, so any thread can make it while the store takes in the page before.
  package func prepared(_ reply: CloudReply) -> [FetchedChange]? {
    guard case .zoneChanges(let outcomes) = reply, case .page(let page)? = outcomes.first else { return nil }
    var changes: [FetchedChange] = []
    changes.reserveCapacity(page.changes.count)
    for change in page.changes {
      switch change {
      case .deleted(let name, _): changes.append(.deleted(recordName: name))
      case .changed(let record):
        let opened = open(record)
        switch opened {
        case .closed, .former: break
        case .plain(let fields): guard filesNeeded(by: record, fields).isEmpty else { return nil }
        case .content(let content, _): guard filesNeeded(by: record, content).isEmpty else { return nil }
        }
        changes.append(fetched(record, opened, files: [:]))
      }
    }
    return changes
  }

  /// A record as the store takes it in.
  ///
  /// - Parameter files: By field, what was downloaded: the text of a body, the digest of an image's bytes.
  package func fetched(_ record: Record, files: [String: String] = [:]) -> FetchedChange {
    fetched(record, open(record), files: files)
  }

  private func fetched(_ record: Record, _ opened: OpenedRecord, files: [String: String]) -> FetchedChange {
    // A type of a newer version, whatever it is like inside.
    guard JournalSchema.fields[record.recordType] != nil else { return .foreign(record) }
    // A person who may write in a share could put one below it; a preference of the journal hangs on nothing.
    if record.recordType == JournalSchema.preferenceType, record.parent != nil { return .foreign(record) }
    switch opened {
    case .content(let content, let opened):
      // The text that the seal names did not come: there is no asset for it.
      guard content.files.allSatisfy({ $0.field != JournalSchema.Carrier.bodyAsset || files[$0.field] != nil }) else {
        return .closed(ClosedRecord(record, reason: .noFile))
      }
      return fetched(record, content, opened, files: files)
    case .former(let content, let opened):
      var closed = ClosedRecord(record, reason: .former)
      // Its owner keeps in the history what was never here; a long text that is a file did not come along.
      if opened.isOwn, content.files.allSatisfy({ $0.field != JournalSchema.Carrier.bodyAsset }),
        case .record(let theirs) = fetched(record, content, opened, files: [:])
      {
        closed.plain = theirs
      }
      return .closed(closed)
    case .plain(let fields):
      var change = fetched(record, fields, files: files)
      guard case .record(var plain) = change, case .takenWhereNeverSealed(let since) = sealing.plainRecords else {
        return change
      }
      plain.sealedSince = since
      change = .record(plain)
      return change
    case .closed(.unsealed, _):
      guard case .record(let plain) = fetched(record, record.fields, files: files) else { return .foreign(record) }
      return .closed(ClosedRecord(record, reason: .unsealed, plain: plain))
    case .closed(let reason, let keyID): return .closed(ClosedRecord(record, reason: reason, keyID: keyID))
    }
  }

  private func fetched(_ record: Record, _ fields: [String: Field], files: [String: String]) -> FetchedChange {
    let known = JournalSchema.fields[record.recordType] ?? []
    var version = RecordVersion(recordType: record.recordType)
    var isComplete = true
    for info in known {
      guard let value = fields[info.name]?.value else { continue }
      if info.fits(value) {
        version.values[info.name] = plain(value)
      } else {
        isComplete = false
      }
    }
    if version.values["body"] == nil, let text = files[JournalSchema.Carrier.bodyAsset] {
      version.values["body"] = .string(text)
    }
    if case .asset? = version.values["imageAsset"] {
      let digest = imageDigest(fields) ?? files["imageAsset"]
      version.values["imageAsset"] = digest.map { .asset(Asset(fileChecksum: $0)) }
    }
    let marks = marks(fields)
    let reading = StampReading(record: record, marks: marks, modifiedAt: modifiedAt(fields))
    for info in known {
      version.stamps[info.name] = reading.stamp(of: info, value: version.values[info.name])
    }
    let names = JournalSchema.names[record.recordType] ?? []
    let format = formatVersion(fields)
    let beside = BesideOurs(
      fields: fields.filter { !names.contains($0.key) }, marks: marks.filter { !names.contains($0.key) },
      formatVersion: format > JournalSchema.formatVersion ? format : nil)
    var fetched = FetchedRecord(
      recordName: record.recordName, changeTag: record.recordChangeTag, version: version,
      modifiedAt: modifiedAt(fields) ?? record.modified.timestamp,
      foreignFields: beside.kept, isNewerFormat: !isComplete || beside.formatVersion != nil,
      savedBy: record.savedBy)
    (fetched.account, fetched.maker) = (record.savedByAccount, record.madeByAccount)
    (fetched.parent, fetched.isShareRoot) = (record.parent, record.share != nil)
    return .record(fetched)
  }

  /// The SHA-256 that the record gives for its picture; nil where it gives none, or no plausible one.
  func imageDigest(_ fields: [String: Field]) -> String? {
    guard case .string(let digest)? = fields[JournalSchema.Carrier.imageDigest]?.value,
      FileDigest.isPlausible(digest)
    else { return nil }
    return digest
  }

  /// A record's picture as the server has it: the file, the digest that its bytes should have, and what opens it.
  func picture(_ record: Record) -> (asset: Asset, digest: String?, sealed: SealedContent.File?)? {
    switch open(record) {
    case .closed: return nil
    case .plain(let fields):
      guard case .asset(let asset)? = fields["imageAsset"]?.value else { return nil }
      return (asset, imageDigest(fields), nil)
    case .content(let content, _), .former(let content, _):
      guard let file = content.files.first(where: { $0.field == "imageAsset" }),
        case .asset(let asset)? = record.fields[file.field]?.value
      else { return nil }
      return (asset, Hexadecimal.text(file.digest), file)
    }
  }

  /// References without their zone, so that equal ones are equal.
  private func plain(_ value: FieldValue) -> FieldValue {
    guard case .reference(var reference) = value else { return value }
    reference.zoneID = nil
    return .reference(reference)
  }

  private func modifiedAt(_ fields: [String: Field]) -> Int64? {
    guard case .date(let moment)? = fields[JournalSchema.Carrier.modifiedAt]?.value else { return nil }
    return moment
  }

  private func formatVersion(_ fields: [String: Field]) -> Int64 {
    guard case .int64(let version)? = fields[JournalSchema.Carrier.formatVersion]?.value else { return 1 }
    return version
  }

  /// The record's stamps; empty where it has none that can be read.
  private func marks(_ fields: [String: Field]) -> [String: FieldStamps.Mark] {
    guard case .bytes(let bytes)? = fields[JournalSchema.Carrier.fieldStamps]?.value else { return [:] }
    do {
      return try FieldStamps(decoding: bytes).marks
    } catch {
      return [:]
    }
  }
}

/// Gives the fields of one record the times of their edits.
struct StampReading {
  private let marks: [String: FieldStamps.Mark]
  /// No edit is later than when the server got it, but for what clocks may differ by.
  private let latest: UInt64
  /// The time of a change by a writer that keeps no stamps.
  private let foreign: HybridTime

  /// Milliseconds by which an author's clock may be ahead of the server's.
  static let tolerance: Int64 = 120_000

  /// - Parameter modifiedAt: The record's own word on when it was changed last.
  init(record: Record, marks: [String: FieldStamps.Mark], modifiedAt: Int64?) {
    self.marks = marks
    let received = min(max(0, record.modified.timestamp), Int64(HybridTime.maximumMilliseconds))
    latest = UInt64(received + StampReading.tolerance)
    // Where the record's own word is as we left it, the other writer does not keep it.
    let ours = marks.values.map(\.stamp.milliseconds).max()
    var moment = received
    if let modifiedAt, modifiedAt >= 0, ours.map({ UInt64(modifiedAt) > $0 }) ?? true {
      moment = min(received, modifiedAt)
    }
    let author = Array("\(record.modified.userRecordName)\u{0}\(record.modified.deviceID)".utf8)
    let device = Digest(of: author).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    foreign = HybridTime(milliseconds: UInt64(moment), counter: 0, device: device)
  }

  /// Returns the stamp of a field's value; nil where the field has no value and no mark of an earlier one.
  func stamp(of info: WireField, value: FieldValue?) -> HybridTime? {
    guard let mark = marks[info.name] else { return value == nil ? nil : foreign }
    let stamp = believable(mark.stamp)
    if covers(mark, value) || value == nil && covers(mark, info.absent) { return stamp }
    // The writer of the value had seen what it replaced.
    return max(foreign, after(stamp))
  }

  private func covers(_ mark: FieldStamps.Mark, _ value: FieldValue?) -> Bool {
    mark.digest == FieldStamps.digest(of: value)
  }

  private func believable(_ stamp: HybridTime) -> HybridTime {
    guard stamp.milliseconds > latest else { return stamp }
    return HybridTime(milliseconds: latest, counter: stamp.counter, device: stamp.device)
  }

  private func after(_ stamp: HybridTime) -> HybridTime {
    if stamp.counter < .max {
      return HybridTime(milliseconds: stamp.milliseconds, counter: stamp.counter + 1, device: foreign.device)
    }
    return HybridTime(milliseconds: stamp.milliseconds + 1, counter: 0, device: foreign.device)
  }
}

extension RecordStamp {
  /// The account, where it is called by its name: services may call the one that asks something else.
  fileprivate var namedUser: String? {
    ["", "_defaultOwner", "__defaultOwner__"].contains(userRecordName) ? nil : userRecordName
  }
}

extension Record {
  /// The device that saved the record last, where the server says so.
  var savedBy: String? { modified.deviceID.isEmpty ? nil : modified.deviceID }

  /// The account that saved the record last, where the server says so.
  var savedByAccount: String? { modified.namedUser }

  /// The account that made the record, where the server says so.
  var madeByAccount: String? { created.namedUser }
}

/// A file without which a record cannot be taken in.
struct NeededFile: Hashable {
  /// The field that names it.
  var field: String
  var asset: Asset
  /// What opens it; nil for a plain one.
  var sealed: SealedContent.File?
}
