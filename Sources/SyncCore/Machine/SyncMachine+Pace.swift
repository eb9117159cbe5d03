extension SyncMachine {
  /// The times and sizes by which the machine works.
  package struct Pace: Hashable, Sendable {
    /// Milliseconds after a send within which further saves are collected.
    package var window: Int64 = 1000
    /// Milliseconds between questions for news where nothing is pushed.
    package var poll: Int64 = 60_000
    /// Milliseconds until what did not fit on the server is tried again.
    package var spaceRetry: Int64 = 900_000
    /// Milliseconds until an account that may not be used is asked for again.
    package var accountRetry: Int64 = 900_000
    /// Operations a request.
    package var batch = 200
    /// Whether the server is asked to tell of news; not where the work ends before any could come.
    package var subscribes = true
    /// Whether the journal's account has keys, which are looked at before anything else.
    package var checksKeys = false

    /// Makes the usual pace.
    package init() {}
  }

  /// Before any time that a clock can show, 1970 and years before it included: nothing has to be waited for.
  static let atOnce = Int64.min
}
