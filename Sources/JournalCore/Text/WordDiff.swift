/// A stretch of a comparison of two texts.
package struct DiffRun: Hashable, Sendable {
  /// In which text a run stands: in both, only in the new one, or only in the old one.
  package enum Kind: Hashable, Sendable {
    case same, inserted, deleted
  }

  /// The text or texts that the run belongs to.
  package let kind: Kind
  /// The run itself with its white space; never empty in the result of a comparison.
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, text)
  }
}

/// Compares two texts by lines, and the lines that changed by words.
package enum WordDiff {
  /// How many differences are followed before a stretch counts as replaced as a whole.
  static let mostEdits = 1000
  /// How many comparisons a stretch may cost.
  static let mostSteps = 8_000_000
  /// How many bytes of changed lines are compared by words.
  static let mostWordBytes = 1 << 19

  /// What was kept, taken out and put in, in the order of the texts.
  ///
  /// The same and deleted runs together are the old text, the same and inserted ones the new text, byte for byte. No
  /// run is empty, no two neighbours are of one kind, and where a stretch was replaced, what was deleted comes first.
  /// The time is bounded: texts that differ too much are compared as a whole.
  package static func runs(from old: String, to new: String) -> [DiffRun] {
    var builder = DiffBuilder()
    let before = DiffText(lines: old)
    let after = DiffText(lines: new)
    for hunk in Myers.hunks(before, after, mostEdits: mostEdits, mostSteps: mostSteps) {
      switch hunk {
      case .same(let range): builder.append(.same, before.text(range))
      case .changed(let deleted, let inserted):
        appendWords(from: before.text(deleted), to: after.text(inserted), to: &builder)
      }
    }
    return builder.runs
  }

  /// Compares lines that were replaced by others word by word, where enough of them is the same.
  private static func appendWords(from old: String, to new: String, to builder: inout DiffBuilder) {
    guard !old.isEmpty, !new.isEmpty, old.utf8.count + new.utf8.count <= mostWordBytes else {
      builder.append(.deleted, old)
      builder.append(.inserted, new)
      return
    }
    let before = DiffText(words: old)
    let after = DiffText(words: new)
    let hunks = Myers.hunks(before, after, mostEdits: mostEdits, mostSteps: mostSteps)
    var kept = 0
    for case .same(let range) in hunks { kept += before.wordBytes(range) }
    let all = max(before.wordBytes(0..<before.count), after.wordBytes(0..<after.count))
    // A few words in common by chance would only scatter the two texts.
    guard kept * 4 >= all else {
      builder.append(.deleted, old)
      builder.append(.inserted, new)
      return
    }
    var pending = (deleted: "", inserted: "")
    for (number, hunk) in hunks.enumerated() {
      switch hunk {
      case .changed(let deleted, let inserted):
        pending.deleted += before.text(deleted)
        pending.inserted += after.text(inserted)
      case .same(let range):
        let text = before.text(range)
        let isBetweenChanges = number > 0 && number < hunks.count - 1
        if isBetweenChanges, before.wordBytes(range) == 0, !pending.deleted.isEmpty, !pending.inserted.isEmpty,
          !text.utf8.contains(UInt8(ascii: "\n"))
        {
          // Replaced words read better with the spaces between them.
          pending.deleted += text
          pending.inserted += text
        } else {
          builder.append(.deleted, pending.deleted)
          builder.append(.inserted, pending.inserted)
          pending = ("", "")
          builder.append(.same, text)
        }
      }
    }
    builder.append(.deleted, pending.deleted)
    builder.append(.inserted, pending.inserted)
  }
}

/// Joins neighbours of one kind, and puts what was deleted before what was inserted.
private struct DiffBuilder {
  private(set) var finished: [DiffRun] = []
  private var same = ""
  private var deleted = ""
  private var inserted = ""

  mutating func append(_ kind: DiffRun.Kind, _ text: String) {
    guard !text.isEmpty else { return }
    switch kind {
    case .same:
      flushChanges()
      same += text
    case .deleted:
      flushSame()
      deleted += text
    case .inserted:
      flushSame()
      inserted += text
    }
  }

  var runs: [DiffRun] {
    var copy = self
    copy.flushSame()
    copy.flushChanges()
    return copy.finished
  }

  private mutating func flushSame() {
    guard !same.isEmpty else { return }
    finished.append(DiffRun(.same, same))
    same = ""
  }

  private mutating func flushChanges() {
    if !deleted.isEmpty { finished.append(DiffRun(.deleted, deleted)) }
    if !inserted.isEmpty { finished.append(DiffRun(.inserted, inserted)) }
    deleted = ""
    inserted = ""
  }
}
