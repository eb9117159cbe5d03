import JournalCore
import TerminalKit

/// What can be done about a word.
enum SpellingChange: Hashable, Sendable {
  /// Another word takes its place.
  case replace(SpellWord, with: String)
  /// It is right from now on, on all devices.
  case add(String)
  /// It is not in the person's own dictionary any more.
  case remove(String)
  /// It counts as right until the program ends.
  case ignore(String)
}

/// What is asked of the spelling of a text, with what is known of its words.
struct EditorSpelling: SharesDesk {
  var desk: Desk
  let words: EditorWords
  /// How many lines were taken apart, beside the one with the caret.
  private(set) var linesRead = 0

  init(desk: Desk, words: EditorWords) { (self.desk, self.words) = (desk, words) }

  /// What the editor does about it.
  enum Outcome {
    case nothing
    /// The same is asked again when the words that were asked for are known.
    case waiting
    /// The caret goes to a word.
    case going(EditorWords.Found)
  }

  mutating func take(_ command: SpellingCommand) -> Outcome {
    guard canCheck() else { return .nothing }
    let here = words.wordAtCaret
    switch command {
    case .suggest:
      guard let here else { return go(forward: true, offering: true) }
      if let suggestions = desk.spelling.suggestions(for: here.text) {
        offer(suggestions, for: here)
        return .nothing
      }
      if let own = desk.spelling.own.entry(for: here.text) {
        offerToRemove(own, here)
        return .nothing
      }
      return isUnknown(here) ? wait(for: [here]) : go(forward: true, offering: true)
    case .next: return go(forward: true)
    case .previous: return go(forward: false)
    case .add:
      if let here { add(here.text) } else { say("No word stands here.") }
      return .nothing
    }
  }

  private mutating func canCheck() -> Bool {
    if !environment.canSpell {
      say("Spelling is checked by hunspell, which is not installed: Debian’s packages hunspell and hunspell-en-gb.")
    } else if preferences.spelling == .off {
      say("Spelling is off. It is in the settings, under Writing.")
    } else if let fault = desk.spelling.fault {
      say(fault, .warning)
    } else {
      return true
    }
    return false
  }

  /// Goes to the next word that is wrong, around the end of the text; words that are not known yet are asked for first.
  private mutating func go(forward: Bool, offering: Bool = false) -> Outcome {
    let (found, unknown) = search(forward: forward)
    guard unknown.isEmpty else { return wait(for: unknown) }
    guard let found else {
      say("No misspelt word here")
      return .nothing
    }
    if offering, let suggestions = desk.spelling.suggestions(for: found.word.text) {
      offer(suggestions, for: found.word)
    }
    return .going(found)
  }

  /// The next word that is wrong, and those before it that are not known yet, as many as are asked for at once.
  private mutating func search(forward: Bool) -> (found: EditorWords.Found?, unknown: [SpellWord]) {
    var unknown: [SpellWord] = []
    let (lines, caret) = words.lines
    // A caret in code stands in none of them.
    let hasCaret = lines.indices.contains(caret) && (caret == 0 || lines[caret].start <= words.caret)
    let before = lines[..<caret], after = lines[(caret + (hasCaret ? 1 : 0))...]
    let rest = forward ? Array(after) + before : before.reversed() + after.reversed()
    let (first, last) = parts(hasCaret ? lines[caret] : nil, forward: forward)
    for word in first { if take(word, &unknown) { return (word, unknown) } }
    for line in rest {
      let digest = line.digest
      if desk.spelling.isRight(line: digest) { continue }
      linesRead += 1
      let known = unknown.count
      for word in forward ? line.words : line.words.reversed() {
        if take(word, &unknown) { return (word, unknown) }
      }
      if unknown.count == known { desk.spelling.rememberRight(line: digest) }
      if unknown.count >= SpellMemory.batch { return (nil, unknown) }
    }
    for word in last { if take(word, &unknown) { return (word, unknown) } }
    return (nil, unknown)
  }

  /// The words of the line with the caret: those that come first, and those that come last, among them the one at the caret.
  private func parts(
    _ line: EditorWords.Line?, forward: Bool
  ) -> (first: [EditorWords.Found], last: [EditorWords.Found]) {
    let (all, caret) = (line?.words ?? [], words.caret)
    guard !forward else {
      return (all.filter { $0.word.range.lowerBound > caret }, all.filter { $0.word.range.lowerBound <= caret })
    }
    let rest = all.filter { $0.word.range.upperBound > caret }
    // The one at the caret begins before it.
    let here = rest.prefix { $0.word.range.lowerBound <= caret }
    return (
      all.filter { $0.word.range.upperBound <= caret }.reversed(), rest.dropFirst(here.count).reversed() + here
    )
  }

  /// Whether a word is wrong; notes one that is not known.
  private func take(_ found: EditorWords.Found, _ unknown: inout [SpellWord]) -> Bool {
    if desk.spelling.isWrong(found.word.text) { return true }
    if isUnknown(found.word) { unknown.append(found.word) }
    return false
  }

  private func isUnknown(_ word: SpellWord) -> Bool {
    desk.spelling.isNew(word.text) || desk.spelling.isAsked(word.text)
  }

  private mutating func wait(for words: [SpellWord]) -> Outcome {
    checkNew(words.map(\.text))
    return .waiting
  }

  /// Suggestions are on the digits, as vi has them; so is what is done with the word as it is.
  private mutating func offer(_ suggestions: [String], for word: SpellWord) {
    // Who writes with curly apostrophes goes on doing so.
    let isCurly = word.text.unicodeScalars.contains("\u{2019}")
    var items = suggestions.prefix(7).enumerated().map { index, suggestion in
      let shown = isCurly ? String(suggestion.map { $0 == "'" ? "\u{2019}" : $0 }) : suggestion
      return item(.replace(word, with: shown), shown, index + 1)
    }
    if !environment.isReadOnly { items.append(item(.add(word.text), "Add to your dictionary", 8)) }
    items.append(item(.ignore(word.text), "Leave it, until the end", 9))
    open(items, suggestions.isEmpty ? "“\(word.text)” is not known" : "“\(word.text)”")
  }

  private mutating func offerToRemove(_ own: String, _ word: SpellWord) {
    open([item(.remove(own), "Remove “\(own)” from it", 8)], "“\(word.text)” is in your dictionary")
  }

  private func item(_ change: SpellingChange, _ title: String, _ digit: Int) -> Picker.Item {
    Picker.Item(value: .of(EditorChoice.spelling(change)), title: title, detail: String(digit))
  }

  private mutating func open(_ items: [Picker.Item], _ title: String) {
    dialogs.append(.picker(Picker(title, placeholder: "What should it be?", items: items, form: .numbered)))
  }

  /// Does what was chosen about a word, but for replacing it.
  mutating func apply(_ change: SpellingChange) {
    switch change {
    case .ignore(let word): desk.spelling.ignore(word)
    case .add(let word): add(word)
    case .remove(let word): remove(word)
    case .replace: break
    }
  }

  private mutating func remove(_ word: String) {
    let steps = desk.searches.book.removing(PreferenceKind.word.key(word), at: now.instant)
    guard canWrite(), !steps.isEmpty else { return }
    perform("removed “\(word)” from the dictionary", steps, said: "“\(word)” is not in your dictionary any more")
  }

  private mutating func add(_ word: String) {
    guard canWrite() else { return }
    let word = OwnWords.plain(word)
    do {
      let steps = try desk.searches.book.setting(
        PreferenceKind.word.key(word), to: word, name: desk.freshName, at: now.instant)
      guard !steps.isEmpty else { return say("“\(word)” is in your dictionary.") }
      perform("added “\(word)” to the dictionary", steps, said: "“\(word)” is in your dictionary now")
    } catch {
      say(error.sentence, .error)
    }
  }
}

extension SharesDesk {
  /// Whether words are underlined while they are written.
  var checksSpelling: Bool { environment.canSpell && preferences.spelling != .off }

  /// Asks for those words that were not asked for yet, as many as are asked for at once.
  mutating func checkNew(_ words: [String]) {
    var seen: Set<String> = []
    let new = words.filter { desk.spelling.isNew($0) && seen.insert($0).inserted }.prefix(SpellMemory.batch)
    guard !new.isEmpty else { return }
    desk.spelling.ask(Array(new), preferences.spelling)
    emit(.checkSpelling(SpellRequest(choice: preferences.spelling, words: Array(new))))
  }
}

extension EditorScreen {
  /// Asks for words on the screen that are not known yet, but for the one that is being typed.
  mutating func askForSpelling() {
    guard checksSpelling, desk.spelling.fault == nil, dialogs.isEmpty, state.status != .saving else { return }
    let text = EditorWords(state)
    checkNew((text.titleWords + text.wordsOnScreen).filter { $0 != text.typed }.map(\.text))
  }

  mutating func take(_ command: SpellingCommand) {
    var spelling = EditorSpelling(desk: desk, words: EditorWords(state))
    let outcome = spelling.take(command)
    desk = spelling.desk
    state.take(outcome, of: command)
  }

  mutating func apply(_ change: SpellingChange) {
    if case .replace(let word, let other) = change {
      state.replace(word.range, with: other)
      state.goBackFromSpelling(word.range, with: other)
      return editorChanged()
    }
    var spelling = EditorSpelling(desk: desk, words: EditorWords(state))
    spelling.apply(change)
    desk = spelling.desk
    state.goBackFromSpelling()
  }
}
