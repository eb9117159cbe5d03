/// The effect of a key, a paste or a mouse event on an editor.
package enum EditorOutcome: Equatable, Sendable {
  /// The editor has no use for the key; the caller may use it.
  case ignored
  /// Caret, selection or view changed, or a key was taken in that asks for more; the text is as it was.
  case handled
  /// The text changed.
  case changed
  /// This text was copied; it is in the editor's own clipboard already, and may go to the system's.
  case copied(String)
  /// This text was copied and taken out of the text.
  case cut(String)
  /// vi's `/` and `?`: the caller asks the person for the text to look for, and calls `find`.
  case findRequested(forward: Bool)
  /// vi's `:`: the caller asks the person for a command.
  case commandRequested
  /// vi's `ZZ` and `ZQ`: the caller closes the editor, and saves the text first or drops it.
  case leaveRequested(saving: Bool)
  /// vi's `z=` and its like: the caller knows how words are spelt.
  case spellingRequested(SpellingCommand)

  /// True where the text changed.
  package var didChange: Bool {
    switch self {
    case .changed, .cut: true
    default: false
    }
  }

  /// The text for the system's clipboard; nil where nothing was copied or cut.
  package var copiedText: String? {
    switch self {
    case .copied(let text), .cut(let text): text
    default: nil
    }
  }
}

/// What vi's keys ask of the spelling.
package enum SpellingCommand: Hashable, Sendable {
  /// `z=`: what the word at the caret may be meant to be.
  case suggest
  /// `]s` and `[s`: the next wrong word, and the one before.
  case next, previous
  /// `zg`: the word at the caret is right, from now on.
  case add
}

/// How keys are understood.
package enum EditorMode: String, Hashable, Sendable, CaseIterable {
  /// As in most programs: keys type, Shift selects, Ctrl does things.
  case standard
  /// As in vi: commands, until one of them says that keys type.
  case vi
}

/// How an editor looks.
package struct EditorStyles: Hashable, Sendable {
  /// Everything but selection and matches, the empty cells included.
  package var text: Style
  /// Selected text; it counts more than `match`.
  package var selection: Style
  /// Every match of the text that was looked for.
  package var match: Style

  package init(
    text: Style = .plain, selection: Style = Style(.standard, on: .standard, .reverse),
    match: Style = Style(.ansi(0), on: .ansi(3))
  ) {
    (self.text, self.selection, self.match) = (text, selection, match)
  }
}

/// Where a caret stands.
package struct CaretInfo: Hashable, Sendable {
  /// Counted from 1.
  package var line: Int
  /// Characters from the start of the line, counted from 1.
  package var column: Int
  /// Bytes from the start of the text.
  package var offset: Int
}
