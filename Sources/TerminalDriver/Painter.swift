import CTerminal
import TerminalKit

/// Brings frames to ncurses, cell by cell where they differ from the last one.
struct Painter {
  let depth: ColorDepth
  private let colors: Int
  private let isASCII: Bool
  private let canStrike: Bool
  private var last: (size: Size, cells: [Cell])?
  private var looks: [Style: Look] = [:]
  private var pairs: ColorPairs
  private var recent: (style: Style, look: Look)?

  private struct Look {
    var attributes: Int32
    var pair: Int32
    /// Whether it has the colours of its style.
    var hasColors = true
  }

  /// - Parameters:
  ///   - colors: how many colours the terminal counts.
  ///   - pairs: how many pairs of colours it has.
  ///   - canStrike: whether struck-out cells are written once more by ``StruckText``.
  init(depth: ColorDepth, colors: Int, pairs: Int, isASCII: Bool, canStrike: Bool) {
    (self.depth, self.colors, self.isASCII, self.canStrike) = (depth, colors, isASCII, canStrike)
    self.pairs = ColorPairs(limit: pairs)
  }

  /// After this, the next frame is drawn whole.
  mutating func forget() { last = nil }

  /// - Parameter covered: where pictures lie above the cells; spaces there become `PictureLayer.fill`.
  /// - Returns: what has been written.
  mutating func draw(_ frame: Frame, covered: [Rect] = []) -> CellDamage {
    let damage = write(frame, covered)
    // Pairs are few on old terminals; when they run out, all are given anew to what is on the screen now.
    guard pairs.endFrame() else { return damage }
    looks.removeAll(keepingCapacity: true)
    (recent, last) = (nil, nil)
    let whole = write(frame, covered)
    _ = pairs.endFrame()
    return whole
  }

  private mutating func write(_ frame: Frame, _ covered: [Rect]) -> CellDamage {
    var damage = CellDamage()
    if last?.size != frame.size {
      last = nil
      ct_erase()
    }
    let before = last?.cells
    damage.isWhole = before == nil
    let cells = covered.isEmpty ? frame.cells : Self.filled(frame, covered)
    // Cells that stand next to each other are noted as damage together.
    var (line, run) = (-1, 0..<0)
    for index in Frame.changes(from: before, to: cells) {
      let cell = cells[index]
      let (row, column) = index.quotientAndRemainder(dividingBy: frame.size.columns)
      put(cell, row: row, column: column)
      if row != line || column != run.upperBound {
        damage.add(row: line, columns: run)
        (line, run) = (row, column..<column)
      }
      run = run.lowerBound..<column + Int(cell.width)
    }
    damage.add(row: line, columns: run)
    last = (frame.size, cells)
    return damage
  }

  private static func filled(_ frame: Frame, _ covered: [Rect]) -> [Cell] {
    var cells = frame.cells
    for rect in covered {
      for row in max(0, rect.row)..<max(0, rect.row, min(rect.endRow, frame.size.rows)) {
        for column in max(0, rect.column)..<max(0, rect.column, min(rect.endColumn, frame.size.columns)) {
          let index = row * frame.size.columns + column
          if cells[index].base == " ", cells[index].marks == .zero { cells[index].base = PictureLayer.fill }
        }
      }
    }
    return cells
  }

  private mutating func put(_ original: Cell, row: Int, column: Int) {
    let cell = isASCII ? original.ascii : original
    let look = look(of: cell.style)
    let (row, column) = (Int32(row), Int32(column))
    var scalars = (cell.base.value, cell.marks[0], cell.marks[1], cell.marks[2], cell.marks[3], UInt32(0))
    withUnsafeBytes(of: &scalars) { bytes in
      ct_put(row, column, bytes.assumingMemoryBound(to: UInt32.self).baseAddress, look.attributes, look.pair)
    }
    if isASCII, cell.width == 2 {
      // The sign takes one column only.
      scalars = (0x20, 0, 0, 0, 0, 0)
      withUnsafeBytes(of: &scalars) { bytes in
        ct_put(row, column + 1, bytes.assumingMemoryBound(to: UInt32.self).baseAddress, look.attributes, look.pair)
      }
    }
  }

  private mutating func look(of style: Style) -> Look {
    if let recent, recent.style == style { return recent.look }
    let look: Look
    if let known = looks[style] {
      look = known
    } else {
      let made = make(depth.reduce(style))
      // What found no pair asks again.
      guard made.hasColors else { return made }
      (look, looks[style]) = (made, made)
    }
    recent = (style, look)
    return look
  }

  private mutating func make(_ style: Style) -> Look {
    var attributes: Int32 = 0
    func add(_ attribute: Style.Attributes, _ bit: ct_attribute) {
      if style.attributes.contains(attribute) { attributes |= Int32(bit.rawValue) }
    }
    add(.bold, CT_BOLD)
    add(.dim, CT_DIM)
    add(.italic, CT_ITALIC)
    add(.underline, CT_UNDERLINE)
    add(.reverse, CT_REVERSE)
    // Dim words cannot be seen in many palettes; comparisons have signs of their own there.
    if !canStrike, depth == .direct || depth == .indexed256 { add(.strikethrough, CT_DIM) }
    guard depth != .none else { return Look(attributes: attributes, pair: 0) }
    let foreground = number(style.foreground)
    let background = number(style.background)
    // With eight colours, bold makes the bright ones.
    if colors == 8, foreground >= 8 { attributes |= Int32(CT_BOLD.rawValue) }
    let pair = ColorPairs.Colors(
      colors == 8 ? foreground % 8 : foreground, colors == 8 ? background % 8 : background)
    guard let (number, isNew) = pairs.number(of: pair) else {
      return Look(attributes: attributes, pair: 0, hasColors: false)
    }
    if isNew { ct_set_pair(number, pair.foreground, pair.background) }
    return Look(attributes: attributes, pair: number)
  }

  private func number(_ color: Color) -> Int32 {
    switch color {
    case .standard: return -1
    case .ansi(let index):
      guard depth == .direct, index >= 8 else { return Int32(index) }
      let rgb = ColorDepth.rgb(ofIndex: index)
      return number(.rgb(rgb.red, rgb.green, rgb.blue))
    case .rgb(let red, let green, let blue):
      let value = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
      // With direct colours, the numbers below eight are still the person's own.
      return value < 8 ? 0x01_0101 : value
    }
  }
}
