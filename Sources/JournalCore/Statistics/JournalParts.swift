/// What was written in a part of a journal: in a category, at an hour of the day, with a tag.
package struct PartTotals: Hashable, Sendable {
  /// Entries of the part.
  package private(set) var entries = 0
  /// Words in their titles and bodies.
  package private(set) var words = 0
  /// How many of the entries have each mood; entries without a mood are in none.
  package private(set) var moods: [Mood: Int] = [:]

  package init() {}

  /// The mood that more of the entries have than any other one; nil where there is none, or where two come alike.
  package var mood: Mood? {
    DayTotals.commonest(moods).flatMap { most in moods.values.count { $0 == moods[most] } == 1 ? most : nil }
  }

  /// Counts entries that have a mood, or none, in common.
  package mutating func add(_ mood: Mood?, entries: Int, words: Int) {
    self.entries += entries
    self.words += words
    if let mood { moods[mood, default: 0] += entries }
  }

  /// Counts what is in another part, too.
  package mutating func add(_ other: PartTotals) {
    entries += other.entries
    words += other.words
    moods.merge(other.moods) { $0 + $1 }
  }
}

/// The parts of a whole journal with their words and moods; entries in the trash are not counted.
package struct JournalParts: Hashable, Sendable {
  /// By the category that entries name, also one that is not here; nil stands for entries that name none.
  package var categories: [RecordName?: PartTotals] = [:]
  /// By the hour of the entry's own wall clock, 24 of them.
  package var hours = Array(repeating: PartTotals(), count: 24)
  /// By the bytes of a tag in the spelling in which tags are compared; only the ``mostTags`` of most entries.
  package var tags: [[UInt8]: PartTotals] = [:]

  /// How many tags are counted.
  package static let mostTags = 24

  package init() {}

  /// What was written with a tag, however it is spelled; nil where it is not among those that are counted.
  package func tag(_ tag: String) -> PartTotals? { tags[Array(TagSyntax.normalise(tag).utf8)] }
}
