import JournalCore

/// Every word that a program has acknowledged, and whether it has to be found in the end.
struct Ledger {
  struct Word {
    let text: String
    /// The entry it was written into; nil where only the screen knows.
    var entry: RecordName?
    /// By which action, and where.
    let origin: String
    /// Words in texts are merged; of words in a field of one line, the later one stands and the others are history.
    var isText = true
    /// Somebody who had it before his eyes removed it for good.
    var isExcused = false
  }

  private(set) var words: [String: Word] = [:]
  /// Words that make an entry: no two entries may have one.
  private(set) var creations: Set<String> = []
  private var count = 0

  /// What every word begins with, and every category, caption and file's name: so long that no chance spells it.
  static let mark = "kxqzvjwyxk"

  /// A word that nobody has written yet.
  mutating func newWord() -> String {
    count += 1
    let digits = String(count)
    return Ledger.mark + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A program has said that the word is safe.
  mutating func acknowledge(_ text: String, in entry: String?, _ origin: String, isText: Bool = true) {
    words[text] = Word(text: text, entry: entry.map { RecordName($0) }, origin: origin, isText: isText)
  }

  mutating func note(creation: String) { creations.insert(creation) }

  /// A device is about to remove these entries for good.
  ///
  /// Its person wanted to be rid of all that was before his eyes. A text that stands on another device and that he had
  /// not seen must stay, however.
  ///
  /// - Parameters:
  ///   - here: What the device has.
  ///   - others: What the others have at the moment.
  mutating func remove(_ entries: Set<RecordName>, here: JournalContents, others: [JournalContents]) {
    for (text, word) in words {
      let entry = word.entry ?? others.lazy.compactMap { $0.places[text]?.first }.first ?? here.places[text]?.first
      guard let entry, entries.contains(entry) else { continue }
      let isSeen = here.current(entry).contains(text) || here.former(entry).contains(text)
      let stands = others.contains { $0.current(entry).contains(text) }
      if isSeen || !word.isText || !stands { words[text]?.isExcused = true }
    }
  }

  /// The words of the test in a text: the mark and four digits.
  static func words(in text: String) -> Set<String> {
    var words: Set<String> = []
    let (bytes, mark) = (Array(text.utf8), Array(mark.utf8))
    let length = mark.count + 4
    var start = 0
    while start + length <= bytes.count {
      guard bytes[start] == mark[0], bytes[start..<start + mark.count].elementsEqual(mark),
        bytes[start + mark.count..<start + length].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else {
        start += 1
        continue
      }
      words.insert(String(decoding: bytes[start..<start + length], as: UTF8.self))
      start += length
    }
    return words
  }
}
