import JournalCore
import TestKit

/// Values of every kind that a journal can hold, the unlikely ones more often than in life.
struct NastyValues {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  private static let pieces = [
    "word", "a", " ", "  ", "\t", "*", "**", "\\", "\\\\", "[", "]", "] ", "[x] ", "[ ] ", "[1] ", "[1]: url",
    "[2020-01-01 10:00] ", "[2021-02-30 10:00] ", "[2024-01-05] ", "[05/01/2024 14:30] ", "[next friday] ",
    "[2020-01-01 10:00]", "2012-03-29 09:00 Title", "#tag", "@home", "é", "e\u{301}", "漢字", "🇩🇪", "👩‍👩‍👧",
    "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{202E}", "\u{A0}", "\u{3000}", "שלום",
    "\"", "{\"id\":1}", "---", "A. B", ".", "。", "\u{E0041}", "\u{10FFFF}", "/", "'", "%Y", "‮",
  ]
  private static let lineEnds = ["\n", "\n\n", "\r\n", "\r", "\n \n", "\n  "]

  mutating func text(_ pieces: ClosedRange<Int>, lines: Bool) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(pieces) {
      let isEnd = lines && chance(35)
      text.append(contentsOf: (isEnd ? pick(Self.lineEnds) : pick(Self.pieces)).unicodeScalars)
    }
    return String(text)
  }

  mutating func instant() -> Instant {
    switch number(0...5) {
    case 0: Instant(milliseconds: Int64(number(-62_135_500_000_000...253_402_200_000_000)))
    case 1: Instant(milliseconds: Int64(number(-3_000...3_000)))
    default: Instant(milliseconds: Int64(number(-9_000_000_000_000...4_000_000_000_000)))
    }
  }

  mutating func date() -> EntryDate {
    let zones = [
      ("", 0), ("Europe/Berlin", 3600), ("Europe/Amsterdam", 1172), ("Asia/Manila", -57_360), ("X/Y", -86_399),
    ]
    let (name, offset) = pick(zones)
    return EntryDate(instant: instant(), timeZone: name, offsetSeconds: offset)
  }

  mutating func recordName() -> RecordName { RecordName("r\(number(0...999_999_999))-\(number(0...999_999_999))") }

  mutating func entry() -> Entry {
    let date = date()
    return Entry(
      id: recordName(), title: text(0...4, lines: false), body: text(0...14, lines: true),
      mood: chance(50) ? nil : Mood(rawValue: pick(["happy", "sad", "melancholic", "", "hap\u{0}py"])), date: date,
      modifiedAt: instant(), isFavorite: chance(40), category: chance(60) ? nil : recordName(),
      tags: chance(60) ? [] : (0..<number(1...4)).map { _ in text(0...2, lines: true) },
      trashedAt: chance(80) ? nil : instant())
  }

  mutating func category() -> JournalCore.Category {
    Category(
      id: recordName(), name: text(0...3, lines: true), colorHex: text(0...1, lines: false),
      icon: text(0...1, lines: false), sortOrder: pick([0, -1, .max, .min, 7]), modifiedAt: instant(),
      trashedAt: chance(70) ? nil : instant())
  }

  mutating func image(asset: String?) -> EntryImage {
    EntryImage(
      id: recordName(), entry: recordName(), imageAsset: asset, caption: text(0...3, lines: true),
      sortOrder: pick([0, -1, .max, .min, 7]), modifiedAt: instant(), trashedAt: chance(70) ? nil : instant())
  }

  mutating func historyItem(id: Int64) -> HistoryItem {
    let values: [EntryChange?] = [
      nil, .title(text(0...3, lines: true)), .body(text(0...6, lines: true)), .mood(nil), .mood(Mood(rawValue: "odd")),
      .date(date()), .isFavorite(true), .isFavorite(false), .category(nil), .category(recordName()), .tags([]),
      .tags(["b", "a", "e\u{301}"]), .trashedAt(nil), .trashedAt(instant()),
    ]
    return HistoryItem(
      id: id, record: recordName(), field: pick(["title", "body", "x-unknown", ""]), oldValue: pick(values),
      oldText: text(0...6, lines: true), replacedAt: instant(), device: text(0...2, lines: false),
      cause: pick([.edit, .undo, .redo, .merge, .restore, .importing, .refused]), group: pick([0, -3, .max, .min]))
  }
}

/// Every field of a value with its texts as bytes: `==` would call a composed and a decomposed é equal.
func bytesOfFields(_ value: Any) -> String {
  if let text = value as? String { return "\(Array(text.utf8))" }
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty { return "\(type(of: value)):\(value)" }
  return "\(type(of: value))("
    + mirror.children.map { "\($0.label ?? ""):\(bytesOfFields($0.value))" }.joined(separator: ",") + ")"
}
