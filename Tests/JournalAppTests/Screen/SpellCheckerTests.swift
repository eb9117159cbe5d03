import Foundation
import JournalCore
import Testing

@testable import JournalApp

/// Asking hunspell, or what answers in its place.
@Suite struct SpellCheckerTests {
  /// A program that answers as hunspell does: “helllo” and words with “x” are wrong.
  private static let stand = """
    #!/bin/sh
    if [ "$1" = -D ]; then
      printf 'SEARCH PATH:\\n.::/usr/share\\nAVAILABLE DICTIONARIES:\\n/d/en_GB\\n/d/de_DE\\n/d/hyph_en\\nLOADED DICTIONARY:\\n/d/en_GB.aff\\n' >&2
      exit 0
    fi
    echo "$@" >> "$(dirname "$0")/started"
    echo "@(#) stand-in"
    while read -r word; do
      case "$word" in
        ^helllo) echo "& helllo 2 1: hello, hell lo";;
        ^stop) exit 1;;
        ^*x*) echo "# ${word#^} 1";;
        *) echo "*";;
      esac
      echo
    done
    """

  private func withProgram(_ text: String = stand, _ body: (SpellChecker, TestFolder) throws -> Void) throws {
    let folder = try TestFolder()
    let program = try folder.write(text, to: "hunspell")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let checker = SpellChecker(["PATH": "\(folder.path):/usr/bin:/bin", "LANG": "en_GB.UTF-8"])
    defer { checker.end() }
    try body(checker, folder)
  }

  @Test func wrongWordsComeWithWhatTheyMayBe() throws {
    try withProgram { checker, folder in
      #expect(checker.dictionaries() == ["de_DE", "en_GB"])
      let words = ["helllo", "right", "xylo"] + (0..<200).map { "word\($0)" }
      #expect(
        checker.check(SpellRequest(choice: .auto, words: words))
          == .checked(wrong: ["helllo": ["hello", "hell lo"], "xylo": []]))
      // One process for all questions, and another one for another language.
      _ = checker.check(SpellRequest(choice: .auto, words: ["again"]))
      _ = checker.check(SpellRequest(choice: .dictionaries(["en_GB", "de_DE"]), words: ["again"]))
      let started = try folder.text("started")
      #expect(
        started == "-a -i utf-8 -d en_GB -p /dev/null\n-a -i utf-8 -d en_GB,de_DE -p /dev/null\n")
    }
  }

  @Test func aMissingDictionaryTurnsNothingOff() throws {
    try withProgram { checker, folder in
      let request = SpellRequest(choice: .dictionaries(["en_GB", "xx_YY"]), words: ["helllo"])
      guard case .checked(let wrong, let note?) = checker.check(request) else { return #expect(Bool(false)) }
      #expect(wrong == ["helllo": ["hello", "hell lo"]] && note.contains("no dictionary xx_YY"))
      // It is told once.
      #expect(checker.check(request) == .checked(wrong: wrong))
      let started = try folder.text("started")
      #expect(started == "-a -i utf-8 -d en_GB -p /dev/null\n")
    }
  }

  @Test func whatDoesNotWorkIsSaidInASentence() throws {
    try withProgram { checker, _ in
      let missing = checker.check(SpellRequest(choice: .dictionaries(["xx"]), words: ["a"]))
      guard case .unavailable(let sentence) = missing else { return #expect(Bool(false)) }
      #expect(sentence.contains("no dictionary xx"))
      // One that ends amid its answers is started again by the next question.
      guard case .unavailable = checker.check(SpellRequest(choice: .auto, words: ["stop"])) else {
        return #expect(Bool(false))
      }
      #expect(checker.check(SpellRequest(choice: .auto, words: ["right"])) == .checked(wrong: [:]))
      checker.end()
      guard case .unavailable = checker.check(SpellRequest(choice: .auto, words: ["right"])) else {
        return #expect(Bool(false))
      }
    }
    #expect(!SpellChecker.isInstalled(["PATH": "/nowhere"]))
    guard case .unavailable(let none) = SpellChecker(["PATH": "/nowhere"]).check(SpellRequest(choice: .auto, words: []))
    else { return #expect(Bool(false)) }
    #expect(none.contains("hunspell-en-gb"))
  }

  /// The real one, where it is installed.
  @Test(.enabled(if: SpellChecker.isInstalled(["PATH": "/usr/bin:/bin"])))
  func hunspellItselfAnswers() {
    let checker = SpellChecker(["PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8"])
    defer { checker.end() }
    guard checker.dictionaries().contains(where: { $0.hasPrefix("en_") }) else { return }
    let request = SpellRequest(choice: .auto, words: ["helllo", "hello", "nai\u{308}ve"])
    guard case .checked(let wrong, nil) = checker.check(request) else { return #expect(Bool(false)) }
    #expect(Array(wrong.keys) == ["helllo"] && wrong["helllo"]?.contains("hello") == true)
  }
}
