import JournalCore
import TerminalKit

/// The search line above the list, and the list that was there before.
struct SearchLine: Sendable {
  /// Milliseconds after the last key until it is searched.
  private static let delay = 40

  /// The list that Esc brings back, and the entry selected in it.
  let formerScope: ListScope
  let formerSelection: RecordName?
  private(set) var field = LineField()
  /// Whether keys go into the line; otherwise they move in the results.
  private(set) var isTyping = true
  /// What was understood last.
  private(set) var parsed: ParsedSearch?
  /// Whether `is:shared` stands in the line.
  private var asksOfOthers = false
  /// What Tab made of the last filter; nil before it was pressed.
  private var completion: SearchCompletion?

  /// Begins a search over a list; Esc goes back to it.
  init(over list: ListPane) {
    formerScope = list.scope
    formerSelection = list.selected?.id
  }

  /// Whether the line asks for nothing, so that the list before is shown.
  var isEmpty: Bool { parsed?.query.alternatives.isEmpty != false && !asksOfOthers }

  mutating func resume() { isTyping = true }
  mutating func rest() { isTyping = false }

  /// Searches for these words instead.
  mutating func replace(with text: String) { field.replaceAll(text) }

  mutating func type(_ input: TerminalInput, on desk: inout Desk) -> [PaneRequest] {
    switch input {
    case .paste(let text):
      field.paste(text)
      desk.emit(.startTimer(.search, milliseconds: Self.delay))
    case .key(let key): return take(key, on: &desk)
    case .mouse, .focus, .resize: break
    }
    return []
  }

  private mutating func take(_ key: Key, on desk: inout Desk) -> [PaneRequest] {
    if key == Key(.tab) {
      // Where nothing completes, what is typed next still belongs to the search.
      complete(on: &desk)
      return []
    }
    if let action = desk.keymap.action(for: key, in: [.search]) {
      desk.ask(.perform(action))
      return []
    }
    if key.code == .pageDown { return [.page(by: 1)] }
    if key.code == .pageUp { return [.page(by: -1)] }
    if field.handle(key).didChange { desk.emit(.startTimer(.search, milliseconds: Self.delay)) }
    return []
  }

  /// Completes the filter at the end of the line: `mood:ha` to `mood:happy`, `#ru` to `tag:run`; again, the next that fits.
  ///
  /// Where nothing fits the line stays as it is.
  private mutating func complete(on desk: inout Desk) {
    guard field.editor.caretOffset == field.text.utf8.count else { return }
    let next: SearchCompletion
    if var former = completion, former.text == field.text, former.candidates.count > 1 {
      former.index = (former.index + 1) % former.candidates.count
      next = former
    } else {
      let completer = FilterCompleter(tags: desk.tags.map(\.tag), categories: desk.liveCategories.map(\.name))
      guard let found = completer.completion(of: field.text), found.text != field.text else { return }
      next = found
    }
    completion = next
    field.replaceAll(next.text)
    desk.emit(.startTimer(.search, milliseconds: Self.delay))
  }

  /// Understands what stands in the line; returns the list to be shown, nil where the line is as before.
  mutating func run(_ desk: Desk) -> ListScope? {
    guard parsed?.query.source.isIdentical(to: field.text) != true else { return nil }
    // Over the list of what others share, and by that word, it is looked for there.
    let (text, isAsked) = Self.withoutShared(field.text)
    asksOfOthers = isAsked
    let isOfOthers = isAsked || formerScope.isOfOthers
    let parsed = SearchQueryParser.parse(text, today: desk.today, order: desk.environment.dateOrder)
    self.parsed = parsed
    guard !parsed.query.alternatives.isEmpty else { return isOfOthers ? .shared : formerScope }
    return .search(isOfOthers ? parsed.query.ofOthers : parsed.query)
  }

  /// The line with blanks in the place of `is:shared`, so that what is wrong with it stands where it did; and whether that was there.
  static func withoutShared(_ text: String) -> (text: String, isThere: Bool) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let rest = words.map { $0.lowercased() == "is:shared" ? String(repeating: " ", count: $0.count) : String($0) }
    return (rest.joined(separator: " "), rest != words.map { String($0) })
  }

  mutating func settle(_ pane: Rect?, _ desk: Desk) {
    if let pane { field.fit(pane.inside.searchField.columns, desk.width) }
  }
}

extension SearchLine {
  /// What of the search was not understood, or names what there is not.
  func problem(_ desk: Desk) -> String? {
    guard let parsed else { return nil }
    // The value of a filter is still to be typed.
    if isTyping, field.text.hasSuffix(":"), parsed.problems.count == 1 { return nil }
    return parsed.problems.first?.sentence ?? Self.unknownName(in: parsed.query, desk)
  }

  /// Says which mood or category of a search there is not; nil where all are known.
  private static func unknownName(in query: SearchQuery, _ desk: Desk) -> String? {
    for term in query.alternatives.joined() {
      switch term.condition {
      case .mood(let moods):
        guard let unknown = moods.first(where: { !$0.isKnown && desk.tallies?.moods[$0] == nil }) else { continue }
        return "There is no mood “\(unknown.rawValue)”: \(Mood.known.map(\.title).joined(separator: ", "))"
      case .category(let names):
        let live = desk.liveCategories + (query.isOfOthers ? desk.shelf.categories : [])
        let keys = Set(live.map { SearchQuery.categoryKey($0.name) })
        guard let unknown = names.first(where: { !$0.isEmpty && !keys.contains(SearchQuery.categoryKey($0)) }) else {
          continue
        }
        guard !live.isEmpty else { return "There are no categories yet" }
        return "There is no category “\(unknown)”: \(live.map(\.name).joined(separator: ", "))"
      default: continue
      }
    }
    return nil
  }
}

extension Rect {
  /// Where the search is typed, inside the box of the list.
  var searchField: Rect { Rect(row: row, column: column + 3, rows: min(1, rows), columns: columns - 4) }
}
