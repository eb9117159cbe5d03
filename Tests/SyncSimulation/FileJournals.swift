import Foundation
package import JournalStore

/// The devices' journals in files of their own, which go when this goes.
package final class FileJournals {
  private let folder: URL

  /// - Throws: What the file system says.
  package init() throws {
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

  /// Opens the journal of one device.
  package func open(_ number: Int, _ environment: StoreEnvironment) throws -> any SimulatedStore {
    try JournalStore(path: folder.appending(path: "\(number)/journal.sqlite").path, environment: environment)
  }
}
