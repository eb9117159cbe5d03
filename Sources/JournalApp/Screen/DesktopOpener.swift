import Foundation
import JournalCore

/// Opens a link with the desktop's program for it.
enum DesktopOpener {
  /// - Throws: ``InvalidInput`` for anything but http, https and mailto, and where there is no desktop to ask.
  static func open(_ address: String) throws {
    let allowed = ["http://", "https://", "mailto:"]
    guard allowed.contains(where: { address.lowercased().hasPrefix($0) }) else {
      throw InvalidInput("Only http, https and mailto links can be opened.")
    }
    try run(address)
  }

  /// Shows a file with the desktop's program for what it is.
  static func openFile(_ path: String) throws { try run(path) }

  /// Shows a notice on the desktop.
  ///
  /// - Throws: ``InvalidInput`` where nothing shows it.
  static func notify(_ text: String) throws {
    // Services of notices read it as a kind of HTML.
    let body = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
    guard try run(["notify-send", "--app-name=CloudJournal", "--", "CloudJournal", body]) else {
      throw InvalidInput("notify-send could not show a notice. Install the Debian package libnotify-bin.")
    }
  }

  private static func run(_ address: String) throws {
    guard try run(["xdg-open", address]) else {
      throw InvalidInput("xdg-open could not open \(address) (is it installed?). Copy the address instead.")
    }
  }

  /// - Returns: Whether the program said that it did it.
  private static func run(_ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
