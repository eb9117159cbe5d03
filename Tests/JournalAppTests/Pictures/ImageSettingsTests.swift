import JournalApp
import JournalCore
import TerminalKit
import Testing

@Suite struct ImageSettingsTests {
  private func settings(_ text: String) throws -> ImageSettings {
    try ConfigFile(text: "[images]\n" + text, path: "config.toml").images
  }

  @Test func withoutATableTheUsualHolds() throws {
    let images = try ConfigFile(text: "", path: "config.toml").images
    #expect(images.download == nil && images.keep == 2_000_000_000 && images.way == nil && !images.keepsOriginals)
  }

  @Test(
    arguments: [
      ("\"2 GB\"", 2_000_000_000), ("\"500MB\"", 500_000_000), ("\"1 tb\"", 1_000_000_000_000), ("\"0\"", 0),
    ] as [(String, Int64)])
  func sizesAreRead(text: String, bytes: Int64) throws { #expect(try settings("keep = \(text)").keep == bytes) }

  @Test func everythingIsKeptWhereThatIsWanted() throws {
    #expect(try settings("keep = \"all\"").limit == nil)
    #expect(try settings("keep = \"1 GB\"\ndownload = \"always\"").limit == nil)
    #expect(try settings("keep = \"1 GB\"").limit == 1_000_000_000)
  }

  @Test func choicesAreRead() throws {
    let images = try settings("download = \"never\"\nprotocol = \"sixel\"\noriginal = true")
    #expect(images.download == .never && images.way == .sixel && images.keepsOriginals)
    #expect(try settings("protocol = \"auto\"").way == nil)
  }

  @Test(arguments: [
    "keep = 2", "keep = \"many\"", "keep = \"-1 GB\"", "keep = \"99999999999999999999 GB\"", "keep = \"2\"",
    "protocol = \"gif\"", "download = \"later\"", "original = \"yes\"", "colour = true",
  ])
  func whatIsNoSettingIsSaidWithItsPlace(line: String) {
    let error = #expect(throws: InvalidInput.self) { try settings(line) }
    #expect(error?.sentence.contains("images.") == true && error?.sentence.hasPrefix("config.toml") == true)
  }
}
