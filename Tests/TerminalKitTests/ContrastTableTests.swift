import Testing

@testable import TerminalKit

/// The contrast of each theme, as the table of the look has it: the worst on page, desk and sheet.
@Suite struct ContrastTableTests {
  private static let roles: [Tokens.Role] = [.text, .strong, .secondary, .faint, .accent, .good, .warn, .bad]

  /// Theme; text, strong, secondary, faint, accent, good, warn, bad and text on the selected row; the same without the last
  /// in 256 colours.
  private static let table: [(name: String, direct: [Double], indexed: [Double])] = [
    ("ink", [10.6, 13.9, 6.3, 4.5, 8.2, 8.0, 9.4, 6.5, 8.9], [10.5, 13.0, 6.4, 5.0, 7.5, 8.7, 10.1, 6.5]),
    ("paper", [12.0, 16.1, 6.1, 4.7, 6.8, 5.4, 5.4, 5.9, 10.5], [11.9, 14.7, 5.6, 4.8, 5.5, 5.3, 4.5, 5.9]),
    ("solarized-dark", [5.2, 10.6, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.6], [5.4, 8.9, 4.8, 4.8, 4.6, 4.5, 4.9, 4.8]),
    ("solarized-light", [5.0, 10.6, 4.5, 4.5, 4.5, 4.5, 4.5, 4.6, 4.6], [5.0, 10.4, 4.8, 4.8, 5.1, 5.3, 4.5, 5.9]),
    ("gruvbox-dark", [8.5, 10.2, 5.3, 4.6, 6.8, 5.6, 4.6, 4.5, 6.4], [8.4, 11.1, 5.0, 4.8, 6.2, 4.9, 4.7, 4.8]),
    ("gruvbox-light", [9.2, 11.7, 5.2, 4.6, 5.3, 4.6, 4.9, 6.9, 8.5], [7.7, 10.3, 4.8, 4.8, 4.8, 4.6, 5.0, 5.0]),
    ("nord", [7.4, 8.7, 4.8, 4.6, 5.0, 4.9, 6.4, 4.6, 6.4], [8.1, 9.8, 5.4, 5.4, 5.0, 5.0, 7.6, 4.9]),
    ("nord-light", [10.3, 14.0, 6.1, 6.1, 4.5, 4.5, 4.6, 4.6, 9.2], [10.4, 13.4, 5.6, 5.6, 4.8, 5.3, 4.5, 5.5]),
    ("catppuccin-mocha", [8.7, 9.9, 5.6, 4.6, 6.2, 8.5, 9.9, 5.4, 6.3], [8.2, 8.9, 5.4, 4.8, 6.2, 7.0, 8.4, 5.1]),
    ("catppuccin-latte", [6.6, 11.9, 4.5, 4.5, 4.5, 4.6, 4.5, 4.6, 5.2], [6.5, 11.9, 4.8, 4.8, 4.8, 6.3, 4.5, 5.9]),
    ("rose-pine", [11.5, 12.7, 4.7, 4.5, 9.0, 8.9, 9.3, 5.2, 7.9], [9.5, 11.4, 4.9, 4.9, 7.5, 8.0, 7.3, 4.5]),
    ("rose-pine-dawn", [6.1, 11.5, 4.6, 4.6, 5.1, 5.1, 4.5, 4.5, 5.3], [5.6, 10.4, 4.8, 4.8, 5.5, 5.5, 4.5, 5.5]),
  ]

  private func worst(_ role: Tokens.Role, _ tokens: Tokens, _ depth: ColorDepth) -> Double {
    [Tokens.Role.base, .surface, .raised].map {
      Legibility.contrast(tokens[role].color(depth), tokens[$0].color(depth))
    }.min() ?? 0
  }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  @Test func everyThemeHasALine() { #expect(Self.table.map(\.name) == Tokens.shipped.map(\.name)) }

  @Test(arguments: Tokens.shipped.map(\.name)) func theRatiosAreThoseOfTheTable(name: String) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name })
    let line = try #require(Self.table.first { $0.name == name })
    for (place, role) in Self.roles.enumerated() {
      let direct = worst(role, tokens, .direct)
      #expect(abs(tenths(direct) - line.direct[place]) < 0.11, "\(role.name): \(direct), \(line.direct[place])")
      let indexed = worst(role, tokens, .indexed256)
      #expect(
        abs(tenths(indexed) - line.indexed[place]) < 0.11, "\(role.name) in 256: \(indexed), \(line.indexed[place])")
      #expect(tenths(direct) >= Legibility.words && tenths(indexed) >= Legibility.words, "\(role.name)")
    }
    let selected = Legibility.contrast(tokens[.text].color(.direct), tokens[.selection].color(.direct))
    #expect(abs(tenths(selected) - (line.direct.last ?? 0)) < 0.11, "text on the selected row: \(selected)")
  }
}
