extension Glyphs {
  /// The set without signs of ambiguous width: those of ASCII stand for them.
  package var narrowed: Glyphs {
    var copy = self
    copy.isNarrowed = true
    for sign in Self.signs where AmbiguousWidth.contains(self[keyPath: sign]) {
      copy[keyPath: sign] = Glyphs.ascii[keyPath: sign]
    }
    for text in Self.texts where self[keyPath: text].unicodeScalars.contains(where: AmbiguousWidth.contains) {
      copy[keyPath: text] = Glyphs.ascii[keyPath: text]
    }
    copy.softEdge = Glyphs.ascii.softEdge
    (copy.boxOpen, copy.boxTicked) = (Glyphs.ascii.boxOpen, Glyphs.ascii.boxTicked)
    (copy.shades, copy.bars) = (Glyphs.ascii.shades, Glyphs.ascii.bars)
    return copy
  }

  private static var signs: [WritableKeyPath<Glyphs, Unicode.Scalar>] {
    [
      \.topLeft, \.topRight, \.bottomLeft, \.bottomRight, \.horizontal, \.vertical, \.teeLeft, \.teeRight, \.dashed,
      \.selection, \.marked, \.scrollThumb, \.scrollTrack, \.ellipsis, \.bullet, \.subBullet, \.deepBullet, \.separator,
      \.lineBreak, \.quoteBar, \.categoryBar, \.place, \.headingBlock, \.expanded, \.collapsed, \.dot, \.ring, \.star,
      \.image,
      \.waiting, \.fetched, \.check, \.merged, \.cross, \.localOnly, \.progressFull, \.progressEmpty,
    ]
  }

  private static var texts: [WritableKeyPath<Glyphs, String>] { [\.before, \.enter, \.up, \.down, \.left, \.right] }
}
