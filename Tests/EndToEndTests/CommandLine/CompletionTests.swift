import ScreenKit
import Testing

/// What the shells offer on Tab.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreForThisShell(shell: String) throws {
    let script = try TestJournal().output("completions", shell)
    #expect(script.contains("cloudjournal") && script.contains("on-this-day"))
    #expect(try TestJournal().run("completions", "csh").status == .code(2))
  }

  /// What a shell offers, at the place of the last word.
  private func offers(_ words: String...) throws -> [Substring] {
    let script = """
      eval "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _cloudjournal cloudjournal "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$((COMP_CWORD - 1))]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let completions = try TestJournal().output("completions", "bash")
    return try Program.run(["bash", "-c", script, "bash", completions] + words).output.split(separator: "\n")
  }

  @Test func optionsOfWritingAreCompletedWithoutACommand() throws {
    #expect(try offers("cloudjournal", "--mood", "") == ["excited", "happy", "neutral", "sad", "anxious"])
    #expect(try offers("cloudjournal", "--mo") == ["--mood"])
    #expect(try offers("cloudjournal", "--mood", "sad", "--mood", "").contains("happy"))
    #expect(try offers("cloudjournal", "list", "--mood", "e") == ["excited"])
    #expect(try offers("cloudjournal", "back") == ["backup"])
  }
}
