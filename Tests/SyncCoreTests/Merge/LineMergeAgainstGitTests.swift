import Foundation
import SyncCore
import Testing

/// Where git merges the lines of two edits without a conflict, the journal comes to the same text.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct LineMergeAgainstGitTests {
  @Test func cleanMergesAreThoseOfGit() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cloudjournal-merge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path): \(error)") }
    }
    var compared = 0
    for seed in 0..<60 {
      var dice = Dice(seed: seed)
      // Each line stands once: where lines repeat, two good merges may differ.
      let base = (0..<24).map { "line \($0) of the entry" }
      func edited(_ name: String) -> [String] {
        var lines = base
        for number in 0...dice.roll(3) {
          let place = dice.roll(lines.count)
          switch dice.roll(3) {
          case 0: lines[place] = "\(name) wrote \(number)"
          case 1: lines.insert("\(name) put in \(number)", at: place)
          default: lines.remove(at: place)
          }
        }
        return lines
      }
      let texts = [base, edited("here"), edited("there")].map { $0.joined(separator: "\n") + "\n" }
      guard let git = try gitMerge(texts[0], texts[1], texts[2], in: folder) else { continue }
      let ours = TextMerge.merge(base: texts[0], local: texts[1], server: texts[2], isLocalLater: true)
      #expect(ours.text == git, "seed \(seed)")
      compared += 1
    }
    #expect(compared > 15)
  }

  /// nil where git finds a conflict.
  private func gitMerge(_ base: String, _ local: String, _ server: String, in folder: URL) throws -> String? {
    for (name, text) in [("base", base), ("local", local), ("server", server)] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments = ["merge-file", "-p", "local", "base", "server"]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
