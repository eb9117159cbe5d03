import JournalCore

/// Ctrl-C where it would end the program: it is pressed by mistake more easily than any other way out, so it has to be pressed twice.
struct Interruption: Sendable {
  /// Milliseconds within which the second press counts.
  private static let time: Int64 = 2000

  private var last: Instant?

  /// Takes a press; true where it is the second one.
  mutating func press(at now: Instant) -> Bool {
    if let last, now.milliseconds - last.milliseconds < Self.time {
      self.last = nil
      return true
    }
    last = now
    return false
  }
}

/// What failed last, so that it can be tried again.
struct FailureMemory: Sendable {
  private var last: Effect?

  mutating func note(_ effect: Effect) { last = effect }
  mutating func forget() { last = nil }

  /// Forgets an edit that is on the disk now.
  mutating func forget(_ ticket: EditTicket) { if last?.editTicket == ticket { last = nil } }

  /// Gives out what failed, to be tried again; nil where nothing did.
  mutating func take() -> Effect? {
    defer { last = nil }
    return last
  }
}
