package import JournalCore
import JournalStore

extension JournalContext {
  /// The shortest end or beginning of an id that is taken for one.
  package static let shortestPrefix = 4

  /// Finds the entry that a person means by an id, the beginning or the end of one or of what lists show of it, or `last`, the entry with the latest
  /// date.
  ///
  /// - Parameter inTrash: whether it is looked for in the trash, or outside it; nil looks in both.
  /// - Throws: ``CommandFailure`` where no entry or several fit, or where it is in the other place; ``StoreError``.
  package func entry(_ reference: String, inTrash: Bool? = nil) throws -> Entry {
    let wanted = trimmingSpace(reference)
    if wanted.lowercased() == "last" {
      let scope: ListScope = inTrash == true ? .trash : .all
      guard let row = try store.page(ListRequest(scope: scope, limit: 1)).rows.first,
        let entry = try store.entry(row.id)
      else {
        throw CommandFailure(.notFound, inTrash == true ? "The trash is empty." : "There is no entry yet.")
      }
      return entry
    }
    // Ids of older imports may have capitals; what people type from a list never has to.
    for name in [wanted, wanted.lowercased()] {
      guard let entry = try store.entry(RecordName(name)) else { continue }
      return try require(entry, inTrash: inTrash)
    }
    guard wanted.utf8.count >= JournalContext.shortestPrefix else {
      throw CommandFailure.usage(
        "“\(wanted)” is too short for an entry’s id: give at least \(JournalContext.shortestPrefix) characters, or “last”."
      )
    }
    // What lists show is the end, since ids of one day begin alike; people type the beginning or the end of that.
    var candidates: [RecordName] = []
    for part in wanted == wanted.lowercased() ? [wanted, wanted.uppercased()] : [wanted, wanted.lowercased()] {
      let found =
        try store.entryNames(ending: part, shown: EntryNaming.shortLength, limit: 20)
        + store.entryNames(prefix: part, limit: 20)
      for name in found where !candidates.contains(name) { candidates.append(name) }
    }
    var entries: [Entry] = []
    for name in candidates {
      guard let entry = try store.entry(name) else { continue }
      if inTrash == nil || inTrash == (entry.trashedAt != nil) || candidates.count == 1 { entries.append(entry) }
    }
    guard let first = entries.first else {
      throw CommandFailure(
        .notFound,
        "There is no entry “\(wanted)”. “cloudjournal \(inTrash == true ? "trash" : "list --short")” shows the ids of all "
          + (inTrash == true ? "entries in the trash." : "entries."))
    }
    guard entries.count == 1 else {
      let examples = entries.prefix(4).map { $0.id.rawValue }.joined(separator: ", ")
      throw CommandFailure(
        .ambiguous, "“\(wanted)” is the end or the beginning of several ids (\(examples)). Give more of it.")
    }
    return try require(first, inTrash: inTrash)
  }

  private func require(_ entry: Entry, inTrash: Bool?) throws -> Entry {
    guard let inTrash, inTrash != (entry.trashedAt != nil) else { return entry }
    let name = EntryNaming.quoted(entry)
    throw CommandFailure(
      .notFound,
      inTrash
        ? "\(name) is not in the trash."
        : "\(name) is in the trash. Restore it first: cloudjournal trash restore \(EntryNaming.shortID(entry.id))")
  }

  /// Several of them, each once, in the order given.
  ///
  /// - Throws: The error of ``entry(_:inTrash:)`` for the first reference that names no entry.
  package func entries(_ references: [String], inTrash: Bool? = nil) throws -> [Entry] {
    var found: [Entry] = []
    for reference in references {
      let entry = try entry(reference, inTrash: inTrash)
      if !found.contains(where: { $0.id == entry.id }) { found.append(entry) }
    }
    return found
  }
}

/// How messages speak of an entry.
package enum EntryNaming {
  /// The characters of an id that lists show. They are its last ones: the first ones of a UUIDv7 name its millisecond, so
  /// that ids of the same weeks begin alike.
  package static let shortLength = 8

  /// The last eight characters of an id, as lists show it; the whole id where it is shorter.
  package static func shortID(_ id: RecordName) -> String { String(id.rawValue.unicodeScalars.suffix(shortLength)) }

  /// `Sat 21 Nov 2026 · 21:00`.
  package static func date(_ entry: Entry) -> String { DateText.dayAndClock(entry.date) }

  /// `“Long day” and 2 others`; nil where no title is given.
  ///
  /// - Parameter count: How many entries there are, of which some titles are given.
  static func first(_ titles: [String], of count: Int) -> String? {
    guard let first = titles.first else { return nil }
    let others = count > 1 ? " and \(NumberText.counted(count - 1, "other", "others"))" : ""
    return (first.isEmpty ? "an entry without a title" : "“\(first)”") + others
  }

  /// `“Long day.”`, cut where it is long; an entry without title goes by its body or date.
  package static func quoted(_ entry: Entry) -> String {
    let text = entry.title.isEmpty ? TextPreview.firstLine(of: entry.body) : entry.title
    guard !text.isEmpty else { return "the entry of \(DateText.dayAndClock(entry.date))" }
    let scalars = text.unicodeScalars
    return scalars.count <= 60 ? "“\(text)”" : "“\(String(String.UnicodeScalarView(scalars.prefix(59))))…”"
  }
}
