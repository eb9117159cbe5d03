import Foundation
import JournalModel
import JournalSeal
package import JournalStore

/// The devices' journals in files of their own, which go when this goes.
package final class FileJournals: DeviceJournals {
  private let folder: URL
  private let vault: PageSeal?

  /// - Parameter isInVault: Whether the files are encrypted on the disk.
  /// - Throws: What the file system says.
  package init(isInVault: Bool = false) throws {
    let key = VaultKey([UInt8](repeating: 7, count: 32)), id = VaultID([UInt8](repeating: 8, count: 16))
    vault = if isInVault, let key, let id { key.pages(of: id) } else { nil }
    // In memory where there is such a place: what is tried is the store, not the disk.
    let memory = URL(filePath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    folder = parent.appending(path: "cloudjournal-simulation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("left behind: \(folder.path): \(error)")
    }
  }

  private func file(_ number: Int, _ name: String = "journal.sqlite") -> URL {
    folder.appending(path: "\(number)/\(name)")
  }

  package func open(_ number: Int, _ environment: StoreEnvironment) throws -> any SimulatedStore {
    var options = JournalStore.Options()
    options.vault = vault
    return try JournalStore(path: file(number).path, environment: environment, options: options)
  }

  package func backUp(_ number: Int, _ store: any SimulatedStore) throws {
    let copy = file(number, "backup.sqlite")
    try remove(copy)
    try (store as? JournalStore)?.backUp(to: copy.path)
  }

  package func restore(_ number: Int) throws {
    for name in ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-log", "journal.sqlite-shm"] {
      try remove(file(number, name))
    }
    try FileManager.default.copyItem(at: file(number, "backup.sqlite"), to: file(number))
  }

  private func remove(_ file: URL) throws {
    if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
  }
}
