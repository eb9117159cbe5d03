/// Two tags that stand on the same entries.
package struct TagPair: Hashable, Sendable {
  /// The tag that comes first in the order of tags.
  package var first: String
  /// The other tag.
  package var second: String
  /// How many entries have both.
  package var count: Int

  package init(_ first: String, _ second: String, _ count: Int) {
    (self.first, self.second, self.count) = (first, second, count)
  }

  /// The tag beside another one; nil where that is none of both.
  package func other(than tag: String) -> String? { tag == first ? second : tag == second ? first : nil }
}
