import Foundation
package import JournalCore
import SystemKit
import TerminalKit

/// A reminder of writing: a timer of the person’s systemd that this program makes, shows and removes.
///
/// Source: systemd.timer(5) and systemd.service(5); `%` is doubled and words are quoted as systemd.syntax(7) says.
package struct Reminder: Sendable {
  /// A time of the day.
  package struct Clock: Hashable, Sendable {
    package let hour: Int
    package let minute: Int

    /// - Parameter text: Such as `21:00`, `7:30`, `9:30 pm` or `9pm`, as dates have times (``NaturalDate``).
    /// - Throws: ``InvalidInput`` for anything else.
    package init(_ text: String) throws(InvalidInput) {
      guard let clock = NaturalDate.Clock(text) else {
        throw InvalidInput("“\(text)” is no time of the day. Write it like 21:00 or 9 pm.")
      }
      (hour, minute) = (clock.hour, clock.minute)
    }

    /// The time as people read it: `9:00 PM` or `21:00`.
    package func shown(in style: ClockStyle) -> String {
      guard let day = CivilDate(year: 2000, month: 1, day: 1),
        let local = CivilDateTime(date: day, hour: hour, minute: minute)
      else { return text }
      return style.text(local)
    }

    package var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }
  }

  private static let name = "cloudjournal-remind"
  private let folder: String
  /// Finds systemctl and the program of the notices, as PATH has them.
  private let searchPath: String

  /// - Parameter environment: Says where the units lie, and where programs are.
  package init(environment: [String: String]) {
    let config = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = (config ?? (environment["HOME"] ?? "") + "/.config") + "/systemd/user"
    searchPath = environment["PATH"] ?? "/usr/bin:/bin"
  }

  /// The file of this program.
  ///
  /// - Throws: ``CommandFailure`` where the system does not say it.
  package static func program() throws -> String {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") } catch {
      throw CommandFailure(
        .inputOutput, "Where this program is could not be found out: \(CommandFailure(error).sentence)")
    }
  }

  private var timer: String { "\(folder)/\(Self.name).timer" }
  private var service: String { "\(folder)/\(Self.name).service" }

  /// When it reminds; nil where there is none.
  ///
  /// - Throws: ``CommandFailure`` for a timer that says no time of the day.
  package func time() throws -> Clock? {
    guard FileManager.default.fileExists(atPath: timer) else { return nil }
    let text = String(decoding: FileManager.default.contents(atPath: timer) ?? Data(), as: UTF8.self)
    let mark = "OnCalendar=*-*-* "
    for line in text.split(separator: "\n") where line.hasPrefix(mark) {
      let words = line.dropFirst(mark.count).split(separator: ":").prefix(2).joined(separator: ":")
      return try CommandFailure.reading { () throws(InvalidInput) in try Clock(words) }
    }
    throw CommandFailure(.inputOutput, "\(timer) says no time of the day. Make it anew: cloudjournal remind --at 21:00")
  }

  /// Whether systemd knows of it and waits for its time.
  package func isActive() -> Bool { run(["systemctl", "--user", "is-active", "\(Self.name).timer"]).status == 0 }

  /// Makes the timer, or makes it anew.
  ///
  /// - Parameter command: The program with its arguments, which the timer starts each day.
  /// - Throws: ``CommandFailure`` where the files cannot be written, and where systemd does not take the timer: then nothing is left.
  package func make(at clock: Clock, starting command: [String]) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try SystemFile.replace(
        service,
        with: unit("Service", ["Type=oneshot", "ExecStart=\(command.map(Self.quoted).joined(separator: " "))"]))
      try SystemFile.replace(
        timer, with: unit("Timer", ["OnCalendar=*-*-* \(clock.text):00", "", "[Install]", "WantedBy=timers.target"]))
    } catch {
      throw CommandFailure(
        .inputOutput, "The timer could not be written to \(folder): \(CommandFailure(error).sentence)")
    }
    for arguments in [["daemon-reload"], ["enable", "\(Self.name).timer"], ["restart", "\(Self.name).timer"]] {
      let outcome = run(["systemctl", "--user"] + arguments)
      guard outcome.status != 0 else { continue }
      try removeFiles()
      let words = outcome.words.isEmpty ? "is it installed, and does a user’s session run?" : outcome.words
      throw CommandFailure(.inputOutput, "systemd did not take the timer (\(words)). Nothing was left of it.")
    }
  }

  /// The journal that the timer looks at; nil for the usual one, and where there is no timer.
  package func journal() -> String? {
    guard let data = FileManager.default.contents(atPath: service) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    guard let option = text.firstRange(of: "\(Self.quoted("--journal")) \"") else { return nil }
    var (name, rest) = ("", text[option.upperBound...])
    while let sign = rest.popFirst(), sign != "\"" {
      // What was quoted stands behind its sign.
      if sign == "\\" || sign == "%" || sign == "$", let next = rest.popFirst() {
        name.append(next)
      } else {
        name.append(sign)
      }
    }
    return name
  }

  /// Lets the timer look at a journal under its new name, where it looks at that one.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be written.
  func follow(_ journal: String, to name: String) throws {
    guard let data = FileManager.default.contents(atPath: service) else { return }
    let text = String(decoding: data, as: UTF8.self)
    let option = Self.quoted("--journal")
    let renamed = text.replacing("\(option) \(Self.quoted(journal))", with: "\(option) \(Self.quoted(name))")
    guard renamed != text else { return }
    do { try SystemFile.replace(service, with: Array(renamed.utf8)) } catch {
      throw CommandFailure(.inputOutput, "\(service) could not be written: \(CommandFailure(error).sentence)")
    }
    // Where systemd does not run it reads the file when it begins.
    _ = run(["systemctl", "--user", "daemon-reload"])
  }

  /// Removes the timer.
  ///
  /// - Returns: False where there is none.
  /// - Throws: ``CommandFailure`` where the files cannot be removed.
  package func remove() throws -> Bool {
    guard FileManager.default.fileExists(atPath: timer) || FileManager.default.fileExists(atPath: service) else {
      return false
    }
    // Where systemd does not run there is nothing to be stopped.
    _ = run(["systemctl", "--user", "disable", "--now", "\(Self.name).timer"])
    try removeFiles()
    _ = run(["systemctl", "--user", "daemon-reload"])
    return true
  }

  /// Shows the notice, without a word of the journal.
  ///
  /// - Parameter seconds: How long that may take: a service that does not end is not begun again the next day.
  /// - Throws: ``CommandFailure`` where no program shows it.
  package func show(within seconds: Int = 10) throws {
    let outcome = run(
      ["notify-send", "--app-name=CloudJournal", "Time to write", "Nothing is written for today yet."], atMost: seconds)
    guard outcome.status == 0 else {
      throw CommandFailure(
        .notFound, "notify-send could not show the reminder. Install the Debian package libnotify-bin.")
    }
  }

  /// A unit’s file: the same beginning, and a section of its own.
  private func unit(_ section: String, _ lines: [String]) -> [UInt8] {
    let head = [
      "# Made by “cloudjournal remind”, and removed by “cloudjournal remind --off”.", "[Unit]",
      "Description=Remind of writing in the journal", "", "[\(section)]",
    ]
    return Array(((head + lines).joined(separator: "\n") + "\n").utf8)
  }

  private func removeFiles() throws {
    for path in [timer, service] where FileManager.default.fileExists(atPath: path) {
      do { try SystemFile.remove(path) } catch {
        throw CommandFailure(.inputOutput, "\(path) could not be removed: \(CommandFailure(error).sentence)")
      }
    }
  }

  /// A word of a command as systemd reads it.
  static func quoted(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "%": text += "%%"
      case "$": text += "$$"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Runs a program to its end.
  ///
  /// - Parameter seconds: After which it is ended; nil where it may take its time.
  /// - Returns: Its status, 127 where it is not there, and the first line that it said of a mistake.
  private func run(_ arguments: [String], atMost seconds: Int? = nil) -> (status: Int32, words: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["PATH=\(searchPath)"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    do { try process.run() } catch { return (127, "\(error)") }
    let end = seconds.map { process.ends(after: $0) }
    defer { end?.cancel() }
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let line = words.split(separator: "\n").first.map { TerminalSafe(String($0), keepingLines: false).text } ?? ""
    return (process.terminationStatus, line)
  }
}
