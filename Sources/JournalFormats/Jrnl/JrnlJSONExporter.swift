package import JournalCore

/// Writes the JSON that `jrnl --format json` writes, entry by entry.
///
/// What comes back through ``JrnlJSONImporter`` is title, body, favourite, tags, and the date's wall clock to the minute; the
/// format has no place for seconds, zone, mood, category, pictures and history. All tags are written with `@`, also those
/// that the text does not hold. The list of tags with their counts stands at the end, so that no entry has to be held.
package struct JrnlJSONExporter {
  private var counts: [String: Int64] = [:]
  private var hasEntries = false

  package init() {}

  /// Appends one entry, with what stands before it.
  package mutating func append(_ entry: Entry, to output: inout [UInt8]) {
    output += hasEntries ? ",\n".utf8 : "{\"entries\":[\n".utf8
    hasEntries = true
    let local = JrnlExporter().writable(entry.date.local)
    let stamp = ISODate.string(EntryDate(local: local, timeZone: "", offsetSeconds: 0))
    let tags = entry.allTags.map { "@\($0)" }
    // What a version to come may have as a tag is not counted where it would need escapes.
    for tag in tags where !tag.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }) {
      counts[tag.lowercased(), default: 0] += 1
    }
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("title", entry.title)
      json.member("body", JrnlEscape.withMarkedEnds(entry.body))
      json.member("date", String(stamp.prefix(10)))
      json.member("time", String(stamp.dropFirst(11).prefix(5)))
      json.member("tags", tags)
      json.member("starred", entry.isFavorite)
    }
    output += json.bytes
  }

  /// What stands behind the last entry.
  package func end() -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      for (tag, count) in counts.sorted(by: { $0.key < $1.key }) {
        json.key(named: tag)
        json.integer(count)
      }
    }
    return Array((hasEntries ? "\n],\"tags\":" : "{\"entries\":[],\"tags\":").utf8) + json.bytes + Array("}\n".utf8)
  }
}
