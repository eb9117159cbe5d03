/// A merge of two edits of a text with the text that both came from; the lines of all three end with LF.
struct LineMerge {
  private let base: TextLines
  private let later: TextLines
  private let earlier: TextLines
  private let numbers: (base: [Int32], later: [Int32], earlier: [Int32])
  private let countsInBase: [Int32: Int]
  private var writer = LineWriter()
  private var isConflict = false

  private init(base: String, later: String, earlier: String) {
    self.base = TextLines(base)
    self.later = TextLines(later)
    self.earlier = TextLines(earlier)
    var interner = Interner()
    func intern(_ lines: TextLines) -> [Int32] { (0..<lines.count).map { interner.number(lines.content($0)) } }
    numbers = (intern(self.base), intern(self.later), intern(self.earlier))
    countsInBase = LineMerge.counts(numbers.base)
  }

  /// Merges line by line, and in changed paragraphs word by word; both texts as a whole where the comparison takes too
  /// long or does not hold.
  ///
  /// A merge holds if merging its result with either side again would change nothing: where lines repeat or were moved,
  /// a second comparison can see other changes than the first, and a text would grow with every merge.
  static func result(base: String, later: String, earlier: String) -> TextMergeResult {
    func once(_ later: String, _ earlier: String) -> TextMergeResult? {
      var merge = LineMerge(base: base, later: later, earlier: earlier)
      return merge.merged()
    }
    func holds(_ result: TextMergeResult) -> Bool {
      func isKept(_ again: TextMergeResult?) -> Bool { again?.text.isSame(as: result.text) ?? false }
      return [later, earlier].allSatisfy { side in
        result.text.isSame(as: side) || (isKept(once(result.text, side)) && isKept(once(side, result.text)))
      }
    }
    // Which side is the later one must not decide whether a merge holds, nor whether the merged text is: another device
    // may have merged the same two since.
    if let merged = once(later, earlier), holds(merged), let turned = once(earlier, later), holds(turned) {
      return merged
    }
    return LineMerge(base: base, later: later, earlier: earlier).bothTexts()
  }

  /// The merged text; nil where the comparison takes too long. Local is the later side in what follows.
  private mutating func merged() -> TextMergeResult? {
    if LineMerge.isPart(numbers.earlier[...], of: numbers.later[...]) {
      let isFollowed = followsDeletions(numbers.later, of: numbers.earlier)
      if isFollowed || isMade(numbers.later, of: numbers.earlier) {
        return TextMergeResult(text: text(of: later), isConflict: !isFollowed)
      }
    }
    // Where the later side only took things out, what the other one made of them is an overlap.
    if !newLines(numbers.later).isEmpty, LineMerge.isPart(numbers.later[...], of: numbers.earlier[...]) {
      let isFollowed = followsDeletions(numbers.earlier, of: numbers.later)
      if isFollowed || isMade(numbers.earlier, of: numbers.later) {
        return TextMergeResult(text: text(of: earlier), isConflict: !isFollowed)
      }
    }
    guard
      let stretches = ThreeWay.stretches(base: numbers.base, local: numbers.later, server: numbers.earlier)
    else { return nil }
    for stretch in stretches {
      switch stretch.kind {
      case .stable, .both, .local: writer.append(later, stretch.local)
      case .server: writer.append(earlier, stretch.server)
      case .overlap: appendOverlap(stretch)
      }
    }
    return TextMergeResult(text: writer.text, isConflict: isConflict || hasPassageTwice(stretches))
  }

  /// The later text and then the earlier one; one alone where the other has no line of its own.
  private func bothTexts() -> TextMergeResult {
    let new = (later: newLines(numbers.later), earlier: newLines(numbers.earlier))
    if new.later == new.earlier {
      // Which is the later one must not decide: the text that is chosen may be either at the next merge.
      let isLess = later.bytes.lexicographicallyPrecedes(earlier.bytes)
      return TextMergeResult(text: text(of: isLess ? earlier : later), isConflict: true)
    }
    var both = LineWriter()
    if !new.later.isSubset(of: new.earlier) { both.append(later, 0..<later.count) }
    if !new.earlier.isSubset(of: new.later) { both.appendParagraphs(earlier, 0..<earlier.count) }
    return TextMergeResult(text: both.text, isConflict: true)
  }

  private func text(of lines: TextLines) -> String { String(decoding: lines.bytes, as: UTF8.self) }

  private func newLines(_ numbers: [Int32]) -> Set<Int32> { Set(numbers.filter { countsInBase[$0] == nil }) }

  /// Whether a text with every line of another one has nothing either that the other took out: it was made of it.
  private func followsDeletions(_ whole: [Int32], of part: [Int32]) -> Bool {
    let counts = (whole: LineMerge.counts(whole), part: LineMerge.counts(part))
    return countsInBase.allSatisfy { line, count in
      let left = counts.part[line] ?? 0
      return left >= count || (counts.whole[line] ?? 0) <= left
    }
  }

  /// Whether a text with every line of another one has new lines of that one, and more new lines: it was made of both
  /// sides, and kept what overlapped.
  private func isMade(_ whole: [Int32], of part: [Int32]) -> Bool {
    let new = newLines(part)
    return !new.isEmpty && !newLines(whole).isSubset(of: new)
  }

  private mutating func appendOverlap(_ stretch: ThreeWay.Stretch) {
    if appendWords(stretch) { return }
    let (x, y) = (numbers.later[stretch.local], numbers.earlier[stretch.server])
    isConflict = true
    if LineMerge.isPart(y, of: x) { return writer.append(later, stretch.local) }
    if LineMerge.isPart(x, of: y) { return writer.append(earlier, stretch.server) }
    writer.append(later, stretch.local)
    if isParagraph(stretch) {
      writer.appendParagraphs(earlier, stretch.server)
    } else {
      writer.append(earlier, stretch.server)
    }
  }

  /// Whether a stretch stands between blank lines, so that its two versions are to do so too.
  private func isParagraph(_ stretch: ThreeWay.Stretch) -> Bool {
    func isOpen(_ lines: TextLines, _ line: Int) -> Bool {
      !lines.contents.indices.contains(line) || lines.isBlank(line)
    }
    let texts = [(later, stretch.local), (earlier, stretch.server)]
    return texts.allSatisfy { lines, range in
      isOpen(lines, range.lowerBound - 1) && isOpen(lines, range.upperBound)
        && !range.contains { lines.isVerbatim[$0] } && !lines.isBlank(range.lowerBound)
        && !lines.isBlank(range.upperBound - 1)
    }
  }

  // MARK: Words

  /// Merges paragraphs that both sides changed one to one by their words, if that is safe.
  private mutating func appendWords(_ stretch: ThreeWay.Stretch) -> Bool {
    let count = stretch.base.count
    guard count > 0, stretch.local.count == count, stretch.server.count == count, isUnrepeated(stretch.base),
      !stretch.base.contains(where: { base.isVerbatim[$0] }),
      !stretch.local.contains(where: { later.isVerbatim[$0] }),
      !stretch.server.contains(where: { earlier.isVerbatim[$0] }),
      let merged = WordMerge.merge(
        base: joined(base, stretch.base), local: joined(later, stretch.local),
        server: joined(earlier, stretch.server))
    else { return false }
    let lines = merged.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count == count else { return false }
    for line in lines { writer.append(line) }
    return true
  }

  private func joined(_ lines: TextLines, _ range: Range<Int>) -> [UInt8] {
    Array(range.map { lines.content($0) }.joined(separator: [0x0A]))
  }

  /// Whether no line of a stretch, nor one beside it, stands elsewhere too: else it is a guess which of them was meant.
  private func isUnrepeated(_ range: Range<Int>) -> Bool {
    (max(0, range.lowerBound - 1)..<min(base.count, range.upperBound + 1)).allSatisfy { line in
      base.isBlank(line) || countsInBase[numbers.base[line]] == 1
    }
  }

  // MARK: The same passage twice

  /// How many unchanged lines may lie between two insertions that look like one.
  private static let nearness = 6

  /// Whether both sides put in much the same words near to each other.
  private func hasPassageTwice(_ stretches: [ThreeWay.Stretch]) -> Bool {
    var interner = Interner()
    var last: (pairs: WordPairs, kind: ThreeWay.Stretch.Kind, end: Int)?
    for stretch in stretches where stretch.kind == .local || stretch.kind == .server {
      let isLater = stretch.kind == .local
      let (lines, range) = isLater ? (later, stretch.local) : (earlier, stretch.server)
      let words = TextWords(joined(lines, range), &interner)
      let before = TextWords(joined(base, stretch.base), &interner)
      var pairs = WordPairs()
      var known = WordPairs()
      pairs.insert(words, 0..<words.count)
      known.insert(before, 0..<before.count)
      pairs.subtract(known)
      if let last, last.kind != stretch.kind, stretch.base.lowerBound - last.end <= LineMerge.nearness,
        pairs.looksLike(last.pairs)
      {
        return true
      }
      last = (pairs, stretch.kind, stretch.base.upperBound)
    }
    return false
  }

  // MARK: Sequences

  private static func counts(_ numbers: [Int32]) -> [Int32: Int] {
    numbers.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  static func isPart(_ part: ArraySlice<Int32>, of whole: ArraySlice<Int32>) -> Bool {
    var rest = part
    for element in whole where element == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
