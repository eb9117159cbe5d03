/// A key with its modifiers, as the terminal told it.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A typed character; letters keep their case, and Shift is part of the character.
    case character(Unicode.Scalar)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// A typed character without modifiers.
  package static func character(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar)) }
  /// Control with a lower-case letter or one of `@[\]^_`.
  package static func control(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .control) }
  package static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .alt) }
}

/// What the mouse did, at a cell.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag, doublePress, wheelUp, wheelDown
  }
  package var kind: Kind
  package var position: Position
  package init(_ kind: Kind, at position: Position) {
    self.kind = kind
    self.position = position
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
