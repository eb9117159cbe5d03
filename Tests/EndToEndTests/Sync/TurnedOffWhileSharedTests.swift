import ScreenKit
import Testing

/// Encryption that one computer turns off while it has not heard of what another one shares.
@Suite final class TurnedOffWhileSharedTests: SealedPeople {
  @Test func whatIsSharedDoesNotGoPlainBeforeItIsStopped() throws {
    let attic = try TestJournal()
    let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
    _ = try attic.start(["account", "sign-in", "--server", server.url, "--code"], input: "\(token)\n").finish()
    try attic.output("account", "recovery", "--enter", input: try ada.output("account", "recovery"))
    try attic.sync()
    let other = try write("Other canaryother", "Not shared.", by: ada)
    let trip = try write("Trip canarytrip", "Shared.", by: ada)
    try say(
      ["open", "--yes", "-"], by: ben, input: try share(trip, with: Self.benAddress, "--read-write", by: ada) + "\n")
    try say(["account", "keys", "--turn-off"], by: attic, input: "Personal\n")
    _ = try attic.run("sync")
    _ = try ada.run("sync")
    try ada.output("edit", trip, "--body", "Shared, and written later canarylater.")
    let waiting = try ada.run("sync")
    #expect(waiting.status == .code(1), "\(waiting)")
    _ = try attic.run("sync")
    #expect(try found(["canarytrip", "canarylater"]).isEmpty)
    #expect(try found(["canaryother"]) == ["canaryother"])
    // Stopped, it goes as everything else does, and no word is gone.
    try say(["share", "stop", trip], by: ada)
    try ada.sync()
    try attic.sync()
    #expect(try found(["canarytrip", "canarylater"]).count == 2)
    for computer in [ada, attic] {
      #expect(Set(try computer.entries().map(\.body)) == ["Not shared.", "Shared, and written later canarylater."])
    }
    _ = try ben.run("sync")
    #expect(try shared(with: ben).isEmpty)
    _ = other
  }
}
