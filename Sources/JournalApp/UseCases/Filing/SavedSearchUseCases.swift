package import JournalCore
import JournalStore

/// Searches that are saved under a name and go with the journal to all its devices.
extension JournalContext {
  private var preferences: JournalPreferences { JournalPreferences(self) }

  /// Saves a search, in the place of the one that has the name, whatever its case.
  ///
  /// - Throws: ``CommandFailure`` where a part of the search means nothing, or the name is not allowed; ``StoreError``.
  package func saveSearch(_ text: String, as name: String) throws -> NamedText {
    let saved = NamedText(name: trimmingSpace(name), text: trimmingSpace(text))
    guard !saved.name.isEmpty else { throw CommandFailure.usage("A saved search needs a name.") }
    var filter = EntryFilter()
    filter.search = saved.text
    // What others share is asked of no journal of the person's own.
    let isOfOthers = filter.takeShared()
    if filter.search != nil {
      _ = try resolved(filter)
    } else if !isOfOthers {
      throw CommandFailure.usage("There is nothing to look for.")
    }
    let name = try preferences.all(.search, called: saved.name).first?.name ?? saved.name
    try preferences.set(.search, name, to: saved.text)
    return NamedText(name: name, text: saved.text)
  }

  /// The saved search of a name.
  ///
  /// - Throws: ``CommandFailure`` where there is none, or several differ by case alone; ``StoreError``.
  package func savedSearch(_ name: String) throws -> NamedText {
    let name = trimmingSpace(name)
    let meant = try preferences.all(.search, called: name)
    guard meant.count < 2 else {
      let names = meant.map { "“\($0.name)”" }.joined(separator: ", ")
      throw CommandFailure(
        .ambiguous, "Several saved searches are called so: \(names). Write the name as it stands there.")
    }
    if let meant = meant.first { return meant }
    let all = try preferences.all(.search)
    let known =
      all.isEmpty ? "None is saved yet." : "Saved are: \(all.map(\.name).joined(separator: ", "))."
    throw CommandFailure(.notFound, "There is no saved search “\(name)”. \(known)")
  }

  /// Gives a saved search another name.
  ///
  /// - Throws: ``CommandFailure`` where there is none, or the new name is taken or not allowed; ``StoreError``.
  package func nameSearch(_ name: String, _ other: String) throws -> NamedText {
    let saved = try savedSearch(name)
    let renamed = NamedText(name: trimmingSpace(other), text: saved.text)
    guard !renamed.name.isEmpty else { throw CommandFailure.usage("A saved search needs a name.") }
    guard try preferences.all(.search, called: renamed.name).allSatisfy({ $0.name.isIdentical(to: saved.name) }) else {
      throw CommandFailure(.exists, "There is a saved search “\(renamed.name)” already. Choose another name.")
    }
    try preferences.setName(.search, saved.name, to: renamed.name)
    return renamed
  }

  /// Removes a saved search.
  ///
  /// - Throws: ``CommandFailure`` where there is none; ``StoreError``.
  package func removeSearch(_ name: String) throws -> NamedText {
    let saved = try savedSearch(name)
    try preferences.remove(.search, saved.name)
    return saved
  }
}
