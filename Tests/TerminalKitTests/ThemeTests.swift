import Glibc
import Testing

@testable import TerminalKit

/// Contrast as WCAG defines it, 1 to 21.
private func contrast(_ left: Color, _ right: Color) -> Double {
  func luminance(_ color: Color) -> Double {
    guard case .rgb(let red, let green, let blue) = color else { return 0 }
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value > 0.03928 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
  let (a, b) = (luminance(left), luminance(right))
  return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

extension Theme {
  fileprivate var textStyles: [(String, Style)] {
    [
      ("accent", accent), ("secondary", secondary), ("selection", selection), ("unfocused", unfocusedSelection),
      ("marked", markedText), ("heading", heading), ("code", code), ("link", link), ("quote", quote), ("match", match),
      ("error", error), ("warning", warning), ("success", success), ("star", star), ("inserted", inserted),
      ("deleted", deleted), ("keyName", keyName), ("keyText", keyText), ("focusedBorder", focusedBorder),
    ]
  }
}

@Suite struct ThemeTests {
  @Test(arguments: Tokens.shipped.map(\.name))
  func wordsAreLegibleOnEveryGround(_ name: String) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name })
    func color(_ role: Tokens.Role) -> Color { tokens[role].color(.direct) }
    func shown(_ role: Tokens.Role) -> Color {
      let parts = ColorDepth.rgb(ofIndex: tokens[role].index)
      return .rgb(parts.red, parts.green, parts.blue)
    }
    for ground in [Tokens.Role.base, .surface, .raised] {
      for role in Tokens.Role.words {
        #expect(contrast(color(role), color(ground)) >= 4.45, "\(role) on \(ground)")
        // These are signs with a shape of their own, and the words beside them have the colour of the text.
        if role.rawValue < Tokens.Role.warm.rawValue {
          #expect(contrast(shown(role), shown(ground)) >= 4.45, "\(role) on \(ground) in 256 colours")
        }
      }
      for role in Tokens.Role.categories {
        #expect(contrast(color(role), color(ground)) >= 2.95, "\(role) on \(ground)")
      }
    }
    for role in [Tokens.Role.text, .strong] { #expect(contrast(color(role), color(.selection)) >= 4.45, "\(role)") }
    #expect(tokens.faults.isEmpty, "\(tokens.faults.map(\.words))")
    #expect(contrast(color(.onHit), color(.hit)) >= 4.45)
    #expect(contrast(color(.onAccent), color(.accent)) >= 4.45)
    #expect(contrast(color(.good), color(.added)) >= 3.5 && contrast(color(.bad), color(.removed)) >= 3.5)
  }

  @Test(arguments: Tokens.shipped.map(\.name), [ColorDepth.direct, .indexed256])
  func codeIsLegibleInItsWell(_ name: String, _ depth: ColorDepth) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name })
    let theme = Theme.of(tokens, isDark: nil, depth: depth)
    let tints = theme.codeTints
    for style in [theme.code, tints.keyword, tints.string, tints.number, tints.call] {
      for ground in [theme.grounds.base, theme.grounds.well] {
        #expect(Legibility.contrast(style.foreground, ground) >= Legibility.words)
      }
    }
  }

  @Test(arguments: [ColorDepth.direct, .indexed256])
  func aPaintedThemeLeavesNoCellToTheTerminal(_ depth: ColorDepth) {
    let theme = Theme.standard(isDark: true, depth: depth)
    var frame = Frame(Size(rows: 2, columns: 4))
    frame.put("ab", row: 0, column: 0, style: theme.secondary, width: TableWidth())
    frame.lay(
      theme.grounds.base, [(Rect(row: 1, column: 1, rows: 1, columns: 9), theme.grounds.raised)],
      text: theme.text.foreground)
    #expect(frame.cells.allSatisfy { $0.style.background != .standard && $0.style.foreground != .standard })
    #expect(frame[0, 3].style.background == theme.grounds.base && frame[1, 1].style.background == theme.grounds.raised)
    #expect(frame[0, 0].style.foreground == theme.secondary.foreground)
  }

  @Test func whatCannotBeReadIsSaidWithTheLeastThatIsNeeded() {
    let pale = Tokens("Pale", "pale", over: .paper, [.faint: (0xB8, 0xB0, 0xA0), .red: (0xF0, 0xE0, 0xE0)])
    #expect(Set(pale.faults.map(\.role)) == [.faint, .red])
    #expect(pale.faults.contains { $0.words == "faint on surface has a contrast of 1.8, and needs 4.5" })
    #expect(
      pale.faults.allSatisfy { contrast(pale[$0.role].color(.direct), pale[$0.ground].color(.direct)) < $0.least })
  }

  @Test func aThemeOfOnesOwnHasWhatFollowsFromItsColours() {
    let night = Tokens("Night", "night", over: .paper, [.base: (0, 0, 0), .surface: (0, 0, 0), .raised: (20, 20, 20)])
    #expect(night.isDark)
    // Added words are on a tint of this page, and not of the one that the colours came from.
    #expect(contrast(night[.added].color(.direct), night[.base].color(.direct)) < 2)
    let sea = Tokens("Sea", "sea", over: .ink, [.accent: (0x20, 0x20, 0x80)])
    #expect(contrast(sea[.onAccent].color(.direct), sea[.accent].color(.direct)) >= 4.45)
  }

  @Test(arguments: Tokens.shipped.map(\.name), Tokens.Role.categories)
  func anyCategorysColourCanBeTheAccent(_ name: String, _ role: Tokens.Role) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name }).accented(role)
    #expect(!tokens.faults.contains { $0.role == .accent || $0.role == .onAccent }, "\(tokens.faults.map(\.words))")
  }

  @Test func anUnpaintedThemeKeepsItsWordsAndSheets() {
    let theme = Theme.standard(isDark: true, depth: .direct).unpainted
    var frame = Frame(Size(rows: 1, columns: 4))
    frame.put("ab", row: 0, column: 0, style: theme.secondary, width: TableWidth())
    frame.lay(theme.grounds.base, [], text: theme.text.foreground)
    #expect(frame.cells.allSatisfy { $0.style.background == .standard && $0.style.foreground != .standard })
    #expect(theme.paints && theme.grounds.raised != .standard)
    // Behind a dialog words go towards the page that the theme was made for.
    #expect(theme.scrim(frame[0, 0].style).foreground != frame[0, 0].style.foreground)
  }

  @Test func aThemeOfTheTerminalPaintsNothing() {
    for isDark in [true, false, nil] {
      let theme = Theme.of(nil, isDark: isDark, depth: .direct)
      #expect(!theme.paints && theme.text == .plain && theme.depth == .ansi16)
    }
    let unknown = Theme.of(nil, isDark: nil, depth: .ansi16)
    for (name, style) in unknown.textStyles { #expect(style.foreground == .standard, "\(name)") }
  }

  @Test func behindADialogWordsStepBack() {
    let theme = Theme.standard(isDark: true, depth: .direct)
    let style = Style(theme.text.foreground, on: theme.grounds.base)
    let dimmed = theme.scrim(style)
    #expect(dimmed.background == style.background)
    #expect(contrast(dimmed.foreground, style.background) < contrast(style.foreground, style.background) / 2)
    #expect(contrast(dimmed.foreground, style.background) > 1.2)
  }

  @Test(
    arguments: [
      ("#FF3B30", Tokens.Role.red), ("#FF9500", .orange), ("#FFCC00", .yellow), ("#34C759", .green),
      ("#30B0C7", .teal), ("#007AFF", .blue), ("#AF52DE", .purple), ("#FF2D55", .pink), ("#A2845E", .brown),
      ("#8E8E93", .grey), ("#000000", .grey), ("#1E90FF", .blue), ("#228B22", .green), ("#5856D6", .purple),
    ] as [(String, Tokens.Role)])
  func aCategoryIsDrawnInTheNearestColourOfTheTheme(_ hex: String, _ role: Tokens.Role) throws {
    let theme = Theme.standard(isDark: false, depth: .direct)
    #expect(theme.categories.color(for: try #require(Color(hex: hex))) == Tokens.paper[role].color(.direct))
  }

  @Test(arguments: Tokens.shipped.map(\.name), [ColorDepth.direct, .indexed256])
  func exactColoursOfCategoriesCanBeSeen(_ name: String, _ depth: ColorDepth) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name })
    for theme in [Theme.of(tokens, isDark: nil, depth: depth), Theme.of(tokens, isDark: nil, depth: depth).unpainted] {
      let exact = theme.withExactCategories
      for hex in ["#007AFF", "#FFFFFF", "#000000", "#FFCC00", "#30B0C7", "#101010", "#FAF6EC", "#2A2A80", "#FFFF99"] {
        let color = exact.categories.color(for: try #require(Color(hex: hex)))
        for ground in [theme.page, theme.grounds.surface, theme.selection.background] {
          #expect(Legibility.contrast(color, ground) >= Legibility.bars, "\(hex)")
        }
      }
    }
  }

  @Test func exactColoursStayAsTheyAreWhereTheyCanBeSeen() throws {
    let theme = Theme.standard(isDark: true, depth: .direct).withExactCategories
    #expect(theme.categories.color(for: .rgb(0x00, 0x7A, 0xFF)) == .rgb(0x00, 0x7A, 0xFF))
    // Moved in lightness, in its own hue.
    guard case .rgb(let red, let green, let blue) = theme.categories.color(for: .rgb(0x2A, 0x2A, 0x80)) else {
      Issue.record("no colour")
      return
    }
    let (moved, stored) = (
      OKLab(red: red, green: green, blue: blue), OKLab(red: 0x2A, green: 0x2A, blue: 0x80)
    )
    #expect(abs(moved.hue - stored.hue) < 0.1 && moved.lightness > stored.lightness)
    // Sixteen colours are the user's own.
    let palette = Theme.of(nil, isDark: true, depth: .ansi16)
    #expect(palette.withExactCategories.categories == palette.categories)
  }

  @Test func aBlockOfCodeIsNoColouredOneInSixteenColours() {
    for isDark in [true, false, nil] {
      let palette = Theme.of(nil, isDark: isDark, depth: .ansi16)
      #expect(palette.codeBlock == palette.text)
    }
  }

  @Test func signsOfAmbiguousWidthHaveOthersInTheirPlace() {
    let glyphs = Glyphs.utf8.narrowed
    #expect(glyphs.isNarrowed && glyphs.charset == .utf8)
    #expect(glyphs.star == "*" && glyphs.categoryBar == "|" && glyphs.ellipsis == "~" && glyphs.check == "✓")
    let mirror = Mirror(reflecting: glyphs)
    for (label, value) in mirror.children {
      let scalars = (value as? Unicode.Scalar).map { [$0] } ?? (value as? String).map { Array($0.unicodeScalars) } ?? []
      #expect(!scalars.contains(where: AmbiguousWidth.contains), "\(label ?? "")")
    }
  }

  @Test func withoutColoursAttributesTellThingsApart() {
    let theme = Theme.standard(isDark: true, depth: .none)
    for (name, style) in theme.textStyles {
      #expect(style.foreground == .standard && style.background == .standard, "\(name)")
    }
    let apart = [theme.text, theme.selection, theme.unfocusedSelection, theme.match, theme.focusedBorder]
    #expect(Set(apart).count == apart.count)
    #expect(theme.inserted != theme.deleted)
  }

  /// Where the background is not known keys are underlined, and signs and frames are not: a stroke below them says nothing.
  @Test func onlyWordsAreUnderlined() {
    let theme = Theme.of(nil, isDark: nil, depth: .ansi16)
    #expect(theme.keyName.attributes == [.bold, .underline])
    for style in [theme.accent, theme.focusedBorder, theme.selectionBar] {
      #expect(!style.attributes.contains(.underline) && style.foreground == .standard)
    }
    #expect(theme.heading.attributes == .bold)
  }

  @Test func sixteenColoursAreNamedOnly() {
    for isDark in [true, false] {
      for (_, style) in Theme.standard(isDark: isDark, depth: .ansi16).textStyles {
        #expect(ColorDepth.ansi16.reduce(style) == style)
      }
    }
  }

  @Test(
    arguments: [
      (Color.rgb(0, 0, 0), 16), (.rgb(255, 255, 255), 231), (.rgb(255, 0, 0), 196), (.rgb(128, 128, 128), 244),
      (.rgb(0, 122, 255), 33), (.rgb(95, 135, 175), 67), (.rgb(8, 8, 8), 232), (.rgb(238, 238, 238), 255),
    ] as [(Color, UInt8)])
  func nearestOf256(_ color: Color, _ index: UInt8) {
    #expect(ColorDepth.indexed256.reduce(color) == .ansi(index))
  }

  @Test(
    arguments: [
      (Color.rgb(0, 0, 0), 0), (.rgb(255, 255, 255), 15), (.rgb(200, 20, 20), 1), (.rgb(0, 122, 255), 12),
      (.rgb(128, 128, 128), 8), (.rgb(255, 204, 0), 11), (.rgb(52, 199, 89), 2), (.rgb(175, 82, 222), 5),
      (.rgb(255, 149, 0), 11), (.rgb(40, 40, 44), 0), (.rgb(255, 45, 85), 9), (.rgb(90, 200, 250), 14),
    ] as [(Color, UInt8)])
  func nearestOf16(_ color: Color, _ index: UInt8) {
    #expect(ColorDepth.ansi16.reduce(color) == .ansi(index))
  }

  @Test func reducingTwiceChangesNothingMore() {
    for depth in ColorDepth.allCases {
      for red in stride(from: UInt8(0), through: 250, by: 25) {
        let once = depth.reduce(Style(.rgb(red, 255 - red, red / 2), on: .rgb(10, red, 200), .bold))
        #expect(depth.reduce(once) == once)
      }
    }
    #expect(ColorDepth.none.reduce(Style(.ansi(1), on: .ansi(4))) == Style(.standard, on: .standard, .reverse))
    #expect(ColorDepth.direct.reduce(Style(.rgb(1, 2, 3))) == Style(.rgb(1, 2, 3)))
    #expect(ColorDepth.ansi16.reduce(.ansi(196)) == .ansi(9))
  }

  @Test(arguments: Tokens.shipped.map(\.name)) func heatGoesFromThePageToTheAccent(name: String) throws {
    let tokens = try #require(Tokens.shipped.first { $0.name == name })
    let theme = Theme.of(tokens, isDark: tokens.isDark, depth: .direct)
    let heat = theme.heat
    #expect(heat.count == 5 && heat.last == theme.accent.foreground && Set(heat).count == 5)
    let contrasts = heat.dropFirst().map { Legibility.contrast($0, theme.grounds.base) }
    #expect(contrasts == contrasts.sorted())
  }

  /// On an unknown background only those of the sixteen that can be seen on any are used, and only by signs.
  @Test func categoriesCanBeSeenOnAnyBackground() {
    let theme = Theme.of(nil, isDark: nil, depth: .ansi16)
    for hex in [
      "#FF3B30", "#FF9500", "#FFCC00", "#34C759", "#30B0C7", "#007AFF", "#AF52DE", "#FF2D55", "#A2845E", "#8E8E93",
    ] {
      let color = theme.categories.color(for: Color(hex: hex) ?? .standard)
      #expect([Color.standard, .ansi(1), .ansi(2), .ansi(5), .ansi(6)].contains(color), "\(hex)")
    }
  }
}
