import Foundation
import GRDB
import JournalCore
import JournalSeal
import JournalStore

@testable import JournalStore

/// Vaults for tests, and their files as they lie on the disk.
enum TestVault {
  /// The seal of a vault; another number is another key.
  static func seal(_ number: UInt8 = 3) -> PageSeal {
    guard let key = VaultKey([UInt8](repeating: number, count: 32)),
      let id = VaultID([UInt8](repeating: number, count: 16))
    else { fatalError("thirty-two bytes make a key") }
    return key.pages(of: id)
  }

  static func options(_ number: UInt8 = 3, isConcurrent: Bool = false) -> JournalStore.Options {
    var options = JournalStore.Options(isConcurrent: isConcurrent)
    options.vault = seal(number)
    return options
  }

  /// The database and the log that sealed bytes hold, opened by hand as docs/vault.md says.
  static func plain(main: [UInt8], log: [UInt8]) throws -> (main: [UInt8], log: [UInt8]) {
    let seal = seal()
    var pages: [UInt8] = []
    for (index, start) in stride(from: 0, to: main.count, by: 4096).enumerated() {
      let open = index == 0 ? Array(main[..<100]) : []
      pages += index == 0 ? Array("SQLite format 3\0".utf8) + main[16..<100] : []
      pages += try seal.open(
        Array(main[(start + open.count)..<(start + 4096)]), at: .init(.page, UInt64(index + 1)), beside: open)
      pages += [UInt8](repeating: 0, count: 32)
    }
    var frames = Array(log.prefix(32))
    for (index, start) in stride(from: 32, to: log.count, by: 4184).enumerated() where start + 4184 <= log.count {
      frames += try seal.open(Array(log[start..<(start + 56)]), at: .init(.head, UInt64(index)), beside: [])
      frames += try seal.open(Array(log[(start + 56)..<(start + 4184)]), at: .init(.frame, UInt64(index)), beside: [])
    }
    return (pages, frames)
  }
}

/// A sealed journal in a folder of its own.
struct SealedFolder {
  let folder: TemporaryFolder
  let world = TestWorld()
  var path: String { folder.file("journal.sqlite") }
  var log: String { path + "-log" }

  init() throws { folder = try TemporaryFolder() }

  func open(_ options: JournalStore.Options = TestVault.options()) throws(StoreError) -> JournalStore {
    try JournalStore(path: path, environment: world.environment, options: options)
  }

  /// The folder as it is now, as a loss of power would leave it.
  func copy() throws -> SealedFolder {
    let copy = try SealedFolder()
    for name in ["", "-log"] where FileManager.default.fileExists(atPath: path + name) {
      try FileManager.default.copyItem(atPath: path + name, toPath: copy.path + name)
    }
    return copy
  }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path + name))) }

  func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: URL(filePath: path + name)) }

  static func entry(_ name: String, _ body: String = "") -> Entry {
    Entry(
      id: RecordName(name), title: name, body: body,
      date: EntryDate(instant: Instant(milliseconds: 0), timeZone: "", offsetSeconds: 0),
      modifiedAt: Instant(milliseconds: 0))
  }
}

extension JournalStore {
  func write(_ names: [String], _ body: String = "") throws {
    for name in names { try perform(.createEntry(SealedFolder.entry(name, body))) }
  }

  func titles() throws -> [String] {
    try page(ListRequest(scope: .all, order: ListOrder(), anchor: .first, limit: 1000)).rows.map { $0.title }.sorted()
  }

  /// Runs SQL as it is.
  func run(_ sql: String) throws { try writer.writeWithoutTransaction { try $0.execute(sql: sql) } }
}
