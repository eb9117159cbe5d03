package import TerminalKit

/// What the event loop hands out.
package enum DriverEvent: Hashable, Sendable {
  case input(TerminalInput)
  /// The terminal told its background, at the start or because the person changed it.
  case background(isDark: Bool)
  /// Somebody called ``Waker/wake()``.
  case wake
  /// One of the extra descriptors can be read.
  case descriptor(Int32)
  /// The program was stopped and goes on; the screen was given back and has to be drawn again.
  case resumed
  /// The program has to end: a signal (`SIGTERM`, `SIGHUP`, `SIGINT`, `SIGQUIT`), or 1 where the terminal is gone.
  case quit(signal: Int32)
}
