import Foundation
import ScreenKit

extension TestJournal {
  /// Opens the journal in a terminal and waits until it is shown.
  func openJournal(
    _ arguments: String..., rows: Int = 30, columns: Int = 100, environment: [String: String] = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Screen {
    let screen = try start(screen: arguments, rows: rows, columns: columns, environment: environment)
    try screen.wait(for: "local only", fileID: fileID, line: line)
    return screen
  }

  /// Opens a throw-away copy of the demo journal and waits until it is shown.
  func openDemo(
    rows: Int = 30, columns: Int = 100, environment: [String: String] = [:], fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Screen {
    let screen = try start(screen: ["--demo"], rows: rows, columns: columns, environment: environment)
    try screen.wait(for: "Morning run by the canal", fileID: fileID, line: line)
    return screen
  }
}

extension Screen {
  /// Begins every picture that is sent whole.
  private static let wholePicture = Array("\u{1B}[H\u{1B}[2J".utf8)

  private var wholePictures: Int {
    let mark = Screen.wholePicture
    return rawOutput.indices.dropLast(mark.count - 1).count { rawOutput[$0..<$0 + mark.count].elementsEqual(mark) }
  }

  /// Waits until everything typed so far was dealt with: what is typed last has the screen drawn anew.
  func settle(fileID: StaticString = #fileID, line: UInt = #line) throws {
    let before = wholePictures
    press(.control("l"))
    try wait(until: "the screen is drawn anew", fileID: fileID, line: line) {
      $0.wholePictures > before && !$0.isBlank
    }
  }

  var isBlank: Bool { text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\n" } }

  /// Leaves the journal from its list.
  func leave(fileID: StaticString = #fileID, line: UInt = #line) throws -> ExitStatus {
    type("q")
    return try waitForExit(fileID: fileID, line: line)
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
    try wait(for: "draft kept", fileID: fileID, line: line)
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
