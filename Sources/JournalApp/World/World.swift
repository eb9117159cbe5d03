import CloudClient
import Foundation
import Glibc
package import JournalCore
package import JournalStore

/// The world outside the program's values: clock, zone, randomness, names. The one place where they come from.
package enum World {
  /// Reads the system's clock, which a person or the network may set back.
  package static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// The process's environment; reading all of it takes about as long as reading a page of the journal.
  package static var environmentVariables: [String: String] { ProcessInfo.processInfo.environment }

  /// What the store needs; drafts of this process carry ``draftOwner``.
  ///
  /// - Parameter paths: Of the journal whose account knows what this device is called; nil for the host's name.
  package static func storeEnvironment(of paths: JournalPaths? = nil) -> StoreEnvironment {
    var environment = StoreEnvironment(
      now: now, random: { UInt64.random(in: .min ... .max) }, deviceName: deviceName,
      isOwnerAlive: { ProcessIdentity($0)?.isAlive ?? false })
    if let paths { environment.nameDevice = { deviceName(of: paths) } }
    return environment
  }

  /// What this device is called: as its person named it at sign-in or since, else as the host is.
  private static func deviceName(of paths: JournalPaths) -> String {
    do {
      return try paths.account.read()?.deviceName ?? deviceName
    } catch {
      // A file that cannot be read is told of where the account is used; no edit is to fail for it.
      return deviceName
    }
  }

  /// Chance for keys and nonces: so many bytes from the system's generator, which is made for that.
  package static func chance(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    // Each number is a call of the kernel.
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
  }

  /// The host's name, which a device has until it is given another one.
  package static var deviceName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this computer" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? "this computer" : String(decoding: bytes, as: UTF8.self)
  }

  /// Who owns the drafts of this process.
  package static var draftOwner: String { ProcessIdentity.current.description }
}

/// One run of one process: the number that the kernel gave it and when it began, so that a number used again is not
/// taken for it.
package struct ProcessIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The process's number, its PID.
  package let number: Int32
  /// In clock ticks since the machine started; field 22 of `/proc/PID/stat` (proc(5)).
  package let startTicks: UInt64

  /// This process.
  package static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(number: number, startTicks: startTicks(of: number) ?? 0)
  }

  private init(number: Int32, startTicks: UInt64) {
    (self.number, self.startTicks) = (number, startTicks)
  }

  /// Reads a ``description`` back; nil for any other text.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count == 2, let number = Int32(Substring(parts[0])), let ticks = UInt64(Substring(parts[1])) else {
      return nil
    }
    self.init(number: number, startTicks: ticks)
  }

  /// The number and the start, as `1234.567890`; drafts are marked with it.
  package var description: String { "\(number).\(startTicks)" }

  /// Whether this very process still runs; a zombie does not.
  package var isAlive: Bool { ProcessIdentity.startTicks(of: number) == startTicks }

  /// Whether a process of this number runs, be it another one than before; a zombie does not.
  package static func isAlive(_ number: Int32) -> Bool { startTicks(of: number) != nil }

  private static func startTicks(of number: Int32) -> UInt64? {
    let descriptor = open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0, let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    // The name in parentheses may hold anything, so fields are counted from its end: state is the third.
    let fields = buffer[(end + 1)..<count].split(separator: UInt8(ascii: " "))
    // A zombie has ended, though its parent has not asked yet.
    guard fields.count > 19, fields[0].first != UInt8(ascii: "Z") else { return nil }
    return UInt64(String(decoding: fields[19], as: UTF8.self))
  }
}
