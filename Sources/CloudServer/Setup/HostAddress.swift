import Encodings
import Glibc

/// An IP address as bytes, and what this machine calls itself.
struct HostAddress: Hashable, Sendable {
  /// Four bytes or sixteen.
  let bytes: [UInt8]

  /// nil for what is no IP address.
  init?(_ text: String) {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: &four) { Array($0) }
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    bytes = withUnsafeBytes(of: &six) { Array($0) }
  }

  /// Whether a text can be the name of a host: letters, digits, hyphens and dots, at most 253 of them.
  static func isName(_ text: String) -> Bool {
    guard (1...253).contains(text.utf8.count) else { return false }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.utf8.allSatisfy { $0.isASCIILetterOrDigit(or: "-") }
    }
  }

  /// The addresses at which other machines may reach this one, the usual one first; none of this machine's own or of one
  /// cable alone.
  static var ofThisMachine: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [String] = []
    var next = list
    while let interface = next {
      next = interface.pointee.ifa_next
      guard let address = interface.pointee.ifa_addr, Int32(interface.pointee.ifa_flags) & Int32(IFF_UP) != 0,
        let text = text(of: address), isReachable(text), !found.contains(text)
      else { continue }
      found.append(text)
    }
    let usual = usualAddress()
    // The address of the way out first, then those of the common kind.
    return found.sorted { rank($0, usual) < rank($1, usual) }
  }

  private static func rank(_ text: String, _ usual: String?) -> Int {
    text == usual ? 0 : text.contains(":") ? 2 : 1
  }

  private static func isReachable(_ text: String) -> Bool {
    guard let bytes = HostAddress(text)?.bytes else { return false }
    if bytes.count == 4 { return bytes[0] != 127 && !(bytes[0] == 169 && bytes[1] == 254) }
    return !(bytes.dropLast().allSatisfy { $0 == 0 }) && !(bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
  }

  private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    let length: Int
    switch Int32(address.pointee.sa_family) {
    case AF_INET: length = MemoryLayout<sockaddr_in>.size
    case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard getnameinfo(address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
      return nil
    }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    // Without the name of the interface.
    return String(decoding: bytes, as: UTF8.self).split(separator: "%").first.map { String($0) }
  }

  /// The address from which this machine would speak to another network. Nothing is sent.
  private static func usualAddress() -> String? {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = in_port_t(9).bigEndian
    inet_pton(AF_INET, "192.0.2.1", &target.sin_addr)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &target) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isConnected else { return nil }
    var own = sockaddr_in()
    var length = size
    return withUnsafeMutablePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        getsockname(descriptor, pointer, &length) == 0 ? text(of: pointer) : nil
      }
    }
  }

  /// The name of this machine where it can be one of a host; nil otherwise.
  static var nameOfThisMachine: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return isName(name) && name != "localhost" ? name : nil
  }
}
