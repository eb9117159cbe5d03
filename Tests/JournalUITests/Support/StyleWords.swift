import TerminalKit

extension Style {
  /// The style in words, for files that are read by people: colours, then attributes.
  var words: String {
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
      (.strikethrough, "struck"),
    ]
    let attributes = names.filter { self.attributes.contains($0.0) }.map(\.1)
    return (["\(foreground.words) on \(background.words)"] + attributes).joined(separator: " ")
  }
}

extension Color {
  fileprivate var words: String {
    switch self {
    case .standard: "own"
    case .ansi(let index): "\(index)"
    case .rgb(let red, let green, let blue):
      "#" + [red, green, blue].map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    }
  }
}
