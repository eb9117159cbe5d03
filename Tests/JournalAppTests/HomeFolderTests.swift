import JournalApp
import Testing

@Suite struct HomeFolderTests {
  private let home = HomeFolder("/home/ada")

  @Test func aTildeStandsForTheHomeFolder() {
    #expect(home.resolved("~") == "/home/ada")
    #expect(home.resolved("~/a/~") == "/home/ada/a/~")
    for other in ["/a/b", "a/b", "~ada", "", "./~"] { #expect(home.resolved(other) == other) }
  }

  @Test func aMessageSaysPathsInTheHomeFolderShortly() {
    #expect(home.shown("/home/ada/a.md") == "~/a.md")
    for other in ["/home/adam/a.md", "/home/ada", "/tmp/a.md"] { #expect(home.shown(other) == other) }
    #expect(HomeFolder("/").shown("/a.md") == "/a.md")
  }
}
