import JournalCore
import SyncCore
import TerminalKit

extension FuzzTarget {
  /// Two edits of one text become the same on both sides; what one side alone changed is taken as it is.
  ///
  /// The first byte says who was later and whether the base is known; the texts follow, with a zero byte between them.
  static let merge = FuzzTarget("merge", "texts that two devices changed") { bytes in
    guard let first = bytes.first else { return }
    let texts = bytes.dropFirst().split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard texts.count == 3 else { return }
    let (base, local, server, isLocalLater) = (first & 2 == 0 ? texts[0] : nil, texts[1], texts[2], first & 1 == 0)
    let merged = TextMerge.merge(base: base, local: local, server: server, isLocalLater: isLocalLater)
    let mirrored = TextMerge.merge(base: base, local: server, server: local, isLocalLater: !isLocalLater)
    promise(merged.text.isSame(as: mirrored.text) && merged.isConflict == mirrored.isConflict, "the sides differ")
    promise(
      TextMerge.merge(base: base, local: local, server: local, isLocalLater: isLocalLater).text.isSame(as: local),
      "two equal texts became another one")
    for side in [local, server] {
      for isMergedLater in [true, false] {
        let again = TextMerge.merge(base: base, local: merged.text, server: side, isLocalLater: isMergedLater)
        promise(again.text.isSame(as: merged.text), "merging again adds something")
      }
    }
    if let base {
      let alone = TextMerge.merge(base: base, local: base, server: server, isLocalLater: isLocalLater)
      promise(alone.text.isSame(as: server), "what one side alone changed is not taken as it is")
    }
    Plant.fault(if: merged.isConflict && base != nil && merged.text.utf8.count == 33)
  }

  /// The bytes of a terminal mean the same however they are cut.
  static let keys = FuzzTarget("keys", "what a terminal sends: keys, pastes, answers") { bytes in
    guard let first = bytes.first else { return }
    let input = bytes.dropFirst()
    let whole = events(of: [input])
    let cut = input.startIndex + Int(first) % (input.count + 1)
    promise(events(of: [input[..<cut], input[cut...]]) == whole, "cut at \(cut - 1) it means something else")
    promise(events(of: input.map { [$0][...] }) == whole, "byte by byte it means something else")
    Plant.fault(
      if: whole.contains {
        if case .mode(let mode, let isSupported) = $0 { mode == 2027 && isSupported } else { false }
      })
  }

  private static func events(of pieces: [ArraySlice<UInt8>]) -> [InputEvent] {
    var parser = InputParser()
    var events: [InputEvent] = []
    for piece in pieces { parser.feed(piece, into: &events) }
    parser.flush(into: &events)
    return events
  }

  /// A search is always understood, its problems lie within it, and what is lit lies within the text.
  static let search = FuzzTarget("search", "what is typed into the search") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let parsed = SearchQueryParser.parse(text, today: CivilDate(daysSince1970: 20_000))
    for problem in parsed.problems {
      promise(
        problem.range.lowerBound >= 0 && problem.range.upperBound <= text.utf8.count,
        "a problem at \(problem.range) of \(text.utf8.count) bytes")
      promise(!problem.sentence.isEmpty, "a problem without words")
    }
    Plant.fault(
      if: parsed.query.alternatives.contains { terms in
        terms.contains { $0.isNegated && $0.condition == .isTrashed }
      })
    // The search looked for in itself.
    for range in SearchHighlighter(parsed.query).ranges(in: text) {
      promise(range.lowerBound >= 0 && range.upperBound <= text.utf8.count, "light at \(range)")
    }
    _ = SearchExcerpt(parsed.query)?.preview(of: text)
  }
}

extension String {
  /// Whether both have the same bytes; strings are equal where they only look the same.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
