import JournalCore
import TerminalKit

extension Model {
  /// A ✓ stands here only where every word is on the disk and on the server, and the server's are here.
  var promise: SyncPromise {
    if let promise = editorPromise { return promise }
    if !log.failed.isEmpty { return SyncPromise("\(glyphs.attention) Not saved", .bad) }
    if log.isBusy { return SyncPromise("Saving \(glyphs.ellipsis)") }
    if environment.isReadOnly { return SyncPromise("Read only", .warning) }
    guard let status = syncing.status else { return localSaying.promise }
    return promise(of: status)
  }

  /// Words that are in the editor and not in the journal come before everything else.
  private var editorPromise: SyncPromise? {
    switch editorStatus {
    case .notSaved, .draftFailed: SyncPromise("\(glyphs.attention) Not saved", .bad)
    case .changed: SyncPromise("Writing \(glyphs.ellipsis)")
    case .draftKept(let instant): SyncPromise("Draft kept \(environment.zone.date(instant: instant).local.clock)")
    case .saving: SyncPromise("Saving \(glyphs.ellipsis)")
    case .saved, .unchanged, nil: nil
    }
  }
}
