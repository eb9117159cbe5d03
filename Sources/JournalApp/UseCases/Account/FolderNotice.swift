import CLinux
import Dispatch
import Glibc

/// Calls when files of a folder that begin alike are written, by whatever process.
package final class FolderNotice {
  private let source: any DispatchSourceRead

  /// A writer's bytes are seen before its commit is; so it is called again, after these milliseconds.
  private static let afterwards = [30, 120, 500]

  /// - Parameters:
  ///   - prefix: How the names begin.
  ///   - call: Called on a queue of the system's; more often than there is something new.
  package init(folder: String, prefix: String, _ call: @escaping @Sendable () -> Void) throws {
    let descriptor = clinux_watch_open()
    guard descriptor >= 0 else { throw WholeFile.failure(folder, "cannot be watched", errno) }
    guard clinux_watch_folder(descriptor, folder) >= 0 else {
      let code = errno
      close(descriptor)
      throw WholeFile.failure(folder, "cannot be watched", code)
    }
    let queue = DispatchQueue(label: "org.cloudjournal.notice")
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      guard clinux_watch_drain(descriptor, prefix) != 0 else { return }
      call()
      for delay in Self.afterwards { queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: call) }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
  }

  deinit { source.cancel() }
}
