import JournalCore
import TerminalKit

/// The answer to "is my writing safe?", as the top line gives it on every screen.
struct SyncPromise: Hashable {
  enum Tone: Hashable { case quiet, good, warning, bad }

  var text: String
  var tone: Tone

  init(_ text: String, _ tone: Tone = .quiet) {
    self.text = text
    self.tone = tone
  }
}

/// A screen that says how synchronising stands, or does something about it.
protocol ShowsSync: SharesDesk {
  /// How safe what is being written is; nil where nothing is being written.
  var editorStatus: EditorModel.Status? { get }
}

extension ShowsSync {
  var editorStatus: EditorModel.Status? { nil }

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
    case .draftKept(let instant): SyncPromise("Draft kept \(environment.zone.date(instant: instant).local.shownClock)")
    case .saving: SyncPromise("Saving \(glyphs.ellipsis)")
    case .saved, .unchanged, nil: nil
    }
  }

  /// How many things wait for a person: refused changes, texts of which both were kept, and a question.
  func needingAttention(_ status: SyncStatus) -> Int {
    let asks = if case .asking = status.activity { 1 } else { 0 }
    let devices = status.encryption?.asking.count ?? 0
    let keys = status.encryption?.setback?.isKept == true ? 1 : 0
    return status.overview.parked + status.overview.conflicts + status.overview.faults(at: now.instant) + asks
      + devices + keys
  }

  func progress(_ done: Int, _ all: Int?) -> String {
    all.map { "\(grouped(done)) of \(grouped(max($0, done)))" } ?? grouped(done)
  }

  var syncGlyph: String { environment.isUTF8 ? "⇅" : "^v" }

  func style(of tone: SyncPromise.Tone) -> Style {
    switch tone {
    case .quiet: theme.secondary
    case .good: theme.success
    case .warning: theme.warning
    case .bad: theme.error
    }
  }
}
