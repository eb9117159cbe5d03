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

  /// The first regular files whose names end so, in the folder itself before those within it: enough to see what lies there.
  ///
  /// Only a few folders are looked at, and one that cannot be read has none.
  static func some(_ count: Int, ending: String, in folder: String) -> [String] {
    var (found, open, looked): ([String], [String], Int) = ([], [folder], 0)
    while !open.isEmpty, looked < 50, found.count < count {
      let place = open.removeFirst()
      looked += 1
      let files: [FolderFiles.File]
      do { files = try FolderFiles.all(in: place, atMost: 10_000, followsLinks: false) } catch {
        // What is read in earnest says so.
        continue
      }
      for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
      where !file.name.hasPrefix(".") {
        if file.isFolder { open.append("\(place)/\(file.name)") }
        if file.isRegular, file.name.hasSuffix(ending), found.count < count { found.append("\(place)/\(file.name)") }
      }
    }
    return found
  }

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
