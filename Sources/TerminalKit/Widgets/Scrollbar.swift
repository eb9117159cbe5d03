/// Where one is in something longer than the screen.
package struct Scrollbar: Hashable, Sendable {
  /// Rows in all.
  package var total: Int
  /// Rows that can be seen at once.
  package var visible: Int
  /// The first row that can be seen, counted from 0.
  package var offset: Int

  package init(total: Int, visible: Int, offset: Int) {
    (self.total, self.visible, self.offset) = (total, visible, offset)
  }

  /// The rows that the thumb takes in a bar of some length; nil where everything can be seen.
  package func thumb(in length: Int) -> Range<Int>? {
    guard total > visible, visible > 0, length > 0 else { return nil }
    let size = min(length, max(1, length * visible / total))
    let last = total - visible
    let place = (length - size) * min(max(0, offset), last) / last
    // Only the very beginning and the very end may look like them.
    let first = place == 0 && offset > 0 && length > size ? 1 : place
    let start = first == length - size && offset < last && first > 1 ? first - 1 : first
    return start..<start + size
  }

  /// Draws the thumb over a column, usually the right border of a box; the rest of the column stays as it is.
  package func draw(row: Int, column: Int, length: Int, on frame: inout Frame, theme: Theme, glyphs: Glyphs) {
    guard let thumb = thumb(in: length) else { return }
    for place in thumb {
      frame.put(Cell(glyphs.scrollThumb, style: theme.scrollThumb), row: row + place, column: column)
    }
  }
}
