import CTerminal
import TerminalKit

/// Which terminal description is used, with how many colours.
struct TerminalKind {
  let type: String
  let depth: ColorDepth
  /// Colours that the description counts.
  let colors: Int

  init(_ options: TerminalOptions) throws(TerminalError) {
    let term = options.environment["TERM"] ?? ""
    guard !term.isEmpty else { throw .dumbType("") }
    var (colors, isDirect) = (Int32(0), false)
    switch ct_look_up(term, &colors, &isDirect) {
    case CT_USABLE: break
    case CT_DUMB: throw .dumbType(term)
    default: throw .unknownType(term)
    }
    let possible = TerminalTraits.depth(colors: Int(colors), isDirect: isDirect, environment: options.environment)
    let wanted = options.depth.map { $0.rank < possible.rank ? $0 : possible } ?? possible
    if wanted == .direct, !isDirect {
      // ncurses writes direct colours only through a description that has them.
      for candidate in TerminalTraits.directTypes(of: term) {
        var (candidateColors, candidateIsDirect) = (Int32(0), false)
        guard ct_look_up(candidate, &candidateColors, &candidateIsDirect) == CT_USABLE, candidateIsDirect else {
          continue
        }
        (type, depth, self.colors) = (candidate, .direct, Int(candidateColors))
        return
      }
    }
    type = term
    depth = wanted == .direct && !isDirect ? (colors >= 256 ? .indexed256 : .ansi16) : wanted
    self.colors = Int(colors)
  }
}

extension ColorDepth {
  fileprivate var rank: Int {
    switch self {
    case .none: 0
    case .ansi16: 1
    case .indexed256: 2
    case .direct: 3
    }
  }
}
