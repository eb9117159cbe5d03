import JournalCore
import TerminalKit

/// The search line above the list, and the list that was there before.
struct SearchModel: Sendable {
  /// The list that Esc brings back, and the entry selected in it.
  var formerScope: ListScope
  var formerSelection: RecordName?
  var field = LineField()
  /// Whether keys go into the line; otherwise they move in the results.
  var isTyping = true
  /// What Tab made of the last filter; nil before it was pressed.
  var completion: SearchCompletion?
  /// What was understood last.
  var parsed: ParsedSearch?

  /// Milliseconds after the last key until it is searched.
  static let delay = 40
}

extension MainScreen {
  mutating func openSearch() {
    if search != nil {
      search?.isTyping = true
    } else {
      search = SearchModel(formerScope: list.scope, formerSelection: list.selected?.id)
    }
    setFocus(.list)
  }

  mutating func type(_ input: TerminalInput) -> Bool {
    guard desk.screens.isEmpty, search?.isTyping == true else { return false }
    switch input {
    case .paste(let text):
      search?.field.paste(text)
      emit(.startTimer(.search, milliseconds: SearchModel.delay))
    case .key(let key): take(key)
    case .mouse, .focus, .resize: break
    }
    return true
  }

  private mutating func take(_ key: Key) {
    if key == Key(.tab), completeFilter() { return }
    if let action = keymap.action(for: key, in: [.search]) { return ask(.perform(action)) }
    if key.code == .pageDown { return moveSelection(by: listPageStep) }
    if key.code == .pageUp { return moveSelection(by: -listPageStep) }
    if search?.field.handle(key).didChange == true { emit(.startTimer(.search, milliseconds: SearchModel.delay)) }
  }

  mutating func perform(_ action: SearchAction) {
    guard search?.isTyping == true else { return }
    switch action {
    case .searchAccept:
      runSearch()
      search?.isTyping = false
      if search?.parsed?.query.alternatives.isEmpty != false { closeSearch() }
    case .searchCancel: closeSearch()
    case .searchUp: moveSelection(by: -1)
    case .searchDown: moveSelection(by: 1)
    }
  }

  /// Searches for what stands in the line, if that is something else than before.
  mutating func runSearch() {
    guard let search else { return }
    let text = search.field.text
    guard search.parsed?.query.source.isIdentical(to: text) != true else { return }
    let parsed = SearchQueryParser.parse(text, today: today, order: environment.dateOrder)
    self.search?.parsed = parsed
    let isEmpty = parsed.query.alternatives.isEmpty
    let scope = isEmpty ? search.formerScope : .search(parsed.query)
    guard scope != list.scope else { return }
    list.show(scope, order: preferences.order).forEach { emit($0) }
    countList()
  }

  /// Goes back to the list that was there before, and to the entry in it.
  mutating func closeSearch() {
    guard let search else { return }
    self.search = nil
    emit(.stopTimer(.search))
    guard list.scope != search.formerScope else { return }
    list.show(search.formerScope, order: preferences.order, at: search.formerSelection).forEach { emit($0) }
    countList()
  }

  /// What lights the words that were searched for.
  var highlighter: SearchHighlighter? {
    guard case .search(let query) = list.scope else { return nil }
    let highlighter = SearchHighlighter(query)
    return highlighter.isEmpty ? nil : highlighter
  }
}

extension MainScreen {
  /// Says which mood or category of a search there is not; nil where all are known.
  func unknownName(in query: SearchQuery) -> String? {
    for term in query.alternatives.joined() {
      switch term.condition {
      case .mood(let moods):
        guard let unknown = moods.first(where: { !$0.isKnown && tallies?.moods[$0] == nil }) else { continue }
        return "There is no mood “\(unknown.rawValue)”: \(Mood.known.map(\.title).joined(separator: ", "))"
      case .category(let names):
        let keys = Set(liveCategories.map { SearchQuery.categoryKey($0.name) })
        guard let unknown = names.first(where: { !$0.isEmpty && !keys.contains(SearchQuery.categoryKey($0)) }) else {
          continue
        }
        return "There is no category “\(unknown)”: \(liveCategories.map(\.name).joined(separator: ", "))"
      default: continue
      }
    }
    return nil
  }
}
