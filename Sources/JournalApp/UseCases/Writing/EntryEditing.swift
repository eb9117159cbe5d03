package import JournalCore
package import JournalStore

/// New values for some of an entry's fields, as the command line gives them.
package struct EntryFields: Hashable, Sendable {
  /// The new title; nil leaves it.
  package var title: String?
  /// The new body; nil leaves it.
  package var body: String?
  /// `none` takes the mood away.
  package var mood: String?
  /// An empty name, or `none`, unfiles the entry.
  package var category: String?
  /// Explicit tags to add behind the present ones; those that are there already are not added again.
  package var addedTags: [String] = []
  /// Explicit tags to remove, before any are added; those in the text stay.
  package var removedTags: [String] = []
  /// A date in natural language; where it gives only a day, the time of the day stays.
  package var date: String?
  /// Whether it is a favourite from now on; nil leaves it.
  package var isFavorite: Bool?

  /// Starts with no field changed.
  package init() {}

  /// Whether no field is given.
  package var isEmpty: Bool { self == EntryFields() }
}

extension JournalContext {
  /// Changes fields of an entry; returns it as it is afterwards, and the category that had to be made.
  ///
  /// What another program or device has saved since the entry was read is merged with it.
  /// - Throws: ``InvalidInput`` or ``CommandFailure`` where a value is not allowed; ``StoreError``.
  package func edit(_ entry: Entry, _ fields: EntryFields) throws -> WrittenEntry {
    var new = entry
    if let title = fields.title { new.title = try EntryRules.title(title) }
    if let body = fields.body { new.body = EntryText.withoutFinalLineEnds(body) }
    if let mood = fields.mood { new.mood = try self.mood(mood) }
    if let date = fields.date { new.date = try self.date(date, keepingTimeOf: entry.date) }
    if let isFavorite = fields.isFavorite { new.isFavorite = isFavorite }
    let removed = Set(try tags(fields.removedTags).map { TagSyntax.normalise($0) })
    new.tags.removeAll { removed.contains(TagSyntax.normalise($0)) }
    for tag in try tags(fields.addedTags)
    where !new.tags.contains(where: { TagSyntax.normalise($0) == TagSyntax.normalise(tag) }) {
      new.tags.append(tag)
    }
    guard let category = fields.category else {
      try save(new, over: entry, making: nil)
      return WrittenEntry(entry: new)
    }
    let wanted = category.lowercased() == "none" ? FiledCategory.none : try filedCategory(category)
    return try withCategory(wanted) { choice in
      new.category = choice.id
      try save(new, over: entry, making: choice.made)
      return WrittenEntry(entry: new, newCategory: choice.made, categoryName: choice.name)
    }
  }

  /// Gives an entry the text that came back from an editor; false where nothing differs.
  ///
  /// What another program or device has saved while the editor was open is merged with it, as on the screen.
  /// - Throws: ``InvalidInput`` where the text is too long; ``StoreError`` where the journal cannot be written.
  package func edit(_ entry: Entry, text: String, removing draft: DraftKey?) throws -> Bool {
    var new = entry
    (new.title, new.body) = EntryText.parse(text)
    return try save(new, over: entry, making: nil, removing: draft)
  }

  @discardableResult
  private func save(
    _ new: Entry, over old: Entry, making category: JournalCore.Category?, removing draft: DraftKey? = nil
  ) throws -> Bool {
    try EntryRules.check(new)
    let changes = old.changes(to: new)
    guard !changes.isEmpty else {
      if let draft { try store.removeDraft(draft) }
      return false
    }
    var operations: [JournalOperation] = []
    if let category { operations.append(.createCategory(category)) }
    operations.append(.editEntry(new.id, changes))
    _ = try store.apply(
      JournalEdit(name: "edit an entry", operations: operations, seen: old), cause: .edit, removing: draft)
    return true
  }
}
