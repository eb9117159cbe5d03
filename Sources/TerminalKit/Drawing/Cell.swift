/// One cell of the screen: a base scalar and at most four zero-width marks, which is what a curses cell holds.
package struct Cell: Hashable, Sendable {
  /// The base character; U+0000 in the second half of a wide character, whose first half draws both.
  package var base: Unicode.Scalar
  /// Combining marks in order; unused places are U+0000.
  package var marks: SIMD4<UInt32>
  /// Columns taken: 1 or 2, and 0 for the second half of a wide character.
  package var width: UInt8
  /// Colours and attributes as they were asked for; the driver reduces them to those that the terminal has.
  package var style: Style

  package init(_ base: Unicode.Scalar = " ", marks: SIMD4<UInt32> = .zero, width: UInt8 = 1, style: Style = .plain) {
    (self.base, self.marks, self.width, self.style) = (base, marks, width, style)
  }

  /// Returns the second half of a wide character, for the column to its right.
  package static func continuation(_ style: Style) -> Cell { Cell("\0", width: 0, style: style) }

  /// True for a blank whose foreground cannot be seen.
  @inline(__always) var isPlainBlank: Bool {
    base == " " && marks == .zero && style.attributes.isDisjoint(with: [.underline, .reverse, .strikethrough])
  }

  /// The same as `==`, in as few steps as can be.
  @inline(__always) func isSame(as other: Cell) -> Bool {
    base == other.base && style == other.style && width == other.width && marks == other.marks
  }

  /// The cell as text; empty for the second half of a wide character.
  package var text: String {
    guard width > 0 else { return "" }
    var view = String.UnicodeScalarView()
    view.append(base)
    for index in 0..<4 {
      guard marks[index] != 0, let mark = Unicode.Scalar(marks[index]) else { break }
      view.append(mark)
    }
    return String(view)
  }

  /// The cell for a terminal that shows ASCII only: one sign a column, without marks; an ellipsis is the sign of what is cut.
  package var ascii: Cell {
    guard base.value >= 0x80 || marks != .zero else { return self }
    let form = base == "…" ? Glyphs.ascii.ellipsis : ASCIIText.form(of: base).unicodeScalars.first ?? "?"
    return Cell(width == 0 ? "\0" : form, width: width, style: style)
  }
}
