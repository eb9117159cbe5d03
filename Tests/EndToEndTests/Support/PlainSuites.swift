import Foundation
import ScreenKit
import Testing

/// The suites whose journals travel plain; those of all others are encrypted end to end, as a person's are who signs in.
enum PlainSuites {
  static let names: Set<String> = ["HostileServerTests", "TwoMachinesTests"]

  /// Whether the test that runs is in one of them.
  static var hasCurrent: Bool {
    guard let test = Test.current else { return false }
    return names.contains { name in "\(test.id)".contains(".\(name)/") || "\(test.id)".hasSuffix(".\(name)") }
  }
}

/// What every server of the tests gives to one computer after the other, as ada carries it from one to the next.
extension TestJournal {
  /// Signs in by the token of a session, and comes in by the recovery key where another computer has the keys.
  func signIn(
    at address: String, session: String, on server: TestServer, isPlain: Bool = PlainSuites.hasCurrent,
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let options = isPlain ? ["--plain"] : []
    let outcome = try start(
      ["account", "sign-in", "--server", address, "--code"] + options, input: session + "\n"
    ).finish(fileID: fileID, line: line)
    guard outcome.status == .success else {
      throw UnexpectedOutcome(description: "\(fileID):\(line): \(outcome)")
    }
    if !isPlain { try getKeys(of: server, fileID: fileID, line: line) }
  }

  /// Writes the recovery key down on the computer that founded the journal, and types it on every other one.
  func getKeys(of server: TestServer, fileID: StaticString = #fileID, line: UInt = #line) throws {
    if let recovery = server.recovery {
      guard try encryption().state == "waiting" else { return }
      try output("account", "recovery", "--enter", input: recovery, fileID: fileID, line: line)
    } else {
      let recovery = try output("account", "recovery", fileID: fileID, line: line)
      try output("account", "recovery", "--confirm", input: recovery, fileID: fileID, line: line)
      server.recovery = recovery
    }
  }
}

@Suite struct PlainSuitesTests {
  /// The suites that use a server, by their sources.
  private func suites() throws -> Set<String> {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var names: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("TestServer") || text.contains("TwoComputers") || text.contains("ChaosRound") else {
        continue
      }
      for name in text.matches(of: /@Suite[^\n]* (?:struct|class) (\w+)/) { names.insert(String(name.1)) }
    }
    return names
  }

  @Test func aTenthOfTheSuitesWithAServerIsPlain() throws {
    let suites = try suites()
    #expect(PlainSuites.names.isSubset(of: suites), "\(PlainSuites.names.subtracting(suites).sorted())")
    let wanted = Double(suites.count) / 10
    #expect(abs(Double(PlainSuites.names.count) - wanted) < 1, "\(PlainSuites.names.count) of \(suites.count)")
    #expect(!PlainSuites.hasCurrent)
  }
}
