/// Turns the second of two quick presses at one place into a double press.
package struct ClickCounter: Sendable {
  /// Longest time between the two, milliseconds.
  package static let interval: Int64 = 400

  private var last: (position: Position, time: Int64)?

  /// Starts without a press before, so that the first one is single.
  package init() {}

  /// Returns the event, or a double press in its place; a drag in between makes the next press a single one.
  ///
  /// - Parameter milliseconds: the time of a clock that never goes back and may begin anywhere.
  package mutating func count(_ event: MouseEvent, at milliseconds: Int64) -> MouseEvent {
    guard event.kind == .press else {
      if event.kind == .drag { last = nil }
      return event
    }
    if let last, last.position == event.position, milliseconds - last.time <= Self.interval {
      self.last = nil
      return MouseEvent(.doublePress, at: event.position)
    }
    last = (event.position, milliseconds)
    return event
  }
}
