import CTerminal
import Glibc

/// Wakes the event loop from any thread.
package final class Waker: Sendable {
  let descriptor: Int32

  /// Opens the descriptor that the event loop waits for.
  ///
  /// - Throws: `system` where the kernel gives no descriptor.
  package init() throws(TerminalError) {
    descriptor = ct_wake_descriptor()
    if descriptor < 0 { throw .system("eventfd", errno) }
  }

  deinit { close(descriptor) }

  /// Makes the loop return `wake` once, however often this is called before it does.
  package func wake() {
    var one: UInt64 = 1
    // The counter is full only where the loop is awake already.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
