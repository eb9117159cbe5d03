/// Text that may go to a terminal, a pipe, a title or a log: nothing in it commands a terminal or hides from a reader.
///
/// Escape and control characters, bidi embeddings, overrides and isolates, and tag characters became visible marks.
/// Everything else is as it was written, joined emoji and combining marks too. Left out are direction marks, spaces
/// without width, and of a stack of combining marks those after the 32nd.
package struct TerminalSafe: Hashable, Sendable, CustomStringConvertible {
  /// The safe text, which may differ from the given one.
  package let text: String

  /// - Parameter keepingLines: keeps line ends (CR LF as LF) and tabs; otherwise they become marks (`␊`, `␉`) too, so
  ///   that the text stays on one line. A lone carriage return is always a mark.
  package init(_ text: String, keepingLines: Bool) {
    self.text = Self.needsChange(text, keepingLines: keepingLines) ? Self.marked(text, keepingLines) : text
  }

  /// The safe text, so that interpolation is safe as well.
  package var description: String { text }

  /// Looks only for the first bytes of what would be replaced; finding too much costs nothing but time.
  private static func needsChange(_ text: String, keepingLines: Bool) -> Bool {
    var run = 0
    for byte in text.utf8 {
      run = byte < 0x80 ? 0 : run + 1
      // As many bytes as a stack of marks has that is too high.
      if run > 2 * highestStack { return true }
      switch byte {
      case 0x20..<0x7F: continue
      case 9, 10: if !keepingLines { return true }
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: return true
      default: continue
      }
    }
    return false
  }

  /// So many combining marks stay on one character; more only hide the lines around it.
  private static let highestStack = 32

  private static func isStacked(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  private static func marked(_ text: String, _ keepingLines: Bool) -> String {
    var result = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var tagRoom = 0
    var stack = 0
    while index < scalars.endIndex {
      let scalar = scalars[index]
      scalars.formIndex(after: &index)
      stack = isStacked(scalar) ? stack + 1 : 0
      if stack > highestStack { continue }
      let isTag = 0xE0000...0xE007F ~= scalar.value
      if !isTag { tagRoom = scalar.value == 0x1F3F4 ? 7 : 0 }
      if isTag, tagRoom > 0 {
        tagRoom = scalar.value == 0xE007F ? 0 : tagRoom - 1
      } else if keepingLines, scalar == "\n" || scalar == "\t" {
        result.append(scalar)
      } else if keepingLines, scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" {
        continue
      } else if let mark = VisibleMark.replacing(scalar) {
        result.append(mark)
      } else if !VisibleMark.isDirectionMark(scalar.value), !VisibleMark.isSpaceWithoutWidth(scalar.value) {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text for a terminal that shows ASCII only: our own glyphs and common punctuation in their ASCII form, accents
  /// dropped, one `?` for every other character.
  package var ascii: String { ASCIIText.transliterate(text) }
}
