import Foundation
import ScreenKit
import Testing

/// The care for files of what others share: backups and the examination.
@Suite final class SharedCareTests: SealedPeople {
  @Test func aBackupSaysWhatItLeavesOutAndTheExaminationLooksAtWhatOthersShare() throws {
    let trip = try write("Trip", "Words.", by: ada)
    #expect(try !ada.run("backup").errors.contains("not in it"))
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    try ada.sync()
    try ben.sync()
    #expect(try ben.run("backup").errors.contains("What others share with you is not in it."))
    try ben.output("edit", trip, "--body", "Mine.")
    #expect(try ben.run("backup").errors.contains("nor 1 change of yours there"))
    let sound = try ben.run("doctor")
    #expect(
      sound.status == .success && sound.output.contains("shares 1 entry with you, and 1 change of yours"), "\(sound)")
    let folder = ben.sandbox.path("data/cloudjournal/journals/Personal/shared")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try Data("no database at all, whatever its name says".utf8).write(
      to: URL(fileURLWithPath: "\(folder)/\(name)/journal.sqlite"))
    let broken = try ben.run("doctor")
    #expect(broken.status == .code(1) && broken.output.contains("What another person shares"), "\(broken)")
  }
}
