import Foundation
import ScreenKit

extension TestJournal {
  /// Opens the journal in a terminal and waits until it is shown.
  func openJournal(
    _ arguments: String..., rows: Int = 30, columns: Int = 100, environment: [String: String] = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Screen {
    let screen = try start(screen: arguments, rows: rows, columns: columns, environment: environment)
    try screen.wait(until: "the journal is shown", fileID: fileID, line: line) { $0.isOnThisComputer && $0.isWhole }
    return screen
  }

  /// Opens a throw-away copy of the demo journal and waits until it is shown.
  func openDemo(
    rows: Int = 30, columns: Int = 100, environment: [String: String] = [:], fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Screen {
    let screen = try start(screen: ["--demo"], rows: rows, columns: columns, environment: environment)
    try screen.wait(until: "the demo is shown", fileID: fileID, line: line) {
      $0.isOnThisComputer && $0.shows("Morning run") && $0.isWhole
    }
    return screen
  }
}

extension Screen {
  /// Whether the top line says so; in few words where it is short.
  fileprivate var isOnThisComputer: Bool { shows("On this computer only") || shows("Local only") }

  /// Begins every picture that is sent whole.
  private static let wholePicture = Array("\u{1B}[H\u{1B}[2J".utf8)

  /// Whether the screen was drawn anew after the first so many bytes of output.
  private func isDrawnAnew(after count: Int) -> Bool {
    let mark = Screen.wholePicture
    guard rawOutput.count >= count + mark.count else { return false }
    return (count...rawOutput.count - mark.count).contains { start in
      rawOutput[start] == mark[0] && rawOutput[start..<start + mark.count].elementsEqual(mark)
    }
  }

  /// Waits until everything typed so far was dealt with: what is typed last has the screen drawn anew.
  func settle(fileID: StaticString = #fileID, line: UInt = #line) throws {
    let before = rawOutput.count
    press(.control("l"))
    try wait(until: "the screen is drawn anew", fileID: fileID, line: line) {
      $0.isDrawnAnew(after: before) && $0.isWhole
    }
  }

  /// Waits as ``settle(fileID:line:)`` does, where every key is text: a change of size has everything drawn anew.
  func settleByResizing(fileID: StaticString = #fileID, line: UInt = #line) throws {
    let before = rawOutput.count
    resize(rows: rows + (rows.isMultiple(of: 2) ? 1 : -1), columns: columns)
    try wait(until: "the screen is drawn at its new size", fileID: fileID, line: line) {
      $0.isDrawnAnew(after: before) && $0.isWhole
    }
  }

  /// Whether the last row is there, which is drawn last; a screen that is too small has a sentence only.
  fileprivate var isWhole: Bool { !line(rows - 1).isEmpty || shows("Window too small") }

  /// Leaves the journal from its list, which has to end well and leave nothing behind in the terminal.
  func leave(fileID: StaticString = #fileID, line: UInt = #line) throws {
    type("q")
    let status = try waitForExit(fileID: fileID, line: line)
    guard status == .success, leakedModes.isEmpty else {
      throw UnexpectedOutcome(description: "\(fileID):\(line): \(status), left behind: \(leakedModes)\n\(picture)")
    }
  }

  /// Writes a new entry, up to its last word; nothing is saved.
  func writeEntry(_ title: String, _ body: String, fileID: StaticString = #fileID, line: UInt = #line) throws {
    type("n")
    try wait(for: "Esc done", fileID: fileID, line: line)
    type(title)
    press(.tab)
    type(body)
    try wait(for: title, body, fileID: fileID, line: line)
  }

  /// Waits until the words being written are on disk.
  func waitForDraft(fileID: StaticString = #fileID, line: UInt = #line) throws {
    try wait(for: "Draft kept", fileID: fileID, line: line)
  }

  /// The process that shows the journal: the one that was started only watches over it.
  func journalProcess(below parent: Int32? = nil) throws -> Int32 {
    var process = parent ?? pid
    while true {
      let children = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      guard let child = children.split(separator: " ").first.flatMap({ Int32($0) }) else { return process }
      process = child
    }
  }
}

/// Waits for the end of a process that is not a child of ours; one that nobody has collected yet has ended, too.
func waitUntilGone(_ process: Int32, fileID: StaticString = #fileID, line: UInt = #line) throws {
  let watch = "while read -r id name state rest < /proc/\(process)/stat && [ \"$state\" != Z ]; do :; done"
  _ = try Program(["sh", "-c", watch]).finish(fileID: fileID, line: line)
}
