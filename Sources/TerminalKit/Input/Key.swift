/// A key with its modifiers, as the terminal told it.
package struct Key: Hashable, Sendable {
  /// The key itself, without its modifiers.
  package enum Code: Hashable, Sendable {
    /// A typed character; letters keep their case, and Shift is part of the character.
    case character(Unicode.Scalar)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// The modifiers that a terminal can tell of; Meta counts as Alt.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The sum of the bits below.
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Ctrl; with a letter, the letter is lower-case.
    package static let control = Modifiers(rawValue: 1)
    /// Alt or Meta, also where the terminal sends an ESC in front of the key.
    package static let alt = Modifiers(rawValue: 2)
    /// Shift; with a typed character only beside Control, because it is part of the character otherwise.
    package static let shift = Modifiers(rawValue: 4)
  }

  /// The key itself; a letter with Ctrl is lower-case.
  package var code: Code
  /// The keys that were held down with it.
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    (self.code, self.modifiers) = (code, modifiers)
  }

  /// A typed character without modifiers.
  package static func character(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar)) }
  /// Control with a lower-case letter or one of `@[\]^_`.
  package static func control(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .control) }
  /// A typed character with Alt; letters keep their case.
  package static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .alt) }
}

/// One action of the mouse, at a cell.
package struct MouseEvent: Hashable, Sendable {
  /// The actions that a screen gets; the left button presses, drags and releases, the right one presses alone.
  package enum Kind: Hashable, Sendable {
    case press, release, drag, doublePress, rightPress, wheelUp, wheelDown
  }
  /// The action; terminals send no double press, ``ClickCounter`` makes it of two presses.
  package var kind: Kind
  /// The cell under the pointer.
  package var position: Position
  package init(_ kind: Kind, at position: Position) {
    (self.kind, self.position) = (kind, position)
  }
}

/// Everything that a terminal tells the program.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text from a bracketed paste, with its line ends as they came.
  case paste(String)
  case focus(Bool)
  case resize(Size)
}
