import TestKit

/// An export of Joplin as it comes: notebooks in each other, tags, to-dos, pictures, other files, and what does not come.
enum JoplinSample {
  static let (journal, trips, orphan) = (id(1), id(2), id(99))
  static let (walk, todo, done, secret, bin, copy, page) = (id(11), id(12), id(13), id(14), id(15), id(16), id(17))
  static let (quay, report, sound, lost, unseen) = (id(21), id(22), id(23), id(24), id(25))

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 24) + String(repeating: "a", count: 8 - digits.utf8.count) + digits
  }

  /// The file of an item.
  static func item(_ id: String, _ kind: Int, _ title: String, _ body: String = "", _ more: String...)
    -> TarBuilder.Member
  {
    let keys =
      [
        "id: \(id)", "created_time: 2020-01-01T00:00:00.000Z", "user_created_time: 2024-01-05T13:30:00.000Z",
        "user_updated_time: 2024-01-05T13:31:02.123Z", "author: ", "latitude: 0.00000000",
      ] + more + ["type_: \(kind)"]
    let head = title.isEmpty && body.isEmpty ? [] : body.isEmpty ? [title, ""] : [title, "", body, ""]
    return TarBuilder.Member("\(id).md", (head + keys).joined(separator: "\n"))
  }

  static let tag = item(id(31), 5, "Long Walk")
  static let tagged = item(id(32), 6, "", "", "note_id: \(walk)", "tag_id: \(id(31))")

  static let walkText = """
    We saw ![The quay](:/\(quay)) today.

    ![gone.png](:/\(lost))

    See [the report](:/\(report)) and [tomorrow](:/\(todo)).
    <img src=":/\(quay)" width="20" alt="small"/>

    id: this is text
    """

  static let members: [TarBuilder.Member] = [
    item(walk, 1, "Harbour walk", walkText, "parent_id: \(trips)", "latitude: 52.5", "source_url: https://x.org"),
    TarBuilder.Member("resources/\(quay).png", "a picture"), TarBuilder.Member("resources/\(report).pdf", "%PDF"),
    tagged, item(todo, 1, "Buy milk", "", "parent_id: \(journal)", "is_todo: 1", "todo_due: 1706774400000"),
    item(done, 1, "Call *Ann*", "At nine", "parent_id: \(orphan)", "is_todo: 1", "todo_completed: 1706774400000"),
    item(secret, 1, "", "", "encryption_cipher_text: JED0100002200\\nabc", "encryption_applied: 1"),
    item(bin, 1, "Old", "x", "deleted_time: 1706774400000"), item(copy, 1, "Twice", "x", "is_conflict: 1"),
    item(page, 1, "Clip", "<b>x</b>", "markup_language: 2"),
    item(trips, 2, "Trips", "", "parent_id: \(journal)"), item(journal, 2, "Journal"), tag,
    item(quay, 4, "quay.png", "", "mime: image/png", "file_extension: png"),
    item(report, 4, "report.pdf", "", "mime: application/pdf", "file_extension: pdf"),
    item(sound, 4, "rain.mp3", "", "mime: audio/mpeg", "file_extension: mp3"),
    item(lost, 4, "gone.png", "", "mime: image/png", "file_extension: png"),
    item(unseen, 4, "unseen.jpg", "", "mime: image/jpeg"), TarBuilder.Member("resources/\(unseen)", "nothing shows it"),
    item(id(41), 13, "", "", "item_id: \(walk)"), item(id(42), 1, ""),
  ]
}
