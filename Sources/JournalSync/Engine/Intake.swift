import CloudRecord
import JournalSeal
import SyncCore

/// Records that came, and the files that are still missing to their content.
struct Intake {
  struct Download: Hashable {
    var recordName: String
    var field: String
    var asset: Asset
    /// What opens it; nil for a plain one.
    var sealed: SealedContent.File?
    /// The digest of a picture that is wanted for its own sake: its record is complete without it.
    var wanted: String?
  }

  var changes: [RecordChange]
  /// The next first.
  var downloads: [Download] = []
  /// By record and field: a body's text, or the digest of an image's bytes.
  var files: [String: [String: String]] = [:]
  /// Records whose files cannot be had: kept raw, so that what is here is not touched.
  var unreadable: Set<String> = []
  /// Of those, the ones whose files did not come; the others have a file that is not what it is to be.
  var lacking: Set<String> = []
  /// Of a page.
  var token: ChangeToken?
  var moreComing = false
  /// What the changes say, where that was read off beforehand.
  private var prepared: [FetchedChange]?

  /// Of changes to which no file is missing.
  init(_ changes: [RecordChange], prepared: [FetchedChange]) {
    (self.changes, self.prepared) = (changes, prepared)
  }

  /// - Parameter store: Asked for what is here under the record's change tag already; that is not fetched again, as what
  ///   this device itself has sent.
  init(_ changes: [RecordChange], mapping: RecordMapping, store: any SyncStoring) {
    self.changes = changes
    for case .changed(let record) in changes {
      let needed = mapping.filesNeeded(by: record)
      guard !needed.isEmpty else { continue }
      let known = Intake.acknowledged(record, store)
      for file in needed {
        if let content = known.flatMap({ Intake.content(of: file, in: $0) }) {
          files[record.recordName, default: [:]][file.field] = content
        } else {
          downloads.append(
            Download(recordName: record.recordName, field: file.field, asset: file.asset, sealed: file.sealed))
        }
      }
    }
  }

  /// Adds pictures that are to come here with their records.
  mutating func add(_ pictures: inout WantedPictures, _ mapping: RecordMapping) {
    for name in pictures.names {
      var lack = WantedPictures.Lack.gone
      for case .changed(let record) in changes where record.recordName == name {
        // One that cannot be opened may have its file.
        if case .closed = mapping.open(record) { lack = .unobtainable }
        guard let there = mapping.picture(record) else { continue }
        guard let digest = there.digest else {
          lack = .unobtainable
          continue
        }
        downloads.append(
          Download(
            recordName: name, field: "imageAsset", asset: there.asset, sealed: there.sealed, wanted: digest))
      }
      if !downloads.contains(where: { $0.recordName == name && $0.wanted != nil }) { pictures.giveUp(name, lack) }
    }
  }

  private static func acknowledged(_ record: Record, _ store: any SyncStoring) -> RecordVersion? {
    do {
      return try store.acknowledged(record.recordName, changeTag: record.recordChangeTag)
    } catch {
      // What cannot be read here is fetched; what is wrong with the store shows when the page is taken in.
      return nil
    }
  }

  /// What a file holds, by a version whose content is here.
  private static func content(of file: NeededFile, in version: RecordVersion) -> String? {
    switch version.values[file.field == JournalSchema.Carrier.bodyAsset ? "body" : file.field] {
    // A change tag is the server's word; what a seal says of a text is not.
    case .string(let text)? where file.sealed.map({ $0.digest == Digest(of: Array(text.utf8)).bytes }) ?? true: text
    case .asset(let asset)?: asset.fileChecksum
    default: nil
    }
  }

  func mapped(_ mapping: RecordMapping) -> [FetchedChange] {
    if let prepared { return prepared }
    return changes.map { change in
      switch change {
      case .deleted(let name, _): .deleted(recordName: name)
      case .changed(let record):
        if !unreadable.contains(record.recordName) {
          mapping.fetched(record, files: files[record.recordName] ?? [:])
        } else if !mapping.isSealed(record) {
          .foreign(record)
        } else {
          .closed(ClosedRecord(record, reason: lacking.contains(record.recordName) ? .noFile : .damaged))
        }
      }
    }
  }
}
