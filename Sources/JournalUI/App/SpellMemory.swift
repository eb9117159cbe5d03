import JournalCore

/// What is known of the spelling of words, for all texts of this run.
struct SpellMemory: Sendable {
  private enum Verdict: Sendable {
    case asked, right
    /// No dictionary has it; what it may be meant to be, the likeliest first.
    case wrong([String])
  }

  /// The words of the person's own dictionary.
  var own = OwnWords() { didSet { if !own.hasAll(of: oldValue) { rightLines = [] } } }
  /// The dictionaries that are installed, by name; nil as long as they were not looked for.
  var dictionaries: [String]?
  /// Why nothing is checked; nil as long as it is.
  private(set) var fault: String?
  /// Words that count as right until the program ends.
  private(set) var ignored: Set<String> = []
  private var verdicts: [String: Verdict] = [:]
  /// The language in which was asked last.
  private var choice: SpellingChoice?
  /// Digests of lines whose words are all right, so that going to the next wrong word reads no text twice.
  private var rightLines: Set<Int> = []
  /// What was said of the dictionaries; it is said once.
  private var said: Set<String> = []

  /// So many words are remembered: those of some long texts.
  private static let capacity = 50_000
  /// So many words are asked for at once.
  static let batch = 100
  /// So many lines are remembered: those of some megabytes.
  private static let mostLines = 200_000

  /// Whether a word is known to be wrong.
  func isWrong(_ word: String) -> Bool { suggestions(for: word) != nil }

  /// What a wrong word may be meant to be; nil where it is right, or not known yet.
  func suggestions(for word: String) -> [String]? {
    guard case .wrong(let words) = verdicts[word], !ignored.contains(word), !own.contains(word) else { return nil }
    return words
  }

  /// Whether a word was never asked for.
  func isNew(_ word: String) -> Bool { verdicts[word] == nil && !own.contains(word) && !ignored.contains(word) }

  /// Whether a word was asked for, and its answer is to come.
  func isAsked(_ word: String) -> Bool { if case .asked = verdicts[word] { true } else { false } }

  /// Notes that words are asked for, in a language.
  mutating func ask(_ words: [String], _ choice: SpellingChoice) {
    self.choice = choice
    if verdicts.count + words.count > Self.capacity { verdicts = [:] }
    for word in words { verdicts[word] = .asked }
  }

  /// Takes what came; an answer about another language than the present one is let go.
  ///
  /// - Returns: What the person is to know of the dictionaries that were chosen by name, where it was not said yet.
  mutating func take(_ answer: SpellAnswer, to request: SpellRequest) -> String? {
    guard request.choice == choice else { return nil }
    var note: String?
    switch answer {
    case .unavailable(let sentence):
      fault = sentence
      // Where no language was chosen, that there is no dictionary for the system's is said when it is asked for.
      if case .dictionaries = request.choice { note = sentence }
    case .checked(let wrong, let missing):
      for word in request.words { verdicts[word] = wrong[word].map { .wrong($0) } ?? .right }
      note = missing
    }
    return note.flatMap { said.insert($0).inserted ? $0 : nil }
  }

  /// Whether all words of a line are known to be right, by the line's digest.
  func isRight(line digest: Int) -> Bool { rightLines.contains(digest) }

  mutating func rememberRight(line digest: Int) {
    if rightLines.count >= Self.mostLines { rightLines = [] }
    rightLines.insert(digest)
  }

  mutating func ignore(_ word: String) { ignored.insert(word) }

  /// Asks anew, because the language is another one now.
  mutating func forgetChecks() {
    (verdicts, rightLines) = ([:], [])
    (fault, choice) = (nil, nil)
  }
}

extension Desk {
  /// Takes what came of asking for words, and says what the person is to know.
  mutating func take(_ answer: SpellAnswer, to request: SpellRequest) {
    if let note = spelling.take(answer, to: request) { say(note, .warning) }
  }

  /// Takes in what goes with the journal to all its devices: saved searches, and words.
  mutating func take(_ book: PreferenceBook) {
    searches.take(book, today: now.local.date, order: environment.dateOrder)
    spelling.own = OwnWords(book)
  }
}
