import Foundation
import ScreenKit

/// What a program asked of the disk, as the library of Tests/Crash wrote it down: which new names would outlive a power cut.
struct DiskLog {
  /// Names of files and folders that were made or given, in their order.
  private(set) var made: [String] = []
  /// Those of them whose folder was not flushed afterwards.
  private(set) var volatile: Set<String> = []

  private enum Kind: UInt8 {
    case open = 1, write, truncate, sync, rename, unlink, makeFolder, removeFolder, link
  }

  private static let magic = Array("DISK".utf8)
  private static let headLength = 32

  init(_ bytes: [UInt8]) throws {
    var folders: [UInt64: String] = [:]
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= DiskLog.headLength, rest.prefix(4).elementsEqual(DiskLog.magic) else { throw Broken() }
      func number(_ place: Int, _ length: Int) -> UInt64 {
        (0..<length).reduce(0) { $0 | UInt64(rest[rest.startIndex + place + $1]) << (8 * UInt64($1)) }
      }
      let (first, second) = (Int(number(8, 4)), Int(number(12, 4)))
      guard let kind = Kind(rawValue: UInt8(number(4, 1))), rest.count >= DiskLog.headLength + first + second else {
        throw Broken()
      }
      let (isNew, handle) = (number(5, 1) & 1 == 1, number(16, 8))
      rest = rest.dropFirst(DiskLog.headLength)
      let path = String(decoding: rest.prefix(first), as: UTF8.self)
      let other = String(decoding: rest.dropFirst(first).prefix(kind == .write ? 0 : second), as: UTF8.self)
      rest = rest.dropFirst(first + second)
      switch kind {
      case .open:
        folders[handle] = path
        if isNew { name(path) }
      case .sync:
        if let folder = folders[handle] { volatile = volatile.filter { !DiskLog.isIn(folder, $0) } }
      case .makeFolder: name(path)
      case .rename:
        volatile.remove(path)
        name(other)
      case .link: name(other)
      case .unlink, .removeFolder: volatile.remove(path)
      case .write, .truncate: break
      }
    }
  }

  private mutating func name(_ path: String) {
    made.append(path)
    volatile.insert(path)
  }

  private static func isIn(_ folder: String, _ path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return false }
    return path[..<slash] == folder
  }

  /// The log cannot be read.
  struct Broken: Error {}

  // MARK: The library

  private static let compiler: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let paths = ["cc", "clang", "gcc"].flatMap { name in folders.map { "\($0)/\(name)" } }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static var hasCompiler: Bool { compiler != nil }

  /// Builds the library in a sandbox, and gives its path.
  static func library(in sandbox: Sandbox) throws -> String {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Crash/disk.c").standardizedFileURL.path
    return try library(of: source, in: sandbox)
  }

  /// Builds a library that is to be loaded before the C library, and gives its path.
  static func library(of source: String, in sandbox: Sandbox) throws -> String {
    guard let compiler else { throw UnexpectedOutcome(description: "no C compiler") }
    let target = sandbox.path("preloaded.so")
    let outcome = try Program(
      [compiler, "-O1", "-shared", "-fPIC", "-o", target, source, "-ldl"], environment: sandbox.environment,
      directory: sandbox.path("home"), sandbox: sandbox
    ).finish()
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    return target
  }

  /// What a program has to be told, so that it writes the log.
  static func environment(library: String, _ sandbox: Sandbox) -> [String: String] {
    ["LD_PRELOAD": library, "DISK_ROOT": sandbox.root.path, "DISK_LOG": log(sandbox)]
  }

  /// What was written down since this was last called.
  static func take(_ sandbox: Sandbox) throws -> DiskLog {
    let path = log(sandbox)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try FileManager.default.removeItem(atPath: path)
    return try DiskLog(bytes)
  }

  private static func log(_ sandbox: Sandbox) -> String { sandbox.path("disk.log") }
}
