/// What synchronising has done since it was started: records, not bytes.
package struct SyncTraffic: Hashable, Sendable {
  /// Saved or deleted on the server.
  package var sent = 0
  /// Changes of others that are here now, merged and removed ones among them.
  package var fetched = 0
  /// Of those, changes to what was changed here as well.
  package var merged = 0

  /// Starts with every number at 0.
  package init() {}

  /// Counts what came and went elsewhere as well.
  package mutating func add(_ other: SyncTraffic) {
    sent += other.sent
    fetched += other.fetched
    merged += other.merged
  }

  /// `Sent 1, fetched 2, merged 1.`
  package var sentence: String {
    var parts: [String] = []
    if sent > 0 { parts.append("sent \(NumberText.grouped(sent))") }
    if fetched > 0 { parts.append("fetched \(NumberText.grouped(fetched))") }
    if merged > 0 { parts.append("merged \(NumberText.grouped(merged))") }
    guard let first = parts.first else { return "Nothing new." }
    parts[0] = first.prefix(1).uppercased() + first.dropFirst()
    return parts.joined(separator: ", ") + "."
  }
}
