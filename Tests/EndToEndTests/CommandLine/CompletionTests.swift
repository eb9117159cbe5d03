import Foundation
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
    let journal = try TestJournal()
    let completions = try journal.output("completions", "bash")
    let program = URL(fileURLWithPath: try BuiltProgram.path()).deletingLastPathComponent().path
    // Some offers are asked of the program.
    let environment = journal.sandbox.environment.merging(["PATH": "\(program):/usr/bin:/bin"]) { $1 }
    return try Program.run(["bash", "-c", script, "bash", completions] + words, environment: environment).output
      .split(separator: "\n")
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

  @Test func moodsThatEntriesHaveAreCompletedWhereTheyAreLookedFor() throws {
    let journal = try TestJournal()
    let known: [Substring] = ["excited", "happy", "neutral", "sad", "anxious"]
    func offered(_ command: String) throws -> [Substring] {
      try journal.output("---completion", command, "--", "--mood", "3", "0", "cloudjournal", command, "--mood", "")
        .split(separator: "\n")
    }
    #expect(try offered("list") == known)
    try journal.sandbox.write(
      "home/other.json",
      #"{"ok":true,"items":[{"id":"a","title":"T","body":"b","createdAt":"2026-11-20T21:00:00.000+01:00","mood":"proud"}]}"#
        .utf8)
    try journal.output("import", "--from", "json", journal.sandbox.path("home/other.json"))
    for command in ["list", "search", "export"] { #expect(try offered(command) == known + ["proud"], "\(command)") }
    #expect(try journal.output("list", "--short", "--mood", "proud").contains("T"))
    #expect(try offers("cloudjournal", "new", "--mood", "") == known)
    #expect(try offers("cloudjournal", "edit", "--mood", "n") == ["neutral", "none"])
  }

  @Test func namesAreAskedForWithoutACommandAsWell() throws {
    let journal = try TestJournal()
    for option in ["--category", "--tag"] {
      for shell in ["zsh", "fish"] {
        // Where no command is named, and where it is.
        let parts = try journal.output("completions", shell).components(separatedBy: "---completion new -- \(option) ")
        #expect(parts.count == 3, "\(shell) \(option)")
      }
    }
  }

  @Test func optionsOfWritingAreCompletedWithoutACommand() throws {
    #expect(try offers("cloudjournal", "--mood", "") == ["excited", "happy", "neutral", "sad", "anxious"])
    #expect(try offers("cloudjournal", "--mo") == ["--mood"])
    #expect(try offers("cloudjournal", "--mood", "sad", "--mood", "").contains("happy"))
    #expect(try offers("cloudjournal", "list", "--mood", "e") == ["excited"])
    #expect(try offers("cloudjournal", "back") == ["backup"])
  }
}
