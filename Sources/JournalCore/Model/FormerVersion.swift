/// A change of an entry: the values that were replaced together, and the entry as it was before that; or a version that came and was
/// not taken in (``isRefused``).
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
    let other = device.isEmpty ? "another device" : device
    return switch cause {
    case .merge: "\(verb) with \(other)"
    case .refused: "\(verb) \(other)"
    case .edit, .undo, .redo, .restore, .importing: device.isEmpty ? verb : "\(verb) on \(device)"
    }
  }

  /// Whether the entry never was so: these values came in a version that was not taken in.
  package var isRefused: Bool { cause == .refused }

  /// Who sent a version that was not taken in, as far as that is known: `ben@journal.example.org`, `another device`.
  package var sender: String { device.isEmpty ? "another device" : device }

  /// The kind of action that made the change.
  package var cause: EditCause { items[0].cause }
}

extension Entry {
  /// What the entry was before each of its changes, the latest change first; among them, where it came, what was not taken in: the
  /// entry as it would have been with that.
  ///
  /// - Parameter items: Its history, in any order.
  package func formerVersions(_ items: [HistoryItem]) -> [FormerVersion] {
    var versions: [FormerVersion] = []
    // What the entry was, which no value changes that was refused.
    var standing = self
    for item in items.sorted(by: { a, b in a.group != b.group ? a.group > b.group : a.id > b.id }) {
      if versions.last?.items.first?.group != item.group {
        versions.append(FormerVersion(entry: standing, items: []))
      }
      versions[versions.count - 1].items.append(item)
      guard let old = item.oldValue else { continue }
      versions[versions.count - 1].entry.set(old)
      if item.cause != .refused { standing.set(old) }
    }
    return versions
  }

  /// The changes that make the entry again what it was; whether it lies in the trash does not change with it.
  package func changes(restoring version: Entry) -> [EntryChange] {
    changes(to: version).filter { !$0.sets(\.trashedAt) }
  }
}
