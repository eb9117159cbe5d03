import Foundation
import Testing

/// Every sentence that a person can read on the screen or the command line, in one file, and the style that all of them keep.
@Suite struct SentenceTests {
  /// Targets whose texts a person reads.
  private static let spoken = [
    "JournalCore", "TerminalDriver", "JournalUI", "JournalApp", "JournalFormats", "JournalSync", "JournalStore",
    "ConfigText", "ImageKit", "CloudServer",
    "cloudjournal",
    "cloudjournal-server", "cloudjournal-images",
  ]

  /// Turns that docs/glossary.md has one word for, and words that beg or cheer.
  private static let avoided = [
    "take back", "takes back", "taken back", "take it back", "takes it back", "for good", "please", "sorry", "oops",
    "whoops",
    "mend the", "your own editor", "this machine", "all is well", "need you", "by itself",
  ]

  /// Where what the server says is a part of its protocol, which programs read.
  private static let protocols = [
    "CloudServer/HTTP", "CloudServer/Accounts", "CloudServer/Assets", "CloudServer/Push", "CloudServer/Telemetry",
  ]

  /// As in `entry's`, and not the quotation marks of a shell.
  private static var straightApostrophe: Regex<Substring> { /[A-Za-z]'(?:s|t|re|ve|ll|d)\b/ }

  /// Words of keys and of other programs are no sentences.
  private static let american: Set<String> = [
    "color", "colors", "favorite", "favorites", "gray", "center", "synchronize", "synchronizes", "canceled",
    "recognize",
  ]

  /// To be read from beginning to end, by somebody who looks for what sounds odd.
  private static let collection = ".build/sentences.txt"

  @Test func allOfThemAreCollectedAndKeepTheStyle() throws {
    var lines: [String] = []
    var faults: [String] = []
    for target in SentenceTests.spoken {
      let sources = try Repository.sources(of: target)
      #expect(!sources.isEmpty, "\(target) is gone")
      for source in sources {
        let sentences = SentenceTests.sentences(in: source.lines)
        guard !sentences.isEmpty else { continue }
        lines.append("\n\(source.path)")
        for sentence in sentences {
          lines.append("  " + sentence)
          let words = sentence.lowercased().split { !$0.isLetter }.joined(separator: " ")
          for turn in SentenceTests.avoided where " \(words) ".contains(" \(turn) ") {
            faults.append("\(source.path): “\(sentence)” says “\(turn)”")
          }
          let isProtocol = SentenceTests.protocols.contains { source.path.contains($0) }
          if !isProtocol, sentence.contains(SentenceTests.straightApostrophe) {
            faults.append("\(source.path): “\(sentence)” has a straight apostrophe")
          }
          if source.path.contains("JournalUI/Keys/ActionTable"), sentence.contains("(") {
            faults.append("\(source.path): “\(sentence)” is a label with brackets")
          }
          if sentence.contains("(s)") { faults.append("\(source.path): “\(sentence)” has a singular in brackets") }
          for word in words.split(separator: " ") where SentenceTests.american.contains(String(word)) {
            let isForMachines =
              sentence.hasPrefix("cloudjournal ") || sentence.contains("--\(word)") || sentence.contains("“\(word)”")
              || sentence.contains("256\(word)")
              || sentence.hasPrefix("\(word):") || source.path.contains("Palette")
            if !isForMachines { faults.append("\(source.path): “\(sentence)” is not in British spelling") }
          }
          if sentence.hasSuffix("!") { faults.append("\(source.path): “\(sentence)” shouts") }
        }
      }
    }
    #expect(lines.count > 1000, "the sentences are somewhere else now")
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    let file = Repository.root.appending(path: SentenceTests.collection)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
  }

  @Test func textsAreReadOutOfCode() {
    let code = [
      #"say("Saved “\(named("a b"))” · \(key) to undo") // "not this one""#, #"let sql = "SELECT 1 FROM x""#,
      #"text = """"#, "  Two lines", #"  are \(one) text."#, #"  """"#, #"case plain = "word""#,
    ]
    #expect(SentenceTests.sentences(in: code) == ["Saved “_” · _ to undo", "a b", "Two lines are _ text."])
  }

  /// The texts with more than one word, with `_` for what is put in.
  static func sentences(in lines: [String]) -> [String] {
    var found: [String] = []
    var long: [String]?
    for line in lines {
      if let begun = long {
        if line.contains("\"\"\"") {
          found.append(begun.joined(separator: " "))
          long = nil
        } else {
          var rest = Substring(line.drop(while: \.isWhitespace))
          long = begun + [text(&rest, isLong: true, &found)]
        }
      } else {
        var rest = Substring(line)
        while let start = rest.firstIndex(where: { $0 == "\"" || $0 == "/" }) {
          rest = rest[start...]
          if rest.hasPrefix("//") { break }
          if rest.hasPrefix("\"\"\"") {
            long = []
            break
          }
          let isText = rest.first == "\""
          rest = rest.dropFirst()
          guard isText else { continue }
          let place = found.count
          found.insert(text(&rest, isLong: false, &found), at: place)
        }
      }
    }
    return found.filter(isSentence)
  }

  /// Reads to the end of a text; what interpolations hold goes to `nested`.
  private static func text(_ rest: inout Substring, isLong: Bool, _ nested: inout [String]) -> String {
    var result = ""
    while let character = rest.popFirst() {
      if character == "\"", !isLong { return result }
      guard character == "\\", let next = rest.popFirst() else {
        result.append(character)
        continue
      }
      guard next == "(" else {
        result.append(next == "n" ? " " : next)
        continue
      }
      result.append("_")
      var depth = 1
      while depth > 0, let inner = rest.popFirst() {
        if inner == "(" { depth += 1 }
        if inner == ")" { depth -= 1 }
        if inner == "\"" { nested.append(text(&rest, isLong: false, &nested)) }
      }
    }
    return result
  }

  private static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ").filter { $0.contains { $0.isLetter } }
    let isCode = [
      "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "PRAGMA ", "DROP ", "ALTER ", "WHERE ", "ORDER BY", "<",
      "{",
    ]
    .contains { text.contains($0) }
    return words.count > 1 && !isCode
  }
}
