/// What every look has to hold before it is shown, a person's own as well: everything can be read on every ground.
extension Tokens {
  /// Two colours that lie too close to be read on each other.
  package struct Fault: Hashable, Sendable {
    package var role: Role
    package var ground: Role
    /// The contrast that there is, and the least that is needed.
    package var contrast: Double
    package var least: Double

    /// `faint on surface has a contrast of 3.1, and needs 4.5`.
    package var words: String {
      "\(role.name) on \(ground.name) has a contrast of \(Self.decimal(contrast)), and needs \(Self.decimal(least))"
    }

    private static func decimal(_ value: Double) -> String {
      // Rounded down, so that what is too little never looks like enough.
      let tenths = Int(value * 10)
      return "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// What cannot be read; empty for a look that may be used. The worst comes first.
  package var faults: [Fault] {
    Self.demands.compactMap { role, ground, least in
      let contrast = ratio(self[role], self[ground])
      return Legibility.reaches(contrast, least)
        ? nil : Fault(role: role, ground: ground, contrast: contrast, least: least)
    }.sorted { $0.contrast / $0.least < $1.contrast / $1.least }
  }

  /// The worst contrast of a colour on page, desk and sheet.
  package func contrast(of role: Role) -> Double {
    Self.grounds.map { ratio(self[role], self[$0]) }.min() ?? 1
  }

  private static let grounds: [Role] = [.base, .surface, .raised]

  private static let demands: [(Role, Role, Double)] =
    grounds.flatMap { ground in
      Role.words.map { ($0, ground, Legibility.words) } + Role.categories.map { ($0, ground, Legibility.bars) }
    } + [
      (.text, .selection, Legibility.words), (.strong, .selection, Legibility.words), (.text, .well, Legibility.words),
      (.strong, .well, Legibility.words), (.onHit, .hit, Legibility.words), (.onAccent, .accent, Legibility.words),
      (.good, .added, Legibility.changes), (.bad, .removed, Legibility.changes),
    ]
}

/// A look made from another one.
extension Tokens {
  /// A look with some colours of its own over those of another one; what follows from them is made anew.
  ///
  /// - Parameters:
  ///   - title: what people call it.
  ///   - name: what it is chosen by.
  ///   - base: where the colours come from that are not given.
  ///   - colors: red, green and blue of each colour that is given.
  package init(_ title: String, _ name: String, over base: Tokens, _ colors: [Role: OKLab.RGB]) {
    var tints = Role.allCases.map { base[$0] }
    func set(_ role: Role, _ color: OKLab.RGB) { tints[role.rawValue] = Tint(color) }
    func lab(_ role: Role) -> OKLab { OKLab(tints[role.rawValue]) }
    for (role, color) in colors { set(role, color) }
    for (tint, ground, word) in [(Role.added, Role.base, Role.good), (.removed, .base, .bad)]
    where colors[tint] == nil && (colors[ground] != nil || colors[word] != nil) {
      set(tint, OKLab.mix(lab(ground), lab(word), 0.16))
    }
    for (word, ground) in [(Role.onAccent, Role.accent), (.onHit, .hit)] where colors[word] == nil {
      guard colors[ground] != nil || colors[.base] != nil, let best = Self.legible(on: ground, tints) else { continue }
      tints[word.rawValue] = best
    }
    if !colors.isEmpty { Self.keepLegibleIn256(&tints) }
    self.init(title, name, isDark: OKLab(tints[Role.base.rawValue]).lightness < 0.6, tints: tints)
  }

  /// The page's colour or that of titles, whichever can be read on a ground.
  private static func legible(on ground: Role, _ tints: [Tint]) -> Tint? {
    [Role.onAccent, .onHit, .base, .strong].map { tints[$0.rawValue] }
      .max { ratio($0, tints[ground.rawValue]) < ratio($1, tints[ground.rawValue]) }
  }

  /// The look with one of the categories' colours as its accent, light or dark enough to be read.
  package func accented(_ role: Role) -> Tokens {
    var tints = Role.allCases.map { self[$0] }
    let behind = Self.grounds.map { self[$0].color(.direct) }
    var accent = self[role]
    if case .rgb(let red, let green, let blue) = Legibility.moved(accent.color(.direct), on: behind, depth: .direct) {
      accent = Tint((red, green, blue))
    }
    tints[Role.accent.rawValue] = accent
    if let best = Self.legible(on: .accent, tints) { tints[Role.onAccent.rawValue] = best }
    Self.keepLegibleIn256(&tints)
    return Tokens(title, name, isDark: isDark, tints: tints)
  }

  /// Of the palette of 256, words take the nearest colour that can be read on all grounds there.
  private static func keepLegibleIn256(_ tints: inout [Tint]) {
    let backs = grounds.map { Color.ansi(tints[$0.rawValue].index) }
    func isLegible(_ index: UInt8) -> Bool {
      backs.allSatisfy { Legibility.contrast(.ansi(index), $0) >= Legibility.words }
    }
    let legible = (UInt8(16)...255).filter(isLegible)
    for role in Role.words where !isLegible(tints[role.rawValue].index) {
      let wished = OKLab(tints[role.rawValue])
      guard let near = legible.min(by: { wished.distance(to: $0) < wished.distance(to: $1) }) else { continue }
      tints[role.rawValue].index = near
    }
  }
}

/// The contrast of two colours as a terminal with direct colours shows them.
private func ratio(_ left: Tokens.Tint, _ right: Tokens.Tint) -> Double {
  Legibility.contrast(left.color(.direct), right.color(.direct))
}

extension OKLab {
  fileprivate init(_ tint: Tokens.Tint) { self.init(red: tint.red, green: tint.green, blue: tint.blue) }

  /// The square of the way to a colour of the palette.
  fileprivate func distance(to index: UInt8) -> Double {
    let color = ColorDepth.rgb(ofIndex: index)
    let other = OKLab(red: color.red, green: color.green, blue: color.blue)
    let (l, x, y) = (lightness - other.lightness, a - other.a, b - other.b)
    return l * l + x * x + y * y
  }
}
