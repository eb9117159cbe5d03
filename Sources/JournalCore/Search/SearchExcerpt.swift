/// The line of a body in which a search found something, for lists of what was found.
package struct SearchExcerpt: Sendable {
  private let highlighter: SearchHighlighter

  /// Nil for a search that looks for no words, of which there is nothing to show.
  package init?(_ query: SearchQuery) {
    highlighter = SearchHighlighter(query)
    if highlighter.isEmpty { return nil }
  }

  /// A match this near to the beginning is seen in the ordinary preview.
  private static let near = 120
  /// So much of what stands before the match is shown along with it.
  private static let lead = 40

  /// The text around the first match, its lines apart; nil where the ordinary preview shows it, or nothing is found.
  package func preview(of body: String, limit: Int = 240) -> String? {
    guard let match = highlighter.ranges(in: body).first, match.lowerBound > SearchExcerpt.near else { return nil }
    let utf8 = body.utf8
    let position = utf8.index(utf8.startIndex, offsetBy: match.lowerBound)
    var start = utf8.index(position, offsetBy: -SearchExcerpt.lead)
    // A line's own beginning is the better one; failing that, a word's.
    if let lineEnd = utf8[start..<position].lastIndex(where: { $0 == 10 || $0 == 13 }) {
      start = utf8.index(after: lineEnd)
    } else if let blank = utf8[start..<position].firstIndex(of: UInt8(ascii: " ")) {
      start = utf8.index(after: blank)
    } else {
      start = position
    }
    return "…" + TextPreview.lines(of: String(body[start...]), limit: limit)
  }
}
