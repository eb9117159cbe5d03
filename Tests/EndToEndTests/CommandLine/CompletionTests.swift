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

  @Test func namesOfTheJournalAreCompleted() throws {
    let journal = try TestJournal()
    _ = try journal.output("new", "--category", "Two words", "--tag", "canal", "--title", "a")
    _ = try journal.output("searches", "save", "Good runs", "canal")
    func offered(_ option: String) throws -> [Substring] {
      try journal.output("---completion", "list", "--", option, "3", "0", "cloudjournal", "list", option, "")
        .split(separator: "\n")
    }
    #expect(try offered("--category") == ["Two words"])
    #expect(try offered("--tag") == ["canal"])
    #expect(try offered("--saved") == ["Good runs"])
    #expect(try offered("--journal") == ["Personal"])
  }

  @Test func optionsOfWritingAreCompletedWithoutACommand() throws {
    #expect(try offers("cloudjournal", "--mood", "") == ["excited", "happy", "neutral", "sad", "anxious"])
    #expect(try offers("cloudjournal", "--mo") == ["--mood"])
    #expect(try offers("cloudjournal", "--mood", "sad", "--mood", "").contains("happy"))
    #expect(try offers("cloudjournal", "list", "--mood", "e") == ["excited"])
    #expect(try offers("cloudjournal", "back") == ["backup"])
  }
}
