import Foundation

/// The files of this repository as the tests find them.
enum Repository {
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  /// The names of the folders in one folder, in order.
  static func folders(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: path), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .map(\.lastPathComponent).sorted()
  }

  /// The paths of all files below a folder, in order, without what is built, hidden or version control's own.
  static func files(in path: String, withExtension pathExtension: String? = nil) throws -> [String] {
    let start = root.appending(path: path, directoryHint: .isDirectory)
    guard let walk = FileManager.default.enumerator(atPath: start.path) else { return [] }
    var found: [String] = []
    while let relative = walk.nextObject() as? String {
      let name = relative.split(separator: "/").last.map(String.init) ?? relative
      if name == ".git" || name.hasPrefix(".build") || name == ".swiftpm" || name == "__pycache__" {
        walk.skipDescendants()
        continue
      }
      guard walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      if let pathExtension, !name.hasSuffix("." + pathExtension) { continue }
      found.append(path.isEmpty || path == "." ? relative : path + "/" + relative)
    }
    return found.sorted()
  }

  static func sources(of target: String) throws -> [SourceFile] {
    try swiftFiles.get().filter { $0.path.hasPrefix("Sources/\(target)/") }
  }

  /// Every Swift file of ours, read once for all tests.
  static let swiftFiles = Result {
    try (files(in: "Sources", withExtension: "swift") + files(in: "Tests", withExtension: "swift"))
      .map { SourceFile(path: $0, text: try text($0)) }
  }
}
