import JournalCore
import TestKit

/// Saturday 21 November 2026, 14:30:20, in a zone two hours ahead of UTC.
let plusTwo = FixedZone(name: "Africa/Cairo", offset: 7200)

func moment(
  _ date: CivilDate, _ hour: Int, _ minute: Int, _ second: Int = 0, in zone: any LocalZone = plusTwo
) -> EntryDate {
  guard let local = CivilDateTime(date: date, hour: hour, minute: minute, second: second) else {
    preconditionFailure("no such time")
  }
  return zone.date(local: local)
}

let now = moment(civil(2026, 11, 21), 14, 30, 20)

func entry(
  title: String = "", body: String = "", mood: Mood? = nil, date entryDate: EntryDate = now, isFavorite: Bool = false,
  tags: [String] = [], isTrashed: Bool = false
) -> Entry {
  Entry(
    id: RecordName("e"), title: title, body: body, mood: mood, date: entryDate, modifiedAt: entryDate.instant,
    isFavorite: isFavorite, tags: tags, trashedAt: isTrashed ? entryDate.instant : nil)
}

/// The bytes of a range of a text, as text.
func slice(_ text: String, _ range: Range<Int>) -> String {
  String(decoding: Array(text.utf8)[range], as: UTF8.self)
}
