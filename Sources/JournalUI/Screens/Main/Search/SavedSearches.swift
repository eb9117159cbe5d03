import JournalCore

/// A search that was saved, on whichever device.
struct SavedSearch: Hashable, Sendable {
  let name: String
  /// As it was typed.
  let text: String
  /// The list that it shows.
  let scope: ListScope
}

/// The searches that were saved, and what is done to them.
struct SavedSearches: Sendable {
  private(set) var book = PreferenceBook()
  /// In the order of the sidebar.
  private(set) var all: [SavedSearch] = []

  /// Takes in what the journal has; words such as “yesterday” are understood as of today.
  mutating func take(_ book: PreferenceBook, today: CivilDate, order: DateOrder?) {
    self.book = book
    all = book.all(.search).compactMap { saved in
      SearchLine.scope(of: saved.text, today: today, order: order).map {
        SavedSearch(name: saved.name, text: saved.text, scope: $0)
      }
    }
    .sorted {
      let (first, second) = (SearchQuery.categoryKey($0.name), SearchQuery.categoryKey($1.name))
      return first.isIdentical(to: second) ? $0.name < $1.name : first < second
    }
  }

  /// The one that shows a list; nil where none does.
  func one(showing scope: ListScope) -> SavedSearch? { all.first { $0.scope == scope } }
}

/// Saving, renaming and removing a search: each is an edit, which undo takes back.
struct SavedSearchEdits: SharesDesk {
  var desk: Desk
  /// The key that takes an edit back, as it ends a message.
  let undoHint: String

  /// Asks for the name of a search.
  ///
  /// - Parameter typed: What stands in the line of the search; nil where there is none.
  mutating func askToSave(_ typed: String?, over scope: ListScope) {
    var text = trimmingSpace(typed ?? "")
    if text.isEmpty, case .search(let query) = scope { text = SearchLine.text(of: query) }
    guard !text.isEmpty else { return say("There is no search to save. \(keyName(.search)) begins one.") }
    guard canWrite() else { return }
    openPrompt(
      MainQuestion.saveSearch(text), .text(meaning: "It stands in the sidebar, on all your devices."),
      "Save this search", hint: shortened(text, 60), text: desk.searches.one(showing: scope)?.name ?? "")
  }

  /// Saves a search under a name, in the place of what was saved so.
  mutating func save(_ text: String, as name: String) {
    let name = trimmingSpace(name)
    guard !name.isEmpty else { return say("A saved search needs a name.", .error) }
    do {
      let name = desk.searches.book.all(.search, called: name).first?.name ?? name
      let steps = try desk.searches.book.setting(
        PreferenceKind.search.key(name), to: text, name: desk.freshName, at: now.instant)
      guard !steps.isEmpty else { return say("It is saved as \(name).") }
      perform("saved the search \(name)", steps, said: "Saved as \(name)\(undoHint)")
    } catch {
      say(error.sentence, .error)
    }
  }

  /// Asks for another name of the search that shows a list.
  mutating func askToRename(_ scope: ListScope) {
    guard let saved = chosen(scope) else { return }
    openPrompt(MainQuestion.renameSearch(saved.name), .text(), "Rename \(saved.name)", hint: "", text: saved.name)
  }

  mutating func call(_ former: String, _ name: String) {
    let name = trimmingSpace(name)
    guard !name.isEmpty else { return say("A saved search needs a name.", .error) }
    let kind = PreferenceKind.search
    guard desk.searches.book.all(.search, called: name).allSatisfy({ $0.name.isIdentical(to: former) }) else {
      return say("There is a saved search \(name) already.", .error)
    }
    do {
      let steps = try desk.searches.book.renaming(kind.key(former), to: kind.key(name), at: now.instant)
      perform("renamed the search \(former) to \(name)", steps, said: "Renamed to \(name)\(undoHint)")
    } catch {
      say(error.sentence, .error)
    }
  }

  /// Removes the search that shows a list; its entries stay.
  mutating func remove(_ scope: ListScope) {
    guard let saved = chosen(scope) else { return }
    let steps = desk.searches.book.removing(PreferenceKind.search.key(saved.name), at: now.instant)
    perform("removed the search \(saved.name)", steps, said: "Removed the search \(saved.name)\(undoHint)")
  }

  private mutating func chosen(_ scope: ListScope) -> SavedSearch? {
    guard let saved = desk.searches.one(showing: scope) else {
      say("Only saved searches are renamed and removed here.")
      return nil
    }
    return canWrite() ? saved : nil
  }
}

extension SearchLine {
  /// The list that a search shows; nil for one that asks for nothing.
  static func scope(of text: String, today: CivilDate, order: DateOrder?) -> ListScope? {
    let (rest, isOfOthers) = withoutShared(text)
    let query = SearchQueryParser.parse(rest, today: today, order: order).query
    guard !query.alternatives.isEmpty else { return isOfOthers ? .shared : nil }
    return .search(isOfOthers ? query.ofOthers : query)
  }

  /// A search as it could be typed.
  static func text(of query: SearchQuery) -> String {
    (query.isOfOthers ? "is:shared " : "") + trimmingSpace(query.source)
  }
}
