/// The rules by which characters that could command a terminal, or hide something from a reader, are made visible.
enum VisibleMark {
  /// Stands for an embedding, override or isolate of the writing direction.
  static let direction: Unicode.Scalar = "\u{21C4}"
  /// Stands for one of the invisible tag characters.
  static let tag: Unicode.Scalar = "\u{25AF}"

  /// The mark that replaces a character, or nil where the character may stand as it is.
  ///
  /// C0 controls, line feed and tab among them, become control pictures (`␛`), C1 controls U+FFFD, except for the
  /// one-byte form of `ESC [`, which shows as `␛` too.
  static func replacing(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20..<0x7F: nil
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x9B: "\u{241B}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x202A...0x202E, 0x2066...0x2069: direction
    case 0x2028, 0x2029: "\u{2424}"
    case 0xE0000...0xE007F: tag
    default: nil
    }
  }

  /// True for characters that show nothing and say nothing on a screen, so that leaving them out loses nothing:
  /// zero-width spaces, joiners and direction marks, the soft hyphen, variation selectors, annotation anchors.
  static func isInvisible(_ value: UInt32) -> Bool {
    switch value {
    case 0xAD, 0x034F, 0x061C, 0x180B...0x180F, 0x200B...0x200F, 0x2060...0x2065, 0x206A...0x206F, 0xFE00...0xFE0F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE0080...0xE0FFF:
      true
    default: false
    }
  }

  /// True for the marks of a reading direction that change no order by themselves, but the place of punctuation.
  static func isDirectionMark(_ value: UInt32) -> Bool { value == 0x200E || value == 0x200F || value == 0x061C }

  /// True for scalars that take no room and join nothing: zero-width space, word joiner, invisible operators, BOM.
  ///
  /// The joiners U+200C and U+200D are none of them: words of some languages, and emoji, are others without them.
  static func isSpaceWithoutWidth(_ value: UInt32) -> Bool {
    value == 0x200B || value == 0xFEFF || 0x2060...0x2064 ~= value
  }
}
