import Testing

@testable import TerminalKit

/// An editor drawn as text: `|` is the caret, `«` and `»` stand around what is selected.
struct EditorPicture {
  var text: String
  var caret: Int
  var anchor: Int?

  init(_ picture: String) {
    var text = ""
    var caret = 0
    var start: Int?
    var end: Int?
    for scalar in picture.unicodeScalars {
      switch scalar {
      case "|": caret = text.utf8.count
      case "«": start = text.utf8.count
      case "»": end = text.utf8.count
      default: text.unicodeScalars.append(scalar)
      }
    }
    (self.text, self.caret) = (text, caret)
    if let start, let end { anchor = caret == start ? end : start }
  }
}

extension TextEditor {
  init(picture: String, mode: EditorMode = .standard, rows: Int = 10, columns: Int = 40) {
    let picture = EditorPicture(picture)
    self.init(text: picture.text, mode: mode)
    setViewport(Size(rows: rows, columns: columns), width: TableWidth())
    if let anchor = picture.anchor { core.move(to: anchor) }
    core.move(to: picture.caret, selecting: picture.anchor != nil)
    settle(revealing: true)
  }

  var picture: String {
    let range = selectedRange
    var marks: [(Int, Unicode.Scalar)] = []
    let caretFirst = core.caret == range.lowerBound
    if !range.isEmpty { marks.append((range.lowerBound, "«")) }
    marks.append((core.caret, "|"))
    if !range.isEmpty { marks.append((range.upperBound, "»")) }
    if caretFirst, !range.isEmpty { marks.swapAt(0, 1) }
    if caretFirst, !range.isEmpty { marks.swapAt(0, 1) }
    var bytes: [UInt8] = []
    var next = 0
    for (offset, byte) in core.buffer.bytes.enumerated() {
      while next < marks.count, marks[next].0 == offset {
        bytes.append(contentsOf: String(Character(marks[next].1)).utf8)
        next += 1
      }
      bytes.append(byte)
    }
    while next < marks.count {
      bytes.append(contentsOf: String(Character(marks[next].1)).utf8)
      next += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Presses keys written as `abc<Enter><C-z><S-Left>`.
  @discardableResult
  mutating func press(_ keys: String) -> EditorOutcome {
    var outcome = EditorOutcome.ignored
    for key in Key.parse(keys) { outcome = handle(key) }
    return outcome
  }

  /// Presses keys, and expects the last of them to be told of in this way.
  mutating func press(
    _ keys: String, gives expected: EditorOutcome, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let outcome = press(keys)
    #expect(outcome == expected, sourceLocation: sourceLocation)
  }

  /// What a frame of the viewport's size shows.
  var screen: String {
    var frame = Frame(viewport)
    draw(into: &frame, rect: Rect(viewport), styles: EditorStyles())
    return frame.text
  }
}

extension Key {
  static func parse(_ text: String) -> [Key] {
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.unicodeScalars.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let key = named(rest[rest.index(after: rest.startIndex)..<end])
      {
        keys.append(key)
        rest = rest[rest.index(after: end)...]
      } else {
        keys.append(.character(first))
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return keys
  }

  private static func named(_ name: Substring) -> Key? {
    var parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let last = parts.removeLast()
    var modifiers: Modifiers = []
    for part in parts {
      switch part {
      case "C": modifiers.insert(.control)
      case "A": modifiers.insert(.alt)
      case "S": modifiers.insert(.shift)
      default: return nil
      }
    }
    let codes: [String: Code] = [
      "Enter": .enter, "Tab": .tab, "BackTab": .backTab, "Esc": .escape, "BS": .backspace, "Del": .delete,
      "Ins": .insert, "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
      "PgUp": .pageUp, "PgDn": .pageDown, "lt": .character("<"),
    ]
    if let code = codes[last] { return Key(code, modifiers) }
    guard !modifiers.isEmpty, last.unicodeScalars.count == 1, let scalar = last.unicodeScalars.first else { return nil }
    return Key(.character(scalar), modifiers)
  }
}

extension TextEditor {
  /// Undoes the last step; false where there is none.
  @discardableResult
  mutating func undo() -> Bool {
    defer { settle(revealing: true) }
    return core.undo()
  }

  /// Does the step again that was undone last; false where there is none.
  @discardableResult
  mutating func redo() -> Bool {
    defer { settle(revealing: true) }
    return core.redo()
  }
}
