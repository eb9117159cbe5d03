/// A change of an entry: the values that were replaced together, and the entry as it was before that.
package struct FormerVersion: Hashable, Sendable {
  /// The entry before the change.
  package var entry: Entry
  /// The values that were replaced; never empty.
  package var items: [HistoryItem]

  /// When the change was made.
  package var replacedAt: Instant { items[0].replacedAt }
  /// The name of the device that made the change.
  package var device: String { items[0].device }

  /// `edited on laptop`, `merged with laptop`: what was done, and by whose device.
  ///
  /// - Parameter verb: What the caller calls the cause.
  package func words(of verb: String) -> String { Self.words(of: verb, cause, device) }

  /// The same for a version that is told otherwise.
  package static func words(of verb: String, _ cause: EditCause, _ device: String) -> String {
    guard cause == .merge else { return device.isEmpty ? verb : "\(verb) on \(device)" }
    return "\(verb) with \(device.isEmpty ? "another device" : device)"
  }

  /// The kind of action that made the change.
  package var cause: EditCause { items[0].cause }
}

extension Entry {
  /// What the entry was before each of its changes, the latest change first.
  ///
  /// - Parameter items: Its history, in any order.
  package func formerVersions(_ items: [HistoryItem]) -> [FormerVersion] {
    var versions: [FormerVersion] = []
    for item in items.sorted(by: { a, b in a.group != b.group ? a.group > b.group : a.id > b.id }) {
      if versions.last?.items.first?.group != item.group {
        versions.append(FormerVersion(entry: versions.last?.entry ?? self, items: []))
      }
      versions[versions.count - 1].items.append(item)
      if let old = item.oldValue { versions[versions.count - 1].entry.set(old) }
    }
    return versions
  }

  /// The changes that make the entry again what it was; whether it lies in the trash does not change with it.
  package func changes(restoring version: Entry) -> [EntryChange] {
    changes(to: version).filter { !$0.sets(\.trashedAt) }
  }
}
