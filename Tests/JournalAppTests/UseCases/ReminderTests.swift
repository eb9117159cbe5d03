import Foundation
import JournalApp
import JournalCore
import Testing

/// The timer that reminds, with a systemctl and a notify-send of our own.
@Suite final class ReminderTests {
  private let folder = "/tmp/cloudjournal-\(UUID().uuidString)"
  private var log: String { folder + "/log" }
  private var reminder: Reminder {
    Reminder(environment: ["XDG_CONFIG_HOME": folder + "/config", "PATH": folder + "/bin:/usr/bin:/bin"])
  }

  init() throws { try FileManager.default.createDirectory(atPath: folder + "/bin", withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func program(_ name: String, _ script: String) throws {
    let path = "\(folder)/bin/\(name)"
    try Data("#!/bin/sh\necho \(name) \"$@\" >> '\(log)'\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  private var units: [String] {
    (FileManager.default.subpaths(atPath: folder + "/config") ?? []).filter {
      $0.hasSuffix(".timer") || $0.hasSuffix(".service")
    }
    .sorted()
  }

  @Test(arguments: [
    ("9pm", "21:00"), ("9:30 PM", "21:30"), ("12 am", "00:00"), ("12:05 p.m.", "12:05"), ("7:30", "07:30"),
    ("11:59 a.m.", "11:59"),
  ])
  func timesAreTypedInEitherWay(typed: String, clock: String) throws {
    #expect(try Reminder.Clock(typed).text == clock)
    for wrong in ["0pm", "13:00 pm", "9", "pm", "24:00", "9:5 pm", "+9pm"] {
      #expect(throws: InvalidInput.self) { try Reminder.Clock(wrong) }
    }
  }

  @Test func itIsMadeShownAndRemoved() throws {
    try program("systemctl", "")
    #expect(try reminder.time() == nil && !reminder.remove())
    try reminder.make(at: try Reminder.Clock("7:30"), starting: ["/opt/my program/cj", "remind", "100%$x\""])
    #expect(units == ["systemd/user/cloudjournal-remind.service", "systemd/user/cloudjournal-remind.timer"])
    let service = try text(folder + "/config/systemd/user/cloudjournal-remind.service")
    #expect(service.contains(#"ExecStart="/opt/my program/cj" "remind" "100%%$$x\"""#))
    #expect(try text(folder + "/config/systemd/user/cloudjournal-remind.timer").contains("OnCalendar=*-*-* 07:30:00"))
    #expect(try reminder.time()?.text == "07:30" && reminder.isActive())
    try reminder.make(at: try Reminder.Clock("21:00"), starting: ["/opt/cj"])
    #expect(try reminder.time()?.text == "21:00")
    #expect(try reminder.remove())
    #expect(try units.isEmpty && reminder.time() == nil)
    let called = try text(log)
    #expect(called.contains("systemctl --user enable cloudjournal-remind.timer"))
    #expect(called.contains("systemctl --user disable --now cloudjournal-remind.timer"))
  }

  @Test func itSaysWhichJournalItLooksAt() throws {
    try program("systemctl", "")
    #expect(reminder.journal() == nil)
    let name = #"50 % "of" $HOME \ x"#
    try reminder.make(at: try Reminder.Clock("7:30"), starting: ["/bin/true", "--journal", name])
    #expect(reminder.journal() == name)
    try reminder.make(at: try Reminder.Clock("7:30"), starting: ["/bin/true"])
    #expect(reminder.journal() == nil)
  }

  @Test func whereSystemdRefusesNothingIsLeft() throws {
    try program("systemctl", "echo 'Failed to connect to bus' >&2; exit 1")
    let failure = #expect(throws: CommandFailure.self) {
      try self.reminder.make(at: try Reminder.Clock("21:00"), starting: ["/opt/cj"])
    }
    #expect(failure?.sentence.contains("Failed to connect to bus") == true)
    #expect(units.isEmpty)
  }

  @Test func theNoticeSaysNothingOfTheJournal() throws {
    try program("notify-send", "")
    try reminder.show()
    #expect(try text(log) == "notify-send --app-name=CloudJournal Time to write Nothing is written for today yet.\n")
    try program("notify-send", "exit 1")
    #expect(throws: CommandFailure.self) { try self.reminder.show() }
    // A desktop that does not answer is not waited for until it does.
    try program("notify-send", "exec sleep 3600")
    #expect(throws: CommandFailure.self) { try self.reminder.show(within: 1) }
  }

  @Test(arguments: ["", "21", "24:00", "21:60", "9:5", "21:00:00", "a:bc", "-1:00", "+1:00"])
  func whatIsNoTimeIsRefused(_ text: String) {
    #expect(throws: InvalidInput.self) { try Reminder.Clock(text) }
  }

  @Test func aTimerOfAnotherFormIsSaid() throws {
    try program("systemctl", "")
    try reminder.make(at: try Reminder.Clock("21:00"), starting: ["/opt/cj"])
    try Data("[Timer]\n".utf8).write(
      to: URL(fileURLWithPath: folder + "/config/systemd/user/cloudjournal-remind.timer"))
    #expect(throws: CommandFailure.self) { try self.reminder.time() }
  }
}
