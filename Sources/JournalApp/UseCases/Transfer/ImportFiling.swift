import JournalCore
import JournalFormats
import JournalStore

/// Finds the categories that files name, and makes those that the journal does not have.
///
/// A category that is made has an id that follows from its name, so that two machines that import the same file make the
/// same one.
final class ImportFiling {
  private let store: JournalStore
  private let now: Instant
  private let naming: ImportNaming
  /// By the bytes of the name, and by the name as people mean it.
  private var exact: [[UInt8]: RecordName] = [:]
  private var meant: [String: RecordName] = [:]
  private var live: Set<RecordName> = []
  private var trashed: Set<RecordName> = []
  /// Categories that were not handed to the store yet.
  private var fresh: [RecordName: JournalCore.Category] = [:]
  private var nextOrder: Int64 = 0
  /// The names of categories that a dry run would make.
  private var new: [RecordName: String] = [:]
  /// Names that are longer than one can be.
  private var cutNames = CutNames()
  /// Entries whose category has a name that shows nothing.
  private var namedInvisibly = 0

  /// Reads the categories of the journal.
  init(_ store: JournalStore, now: Instant, naming: ImportNaming) throws(StoreError) {
    (self.store, self.now, self.naming) = (store, now, naming)
    for category in try store.categories(includingTrash: true) {
      guard category.trashedAt == nil else {
        trashed.insert(category.id)
        continue
      }
      live.insert(category.id)
      nextOrder = max(nextOrder, category.sortOrder &+ 1)
      let key = Array(category.name.utf8)
      if exact[key] == nil { exact[key] = category.id }
      let meaning = SearchQuery.categoryKey(category.name)
      if meant[meaning] == nil { meant[meaning] = category.id }
    }
  }

  /// The entry under the name that it gets here, with the id of its category.
  func filed(_ filed: FiledEntry) -> Entry {
    var entry = filed.entry
    entry.id = naming.name(entry.id)
    // Programs write an empty word where there is no mood.
    if let mood = entry.mood, trimmingSpace(mood.rawValue).isEmpty { entry.mood = nil }
    if let name = filed.categoryName { entry.category = id(of: name) }
    return entry
  }

  private func id(of name: String) -> RecordName? {
    if let id = exact[Array(name.utf8)] { return id }
    guard let fitted = ImportFiling.fitted(name) else {
      if !trimmingSpace(name).isEmpty { namedInvisibly += 1 }
      return nil
    }
    if name.unicodeScalars.count > CategoryRules.longestName, fitted != trimmingSpace(name) {
      cutNames.add(name, fitted)
    }
    var id = meant[SearchQuery.categoryKey(fitted)]
    if id == nil {
      let made = naming.name(NameBasedID.uuidV5(format: "category", parts: [fitted]))
      // One that was renamed here is the same category.
      if !live.contains(made), fresh[made] == nil {
        fresh[made] = JournalCore.Category(id: made, name: fitted, sortOrder: nextOrder, modifiedAt: now)
        nextOrder &+= 1
      }
      id = made
    }
    exact[Array(name.utf8)] = id
    return id
  }

  /// A name within the rules; nil where nothing is left of it. Of names that stand one in the other (`Journal / Trips`) and are too
  /// long together it is the last one.
  private static func fitted(_ name: String) -> String? {
    var text = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isSpace = scalar.value < 0x20 || scalar.properties.isWhitespace
      text.append(isSpace ? " " : scalar)
    }
    var line = trimmingSpace(String(text))
    if line.unicodeScalars.count > CategoryRules.longestName {
      line = line.split(separator: " / ").last.map { trimmingSpace(String($0)) } ?? line
    }
    var short = String.UnicodeScalarView()
    short.append(contentsOf: line.unicodeScalars.prefix(CategoryRules.longestName))
    do throws(InvalidInput) { return try CategoryRules.name(String(short)) } catch {
      // A name that is no name files an entry nowhere, which loses nothing that could be read.
      return nil
    }
  }

  /// What a person should know of names that are other ones here, or none.
  var notes: [String] {
    guard namedInvisibly > 0 else { return cutNames.notes }
    let number = NumberText.counted(namedInvisibly, "entry is", "entries are")
    return cutNames.notes + ["\(number) in no category: the name there shows nothing."]
  }

  /// Notes which of these the journal would get.
  func noteNew(_ categories: [JournalCore.Category]) {
    for category in categories
    where category.trashedAt == nil && !live.contains(category.id) && !trashed.contains(category.id) {
      new[category.id] = category.name
    }
  }

  /// Names what ``noteNew(_:)`` was told; none where the journal has all.
  var noteOfNew: [String] {
    guard !new.isEmpty else { return [] }
    let names = new.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "“\($0)”" }
    let more = names.count > 30 ? " and \(NumberText.grouped(names.count - 30)) more" : ""
    let number = NumberText.counted(names.count, "category", "categories")
    return ["would make \(number): \(names.prefix(30).joined(separator: ", "))\(more)."]
  }

  /// The categories that the store needs for these entries, each of them once.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  func missing(for entries: [Entry]) throws(StoreError) -> [JournalCore.Category] {
    let wanted = entries.filter { entry in entry.category.map { fresh[$0] != nil } ?? false }
    guard !wanted.isEmpty else { return [] }
    // An entry that is here stays as it is, and needs no category; in the trash it may come back with its own.
    var staying: Set<RecordName> = []
    for entry in try store.entries(wanted.map(\.id)) {
      let comesBack = entry.trashedAt != nil && (entry.category.map { trashed.contains($0) } ?? false)
      if !comesBack { staying.insert(entry.id) }
    }
    var missing: [JournalCore.Category] = []
    for entry in wanted where !staying.contains(entry.id) {
      if let id = entry.category, let category = fresh.removeValue(forKey: id) { missing.append(category) }
    }
    return missing
  }
}
