/// What an editor made of a key, a paste or the mouse.
package enum EditorOutcome: Equatable, Sendable {
  /// Nothing; the key is free for somebody else.
  case ignored
  /// Caret, selection or view changed, or a key was taken in that asks for more; the text is as it was.
  case handled
  /// The text changed.
  case changed
  /// This text was copied; it is in the editor's own clipboard already, and may go to the system's.
  case copied(String)
  /// This text was copied and taken out of the text.
  case cut(String)
  /// Somebody should ask what to look for, and call `find`.
  case findRequested(forward: Bool)
  /// vi's `:`: a command is to be asked for.
  case commandRequested
  /// vi's `ZZ` and `ZQ`: the text is to be left, saved or not.
  case leaveRequested(saving: Bool)

  /// True where the text is another one than before.
  package var didChange: Bool {
    switch self {
    case .changed, .cut: true
    default: false
    }
  }

  /// What belongs on the system's clipboard now.
  package var copiedText: String? {
    switch self {
    case .copied(let text), .cut(let text): text
    default: nil
    }
  }
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
  package var text: Style
  package var selection: Style
  /// What was looked for.
  package var match: Style

  package init(
    text: Style = .plain, selection: Style = Style(.standard, on: .standard, .reverse),
    match: Style = Style(.ansi(0), on: .ansi(3))
  ) {
    self.text = text
    self.selection = selection
    self.match = match
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

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}
