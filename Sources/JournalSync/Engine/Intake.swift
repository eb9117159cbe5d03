import CloudRecord
import SyncCore

/// Records that came, and the files that are still missing to their content.
struct Intake {
  struct Download: Hashable {
    var recordName: String
    var field: String
    var asset: Asset
  }

  var changes: [RecordChange]
  /// The next first.
  var downloads: [Download] = []
  /// By record and field: a body's text, or the digest of an image's bytes.
  var files: [String: [String: String]] = [:]
  /// Records whose files cannot be had: kept raw, so that what is here is not touched.
  var unreadable: Set<String> = []
  /// Of a page.
  var token: ChangeToken?
  var moreComing = false

  init(_ changes: [RecordChange], mapping: RecordMapping) {
    self.changes = changes
    for case .changed(let record) in changes {
      for (field, asset) in mapping.filesNeeded(by: record) {
        downloads.append(Download(recordName: record.recordName, field: field, asset: asset))
      }
    }
  }

  func mapped(_ mapping: RecordMapping) -> [FetchedChange] {
    changes.map { change in
      switch change {
      case .deleted(let name, _): .deleted(recordName: name)
      case .changed(let record):
        unreadable.contains(record.recordName)
          ? .foreign(record) : mapping.fetched(record, files: files[record.recordName] ?? [:])
      }
    }
  }
}
