import Foundation
import Testing

/// The scripts that decide whether a change passes.
@Suite struct ScriptTests {
  private static let report = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
      <testsuite name="TestResults" errors="0" tests="4" failures="2" skipped="0" time="0.05">
        <testcase classname="StoreTests.TrashTests" name="isEmptied()" time="0.005" />
        <testcase classname="StoreTests.TrashTests.Inner" name="keeps(days:_:)" time="0.04">
          <failure message="Expectation failed: (a → 1) &lt; (b → 0)
    &lt;testcase " />
        </testcase>
        <testcase classname="ScreenTests" name="draws()" time="0.04">
          <failure message="first" />
          <failure message="second" />
        </testcase>
        <testcase classname="StoreTests.ListTests" name="isSorted()" time="0.04">
        </testcase>
      </testsuite>
    </testsuites>
    """

  @Test func failedTestsAreNamedOnce() throws {
    try withReports([ScriptTests.report]) { folder in
      let outcome = try run("failed-tests", ["\(folder)/1.xml"])
      #expect(outcome.text == "ScreenTests/draws()\nStoreTests.TrashTests.Inner/keeps(days:_:)\n")
    }
  }

  @Test(arguments: [
    // Passes alone, and is known.
    (
      0, "- `ScreenTests/draws()`: a\n- `StoreTests.TrashTests.Inner/keeps(days:_:)`: b\n", 0,
      "flaky, as listed: ScreenTests"
    ),
    (0, "- `ScreenTests/draws()`: a\n", 1, "and not listed with its cause"),
    (0, "", 1, "and not listed with its cause"),
    // A name without a cause is no entry.
    (0, "- `ScreenTests/draws()`\n- `StoreTests.TrashTests.Inner/keeps(days:_:)`: b\n", 1, "not listed"),
    (1, "- `ScreenTests/draws()`: a\n- `StoreTests.TrashTests.Inner/keeps(days:_:)`: b\n", 1, "no flaky one"),
  ])
  func whatFailedIsRepeated(status: Int, listed: String, wanted: Int, said: String) throws {
    try withReports(["<testsuites/>", ScriptTests.report]) { folder in
      try write("# Paper\n\n## Flaky tests\n\n\(listed)\n## Style\n", "\(folder)/list.md")
      // Stands in for the real one, and writes down what it was asked.
      try write("#!/bin/bash\nprintf '%s\\n' \"$@\" >'\(folder)/asked'\nexit \(status)\n", "\(folder)/swift")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/swift")
      let outcome = try run("repeat-failed", [], folder)
      #expect(Int(outcome.status) == wanted, "\(outcome.text)")
      #expect(outcome.text.contains(said))
      let asked = try String(contentsOfFile: "\(folder)/asked", encoding: .utf8).split(separator: "\n")
      let pattern = try Regex(String(try #require(asked.last)))
      for name in ["ScreenTests.draws()/A.swift:1:2", "StoreTests.TrashTests/Inner/keeps(days:_:)/B.swift:3:4"] {
        #expect(name.contains(pattern), "\(asked.last ?? "")")
      }
      for name in ["ScreenTests.drawsMore()", "MyScreenTests.draws()", "StoreTests.TrashTests/isEmptied()"] {
        #expect(!name.contains(pattern))
      }
    }
  }

  @Test func outsideOfItsSectionNothingIsListed() throws {
    try withReports([ScriptTests.report]) { folder in
      try write("## Flaky tests\n\n## Style\n\n- `ScreenTests/draws()`: a\n", "\(folder)/list.md")
      try write("#!/bin/bash\n", "\(folder)/swift")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/swift")
      #expect(try run("repeat-failed", [], folder).status == 1)
    }
  }

  @Test(arguments: ["", "<testsuites/>"]) func aCrashIsNoFlake(report: String) throws {
    try withReports(report.isEmpty ? [] : [report]) { folder in
      let outcome = try run("repeat-failed", [], folder)
      #expect(outcome.status == 1 && outcome.text.contains("nothing is repeated"), "\(outcome.text)")
      try write("", "\(folder)/9.lost")
      #expect(try run("repeat-failed", [], folder).text.contains("came to no end"))
    }
  }

  // MARK: Running

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func withReports(_ reports: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scripts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") } }
    for (index, report) in reports.enumerated() { try write(report, "\(folder)/\(index + 1).xml") }
    try body(folder)
  }

  private func run(
    _ script: String, _ arguments: [String], _ folder: String? = nil
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = Repository.root.appending(path: "Assets/scripts/\(script)")
    process.arguments = arguments
    if let folder {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      process.environment = [
        "PATH": "\(folder):\(path)", "CLOUDJOURNAL_TEST_REPORTS": folder,
        "CLOUDJOURNAL_FLAKY_LIST": "\(folder)/list.md",
      ]
    }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
