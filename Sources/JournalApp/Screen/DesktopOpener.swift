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

  /// Seconds that a notice may take: its program waits for the desktop’s service, which may not answer.
  private static let patience = 5

  /// Shows a notice on the desktop; a program that takes too long for that is ended.
  ///
  /// - Parameters:
  ///   - folders: Where programs are, as PATH has it.
  ///   - seconds: How long it may take.
  /// - Throws: ``InvalidInput`` where nothing shows it.
  static func notify(_ text: String, folders: String, seconds: Int = patience) throws {
    // Services of notices read it as a kind of HTML.
    let body = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
    let command = ["PATH=\(folders)", "notify-send", "--app-name=CloudJournal", "--", "CloudJournal", body]
    switch try run(command, atMost: seconds) {
    case .done: return
    case .failed: throw InvalidInput("notify-send could not show a notice. Install the Debian package libnotify-bin.")
    case .ended: throw InvalidInput("notify-send took too long to show a notice, and was ended. Does a desktop run?")
    }
  }

  private static func run(_ address: String) throws {
    guard try run(["xdg-open", address]) == .done else {
      throw InvalidInput("xdg-open could not open \(address) (is it installed?). Copy the address instead.")
    }
  }

  /// What became of a program.
  private enum Outcome {
    /// It said that it did it.
    case done
    case failed
    /// It took too long.
    case ended
  }

  /// - Parameter seconds: After which it is ended; nil where it may take its time.
  private static func run(_ arguments: [String], atMost seconds: Int? = nil) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = seconds.map { process.ends(after: $0) }
    process.waitUntilExit()
    end?.cancel()
    if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL { return .ended }
    return process.terminationStatus == 0 ? .done : .failed
  }
}

extension Process {
  /// Ends a program that runs once it has taken too long; it is waited for as ever.
  ///
  /// - Returns: What does so, to be cancelled where the program has ended before.
  func ends(after seconds: Int) -> DispatchWorkItem {
    let identifier = processIdentifier
    let end = DispatchWorkItem { [self] in
      if isRunning { kill(identifier, SIGKILL) }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end)
    return end
  }
}
