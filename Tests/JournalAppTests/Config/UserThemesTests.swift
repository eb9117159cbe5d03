import Foundation
import JournalCore
import JournalUI
import TerminalKit
import Testing

@testable import JournalApp

/// Themes that a person made, as files.
@Suite struct UserThemesTests {
  private func sentence(_ text: String, name: String = "mine") -> String? {
    do throws(InvalidInput) {
      _ = try UserThemes.theme(name, text: text, path: "themes/\(name).toml")
      return nil
    } catch {
      return error.sentence
    }
  }

  /// The example of the user guide, between its fences.
  private func example() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(contentsOf: root.appendingPathComponent("docs/user-guide.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```toml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    return try #require(blocks.first { $0.contains("base-theme") })
  }

  @Test func theExampleOfTheGuideIsATheme() throws {
    let theme = try UserThemes.theme("harbour", text: try example(), path: "harbour.toml")
    #expect(theme.title == "Harbour")
    #expect(!theme.isDark)
    #expect(theme.faults.isEmpty)
    // It names every colour that there is, so that nobody has to look elsewhere.
    for role in Tokens.Role.allCases where role != .added && role != .removed {
      #expect(theme[role] != Tokens.paper[role] || [.hit, .onHit, .onAccent].contains(role), "\(role.name)")
    }
  }

  @Test func whatCannotBeReadIsSaidAndTheThemeIsNotUsed() {
    let said = sentence("base-theme = \"ink\"\nfaint = \"#303030\"\n")
    #expect(
      said?.hasPrefix("themes/mine.toml, line 2: faint on raised has a contrast of 1.1, and needs 4.5. ") == true,
      "\(said ?? "")")
    #expect(said?.contains("not used") == true)
  }

  @Test(
    arguments: [
      ("base-theme = \"ink\"\n\ntextt = \"#FFFFFF\"", "themes/mine.toml, line 3: there is no colour textt."),
      ("base-theme = \"ink\"\n[mood]\nglad = \"#FFFFFF\"", "themes/mine.toml, line 3: there is no colour mood.glad."),
      ("base-theme = \"ink\"\nmood.glad = \"#FFFFFF\"", "themes/mine.toml, line 2: there is no colour mood.glad."),
      ("base-theme = \"ink\"\ntext = \"white\"", "themes/mine.toml, line 2: text must be a colour such as"),
      ("text = \"#FFFFFF\"", "themes/mine.toml needs base-theme"),
      ("base-theme = \"pink\"", "themes/mine.toml, line 1: base-theme must be one of"),
      ("base-theme = ", "themes/mine.toml, line 1, column"),
    ])
  func whatIsWrongIsSaidWithItsPlace(_ text: String, _ beginning: String) {
    #expect(sentence(text)?.hasPrefix(beginning) == true, "\(sentence(text) ?? "taken")")
  }

  @Test func aNameOfTheProgramIsNotTakenTwice() {
    #expect(sentence("base-theme = \"ink\"", name: "paper")?.contains("built-in theme") == true)
    #expect(sentence("base-theme = \"ink\"", name: "My Theme")?.contains("small letters") == true)
  }

  @Test func aFolderHasItsThemesByName() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("themes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    for (name, text) in [
      ("dusk.toml", "base-theme = \"ink\"\ntitle = \"Dusk\""), ("broken.toml", "base-theme"), ("notes.txt", "x"),
    ] {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let shelf = UserThemes.shelf(folder.path)
    #expect(shelf.own.map(\.title) == ["Dusk"])
    #expect(shelf.unusable.map(\.name) == ["broken"])
    #expect(UserThemes.shelf(folder.path + "/none") == ThemeShelf())
    #expect(
      UserThemes.folder(beside: "/home/ada/.config/cloudjournal/config.toml") == "/home/ada/.config/cloudjournal/themes"
    )
  }

  @Test func theConfigurationChoosesAmongThem() throws {
    let text = """
      [screen]
      theme = "dusk"
      theme-dark = "nord"
      accent = "teal"
      background = "terminal"
      density = "compact"
      category-sign = "nerd"
      exact-colours = true
      window-border = true
      """
    #expect(throws: InvalidInput.self) { try ConfigFile(text: text, path: "config.toml") }
    let screen = try ConfigFile(text: text, path: "config.toml", themes: ["dusk"]).screen
    #expect(screen.theme?.name == "dusk" && screen.darkTheme?.name == "nord" && screen.lightTheme == nil)
    #expect(screen.accent == "teal" && screen.paintsBackground == false && screen.density == .compact)
    #expect(screen.categorySign == .nerd && screen.drawsExactColors == true && screen.colorsWindow == true)
    var preferences = Preferences()
    screen.apply(to: &preferences)
    #expect(preferences.categorySign == .nerd && preferences.drawsExactColors && preferences.colorsWindow)
    #expect(screen.preferences.isSuperset(of: ["categorySign", "exactColours", "windowBorder"]))
    #expect(throws: InvalidInput.self) {
      try ConfigFile(text: "[screen]\ncategory-sign = \"emoji\"", path: "config.toml")
    }
  }
}
