/// The union of two texts without a known common ancestor: lines of both stand once, and lines of one side stay. All
/// lines end with LF.
struct Union {
  private let laterText: String
  private let earlierText: String
  private let later: TextLines
  private let earlier: TextLines

  init(later: String, earlier: String) {
    laterText = later
    earlierText = earlier
    self.later = TextLines(later)
    self.earlier = TextLines(earlier)
  }

  /// An overlap, unless the later text has all of the earlier one.
  func result() -> TextMergeResult {
    let isBlank = (later: Union.isBlank(later), earlier: Union.isBlank(earlier))
    if isBlank.later, isBlank.earlier {
      let isLess = laterText.utf8.lexicographicallyPrecedes(earlierText.utf8)
      return TextMergeResult(text: isLess ? earlierText : laterText)
    }
    if isBlank.earlier { return TextMergeResult(text: laterText) }
    if isBlank.later { return TextMergeResult(text: earlierText) }
    var interner = Interner()
    let x = (0..<later.count).map { interner.number(later.content($0)) }
    let y = (0..<earlier.count).map { interner.number(earlier.content($0)) }
    if LineMerge.isPart(y[...], of: x[...]) { return TextMergeResult(text: laterText) }
    if LineMerge.isPart(x[...], of: y[...]) { return TextMergeResult(text: earlierText, isConflict: true) }

    var writer = LineWriter()
    guard let partners = SequenceDiff.partners(x, y), haveMuchInCommon(partners) else {
      writer.append(later, 0..<later.count)
      writer.appendParagraphs(earlier, 0..<earlier.count)
      return TextMergeResult(text: writer.text, isConflict: true)
    }
    var taken = 0
    // Where what stands in the later text alone begins.
    var ownStart = 0
    func isOpen(_ line: Int) -> Bool { !later.contents.indices.contains(line) || later.isBlank(line) }
    func appendOther(_ range: Range<Int>, before line: Int) {
      if ownStart < line, isOpen(ownStart - 1), isOpen(line) {
        writer.appendParagraphs(earlier, range)
      } else {
        writer.append(earlier, range)
      }
    }
    for line in 0..<later.count {
      // Blank lines are no common ground: they would weave strange paragraphs into each other.
      let partner = later.isBlank(line) && !isBesideCommon(line, partners) ? -1 : partners[line]
      if partner >= 0 {
        appendOther(taken..<partner, before: line)
        (taken, ownStart) = (partner + 1, line + 1)
      }
      writer.append(later.content(line))
    }
    appendOther(taken..<earlier.count, before: later.count)
    return TextMergeResult(text: writer.text, isConflict: true)
  }

  private func isBesideCommon(_ line: Int, _ partners: [Int]) -> Bool {
    (line > 0 && partners[line - 1] >= 0 && !later.isBlank(line - 1))
      || (line + 1 < later.count && partners[line + 1] >= 0 && !later.isBlank(line + 1))
  }

  /// Whether a third of the shorter text's lines, not counting blank ones, are in the other.
  private func haveMuchInCommon(_ partners: [Int]) -> Bool {
    let common = partners.indices.count { partners[$0] >= 0 && !later.isBlank($0) }
    let shorter = min(
      (0..<later.count).count { !later.isBlank($0) }, (0..<earlier.count).count { !earlier.isBlank($0) })
    return common * 3 >= shorter
  }

  private static func isBlank(_ lines: TextLines) -> Bool { (0..<lines.count).allSatisfy { lines.isBlank($0) } }
}
