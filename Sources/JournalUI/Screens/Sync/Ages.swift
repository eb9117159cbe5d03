import JournalCore

/// How long ago something was, and when that has to be painted anew.
extension ShowsSync {
  /// Whether ages under a minute are told in seconds: for a minute after something moved, and on the status view.
  var showsSeconds: Bool { syncing.isFine(at: now.instant) || desk.screens.last == .sync }

  /// `12 s ago`, `3 min ago`, `2 h ago`, `5 days ago`; under a minute `just now`, where seconds are not told.
  func age(of instant: Instant, isFine: Bool) -> String {
    let milliseconds = max(0, now.instant.milliseconds - instant.milliseconds)
    if milliseconds < 60_000, !isFine || milliseconds < 1000 { return "just now" }
    return "\(span(milliseconds)) ago"
  }

  /// `12 s`, `3 min`, `2 h`, `5 days`; whole ones, rounded down.
  func span(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3600) h"
    default: return counted(Int(seconds / 86_400), "day", "days")
    }
  }

  /// Milliseconds until an age on the screen changes; nil where that is further off than the clock runs anyway.
  ///
  /// Seconds are told, and waited for, only within a minute of something that moved, or on the status view; after that
  /// an hour of minutes, and then nothing.
  var nextAge: Int? {
    guard let status = syncing.status, !MainLayout.isTooSmall(size) else { return nil }
    var next: Int64?
    func consider(_ milliseconds: Int64) { next = min(next ?? .max, max(1, milliseconds)) }
    let present = now.instant.milliseconds
    if syncing.isBehind(at: now.instant), let editedAt = syncing.editedAt {
      consider(editedAt.milliseconds + SyncMonitor.lagging - present)
    }
    if case .waiting(let until, _) = status.activity, desk.screens.last == .sync, until.milliseconds > present {
      let left = until.milliseconds - present
      consider(left <= 61_000 ? (left - 1) % 1000 + 1 : (left - 1) % 60_000 + 1)
    } else if desk.screens.last == .sync, status.sending.values.contains(where: { $0.nextTry != nil }) {
      consider(1000 - present % 1000)
    } else if let last = status.lastAgreement, status.activity == .idle || desk.screens.last == .sync {
      let age = max(0, present - last.milliseconds)
      if age < 60_000, showsSeconds {
        consider(1000 - age % 1000)
      } else if age < 3_600_000 {
        consider(60_000 - age % 60_000)
      }
    } else if desk.screens.last == .sync {
      consider(60_000)
    }
    return next.map { Int($0) }
  }
}
