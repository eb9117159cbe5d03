import JournalCore

/// The explicit tags of an entry, told from all its tags and its text.
enum TagList {
  /// The fewest explicit tags that, with those in title and body, make these tags in this order.
  ///
  /// ``TagSyntax/union(explicit:title:body:symbols:)`` puts the explicit tags first: what is left is the longest end of the
  /// list that stands in the text in the same order.
  static func explicit(in tags: [String], title: String, body: String) -> [String] {
    guard !tags.isEmpty else { return [] }
    let written = TagSyntax.union(explicit: [], title: title, body: body)
    var places: [String: Int] = [:]
    for (place, name) in written.enumerated() { places[TagSyntax.normalise(name)] = place }
    var count = tags.count
    var next = written.count
    while count > 0, let place = places[TagSyntax.normalise(tags[count - 1])], place < next,
      written[place].isIdentical(to: tags[count - 1])
    {
      count -= 1
      next = place
    }
    return Array(tags[..<count])
  }

  /// Whether the explicit tags of an entry cannot be told from all its tags.
  static func isUnclear(_ entry: Entry, all: [String]) -> Bool {
    guard !entry.tags.isEmpty else { return false }
    let told = explicit(in: all, title: entry.title, body: entry.body)
    return told.count != entry.tags.count || !zip(told, entry.tags).allSatisfy { $0.isIdentical(to: $1) }
  }
}
