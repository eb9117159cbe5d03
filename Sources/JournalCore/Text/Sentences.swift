/// Where a line of text is cut into a title and the rest.
enum Sentences {
  /// The offset in UTF-8 bytes after the first sentence, closing quotes and brackets included, or nil where the text is
  /// one sentence.
  ///
  /// A sentence ends at `.`, `!`, `?`, `…`, `‼`, `‽`, `⁇`, `⁈`, `⁉`, `⋯`, `﹒`, `﹖` or `﹗` with perhaps a closing quote
  /// and brackets, where white space follows; the full stops of CJK need none. So `3.5` and `e.g.this` go on.
  static func endOfFirst(in text: String) -> Int? {
    let bytes = text.utf8Span.span
    var index = 0
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      index += length
      switch scalar {
      case "！", "．", "？", "｡", "。": return afterClosers(in: bytes, from: index)
      case ".", "!", "?", "…", "‼", "‽", "⁇", "⁈", "⁉", "⋯", "﹒", "﹖", "﹗":
        let end = afterClosers(in: bytes, from: index)
        if end < bytes.count, bytes.scalar(at: end).scalar.isSpace { return end }
      default: continue
      }
    }
    return nil
  }

  private static func afterClosers(in bytes: borrowing UTF8Bytes, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      switch scalar {
      case "'", "\"", "’", "”", "»", ")", "]", "）", "］", "」", "』", "】", "！", "．", "？", "｡", "。": index += length
      default: return index
      }
    }
    return index
  }
}
