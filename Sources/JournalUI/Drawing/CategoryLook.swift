import JournalCore
import TerminalKit

/// What stands for a category, as the setting has it: a bar in its colour, or the sign of its icon.
extension SharesDesk {
  /// One column.
  func sign(of category: JournalCore.Category) -> String {
    let wish = preferences.categorySign
    guard wish != .bar else { return String(glyphs.categoryBar) }
    let icon = CategoryIcon.named(category.icon)
    guard glyphs.charset == .utf8 else { return icon.asciiGlyph }
    if wish == .nerd, icon.nerdGlyph != icon.glyph { return icon.nerdGlyph }
    let isWide = glyphs.isNarrowed && icon.glyph.unicodeScalars.contains(where: AmbiguousWidth.contains)
    return isWide ? icon.asciiGlyph : icon.glyph
  }

  /// Sign and name of a category on a line of facts. A bar touches its name, as it does a row; a sign stands apart.
  func words(of category: JournalCore.Category) -> [StyledText] {
    let isBar = preferences.categorySign == .bar
    return [
      StyledText(sign(of: category), theme.style(ofColor: category.colorHex)),
      StyledText(isBar ? category.name : " " + category.name, theme.secondary),
    ]
  }
}
