package import JournalCore

extension JournalParts {
  /// The parts of live entries, counted one entry after the other.
  package init(counting entries: some Sequence<Entry>) {
    self.init()
    var all: [[UInt8]: PartTotals] = [:]
    for entry in entries {
      let words = WordCount.count(entry.title) + WordCount.count(entry.body)
      func add(to totals: inout PartTotals) { totals.add(entry.mood, entries: 1, words: words) }
      add(to: &categories[entry.category, default: PartTotals()])
      add(to: &hours[entry.date.local.hour])
      for tag in Set(entry.allTags.map { Array(TagSyntax.normalise($0).utf8) }) {
        add(to: &all[tag, default: PartTotals()])
      }
    }
    let most = all.sorted { one, other in
      one.value.entries != other.value.entries
        ? one.value.entries > other.value.entries : one.key.lexicographicallyPrecedes(other.key)
    }.prefix(JournalParts.mostTags)
    tags = Dictionary(uniqueKeysWithValues: most.map { ($0.key, $0.value) })
  }
}
