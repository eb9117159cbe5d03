package import Foundation

/// A home of its own for one test: nothing that it writes is seen by another, and all of it goes when it does.
package final class Sandbox: Sendable {
  /// The folder that holds everything.
  package let root: URL
  /// Variables that make a program live in here alone.
  package let environment: [String: String]

  package init() throws {
    let parent = FileManager.default.temporaryDirectory
    root = parent.appending(path: "cloudjournal-test-\(UUID().uuidString)", directoryHint: .isDirectory)
    var variables = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC", "HOME": root.path + "/home"]
    for (name, folder) in [
      ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"),
      ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "run"), ("TMPDIR", "tmp"),
    ] {
      variables[name] = root.path + "/" + folder
    }
    environment = variables
    for folder in ["home", "config", "data", "state", "cache", "run", "tmp"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: folder), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
  }

  deinit {
    // Folders that a test made read-only would stay behind.
    let folders = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    while let folder = folders?.nextObject() as? URL {
      chmod(folder.path, 0o700)
    }
    do { try FileManager.default.removeItem(at: root) } catch { print("left behind: \(root.path): \(error)") }
  }

  /// The path of something in the sandbox, which need not exist.
  package func path(_ name: String) -> String { root.appending(path: name).path }

  /// Writes a file and the folders above it.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ name: String, _ contents: some Sequence<UInt8>, mode: Int = 0o600) throws -> String {
    let file = root.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Forking.apart { try Data(contents).write(to: file) }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file.path
  }

  /// Writes a shell script that can be run, for tests that need an `$EDITOR`.
  ///
  /// - Returns: its path.
  package func script(_ name: String, _ lines: String) throws -> String {
    try write(name, "#!/bin/sh\n\(lines)\n".utf8, mode: 0o700)
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: name)), as: UTF8.self)
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}

/// The program that is tested.
package enum BuiltProgram {
  /// The path of a built executable: the one named by the environment's `CLOUDJOURNAL_BINARY`, otherwise the one
  /// beside the running tests.
  package static func path(_ name: String = "cloudjournal") throws -> String {
    if let named = ProcessInfo.processInfo.environment["CLOUDJOURNAL_BINARY"] { return named }
    let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = URL(filePath: running).deletingLastPathComponent().appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: beside) else {
      throw Failure("\(beside) is missing: build before testing")
    }
    return beside
  }
}
