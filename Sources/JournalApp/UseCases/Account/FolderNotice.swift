import CLinux
import Dispatch
import Glibc
import Synchronization

/// Calls when files of a folder that begin alike are written, by whatever process.
package final class FolderNotice {
  /// How the files come by their contents.
  package enum Files: Sendable {
    /// As a whole, under their name by renaming; writes to other files of the folder call nothing.
    case replaced
    /// In place, many times: a database. A writer's bytes are seen before its commit is, so it is called again a moment
    /// later, and however much is written, only a few times a second.
    case written
  }

  private let source: any DispatchSourceRead

  /// When it is called again, in milliseconds; what is written until the last of them is told of then.
  private static let afterwards = [30, 120, 500]

  /// - Parameters:
  ///   - prefix: How the names begin.
  ///   - call: Called on a queue of the system's; more often than there is something new.
  /// - Throws: ``CommandFailure`` where the folder cannot be watched.
  package init(
    folder: String, prefix: String, _ files: Files = .replaced, _ call: @escaping @Sendable () -> Void
  ) throws {
    let descriptor = clinux_watch_open()
    guard descriptor >= 0 else { throw WholeFile.failure(folder, "cannot be watched", errno) }
    guard clinux_watch_folder(descriptor, folder, files == .written ? 1 : 0) >= 0 else {
      let code = errno
      close(descriptor)
      throw WholeFile.failure(folder, "cannot be watched", code)
    }
    let queue = DispatchQueue(label: "org.cloudjournal.notice")
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let round = Round(queue, call)
    source.setEventHandler {
      guard clinux_watch_drain(descriptor, prefix) != 0 else { return }
      switch files {
      case .replaced: call()
      case .written: round.touch()
      }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
  }

  deinit { source.cancel() }

  /// The calls after one write, during which others only make for another round.
  private final class Round: Sendable {
    private enum State { case over, begun, touched }

    private let queue: DispatchQueue
    private let call: @Sendable () -> Void
    private let state = Mutex(State.over)

    init(_ queue: DispatchQueue, _ call: @escaping @Sendable () -> Void) {
      (self.queue, self.call) = (queue, call)
    }

    func touch() {
      let begins = state.withLock { state in
        defer { state = state == .over ? .begun : .touched }
        return state == .over
      }
      if begins { begin() }
    }

    private func begin() {
      call()
      for delay in FolderNotice.afterwards.dropLast() {
        queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: call)
      }
      queue.asyncAfter(deadline: .now() + .milliseconds(FolderNotice.afterwards.last ?? 0)) { [self] in
        call()
        let goesOn = state.withLock { state in
          defer { state = state == .touched ? .begun : .over }
          return state == .touched
        }
        if goesOn { begin() }
      }
    }
  }
}
