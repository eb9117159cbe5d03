import TerminalKit
import Testing

@testable import JournalUI

/// What is said of a row can be read while the row is selected, too.
@Suite struct SelectionContrastTests {
  @Test(arguments: Tokens.shipped.map(\.name), [ColorDepth.direct, .indexed256])
  func quietWordsStepForwardOnASelection(name: String, depth: ColorDepth) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name })
    let theme = Theme.of(tokens, isDark: tokens.isDark, depth: depth)
    for style in [theme.secondary, theme.faint, theme.text, theme.heading] {
      let shown = theme.sign(style, on: theme.selection)
      #expect(shown.background == theme.selection.background)
      #expect((Legibility.contrast(shown.foreground, shown.background) * 10).rounded() >= 45, "\(name)")
    }
    #expect(theme.sign(theme.secondary, on: nil) == theme.secondary)
  }
}
