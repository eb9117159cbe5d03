import Glibc
import JournalCore

/// The files below a folder, however deep.
enum FolderTree {
  /// A file with its path from the folder on.
  struct File: Hashable {
    var path: String
    var bytes: Int64
    var modifiedAt: Instant
  }

  /// Folders within each other at most.
  private static let deepest = 64
  /// Files that are looked at, at most.
  static let most = 1_000_000

  /// All regular files in the order of their paths. Links are not followed, and names that begin with a dot are left out.
  ///
  /// - Throws: ``CommandFailure`` where a folder cannot be read, or there are too many files or folders within each other.
  static func files(in folder: String) throws -> [File] {
    var found: [File] = []
    var open: [(path: String, depth: Int)] = [("", 0)]
    while let next = open.popLast() {
      let place = next.path.isEmpty ? folder : "\(folder)/\(next.path)"
      for file in try FolderFiles.all(in: place, atMost: most + 1, followsLinks: false) where !file.name.hasPrefix(".")
      {
        let path = next.path.isEmpty ? file.name : "\(next.path)/\(file.name)"
        if file.isFolder {
          guard next.depth < deepest else {
            throw CommandFailure(
              .badFile,
              "\(place) lies in more than \(deepest) folders within each other. Give the folder in which the notes are."
            )
          }
          open.append((path, next.depth + 1))
        } else if file.isRegular {
          found.append(File(path: path, bytes: file.bytes, modifiedAt: file.modifiedAt))
        }
      }
      guard found.count <= most else {
        throw CommandFailure(
          .badFile,
          "\(folder) has more than \(NumberText.grouped(most)) files in it. Give its folders one after another.")
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}
