import JournalCore

/// Tells notes apart that have the same date, title and text, by which a note is known.
///
/// Notes that are the same in all else, too, are one. Of others the first has the usual name, and each further one a name of its own,
/// the same in each import of the folder.
package struct NoteTwins {
  /// What the notes of a name say, in their order.
  private var seen: [RecordName: [Int]] = [:]

  package init() {}

  /// Gives a note its name.
  package mutating func name(_ filed: inout FiledEntry) {
    var content = filed
    (content.names, content.entry.modifiedAt) = ([], .earliest)
    let (id, hash) = (filed.entry.id, content.hashValue)
    let place = seen[id]?.firstIndex(of: hash) ?? seen[id]?.count ?? 0
    if place == seen[id]?.count ?? 0 { seen[id, default: []].append(hash) }
    guard place > 0 else { return }
    filed.entry.id = NameBasedID.uuidV5(format: "notes", parts: [id.rawValue, String(place + 1)])
  }
}
