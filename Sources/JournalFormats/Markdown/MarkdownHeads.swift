/// The heads of entries in Markdown: a line `---`, and `title:` at the beginning of the next.
///
/// Such lines in a body are told apart by one backslash in front of the hyphens, which Markdown draws as hyphens: the line
/// `---` becomes `\---`, and `\---` becomes `\\---`.
enum MarkdownHeads {
  static let rule = Array("---".utf8)
  static let firstKey = Array("title:".utf8)

  /// A body in which no line can be taken for a head.
  static func escaped(_ body: String) -> String { changed(body, isEscaping: true) }

  /// The body that was escaped.
  static func unescaped(_ body: String) -> String { changed(body, isEscaping: false) }

  private static let backslash = UInt8(ascii: "\\")

  /// Changes the lines of a body that look like a head, with or without backslashes.
  private static func changed(_ body: String, isEscaping: Bool) -> String {
    var body = body
    let starts = body.withUTF8 { MarkdownHeads.starts(in: UnsafeRawBufferPointer($0)) }
    guard !starts.isEmpty else { return body }
    return body.withUTF8 { bytes -> String in
      var changed: [UInt8] = []
      changed.reserveCapacity(bytes.count + starts.count)
      var done = 0
      for start in starts {
        changed.append(contentsOf: bytes[done..<start])
        done = start
        if isEscaping {
          changed.append(backslash)
        } else if bytes[start] == backslash {
          done += 1
        }
      }
      changed.append(contentsOf: bytes[done...])
      return String(decoding: changed, as: UTF8.self)
    }
  }

  private static func starts(in bytes: UnsafeRawBufferPointer) -> [Int] {
    var starts: [Int] = []
    var start = 0
    while start < bytes.count {
      let end = TextBytes.next(TextBytes.lineFeed, in: bytes, from: start)
      // Most lines do not begin so.
      if bytes[start] == backslash || bytes[start] == rule[0], isRule(bytes[start..<end]),
        bytes.dropFirst(end + 1).starts(with: firstKey)
      {
        starts.append(start)
      }
      start = end + 1
    }
    return starts
  }

  /// Three hyphens, behind any number of backslashes; a CR may follow.
  private static func isRule(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    var rest = line.drop { $0 == backslash }
    if rest.last == TextBytes.carriageReturn { rest = rest.dropLast() }
    return rest.elementsEqual(rule)
  }
}
