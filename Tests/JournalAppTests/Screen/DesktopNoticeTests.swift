import Foundation
import JournalCore
import Testing

@testable import JournalApp

/// Notices of the desktop, with a notify-send of our own.
@Suite struct DesktopNoticeTests {
  private func failure(_ script: String, seconds: Int = 60) throws -> String? {
    let folder = try TestFolder()
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "notify-send")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    do {
      try DesktopOpener.notify("3 entries <from> laptop", folders: "\(folder.path):/usr/bin:/bin", seconds: seconds)
      return nil
    } catch let error as InvalidInput {
      return error.sentence
    }
  }

  @Test func aNoticeIsShown() throws {
    #expect(try failure("test \"$4\" = '3 entries &lt;from&gt; laptop'") == nil)
  }

  @Test func whatIsNotShownIsSaid() throws {
    #expect(try failure("exit 1")?.contains("could not show a notice") == true)
  }

  @Test func whatHangsIsEnded() throws {
    #expect(try failure("exec sleep 3600", seconds: 1)?.contains("took too long") == true)
  }
}
