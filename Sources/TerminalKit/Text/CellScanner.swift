/// Makes the cells of one user-perceived character at a time; the one place that decides what a terminal is sent.
///
/// Terminals disagree about sequences: some advance by code point, some by grapheme. So a sequence is cut down to
/// what all of them draw alike: a base with at most four marks, emoji without their joined tails, skin tones and
/// variation selectors. Scalars that the terminal would not print become U+FFFD. No more than ``scalarLimit``
/// scalars of one character are looked at.
struct CellScanner {
  /// Scalars of one character that are drawn; hostile text can make a single character of megabytes.
  static let scalarLimit = 32

  let width: any TextWidth
  let tab: Int

  private var cell = Cell()
  private var markCount = 0
  private var isOpen = false
  private var isPictograph = false
  private var isJoined = false
  private var tagRoom = 0

  init(width: any TextWidth, tab: Int) {
    self.width = width
    self.tab = max(1, tab)
  }

  /// Hands the cells of the character in `range` of `text` to `emit`, in order.
  ///
  /// - Parameters:
  ///   - column: where the first cell will stand, which decides the size of a tab.
  ///   - isLast: true where nothing follows in the text; a line end there makes no cell.
  @inline(__always)
  mutating func scan(
    _ text: borrowing UTF8Span, _ range: Range<Int>, column: Int, isLast: Bool, emit: (Cell) -> Void
  ) {
    let bytes = text.span
    isOpen = false
    isJoined = false
    var column = column
    var offset = range.lowerBound
    var count = 0
    while offset < range.upperBound, count < Self.scalarLimit {
      let scalar = Self.decode(bytes, &offset)
      count += 1
      if scalar.value == 9 {
        close(&column, emit)
        for _ in 0..<(tab - column % tab) {
          emit(Cell())
          column += 1
        }
      } else if isLast, Self.isLineEnd(scalar.value) {
        continue
      } else if let mark = VisibleMark.replacing(scalar) {
        if tagRoom > 0, isOpen, mark == VisibleMark.tag {
          tagRoom = scalar.value == 0xE007F ? 0 : tagRoom - 1
          continue
        }
        close(&column, emit)
        emit(Cell(mark))
        column += 1
      } else {
        take(scalar, column: &column, emit)
      }
    }
    close(&column, emit)
  }

  @inline(__always)
  private mutating func take(_ scalar: Unicode.Scalar, column: inout Int, _ emit: (Cell) -> Void) {
    let value = scalar.value
    if value == 0x200D {
      isJoined = isOpen && isPictograph
      return
    }
    if VisibleMark.isInvisible(value) || (isOpen && 0x1F3FB...0x1F3FF ~= value) { return }
    if isOpen, let syllable = Self.composeHangul(cell.base.value, value), markCount == 0 {
      cell.base = syllable
      return
    }
    let columns = width.columns(of: scalar)
    if columns == 0 {
      addMark(value)
    } else if isJoined, Self.isPictograph(scalar) {
      isJoined = false
      // The tail of a joined emoji is left out: only the first picture is shown, as every terminal can.
    } else {
      close(&column, emit)
      cell = columns < 0 ? Cell("\u{FFFD}") : Cell(scalar, width: UInt8(min(columns, 2)))
      isOpen = true
      isPictograph = value > 0xFF && Self.isPictograph(scalar)
      // A flag of a region is U+1F3F4 with up to six tags and the one that ends them.
      tagRoom = value == 0x1F3F4 ? 7 : 0
      markCount = 0
    }
  }

  @inline(__always)
  private mutating func addMark(_ value: UInt32) {
    if !isOpen {
      cell = Cell("\u{25CC}")
      isOpen = true
      isPictograph = false
      tagRoom = 0
      markCount = 0
    }
    guard markCount < 4 else { return }
    cell.marks[markCount] = value
    markCount += 1
  }

  @inline(__always)
  private mutating func close(_ column: inout Int, _ emit: (Cell) -> Void) {
    guard isOpen else { return }
    isOpen = false
    emit(cell)
    column += Int(cell.width)
  }

  private static func isLineEnd(_ value: UInt32) -> Bool {
    value == 10 || value == 13 || value == 0x2028 || value == 0x2029
  }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.value != 0x200D && scalar.properties.isEmoji
  }

  /// Joins Korean letters to a syllable, as NFC does: terminals draw loose letters at different widths.
  private static func composeHangul(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if 0x1100...0x1112 ~= first, 0x1161...0x1175 ~= second {
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28)
    }
    if 0xAC00...0xD7A3 ~= first, (first - 0xAC00) % 28 == 0, 0x11A8...0x11C2 ~= second {
      return Unicode.Scalar(first + (second - 0x11A7))
    }
    return nil
  }

  /// The scalar at an offset, which moves past it. The bytes are those of a string, so they are valid.
  @inline(__always)
  static func decode(_ bytes: borrowing Span<UInt8>, _ offset: inout Int) -> Unicode.Scalar {
    let first = UInt32(bytes[offset])
    if first < 0x80 {
      offset += 1
      return Unicode.Scalar(UInt8(first))
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var value = first & (0x7F >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(bytes[offset + index] & 0x3F) }
    offset += length
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
