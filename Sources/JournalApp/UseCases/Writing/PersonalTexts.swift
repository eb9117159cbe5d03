package import JournalCore
import JournalStore

/// Templates and words that go with the journal to all its devices.
extension JournalPreferences {
  /// The template that the journal keeps under a name and that has another text; nil where nothing would be lost.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func templateInPlace(of text: String, as name: String) throws -> NamedText? {
    let name = trimmingSpace(name)
    guard let former = try self.text(.template, name), former != text else { return nil }
    return NamedText(name: name, text: former)
  }

  /// Keeps a template, in the place of the one that has the name.
  ///
  /// - Returns: The template, and whether another text stood there.
  /// - Throws: ``CommandFailure`` for a name or a text that is not allowed, and where there is no room; ``StoreError``.
  package func saveTemplate(_ text: String, as name: String) throws -> (saved: NamedText, replaced: Bool) {
    let saved = NamedText(name: trimmingSpace(name), text: text)
    guard !saved.name.isEmpty else { throw CommandFailure.usage("A template needs a name.") }
    guard !trimmingSpace(text).isEmpty else { throw CommandFailure.usage("The template is empty.") }
    let replaced = try templateInPlace(of: saved.text, as: saved.name) != nil
    try set(.template, saved.name, to: saved.text)
    return (saved, replaced)
  }

  /// Removes a template from the journal.
  ///
  /// - Throws: ``CommandFailure`` where the journal has none of the name; ``StoreError``.
  package func removeTemplate(_ name: String) throws {
    guard try !remove(.template, trimmingSpace(name)) else { return }
    let all = try all(.template).map(\.name)
    let known = all.isEmpty ? "It keeps none." : "It keeps: \(all.joined(separator: ", "))."
    throw CommandFailure(.notFound, "The journal keeps no template “\(name)”. \(known)")
  }

  /// Puts words into the person's own dictionary; those that are there stay.
  ///
  /// - Returns: The words that were not there.
  /// - Throws: ``CommandFailure`` for one that is no word: then none is added; ``StoreError``.
  package func addWords(_ words: [String]) throws -> [String] {
    let words = words.map { OwnWords.plain(trimmingSpace($0)) }
    for word in words where SpellWords.words(in: word).map(\.text) != [word] {
      throw CommandFailure.usage(
        "“\(word)” is no word that is checked: one has letters alone, two at least, and no capitals inside. Add the parts of a word "
          + "with hyphens one by one.")
    }
    var known = Set(try all(.word).map(\.name))
    let added = words.filter { known.insert($0).inserted }
    try add(.word, added)
    return added
  }

  /// Removes words from the person's own dictionary.
  ///
  /// - Throws: ``CommandFailure`` for a word that is not in it: then none is removed; ``StoreError``.
  package func removeWords(_ words: [String]) throws {
    let words = words.map { OwnWords.plain(trimmingSpace($0)) }
    let known = Set(try all(.word).map(\.name))
    for word in words where !known.contains(word) {
      throw CommandFailure(.notFound, "“\(word)” is not in the dictionary. It is listed by: cloudjournal dictionary")
    }
    try remove(.word, words)
  }
}
