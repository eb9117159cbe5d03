package import TerminalKit

/// One event that the event loop returns.
package enum DriverEvent: Hashable, Sendable {
  case input(TerminalInput)
  /// The terminal told its background, at the start or because the person changed it.
  case background(isDark: Bool)
  /// The terminal was asked for its background and does not tell it, or cannot be asked.
  case backgroundUnknown
  /// The terminal draws signs two columns wide that are neither narrow nor wide by themselves, such as `★`.
  case signsAreWide
  /// The terminal told how it takes pictures, or its cells have another size now. The kept pixels are gone: pictures
  /// have to be rendered again. Until the first of these events they are drawn as blocks.
  case pictures(PictureAbilities)
  /// A thread called ``Waker/wake()``, once or several times.
  case wake
  /// One of the extra descriptors can be read.
  case descriptor(Int32)
  /// The program was stopped and goes on; the screen was given back and has to be drawn again.
  case resumed
  /// The program has to end: a signal (`SIGTERM`, `SIGHUP`, `SIGINT`, `SIGQUIT`), or 1 where the terminal is gone.
  case quit(signal: Int32)
}
