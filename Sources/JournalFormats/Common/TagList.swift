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

  /// Tags of another program that are not in the text already, within the rules for tags.
  ///
  /// - Parameter renamed: Gets each tag that has another name here, or none, which is empty.
  static func fitted(_ tags: [String], title: String, body: String, renamed: inout [String: String]) -> [String] {
    var seen = Set(TagSyntax.union(explicit: [], title: title, body: body).map { TagSyntax.normalise($0) })
    var result: [String] = []
    for tag in tags {
      do throws(InvalidInput) {
        let name = try TagSyntax.validated(fitted(tag))
        if name != TagSyntax.name(of: tag) { renamed[tag] = name }
        if seen.insert(TagSyntax.normalise(name)).inserted { result.append(name) }
      } catch {
        // Nothing is left of it that could be a tag; the report names it.
        renamed[tag] = ""
      }
    }
    return result
  }

  /// A tag of words and signs as one that can be typed: `long-walk` for `long walk`, `tag-2024` for `2024`.
  private static func fitted(_ tag: String) -> String {
    var name = String.UnicodeScalarView()
    var hasLetter = false
    for scalar in tag.unicodeScalars.prefix(TagSyntax.longest) {
      let isLetter = scalar.properties.isAlphabetic
      let isPart = isLetter || scalar.properties.numericType != nil || "-+*#/_".unicodeScalars.contains(scalar)
      hasLetter = hasLetter || isLetter
      name.append(isPart ? scalar : "-")
    }
    while name.first == "-" { name.removeFirst() }
    while name.last == "-" { name.removeLast() }
    return name.isEmpty || hasLetter ? String(name) : "tag-\(String(name))"
  }

  /// Sentences for the report: what tags of another program are called here.
  static func problems(_ renamed: [String: String]) -> [ImportProblem] {
    renamed.sorted { $0.key < $1.key }.map { tag, name in
      ImportProblem(
        name.isEmpty
          ? "The tag “\(tag)” has no letter or digit, and does not come." : "The tag “\(tag)” is “\(name)” here.")
    }
  }
}
