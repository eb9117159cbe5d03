/// The value of one field of a record, whatever its kind.
package enum FieldContent: Hashable, Sendable {
  case text(String)
  case word(String?)
  case flag(Bool)
  case number(Int64)
  case date(EntryDate)
  case reference(RecordName?)
  case owner(RecordName)
  case file(String?)
  case tags([String])
  case moment(Instant?)

  /// Whether two values are the same to the last byte; `==` would join composed and decomposed characters.
  package func isIdentical(to other: FieldContent) -> Bool {
    switch (self, other) {
    case (.text(let a), .text(let b)): a.isIdentical(to: b)
    case (.word(let a), .word(let b)), (.file(let a), .file(let b)): FieldContent.areIdentical(a, b)
    case (.flag(let a), .flag(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.date(let a), .date(let b)):
      a.instant == b.instant && a.offsetSeconds == b.offsetSeconds && a.timeZone.isIdentical(to: b.timeZone)
    case (.reference(let a), .reference(let b)): FieldContent.areIdentical(a?.rawValue, b?.rawValue)
    case (.owner(let a), .owner(let b)): a.rawValue.isIdentical(to: b.rawValue)
    case (.tags(let a), .tags(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
    case (.moment(let a), .moment(let b)): a == b
    default: false
    }
  }

  private static func areIdentical(_ a: String?, _ b: String?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): a.isIdentical(to: b)
    default: false
    }
  }

  /// The value as a person reads it, with dates as they stand everywhere else; empty for none.
  package var words: String {
    switch self {
    case .date(let date): DateText.dayAndClock(date)
    case .moment(let instant):
      instant.map { DateText.dayAndClock(EntryDate(instant: $0, timeZone: "UTC", offsetSeconds: 0)) + " UTC" } ?? ""
    case .text, .word, .file, .flag, .number, .reference, .owner, .tags: text
    }
  }

  /// The value as text for scripts and files, with dates in ISO 8601; empty for none.
  package var text: String {
    switch self {
    case .text(let text): text
    case .word(let text), .file(let text): text ?? ""
    case .flag(let flag): flag ? "yes" : "no"
    case .number(let number): String(number)
    case .date(let date): date.local.iso
    case .reference(let name): name?.rawValue ?? ""
    case .owner(let name): name.rawValue
    case .tags(let tags): tags.joined(separator: " ")
    case .moment(let instant): instant.map { CivilDateTime(instant: $0, offsetSeconds: 0).iso + "Z" } ?? ""
    }
  }

  /// The same value with every text in it changed; names of records and of files stay.
  package func mapTexts(_ change: (String) -> String) -> FieldContent {
    switch self {
    case .text(let text): .text(change(text))
    case .word(let text): .word(text.map(change))
    case .tags(let tags): .tags(tags.map(change))
    case .date(let date):
      .date(EntryDate(instant: date.instant, timeZone: change(date.timeZone), offsetSeconds: date.offsetSeconds))
    case .flag, .number, .reference, .owner, .file, .moment: self
    }
  }
}
