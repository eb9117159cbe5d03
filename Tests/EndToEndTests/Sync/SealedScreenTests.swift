import Foundation
import ScreenKit
import Testing

/// The keys of an encrypted journal on two screens.
@Suite struct SealedScreenTests {
  let server: TestServer
  let laptop: TestJournal
  let attic: TestJournal

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    attic = try TestJournal()
  }

  /// The six words that a screen shows.
  private func words(on screen: Screen) throws -> [String] {
    let text = (0..<30).map { screen.line($0) }.joined(separator: " ")
    return try (1...6).map { number in
      let shown = try #require(try Regex("\(number)   ([a-z]{4,8})").firstMatch(in: text), "word \(number): \(text)")
      return String(try #require(shown.output[1].substring))
    }
  }

  @Test func aSecondScreenIsLetInByTheFirstAndGoesOnByItself() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    let here = try laptop.open()
    try here.wait(for: "✓ Synced")
    try attic.signInSealed(to: server)
    let there = try attic.open()
    try there.wait(for: "Key needed")
    // The push of the keys' zone says it, long before anything else has the first one look.
    try here.wait(for: "asks to read this journal")
    there.type("A")
    try there.wait(for: "this computer has no key yet")
    there.type("K")
    try there.wait(for: "Waiting …", "type the six words")
    let words = try words(on: there)
    here.type("A")
    try here.wait(for: "Signed in as ada")
    here.type("a")
    try here.wait(for: "read this journal?")
    here.type(words.joined(separator: " "))
    try here.press(.enter, showing: "can read the journal now")
    try there.wait(for: "This computer can read the journal now")
    try there.press(.escape, showing: "about marzipan")
    try there.wait(for: "✓ Synced")
    try here.press(.escape, showing: "about marzipan")
    try here.leave()
    try there.leave()
  }

  @Test func theRecoveryKeyIsShownCheckedAndGone() throws {
    try laptop.signInSealed(to: server)
    let key = try laptop.output("account", "recovery").split(whereSeparator: \.isWhitespace).map(String.init)
    let screen = try laptop.open()
    try screen.wait(for: "✓ Synced")
    screen.type("A")
    try screen.wait(for: "The recovery key is not confirmed yet")
    screen.type("K")
    try screen.wait(for: "Your recovery key", key[0], key[7])
    try screen.press(.enter, showing: "Type groups")
    let text = (0..<30).map { screen.line($0) }.joined(separator: " ")
    let asked = try #require(text.firstMatch(of: /groups (\d) and (\d)/))
    let groups = [Int(asked.1), Int(asked.2)].compactMap { $0 }.map { key[$0 - 1] }
    screen.type(groups.joined(separator: " ").lowercased())
    try screen.press(.enter, showing: "It is not kept here any more")
    try screen.press(.escape, showing: "All entries")
    try screen.leave()
    #expect(try laptop.run("account", "keys").status == .success)
  }

  /// One process synchronises; the other screen on the same journal shows what that one notes.
  @Test func aScreenBesideTheOneThatSynchronisesShowsWhereTheKeysStand() throws {
    try laptop.signInSealed(to: server)
    let first = try laptop.open()
    try first.wait(for: "✓ Synced")
    let second = try laptop.open()
    try second.wait(for: "✓ Synced")
    for screen in [first, second] {
      try screen.type("A", showing: "end to end, key 1", "The recovery key is not confirmed yet")
      try screen.press(.escape, showing: "All entries")
    }
    let noted = try laptop.encryption()
    #expect(noted.state == "ready" && noted.key == 1 && noted.unreadable == 0 && !noted.recoveryConfirmed)
    // The second takes over with the keys, and what it sends is sealed.
    try first.leave()
    try second.writeEntry("about marzipan", "with almonds")
    second.press(.escape)
    try second.wait(for: "✓ Synced")
    try second.leave()
    #expect(try server.places(of: "marzipan").isEmpty)
    let confirmed = try laptop.output("account", "recovery")
    try laptop.output("account", "recovery", "--confirm", input: confirmed)
    #expect(try laptop.encryption().recoveryConfirmed)
  }

  /// `sync --watch` has the keys' work; the screen beside it says that the key is needed, and then that it is not.
  @Test func besideAWatchThatWaitsForTheKeyAScreenSaysSo() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    try attic.signInSealed(to: server)
    let watch = try attic.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    let beside = try attic.open()
    try beside.wait(for: "! Key needed")
    #expect(try attic.encryption().state == "waiting" && attic.encryption().key == 0)
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try beside.wait(for: "about marzipan")
    try beside.wait(for: "✓ Synced")
    #expect(try attic.encryption().state == "ready" && attic.encryption().key == 1)
    try beside.leave()
    watch.signal(SIGTERM)
    _ = try watch.finish()
  }

  /// The server says that the journal is plain: the screen asks, and stops unless a person goes on.
  @Test func theScreenAsksBeforeAJournalIsPlain() throws {
    try laptop.signInPlain(to: server)
    try laptop.output("a plain word")
    try laptop.sync()
    let screen = try attic.open()
    for (key, said) in [("\r", "is not signed in"), ("y", "Signed in as ada")] {
      try screen.type("A", showing: "›  Account")
      try screen.type("i", showing: "journal is encrypted end to end.")
      try screen.type("\(server.url)\rada\r\r\(TestServer.password)\r", showing: "Not encrypted?", "stop here")
      if key == "y" {
        try screen.type(key, showing: said)
      } else {
        try screen.press(.enter, showing: "Stopped.")
        try screen.press(.escape, showing: "›  Account")
        #expect(try !attic.run("account", "status").output.contains("Signed in"))
      }
      try screen.press(.escape, showing: "All entries")
    }
    try screen.wait(for: "a plain word")
    try screen.leave()
  }
}
