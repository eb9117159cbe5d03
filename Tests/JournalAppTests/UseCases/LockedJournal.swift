import Foundation
import JournalCore
import JournalStore
import Testing

@testable import JournalApp

extension Passphrase: ExpressibleByStringLiteral {
  /// Those of tests stand in their sources.
  package init(stringLiteral text: String) { self.init(text) }
}

/// A journal in a folder of its own, for tests that encrypt it on the disk.
final class LockedJournal: Sendable {
  static let words = "zqfour words together"
  static let passphrase = Passphrase(words)

  let paths: JournalPaths
  let folder: URL

  init(copying other: URL? = nil) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)")
    if let other {
      try FileManager.default.copyItem(at: other, to: folder)
    } else {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    paths = try JournalPaths(
      journal: folder.path, environment: ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path + "/run"])
  }

  deinit {
    do {
      if paths.isInVault { _ = try LockDesk(paths).lock() }
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record("left behind: \(error)")
    }
  }

  var desk: LockDesk { LockDesk(paths) }

  func open() throws -> OpenedJournal {
    try JournalOpening(paths: paths, isNamed: false, isReadOnly: false).open(.write)
  }

  func write(_ texts: String...) throws {
    let journal = try open()
    for text in texts { _ = try journal.context.write(NewEntry(text: text)) }
    try journal.close()
  }

  func titles() throws -> [String] {
    let journal = try open()
    let page = try journal.store.page(ListRequest(scope: .all, order: ListOrder(), anchor: .first, limit: 2000))
    try journal.close()
    return page.rows.map(\.title).sorted()
  }

  /// Every file with the plain words in it.
  func filesWithWords() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects.compactMap { $0 as? String } ?? []
    return try files.filter { name in
      var isFolder: ObjCBool = false
      let path = folder.path + "/" + name
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        return false
      }
      return try Data(contentsOf: URL(filePath: path)).range(of: Data("zqcanary".utf8)) != nil
    }
  }
}
