import Foundation
import ScreenKit
import Testing

/// `make install` puts what was built where a person's shell, `man` and completions look, and takes it away again.
@Suite struct InstallTests {
  private let sandbox: Sandbox
  private let built: String
  private let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    .path

  init() throws {
    sandbox = try Sandbox()
    built = try URL(filePath: BuiltProgram.path()).deletingLastPathComponent().path
  }

  private var prefix: String { sandbox.path("data/usr local") }

  /// With what this test was built with in place of a release build, which takes minutes.
  private func make(_ target: String) throws -> Program.Outcome {
    try Program.run(
      ["make", "-C", sources, "-o", "release", "-o", "release-server", target, "built=\(built)", "PREFIX=\(prefix)"],
      environment: sandbox.environment)
  }

  private var files: Set<String> {
    let paths = FileManager.default.enumerator(atPath: prefix)?.allObjects as? [String] ?? []
    return Set(
      paths.filter { path in
        var isFolder = ObjCBool(false)
        return FileManager.default.fileExists(atPath: "\(prefix)/\(path)", isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  @Test func whatIsInstalledWorksAndGoesAgain() throws {
    let installed = try make("install")
    #expect(installed.status == .success, "\(installed)")
    #expect(installed.output.contains("\(prefix)/bin is not on your PATH yet."))
    let groups = try Program.run([built + "/cloudjournal", "man", "--list"]).output.split(separator: "\n")
    #expect(groups.contains("share"))
    #expect(
      files.subtracting(groups.map { "share/man/man1/cloudjournal-\($0).1" }) == [
        "bin/cloudjournal", "libexec/cloudjournal/cloudjournal-images", "share/man/man1/cloudjournal.1",
        "share/bash-completion/completions/cloudjournal", "share/zsh/site-functions/_cloudjournal",
        "share/fish/vendor_completions.d/cloudjournal.fish",
      ])
    let pages = try FileManager.default.contentsOfDirectory(atPath: prefix + "/share/man/man1")
    #expect(pages.contains("cloudjournal-share.1") && pages.contains("cloudjournal-tags.1"))
    let page = prefix + "/share/man/man1/cloudjournal-share.1"
    let shown = try Program.run(["man", "-l", page], environment: ["MANPAGER": "cat", "LC_ALL": "C.UTF-8"])
    #expect(shown.output.contains("share permission") || shown.status != .success, "\(shown)")
    let program = prefix + "/bin/cloudjournal"
    let picture = try sandbox.write("red.png", PictureSamples.png(width: 4, height: 4))
    let attached = try Program.run(
      [program, "new", "--title", "Red", "--image", picture], environment: sandbox.environment)
    #expect(attached.status == .success && attached.errors.contains("4 × 4"), "\(attached)")
    let completions = prefix + "/share/bash-completion/completions/cloudjournal"
    #expect(try Program.run(["bash", "-n", completions]).status == .success)
    #expect(try make("install-server").status == .success)
    #expect(files.contains("bin/cloudjournal-server"))
    #expect(try Program.run([prefix + "/bin/cloudjournal-server", "--version"]).status == .success)
    let removed = try make("uninstall")
    #expect(removed.status == .success && removed.output.contains("Your journals are untouched."), "\(removed)")
    #expect(files.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: prefix + "/share/man/man1").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: prefix + "/libexec/cloudjournal"))
  }
}
