/// Merges changes of the same lines word by word, where that is safe.
enum WordMerge {
  /// The merged line; nil as below, and where merging it with either side again would change it.
  static func merge(base: String, local: String, server: String) -> String? {
    func once(_ local: String, _ server: String) -> String? {
      merge(base: Array(base.utf8), local: Array(local.utf8), server: Array(server.utf8)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    guard let merged = once(local, server), let turned = once(server, local), merged.isSame(as: turned) else {
      return nil
    }
    let holds = [local, server].allSatisfy { side in
      merged.isSame(as: side)
        || once(merged, side)?.isSame(as: merged) ?? false && once(side, merged)?.isSame(as: merged) ?? false
    }
    return holds && !merged.isSame(as: base) && !hasMore(merged, local, server) ? merged : nil
  }

  /// Whether a word stands in a line more often than in each of two others: both put in the same one, at two places.
  private static func hasMore(_ merged: String, _ one: String, _ other: String) -> Bool {
    var interner = Interner()
    func counts(_ text: String) -> [Int32: Int] {
      let words = TextWords(Array(text.utf8), &interner)
      return words.numbers.indices.filter { words.isWord[$0] }.reduce(into: [:]) {
        $0[words.numbers[$1], default: 0] += 1
      }
    }
    let (mine, theirs) = (counts(one), counts(other))
    return counts(merged).contains { word, count in count > max(mine[word] ?? 0, theirs[word] ?? 0) }
  }

  /// The merged bytes; nil where the changes touch, look like the same words typed twice, or take too long.
  static func merge(base: [UInt8], local: [UInt8], server: [UInt8]) -> [UInt8]? {
    var interner = Interner()
    let before = TextWords(base, &interner)
    let mine = TextWords(local, &interner)
    let theirs = TextWords(server, &interner)
    guard let stretches = ThreeWay.stretches(base: before.numbers, local: mine.numbers, server: theirs.numbers) else {
      return nil
    }
    var merged: [UInt8] = []
    var inserted = (local: WordPairs(), server: WordPairs())
    var lastChange: ThreeWay.Stretch.Kind?
    var lastTag: Range<Int>?
    for stretch in stretches {
      switch stretch.kind {
      case .overlap: return nil
      case .stable:
        merged += before.bytes(stretch.base)
        // Changes with a word between them that both sides left alone do not touch.
        if stretch.base.contains(where: { before.isWord[$0] }) { lastChange = nil }
      case .local, .server, .both:
        let tag = before.tag(around: stretch.base)
        // A tag stands for itself: names of two tags do not touch, though only a blank is between them.
        let areTags = tag != nil && lastTag.map { $0.upperBound < tag?.lowerBound ?? 0 } ?? false
        if let lastChange, lastChange != stretch.kind, !areTags { return nil }
        (lastChange, lastTag) = (stretch.kind, tag)
        merged += stretch.kind == .server ? theirs.bytes(stretch.server) : mine.bytes(stretch.local)
        if stretch.kind == .local { inserted.local.insert(mine, stretch.local) }
        if stretch.kind == .server { inserted.server.insert(theirs, stretch.server) }
      }
    }
    return inserted.local.looksLike(inserted.server) ? nil : merged
  }
}

/// A stretch of text as words, spaces and what stands between.
struct TextWords {
  private let text: [UInt8]
  private var ranges: [Range<Int>] = []
  private(set) var numbers: [Int32] = []
  private(set) var isWord: [Bool] = []
  private var isBlank: [Bool] = []

  private enum Kind { case word, sign, space, lineEnd }

  init(_ bytes: [UInt8], _ interner: inout Interner) {
    text = bytes
    var start = 0
    var offset = 0
    var current: Kind?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let (kind, standsAlone) = TextWords.kind(of: scalar)
      if let open = current, open != kind || standsAlone || kind == .lineEnd {
        append(start..<offset, open, &interner)
        start = offset
      }
      current = kind
      offset += UTF8.width(scalar)
      if standsAlone {
        append(start..<offset, kind, &interner)
        (start, current) = (offset, nil)
      }
    }
    if let current { append(start..<offset, current, &interner) }
  }

  var count: Int { ranges.count }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    range.isEmpty ? [] : text[ranges[range.lowerBound].lowerBound..<ranges[range.upperBound - 1].upperBound]
  }

  /// The tag in which a stretch lies as a whole, from its sign on; nil where it goes beyond one.
  func tag(around stretch: Range<Int>) -> Range<Int>? {
    guard !stretch.isEmpty, !stretch.contains(where: { isBlank[$0] }) else { return nil }
    var (start, end) = (stretch.lowerBound, stretch.upperBound)
    while start > 0, !isBlank[start - 1] { start -= 1 }
    while end < count, !isBlank[end] { end += 1 }
    let sign = bytes(start..<start + 1)
    guard sign.elementsEqual("#".utf8) || sign.elementsEqual("@".utf8), stretch.lowerBound > start else { return nil }
    return start..<end
  }

  private mutating func append(_ range: Range<Int>, _ kind: Kind, _ interner: inout Interner) {
    guard !range.isEmpty else { return }
    ranges.append(range)
    numbers.append(interner.number(text[range]))
    isWord.append(kind == .word)
    isBlank.append(kind == .space || kind == .lineEnd)
  }

  /// The kind of a scalar, and whether it is a word by itself, as in scripts without spaces.
  private static func kind(of scalar: Unicode.Scalar) -> (Kind, standsAlone: Bool) {
    switch scalar.value {
    case 0x0A: return (.lineEnd, false)
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x27, 0x5F, 0x2019: return (.word, false)
    case 0..<0x80: return (scalar.properties.isWhitespace ? .space : .sign, false)
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      return (.word, true)
    case 0xFE00...0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF: return (.sign, false)
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return (.word, false)
    default: return (scalar.properties.isWhitespace ? .space : .sign, false)
    }
  }
}

/// Pairs of neighbouring words in inserted text.
struct WordPairs {
  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
  }

  private var pairs: Set<Pair> = []

  mutating func insert(_ words: TextWords, _ range: Range<Int>) {
    var last: Int32?
    for index in range where words.isWord[index] {
      if let last { pairs.insert(Pair(first: last, second: words.numbers[index])) }
      last = words.numbers[index]
    }
  }

  mutating func subtract(_ other: WordPairs) { pairs.subtract(other.pairs) }

  /// Whether a quarter of the pairs, and more than one, are the same: the same passage, typed twice.
  func looksLike(_ other: WordPairs) -> Bool {
    let common = pairs.intersection(other.pairs).count
    return common > 1 && common * 4 >= min(pairs.count, other.pairs.count)
  }
}
