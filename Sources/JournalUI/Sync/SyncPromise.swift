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

extension Model {
  /// A ✓ stands here only where every word is on the disk and on the server, and the server's are here.
  var promise: SyncPromise {
    if let promise = editorPromise { return promise }
    if !log.failed.isEmpty { return SyncPromise("\(glyphs.attention) not saved", .bad) }
    if log.isBusy { return SyncPromise("saving \(glyphs.ellipsis)") }
    if environment.isReadOnly { return SyncPromise("read only", .warning) }
    guard let status = syncing.status else { return localOnly }
    return accountPromise(status) ?? attentionPromise(status) ?? activityPromise(status)
  }

  /// Words that are in the editor and not in the journal come before everything else.
  private var editorPromise: SyncPromise? {
    switch editor?.status {
    case .notSaved, .draftFailed: SyncPromise("\(glyphs.attention) not saved", .bad)
    case .changed: SyncPromise("writing \(glyphs.ellipsis)")
    case .draftKept(let instant): SyncPromise("draft kept \(environment.zone.date(instant: instant).local.clock)")
    case .saving: SyncPromise("saving \(glyphs.ellipsis)")
    case .saved, .unchanged, nil: nil
    }
  }

  private var localOnly: SyncPromise {
    if case .saved = editor?.status { return SyncPromise("\(glyphs.localOnly) saved here") }
    return SyncPromise("\(glyphs.localOnly) local only")
  }

  private func accountPromise(_ status: SyncStatus) -> SyncPromise? {
    let waiting = toSend(status)
    switch status.account {
    case .available: return nil
    case .noAccount:
      guard status.who != nil else { return localOnly }
      return SyncPromise("\(glyphs.attention) session ended", .warning)
    case .restricted: return SyncPromise("\(glyphs.attention) account restricted", .bad)
    case .temporarilyUnavailable: return SyncPromise("\(glyphs.ring) account not ready\(waiting)", .warning)
    case .couldNotDetermine:
      switch status.activity {
      case .offline, .paused, .asking: return nil
      case .idle, .checking, .fetching, .sending: return SyncPromise("\(syncGlyph) checking")
      case .waiting, .stopped: return SyncPromise("\(glyphs.ring) no answer\(waiting)", .warning)
      }
    }
  }

  private func attentionPromise(_ status: SyncStatus) -> SyncPromise? {
    let count = needingAttention(status)
    if count > 0 {
      return SyncPromise("\(glyphs.attention) \(grouped(count)) \(count == 1 ? "needs" : "need") you", .bad)
    }
    if status.staysLocal { return localOnly }
    if case .stopped = status.activity { return SyncPromise("\(glyphs.attention) sync stopped", .bad) }
    return nil
  }

  private func activityPromise(_ status: SyncStatus) -> SyncPromise {
    let unsent = status.overview.unsent
    let waiting = toSend(status)
    switch status.activity {
    case .paused: return SyncPromise("\(glyphs.ring) paused\(waiting)", .warning)
    case .offline: return SyncPromise("\(glyphs.ring) offline\(waiting)", .warning)
    case .fetching(let done, let all) where done > 0 || all != nil:
      return SyncPromise("\(syncGlyph) \(progress(done, all))")
    case .sending(let done, let all): return SyncPromise("\(syncGlyph) \(progress(done, all))")
    case .checking, .fetching:
      return unsent > 0
        ? SyncPromise("\(glyphs.waiting) \(grouped(unsent)) to send") : SyncPromise("\(syncGlyph) checking")
    case .waiting:
      return SyncPromise(unsent > 0 ? "\(glyphs.waiting) \(grouped(unsent)) to send" : "\(glyphs.ring) waiting")
    case .idle, .asking, .stopped: return restPromise(status)
    }
  }

  private func restPromise(_ status: SyncStatus) -> SyncPromise {
    let overview = status.overview
    if overview.unsent > 0 { return SyncPromise("\(glyphs.waiting) \(grouped(overview.unsent)) to send") }
    if syncing.isBehind(at: now.instant) { return SyncPromise("\(glyphs.waiting) 1 to send") }
    if overview.drafts > 0 { return SyncPromise("\(glyphs.waiting) \(counted(overview.drafts, "draft", "drafts"))") }
    guard status.isSafe, let last = status.lastSuccess else { return SyncPromise("\(glyphs.ring) not yet synced") }
    return SyncPromise("\(glyphs.check) synced \(age(of: last, isFine: showsSeconds))", .good)
  }

  /// `, 3 to send`, or nothing.
  private func toSend(_ status: SyncStatus) -> String {
    status.overview.unsent > 0 ? ", \(grouped(status.overview.unsent)) to send" : ""
  }

  /// How many things wait for a person: refused changes, texts of which both were kept, and a question.
  func needingAttention(_ status: SyncStatus) -> Int {
    let asks = if case .asking = status.activity { 1 } else { 0 }
    return status.overview.parked + status.overview.conflicts + asks
  }

  func progress(_ done: Int, _ all: Int?) -> String {
    all.map { "\(grouped(done))/\(grouped(max($0, done)))" } ?? grouped(done)
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
