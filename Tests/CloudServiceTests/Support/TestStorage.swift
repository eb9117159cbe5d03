import CloudService
import CloudStore
import Foundation
import Testing

/// The storages that the rules are tried on; every suite of rules runs once for each.
enum TestStorage: CaseIterable, CustomTestStringConvertible {
  case memory
  case sqlite

  /// A new, empty one.
  func make() throws -> any CloudStorage {
    switch self {
    case .memory: MemoryCloudStorage()
    case .sqlite: try TemporaryStorage()
    }
  }

  var testDescription: String { "\(self)" }
}

/// A storage in a file of its own, which goes when it does.
final class TemporaryStorage: CloudStorage {
  private let folder: URL
  private let storage: SQLiteCloudStorage
  /// The file, to look into.
  let database: ServiceDatabase

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cloudjournal-service-\(UUID().uuidString)")
    let identity = ServerIdentity(
      incarnation: [UInt8](repeating: 1, count: 16), signingKey: [UInt8](repeating: 2, count: 32))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try ServiceDatabase(path: folder.appending(path: "service.sqlite").path, newIdentity: { identity })
    storage = SQLiteCloudStorage(database)
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path): \(error)") }
  }

  /// What `check` finds.
  func examine() throws -> Examination {
    try database.examine(try ObjectFiles(folder: folder.appending(path: "objects").path))
  }

  func read<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result { try storage.read(body) }
  func write<Result>(_ body: (any CloudTransaction) throws -> Result) throws -> Result { try storage.write(body) }
}
