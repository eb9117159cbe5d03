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
    try attic.signInSealed(to: server, founding: false)
    let there = try attic.open()
    try there.wait(for: "Key needed")
    // The push of the keys' zone says it, long before anything else has the first one look.
    try here.wait(for: "asks to read this journal")
    there.type("A")
    try there.wait(for: "this computer has no key yet")
    there.type("K")
    try there.wait(for: "Waiting …", "type these words")
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
}
