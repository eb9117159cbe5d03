import ScreenKit
import Testing

/// The spelling of what is written, with a program that answers as hunspell does.
@Suite struct SpellingScreenTests {
  private let stand = """
    if [ "$1" = -D ]; then printf 'AVAILABLE DICTIONARIES:\\n/d/en_GB\\n' >&2; exit 0; fi
    echo "@(#) stand-in"
    while read -r word; do
      [ "$word" = ^helllo ] && echo "& helllo 2 1: hello, hell lo"
      [ "$word" = ^Pepys ] && echo "# Pepys 1"
      echo
    done
    """

  @Test func aMissingDictionaryIsNamedAndTheOtherOneUsed() throws {
    let journal = try TestJournal()
    let program = try journal.sandbox.script("hunspell", stand)
    let folder = program.split(separator: "/").dropLast().joined(separator: "/")
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nspelling = \"en_GB, xx_YY\"\n".utf8)
    let screen = try journal.openJournal(environment: ["PATH": "/\(folder):/usr/bin:/bin"])
    try screen.writeEntry("Greeting", "Say helllo to all")
    try screen.wait(for: "There is no dictionary xx_YY for hunspell")
    try screen.press(.alt("z"), showing: "“helllo”", "hell lo", "Add to your dictionary")
    try screen.type("1", showing: "Say hello to all")
    try screen.press(.escape, showing: " of 1")
    try screen.leave()
  }

  @Test func aMisspeltWordIsMendedAndAnotherOneLearnt() throws {
    let journal = try TestJournal()
    let program = try journal.sandbox.script("hunspell", stand)
    let folder = program.split(separator: "/").dropLast().joined(separator: "/")
    let screen = try journal.openJournal(environment: ["PATH": "/\(folder):/usr/bin:/bin"])
    try screen.writeEntry("Greeting", "Say helllo to Pepys now")
    try screen.press(.alt("z"), showing: "“helllo”", "hell lo", "Add to your dictionary")
    try screen.type("1", showing: "Say hello to Pepys now")
    try screen.press(.alt("z"), showing: "“Pepys” is not known")
    try screen.type("8", showing: "is in your dictionary now")
    try screen.press(.escape, showing: " of 1")
    #expect(try journal.entries().map(\.body) == ["Say hello to Pepys now"])
    try screen.leave()
    #expect(try journal.output("dictionary") == "Pepys\n")
  }
}
