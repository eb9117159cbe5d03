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
  @Test(arguments: [true, false])
  func textIsLegibleOnBlackAndOnWhite(isDark: Bool) {
    let ground: Color = isDark ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
    for (name, style) in Theme.standard(isDark: isDark, depth: .direct).textStyles {
      let foreground = style.foreground == .standard ? (isDark ? .rgb(255, 255, 255) : .rgb(0, 0, 0)) : style.foreground
      let background = style.background == .standard ? ground : style.background
      #expect(contrast(foreground, background) >= 4.5, "\(name)")
    }
  }

  @Test func aBackgroundNeverStandsWithoutItsForeground() {
    for depth in ColorDepth.allCases {
      for isDark in [true, false] {
        for (name, style) in Theme.standard(isDark: isDark, depth: depth).textStyles
        where style.background != .standard {
          #expect(style.foreground != .standard, "\(name)")
        }
      }
    }
  }

  @Test func withoutColoursAttributesTellThingsApart() {
    let theme = Theme.standard(isDark: true, depth: .none)
    for (name, style) in theme.textStyles {
      #expect(style.foreground == .standard && style.background == .standard, "\(name)")
    }
    let apart = [
      theme.text, theme.secondary, theme.selection, theme.unfocusedSelection, theme.match, theme.focusedBorder,
    ]
    #expect(Set(apart).count == apart.count)
    #expect(theme.inserted != theme.deleted)
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
}
