/// When a program that stays open asks for what others share; times are milliseconds of one clock.
///
/// It is asked for after the person's own journal, never beside it, and not for what is typed: a look that finds nothing costs one
/// request.
struct GuestPlan: Hashable, Sendable {
  /// Why it may be worth a look.
  enum Hint: Hashable, Sendable {
    /// The person came back to the program.
    case seen
    /// Something was written here in what others share.
    case written
    /// The server told of news.
    case told
    /// The person wants it now.
    case asked
  }

  /// How long it rests after a look, where others share something, and where they share nothing.
  static let pause: Int64 = 60_000, longPause: Int64 = 600_000
  /// How soon a person who comes back has it looked for, where others share something, and where they share nothing.
  static let seenPause: Int64 = 10_000
  /// Words go this long after they were saved: a person goes on with the next entry.
  static let afterWriting: Int64 = 2000

  /// Whether the person's own journal is in order, so that it is not kept waiting.
  private var isReady = false
  private var due: Int64 = 0
  private var endedAt: Int64?
  private var hasGuests = false
  private var failures = 0

  mutating func setReady(_ isReady: Bool) { self.isReady = isReady }

  mutating func take(_ hint: Hint, now: Int64) {
    let moment =
      switch hint {
      case .told, .asked: now
      case .written: now + Self.afterWriting
      case .seen: endedAt.map { max(now, $0 + (hasGuests ? Self.seenPause : Self.pause)) } ?? now
      }
    due = min(due, moment)
  }

  /// Milliseconds until the next look; nil as long as something else has to happen first.
  func wait(now: Int64) -> Int64? { isReady && due < .max ? max(0, due - now) : nil }

  /// A look begins: what is told from now on is worth another one.
  mutating func begin() { due = .max }

  /// - Parameters:
  ///   - hasGuests: Whether others share something; nil where the look came to nothing.
  ///   - isComplete: Whether all of it is here.
  mutating func end(hasGuests: Bool?, isComplete: Bool = true, now: Int64) {
    endedAt = now
    self.hasGuests = hasGuests ?? self.hasGuests
    failures = hasGuests != nil && isComplete ? 0 : failures + 1
    let pause = self.hasGuests ? Self.pause : Self.longPause
    due = min(due, now + min(Self.longPause, pause << min(4, failures)))
  }
}
