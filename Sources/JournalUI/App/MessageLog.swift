import JournalCore

/// What was said since the program began.
struct MessageLog: Sendable {
  /// How many are kept.
  static let most = 200

  struct Line: Hashable, Sendable {
    var at: EntryDate
    var text: String
    var tone: Notice.Tone
  }

  /// The latest last.
  private(set) var lines: [Line] = []

  mutating func add(_ notice: Notice, at date: EntryDate) {
    // What is said again and again while something goes on is one message.
    if let last = lines.last, last.text == notice.text, last.tone == notice.tone { lines.removeLast() }
    lines.append(Line(at: date, text: notice.text, tone: notice.tone))
    if lines.count > Self.most { lines.removeFirst(lines.count - Self.most) }
  }
}
