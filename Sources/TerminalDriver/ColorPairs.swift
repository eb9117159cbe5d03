import TerminalKit

/// The numbers under which a terminal knows pairs of colours.
///
/// Old terminals have 64 of them or fewer, so that all are given anew when they ran out. ncurses gives numbers too
/// (`alloc_pair`), but after `reset_color_pairs` it goes on counting where it was, and has none left in the end.
package struct ColorPairs {
  /// A foreground and a background, as ncurses counts colours; -1 is the terminal's own.
  package struct Colors: Hashable, Sendable {
    package var foreground: Int32
    package var background: Int32

    package init(_ foreground: Int32, _ background: Int32) {
      (self.foreground, self.background) = (foreground, background)
    }
  }

  private let limit: Int
  private var numbers: [Colors: Int32] = [:]
  private var hasRunOut = false
  /// Whether the frame had all numbers to itself: where they run out then, giving them anew helps nothing.
  private var isFresh = true

  /// - Parameter limit: How many pairs the terminal has, with the one of its own colours.
  package init(limit: Int) { self.limit = limit }

  /// Returns the number of a pair, 0 for the terminal's own colours, and whether it has to be made; nil where none is left.
  package mutating func number(of colors: Colors) -> (number: Int32, isNew: Bool)? {
    if colors == Colors(-1, -1) { return (0, false) }
    if let known = numbers[colors] { return (known, false) }
    guard numbers.count + 1 < limit else {
      hasRunOut = true
      return nil
    }
    let number = Int32(numbers.count + 1)
    numbers[colors] = number
    return (number, true)
  }

  /// Called after each frame: gives all numbers anew where they ran out for the sake of what is not shown any more.
  ///
  /// - Returns: Whether the frame has to be drawn once more, whole.
  package mutating func endFrame() -> Bool {
    defer { hasRunOut = false }
    let isReset = hasRunOut && !isFresh
    isFresh = hasRunOut
    if isReset { numbers.removeAll(keepingCapacity: true) }
    return isReset
  }
}
