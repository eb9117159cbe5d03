import JournalCore
import TerminalKit

/// A list to choose from, found by typing a few letters of what is wanted.
struct Picker: Sendable {
  enum Kind: Hashable, Sendable {
    case mood(EditTarget)
    case category(EditTarget)
    case tags(TagChange)
    case sort
    case scope(ScopeKind)
    case palette
    case exportFormat([RecordName])
    case link
    case journal
    /// The headings of the entry that is read.
    case outline
    /// A box of this entry's task lists.
    case box(RecordName)
    case categoryColor(RecordName)
    case categoryIcon(RecordName)
  }

  enum ScopeKind: Hashable, Sendable { case category, mood, tag }

  /// What choosing an item means.
  enum Value: Hashable, Sendable {
    case mood(Mood?)
    case category(RecordName?)
    /// Makes a category, or a tag, of what was typed.
    case create(String)
    case tag(String)
    case sort(ListSort)
    case reverse
    case scope(ListScope)
    case action(Action)
    case setting(SettingsModel.Row)
    /// Something that only the command line does, and how.
    case commandLine(String)
    case format(ExportFormat)
    case link(String)
    case journal(String)
    case box(Checkboxes.Box)
    /// The line of a heading.
    case heading(Int)
    case color(String)
    /// A colour that is typed.
    case ownColor
    case icon(String)
  }

  /// The tick of an item in a list of which several may be chosen.
  enum Tick: Hashable, Sendable { case none, off, on, some }

  struct Item: Hashable, Sendable {
    var value: Value
    var title: String
    /// At the right end of the row.
    var detail = ""
    var glyph = ""
    var colorHex: String?
    var mood: Mood?
    /// Whether its colour is shown by itself, and not by a sign.
    var isSwatch = false
    var tick = Tick.none
    /// Whether it is what the entries have now.
    var isPresent = false
    /// Other words by which it is found.
    var keywords = ""
  }

  /// An item that fits what was typed, and the letters that fit.
  struct Row: Hashable, Sendable {
    var item: Item
    var matched: [Int] = []
  }

  var kind: Kind
  var title: String
  /// What to type for, while nothing is typed.
  var placeholder: String
  var items: [Item] {
    didSet { filter() }
  }
  var query = LineField()
  private(set) var rows: [Row] = []
  var cursor = 0
  /// The first row on the screen.
  var top = 0
  /// What typing a name that is not there would make, such as `category`; nil where nothing can be made.
  var creates: String?
  /// What is done when exactly this is typed, whatever fits it.
  var commands: [String: Action] = [:]

  init(
    _ kind: Kind, _ title: String, placeholder: String, items: [Item], selected: Value? = nil, creates: String? = nil
  ) {
    self.kind = kind
    self.title = title
    self.placeholder = placeholder
    self.items = items
    self.creates = creates
    filter()
    if let selected, let place = rows.firstIndex(where: { $0.item.value == selected }) { cursor = place }
  }

  /// Whether a field to type in stands above the items: a few that are always the same are seen at a glance.
  var hasField: Bool {
    switch kind {
    case .mood, .sort, .exportFormat: !query.isEmpty
    default: true
    }
  }

  /// Whether signs stand before the items.
  var hasSigns: Bool { rows.contains { !$0.item.glyph.isEmpty || $0.item.isSwatch } }

  var current: Item? { rows.indices.contains(cursor) ? rows[cursor].item : nil }

  mutating func filter() {
    let text = query.text
    rows = FuzzyMatch.rank(text, items, name: \.title, keywords: \.keywords).map {
      Row(item: $0.item, matched: $0.match.offsets)
    }
    if let creates {
      let name = trimmingSpace(text)
      if !name.isEmpty, !items.contains(where: { sameName($0.title, name) }) {
        let isSwatch = items.first?.isSwatch ?? false
        rows.append(
          Row(item: Item(value: .create(name), title: "Create \(creates) “\(name)”", glyph: "+", isSwatch: isSwatch)))
      }
    }
    cursor = max(0, min(cursor, rows.count - 1))
  }

  /// Takes a key that moves or types; false for one that chooses or closes.
  mutating func handle(_ key: Key, page: Int) -> Bool {
    switch (key.code, key.modifiers) {
    case (.up, _), (.character("p"), .control): step(by: -1)
    case (.down, _), (.character("n"), .control): step(by: 1)
    case (.pageUp, _): move(by: -max(1, page - 1))
    case (.pageDown, _): move(by: max(1, page - 1))
    case (.enter, _), (.escape, _), (.tab, _), (.backTab, _): return false
    case (.character(" "), []) where current?.tick != .some(.none) && current != nil: return false
    default:
      let before = query.text
      _ = query.handle(key)
      if !query.text.isIdentical(to: before) {
        cursor = 0
        top = 0
        filter()
      }
    }
    return true
  }

  /// Moves by one row; beyond either end to the other.
  mutating func step(by count: Int) {
    guard !rows.isEmpty else { return }
    cursor = (cursor + count + rows.count) % rows.count
  }

  mutating func move(by count: Int) { cursor = max(0, min(cursor + count, rows.count - 1)) }

  mutating func paste(_ text: String) {
    query.paste(text)
    cursor = 0
    filter()
  }

  /// Keeps the cursor on the screen.
  mutating func settle(height: Int) {
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    top = max(0, min(top, rows.count - height))
  }
}
