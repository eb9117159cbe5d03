import Glibc
import ScreenKit

/// Reading and writing for the proxies between a program and a server.
enum ProxySocket {
  /// Listens on a free port of loopback.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = make()
    var address = loopback(0)
    guard descriptor >= 0, call(&address, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 64) == 0 else {
      throw UnexpectedOutcome(description: "no socket for a proxy: \(String(cString: strerror(errno)))")
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = call(&address) { pointer, _ in getsockname(descriptor, pointer, &length) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// A connection to a port of loopback, which may have failed; the descriptor is to be closed in any case.
  static func connect(to port: UInt16) -> (descriptor: Int32, isOpen: Bool) {
    let descriptor = make()
    var address = loopback(port)
    return (descriptor, call(&address) { Glibc.connect(descriptor, $0, $1) } == 0)
  }

  private static func make() -> Int32 { socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) }

  private static func call(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  /// What came; nil at the end, or where the connection broke.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  /// Writes all of it; whether the other side still takes it.
  static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
