import Glibc
import ImageKit
import JournalCore
import JournalUI

/// Lists folders for choosing files.
struct FolderLister {
  let home: String
  var kind = FolderListing.Kind.pictures

  /// How many names of a folder are looked at.
  private static let limit = 20_000
  /// How many files are opened to see what they are; of the others the name decides.
  var looks = 5000

  /// - Parameters:
  ///   - path: `~` at its beginning stands for the home folder.
  ///   - usual: where to begin without a path, the first one that can be read.
  func list(_ path: String?, usual: [String]) throws -> FolderListing {
    if let path {
      var listing = try list(absolute(path))
      listing.asked = path
      return listing
    }
    for folder in usual where access(folder, R_OK | X_OK) == 0 {
      do { return try list(absolute(folder)) } catch { continue }
    }
    return try list(home)
  }

  private func absolute(_ path: String) throws -> String {
    var path = HomeFolder(home).resolved(path.isEmpty ? home : path)
    if !path.hasPrefix("/") { path = "\(home)/\(path)" }
    // Not the true path: a person who goes up from a link wants to be where it lies.
    var parts: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      let name = String(part) ?? ""
      if name == ".." { _ = parts.popLast() } else if name != "." { parts.append(name) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private func list(_ path: String) throws -> FolderListing {
    var looks = looks
    var folders: [FolderListing.Item] = []
    var files: [FolderListing.Item] = []
    for file in try FolderFiles.all(in: path, atMost: Self.limit, followsLinks: true) {
      let item = FolderListing.Item(
        name: file.name, isFolder: file.isFolder, bytes: file.bytes, modifiedAt: file.modifiedAt)
      if file.isFolder {
        folders.append(item)
      } else if file.isRegular, file.bytes > 0 {
        switch kind {
        case .files: files.append(item)
        case .pictures:
          let isPicture = looks > 0 ? beginsAsPicture("\(path)/\(file.name)") : isNamedAsPicture(file.name)
          looks -= 1
          if isPicture { files.append(item) }
        }
      }
    }
    return FolderListing(path: path, items: folders.sorted(by: before) + files.sorted(by: before))
  }

  private func before(_ a: FolderListing.Item, _ b: FolderListing.Item) -> Bool {
    let (first, second) = (a.name.lowercased(), b.name.lowercased())
    return first == second ? a.name < b.name : first < second
  }

  private func beginsAsPicture(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &head, head.count)
    return count > 0 && ImageFormat.sniff(Array(head[..<count])) != nil
  }

  private func isNamedAsPicture(_ name: String) -> Bool {
    ImageFormat.allCases.contains { PictureName.hasEnding(name, $0.fileExtension) }
  }
}
