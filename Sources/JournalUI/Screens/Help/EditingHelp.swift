import TerminalKit

/// The keys of the editor that no command stands for: they move, select and change the text itself.
extension SharesDesk {
  var editingGroups: [HelpPage.Group] {
    guard preferences.editorMode == .vi else { return [selectingGroup, movingGroup] }
    return Self.viGroups.map { title, lines in
      HelpPage.Group(title: title, lines: lines.map { HelpPage.Line(keys: $0, title: $1) })
    }
  }

  /// Whether the editor does with a key what the table of keys says.
  func isTrueInEditor(_ key: Key, _ action: Action) -> Bool {
    // There it copies and never quits.
    if key == .control("c"), action == .quit { return false }
    // Esc ends vi's modes, and Alt with a letter is Esc and that letter.
    return preferences.editorMode != .vi || (key.code != .escape && key.modifiers != .alt)
  }

  private var selectingGroup: HelpPage.Group {
    group(
      "Select and change",
      [
        ([.control("z"), .control("y")], "Undo, redo in the text"), ([.control("a")], "Select all"),
        ([.control("x"), .control("c"), .control("v")], "Cut, copy, paste"),
        ([.control("w"), Key(.delete, .control)], "Delete a word back, on"),
        ([.control("k"), .control("u")], "Delete to line end, start"),
        ([Key(.tab), Key(.backTab)], "Indent, outdent"),
      ])
  }

  private var movingGroup: HelpPage.Group {
    group(
      "Move in the text",
      [
        ([Key(.left, .control), Key(.right, .control)], "A word left, right"),
        ([Key(.home), Key(.end)], "Line start, end"),
        ([Key(.home, .control)], "Text start"), ([Key(.end, .control)], "Text end"),
        ([Key(.right, .shift)], "Select; Shift with any of these"),
      ])
  }

  /// Lines of those keys that nothing else was bound to.
  private func group(_ title: String, _ lines: [(keys: [Key], title: String)]) -> HelpPage.Group {
    HelpPage.Group(
      title: title,
      lines: lines.compactMap { keys, title in
        let free = keys.filter { keymap.action(for: $0, in: [.editor]).map { $0 == .quit } ?? true }
        let names = free.map { $0.shortName(glyphs: glyphs) }
        return names.isEmpty ? nil : HelpPage.Line(keys: names.joined(separator: " "), title: title)
      })
  }

  private static var viGroups: [(title: String, lines: [(keys: String, title: String)])] {
    [
      (
        "Save and leave",
        [
          (":w", "Save and go on writing"), (":wq :x ZZ", "Save and leave"), (":q ZQ", "Leave without saving …"),
          (":q!", "Leave without saving at once"),
        ]
      ),
      (
        "vi keys",
        [
          ("i  a  o", "Type before, after, on a new line"), ("Esc", "Normal mode"),
          ("v  V", "Select characters, lines"),
          ("d  c  y", "Delete, change, copy"), ("p  P", "Paste after, before"), ("u  ^R", "Undo, redo in the text"),
          ("/  ?", "Find forward, backward"), ("n  N", "Next, previous match"), ("%", "Matching bracket"),
          ("\"a", "Use register a"), ("qa  q", "Record macro a, stop"), ("@a", "Run macro a"),
        ]
      ),
    ]
  }
}
