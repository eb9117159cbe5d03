import JournalCore
import TerminalKit

/// A list to choose from, found by typing a few letters of what is wanted.
struct Picker: Sendable {
  /// How its items look, and what chooses among them beside typing.
  enum Form: Hashable, Sendable {
    case usual
    /// As wide as a dialog can be, for items of any length.
    case wide
    /// A few items that are always the same: a field stands above them only while something is typed.
    case short
    /// A few items whose details are digits, which choose them at once.
    case numbered
  }

  /// What choosing an item means.
  enum Value: Hashable, Sendable {
    /// What the screen below asked for.
    case answer(DialogAnswer)
    case action(Action)
    case setting(SettingsModel.Row)
    /// Something that only the command line does, and how.
    case commandLine(String)
    /// A tag to be ticked, or to be made of what was typed.
    case tag(String)
    case newTag(String)

    /// What the screen below asked for.
    static func of(_ answer: some AnswerGroup) -> Value { .answer(DialogAnswer(answer)) }
  }

  /// What typing a name that is not there would make.
  struct Creation: Sendable {
    /// Such as `category`.
    let what: String
    /// What the row says that does it; nil: `Create` and what.
    var offer: String?
    let value: @Sendable (String) -> Value
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

    /// Whether Space ticks it: a tag has no space in it, so that one after a new tag's name is no part of it.
    fileprivate var isTicked: Bool {
      if case .newTag = value { return true }
      return tick != .none
    }
    fileprivate var isSetting: Bool { if case .setting = value { true } else { false } }
  }

  /// An item that fits what was typed, and the letters that fit.
  struct Row: Hashable, Sendable {
    var item: Item
    var matched: [Int] = []
  }

  var form: Form
  var title: String
  /// What to type for, while nothing is typed.
  var placeholder: String
  var items: [Item] {
    didSet { filter() }
  }
  /// The tags that are ticked in it; nil where one item is chosen.
  var tags: TagChange?
  /// Whether it shows tags, of which those are read that begin with what is typed.
  var showsTags = false
  /// Whether it shows titles for a link, of which those are read whose words begin with what is typed.
  var showsTitles = false
  /// Whether the tag that is chosen gets another name.
  var renamesTags = false
  var query = LineField()
  private(set) var rows: [Row] = []
  var cursor = 0
  /// The first row on the screen.
  var top = 0
  /// What typing a name that is not there would make; nil where nothing can be made.
  var creates: Creation?
  /// What F2 asks for about an item, which is another name; nil where the items have none to be given.
  var renaming: (@Sendable (Value) -> Value?)?
  /// What stands there where nothing fits.
  var nothing = "Nothing matches"
  /// What is done when exactly this is typed, whatever fits it.
  var commands: [String: Value] = [:]

  init(
    _ title: String, placeholder: String = "Type to find", items: [Item], form: Form = .usual, selected: Value? = nil,
    creates: Creation? = nil
  ) {
    (self.title, self.placeholder, self.items, self.form, self.creates) = (title, placeholder, items, form, creates)
    filter()
    if let selected, let place = rows.firstIndex(where: { $0.item.value == selected }) { cursor = place }
  }

  /// Whether a field to type in stands above the items.
  var hasField: Bool {
    switch form {
    case .short, .numbered: !query.isEmpty
    case .usual, .wide: true
    }
  }

  /// Whether signs stand before the items.
  var hasSigns: Bool { rows.contains { !$0.item.glyph.isEmpty || $0.item.isSwatch } }

  var current: Item? { rows.indices.contains(cursor) ? rows[cursor].item : nil }

  mutating func filter() {
    let text = query.text
    var found = FuzzyMatch.rank(text, items, name: \.title, keywords: \.keywords)
    if found.contains(where: { $0.item.isSetting }) {
      // Of what fits alike, what can be done comes before what can be set.
      let (actions, settings) = (found.filter { !$0.item.isSetting }, found.filter(\.item.isSetting))
      let tiers = Set(found.map(\.match.tier)).sorted(by: >)
      found = tiers.flatMap { tier in (actions + settings).filter { $0.match.tier == tier } }
    }
    rows = found.map { Row(item: $0.item, matched: $0.match.offsets) }
    if let creates {
      let name = trimmingSpace(text)
      if !name.isEmpty, !items.contains(where: { sameName($0.title, name) }) {
        let isSwatch = items.first?.isSwatch ?? false
        let offer = creates.offer ?? "Create \(creates.what)"
        rows.append(
          Row(item: Item(value: creates.value(name), title: "\(offer) “\(name)”", glyph: "+", isSwatch: isSwatch)))
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
    case (.character(" "), []) where current?.isTicked == true: return false
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
