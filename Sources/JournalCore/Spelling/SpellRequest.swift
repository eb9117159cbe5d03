/// Words whose spelling is asked for.
package struct SpellRequest: Hashable, Sendable {
  /// What ``SpellingChoice`` was chosen.
  package let choice: SpellingChoice
  /// At most some hundreds; none twice.
  package let words: [String]

  package init(choice: SpellingChoice, words: [String]) { (self.choice, self.words) = (choice, words) }
}

/// What came of asking for the spelling of words.
package enum SpellAnswer: Hashable, Sendable {
  /// The words that no dictionary has, each with what it may be meant to be, the likeliest first; all others are right. The note is a
  /// sentence for the person about dictionaries that are missing while others are there; nil where all are there.
  case checked(wrong: [String: [String]], note: String? = nil)
  /// Nothing can be checked, for this reason: a sentence for the person.
  case unavailable(String)
}

/// In which language spelling is checked.
package enum SpellingChoice: Hashable, Sendable {
  /// In the language of the system.
  case auto
  case off
  /// By these dictionaries, such as `en_GB` and `de_DE`: a word is right if one of them has it. Never empty.
  case dictionaries([String])

  /// Reads ``name`` back.
  ///
  /// - Throws: ``InvalidInput`` for a text that is neither `auto` nor `off` nor names of dictionaries with commas between them.
  package init(_ name: String) throws(InvalidInput) {
    switch name {
    case "auto": self = .auto
    case "off": self = .off
    default:
      let names = name.split(separator: ",", omittingEmptySubsequences: false).map {
        String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      // They become a word of a command line, and names of files.
      guard names.allSatisfy({ Self.isName($0) }) else {
        throw InvalidInput("“\(name)” is no language. Write “auto”, “off”, or dictionaries such as “en_GB,de_DE”.")
      }
      self = .dictionaries(names)
    }
  }

  /// `auto`, `off`, or the names of the dictionaries with commas between them.
  package var name: String {
    switch self {
    case .auto: "auto"
    case .off: "off"
    case .dictionaries(let names): names.joined(separator: ",")
    }
  }

  private static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    return 1...40 ~= bytes.count && text.first != "-"
      && bytes.allSatisfy {
        $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x7A ~= ($0 | 0x20)
      }
  }

  /// The dictionaries with which words are checked.
  package struct Dictionaries: Hashable, Sendable {
    /// Names of dictionaries that are installed; none where spelling is off.
    package let names: [String]
    /// A sentence for the person about those that were chosen and are not installed; nil where none is missing.
    package let note: String?
  }

  /// The dictionaries of a choice, of those that are installed: what is missing beside others is told, and not used.
  ///
  /// - Parameters:
  ///   - locale: The value of `LC_ALL` or `LANG`, such as `de_DE.UTF-8`; where it says no language, English is meant.
  ///   - installed: Names of dictionaries, such as `en_GB`.
  /// - Throws: ``InvalidInput`` with a sentence for the person where none is there.
  package func dictionaries(locale: String, installed: [String]) throws(InvalidInput) -> Dictionaries {
    switch self {
    case .off: return Dictionaries(names: [], note: nil)
    case .dictionaries(let names):
      let missing = names.filter { !installed.contains($0) }
      let there = names.filter { installed.contains($0) }
      guard let first = missing.first else { return Dictionaries(names: names, note: nil) }
      guard !there.isEmpty else { throw InvalidInput(Self.missing(first, installed)) }
      let notes =
        missing.map { Self.missing($0, installed) } + ["Words are checked with \(there.joined(separator: ", "))."]
      return Dictionaries(names: there, note: notes.joined(separator: " "))
    case .auto:
      let plain = String(locale.prefix { $0 != "." && $0 != "@" })
      let wanted = plain.isEmpty || plain == "C" || plain == "POSIX" ? "en_GB" : plain
      if installed.contains(wanted) { return Dictionaries(names: [wanted], note: nil) }
      let language = wanted.prefix { $0 != "_" }
      // The country of the language before others: de_DE where the system is set to de_LU.
      let own = "\(language)_\(language.uppercased())"
      let similar = installed.filter { $0 == language || $0.hasPrefix("\(language)_") }.sorted()
      guard let found = similar.first(where: { $0 == own }) ?? similar.first else {
        throw InvalidInput(Self.missing(wanted, installed))
      }
      return Dictionaries(names: [found], note: nil)
    }
  }

  private static func missing(_ name: String, _ installed: [String]) -> String {
    let language = name.prefix { $0 != "_" && $0 != "-" }
    let there = installed.isEmpty ? "None is installed" : "Installed are \(installed.sorted().joined(separator: ", "))"
    // Letters alone: the rule for names has seen to that.
    guard 2...3 ~= language.utf8.count, language == language.lowercased() else {
      return "“\(name)” is not what dictionaries are called: a name is like en_GB or de_DE. \(there)."
    }
    return
      "There is no dictionary \(name) for hunspell. \(there). Debian’s packages of them begin with hunspell-\(language)."
  }
}
