import TerminalKit

/// The keys of one part of the screen, in groups.
struct HelpPage: Hashable, Sendable {
  struct Line: Hashable, Sendable {
    var keys: String
    var title: String
    /// What ⏎ does; nil where the line only explains.
    var action: Action?
    /// Whether it is an example of a search, which is longer than the name of a key.
    var isExample = false
  }

  struct Group: Hashable, Sendable {
    var title: String
    var lines: [Line]
  }

  var title: String
  var groups: [Group]
}

extension SharesDesk {
  /// All pages of the help, that of the screen where it is asked for first.
  func helpPages(_ first: [KeyContext]) -> [HelpPage] {
    let others = KeyContext.allCases.filter { !first.contains($0) }
    let rows = Dictionary(grouping: keymap.table, by: \.context)
    // What moves about is the same in most places: it is told once, where help was asked for.
    var told: Set<String> = []
    var pages = ([first] + others.map { [$0] }).compactMap { contexts -> HelpPage? in
      let editing = contexts.contains(.editor) ? editingGroups : []
      let groups = helpGroups(contexts, rows, &told) + editing
      return groups.isEmpty ? nil : HelpPage(title: contexts.first?.title ?? "", groups: groups)
    }
    pages.append(dialogPage)
    pages.append(
      HelpPage(
        title: "Search words",
        groups: [
          HelpPage.Group(
            title: "What a search understands",
            lines: SearchHelp.lines.map { HelpPage.Line(keys: $0.example, title: $0.meaning, isExample: true) })
        ]))
    return pages
  }

  private var dialogPage: HelpPage {
    let lines = [
      ("\(glyphs.up)  \(glyphs.down)", "Choose"), (glyphs.enter, "Select"), ("Space", "Tick a tag, mark a picture"),
      ("\(glyphs.left)  \(glyphs.right)", "Files: the folder above, the folder under the cursor"),
      ("Alt-H  Alt-O", "Files: show hidden ones, keep originals as they are"), ("Esc", "Cancel"),
    ]
    return HelpPage(
      title: "Dialogs",
      groups: [
        HelpPage.Group(title: "Dialogs and pickers", lines: lines.map { HelpPage.Line(keys: $0.0, title: $0.1) })
      ])
  }

  private func helpGroups(
    _ contexts: [KeyContext], _ rows: [KeyContext: [Keymap.Row]], _ told: inout Set<String>
  ) -> [HelpPage.Group] {
    var groups: [String: [HelpPage.Line]] = [:]
    var actions: Set<Action> = []
    for context in contexts {
      let listed = (rows[context] ?? []).filter { actions.insert($0.action).inserted }
      for row in listed {
        guard let line = helpLine(row, among: listed, contexts) else { continue }
        guard !row.action.isMoving || told.insert("\(line.keys)\n\(line.title)").inserted else { continue }
        groups[row.action.helpGroup ?? (context.isMain ? "Sync and more" : context.title), default: []].append(line)
      }
    }
    let order = Dictionary(uniqueKeysWithValues: Action.allCases.enumerated().map { ($1, $0) })
    func place(_ line: HelpPage.Line) -> Int { line.action.flatMap { order[$0] } ?? 0 }
    let own = contexts.filter { !$0.isMain }.map(\.title)
    return (own + Action.helpGroups).compactMap { title in
      groups.removeValue(forKey: title).map { HelpPage.Group(title: title, lines: $0.sorted { place($0) < place($1) }) }
    }
  }

  /// The line of an action; nil for the second of a pair, which stands beside the first.
  private func helpLine(_ row: Keymap.Row, among rows: [Keymap.Row], _ contexts: [KeyContext]) -> HelpPage.Line? {
    func names(_ row: Keymap.Row) -> [String] {
      row.keys.filter { key in
        keymap.action(for: key, in: contexts) == row.action
          && (!contexts.contains(.editor) || isTrueInEditor(key, row.action))
      }.map { $0.shortName(glyphs: glyphs) }
    }
    if let pair = Action.helpPairs.first(where: { $0.second == row.action }),
      rows.contains(where: { $0.action == pair.first })
    {
      return nil
    }
    let keys = names(row)
    guard let pair = Action.helpPairs.first(where: { $0.first == row.action }),
      let other = rows.first(where: { $0.action == pair.second })
    else {
      // What no key does here is found in the commands.
      return keys.isEmpty
        ? nil : HelpPage.Line(keys: keys.joined(separator: "  "), title: row.title, action: row.action)
    }
    let others = names(other)
    let both = (0..<max(keys.count, others.count)).map { place in
      [keys, others].compactMap { place < $0.count ? $0[place] : nil }.joined(separator: " ")
    }
    return both.isEmpty
      ? nil : HelpPage.Line(keys: both.joined(separator: "  "), title: pair.title, action: row.action)
  }
}

extension KeyContext {
  /// Whether it belongs to the main screen, whose keys are many and told in groups.
  fileprivate var isMain: Bool {
    [.list, .sidebar, .reader, .reading, .trash, .marking, .journal, .everywhere].contains(self)
  }
}

extension Action {
  /// The groups in their order; what has none of its own stands under the name of its screen.
  fileprivate static let helpGroups = ["Write", "File", "Undo", "Read", "Find", "Select", "Move", "Sync and more"]

  /// Two keys that do the same in opposite directions share a line.
  fileprivate static let helpPairs: [(first: Action, second: Action, title: String)] = [
    (.moveUp, .moveDown, "Up, down"), (.pageUp, .pageDown, "A page"), (.halfPageUp, .halfPageDown, "Half a page"),
    (.moveFirst, .moveLast, "First, last"), (.focusNext, .focusPrevious, "Next, previous pane"),
    (.focusLeft, .focusRight, "Left, right pane"), (.readOn, .readBack, "Read on, back"),
    (.nextEntry, .previousEntry, "Next, previous entry"), (.nextMonth, .previousMonth, "Next, previous month"),
    (.narrowerPane, .widerPane, "Pane narrower, wider"), (.dayBefore, .dayAfter, "The day before, after"),
    (.monthBefore, .monthAfter, "The month before, after"), (.weekBefore, .weekAfter, "The week before, after"),
    (.yearBefore, .yearAfter, "The year before, after"), (.nextChart, .previousChart, "Next, previous chart"),
    (.partBefore, .partAfter, "The part before, after"),
  ]

  fileprivate var helpGroup: String? {
    Self.helpMembers.first { $0.actions.contains(self) }?.title ?? (isMoving ? "Move" : nil)
  }

  private static let helpMembers: [(title: String, actions: [Action])] = [
    ("Write", [.newEntry, .answerQuestion, .editEntry, .attachPictures, .copyText, .export, .tickBox]),
    ("File", [.toggleFavorite, .setMood, .setCategory, .setTags, .setDate, .moveToTrash, .showShare, .copyShared]),
    ("Undo", [.undo, .redo, .retry, .showHistory, .showRemovedPictures, .restoreEntry, .deleteForGood, .emptyTrash]),
    (
      "Read",
      [
        .open, .readOn, .readBack, .nextEntry, .previousEntry, .showPictures, .selectPicture, .selectPictureBefore,
        .followLink, .goBackFromLink, .showLinksHere,
      ]
    ),
    (
      "Find",
      [
        .search, .filter, .sort, .reverseOrder, .showAll, .showFavorites, .showOnThisDay, .showUnfiled, .showShared,
        .showTrash,
        .showCategory, .showMood, .showTag, .goToDate, .showYear, .showCalendar, .showInsights, .switchJournal,
      ]
    ),
    ("Select", [.select, .selectRange, .toggleMark, .markAll]),
  ]
}
