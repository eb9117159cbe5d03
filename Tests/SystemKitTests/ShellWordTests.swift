import SystemKit
import Testing

/// Words of commands as a shell reads them back.
@Suite struct ShellWordTests {
  @Test(arguments: [
    ("Travels", "Travels"), ("Übermut_2026", "Übermut_2026"), ("/srv/data", "/srv/data"), ("my diary", "'my diary'"),
    ("it's", "'it'\\''s'"), ("", "''"), ("-n", "'-n'"), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"), ("~x", "'~x'"),
  ])
  func whatAShellWouldReadOtherwiseIsQuoted(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }
}
