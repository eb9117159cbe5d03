import CLinux
import Dispatch
import Glibc

/// Calls when the kernel says that a network came or went (rtnetlink(7)).
final class LinkNotice {
  private let source: any DispatchSourceRead

  /// - Parameter call: Called with whether any interface but the loopback one is up and has an address; on a queue of the
  ///   system's.
  init(_ call: @escaping @Sendable (Bool) -> Void) throws {
    let descriptor = clinux_link_open()
    guard descriptor >= 0 else { throw WholeFile.failure("the network’s state", "cannot be watched", errno) }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "org.cloudjournal.link"))
    source.setEventHandler {
      guard clinux_link_drain(descriptor) != 0 else { return }
      let isUp = clinux_link_is_up()
      if isUp >= 0 { call(isUp == 1) }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
  }

  deinit { source.cancel() }
}
