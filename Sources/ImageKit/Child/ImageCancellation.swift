import Glibc
import Synchronization

/// Ends the decoder of one rendering, from any thread, before it is begun or while it runs.
///
/// The rendering then throws ``ImageFailure/Reason/wasCancelled``. Each rendering has its own; to end it twice, or
/// after it is done, does nothing.
package final class ImageCancellation: Sendable {
  private struct State {
    var isCancelled = false
    /// The decoder while it is sure to be ours: not before it is started, nor once it may have been waited for.
    var process: pid_t?
  }

  private let state = Mutex(State())

  /// Makes one for a single rendering that is not begun yet.
  package init() {}

  /// True from the first call of ``cancel()`` on, whether or not the rendering was done by then.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the rendering: kills its decoder at once, or keeps it from being started.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let process = state.process { kill(process, SIGKILL) }
    }
  }

  func started(_ process: pid_t) {
    state.withLock { state in
      state.process = process
      if state.isCancelled { kill(process, SIGKILL) }
    }
  }

  /// From now on its number may belong to another process; whether it was ended before.
  func stopped() -> Bool {
    state.withLock { state in
      state.process = nil
      return state.isCancelled
    }
  }
}
