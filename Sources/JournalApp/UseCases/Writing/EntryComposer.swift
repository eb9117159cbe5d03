package import JournalCore
package import JournalStore

/// What to write down, as the command line gives it.
package struct NewEntry: Hashable, Sendable {
  /// Bare words: a natural date, a star, a title and the rest, as ``CaptureText`` reads them.
  package var text: String?
  /// The title; it takes the place of the one in `text`.
  package var title: String?
  /// The body; it takes the place of the one in `text`.
  package var body: String?
  /// A mood by its name; nil, empty or `none` for none.
  package var mood: String?
  /// A category by its name, in any case; nil or empty for none.
  package var category: String?
  /// Explicit tags, with or without their symbol; a comma separates several.
  package var tags: [String] = []
  /// A date in natural language; it wins over one in `text`.
  package var date: String?
  /// When a picture of the entry was taken: its date, where neither `date` nor `text` says another.
  package var takenAt: EntryDate?
  /// Whether it becomes a favourite even where `text` has no star.
  package var isFavorite = false

  package init(text: String? = nil, title: String? = nil, body: String? = nil) {
    (self.text, self.title, self.body) = (text, title, body)
  }

  /// Title and body of the entry that this becomes.
  ///
  /// - Parameter capture: What ``text`` says; nil where there is none.
  func words(_ capture: CaptureText?) -> (title: String, body: String) {
    var (title, body) = (capture?.title ?? "", capture?.body ?? "")
    if self.title != nil || self.body != nil {
      // Where the words do not make the title, all of them are the text; what else is given follows.
      let words = self.title == nil ? [body] : [title, body]
      let given = (words + [self.body ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n\n")
      (title, body) =
        self.title == nil && text == nil
        ? CaptureText.split(given) : EntryRules.fitted(title: self.title ?? title, body: given)
    }
    return (title, EntryText.withoutFinalLineEnds(body))
  }
}

/// What was written down.
package struct WrittenEntry: Hashable, Sendable {
  /// The entry as it is in the journal now.
  package var entry: Entry
  /// The category that had to be made for it.
  package var newCategory: JournalCore.Category?
  /// The name of the category that it is filed under; nil where it is unfiled, or where that was not changed.
  package var categoryName: String?

  package init(entry: Entry, newCategory: JournalCore.Category? = nil, categoryName: String? = nil) {
    (self.entry, self.newCategory, self.categoryName) = (entry, newCategory, categoryName)
  }
}

extension JournalContext {
  /// Writes an entry into the journal; a category that is not there yet is made with it.
  ///
  /// Throws a sentence where the mood is none of the five, a tag or a date is none, or nothing is to be written down.
  package func write(_ new: NewEntry) throws -> WrittenEntry {
    let (entry, category) = try compose(new)
    return try save(entry, filedUnder: category)
  }

  /// The entry that would be written, and the category it would be filed under, which may be a new one.
  ///
  /// - Throws: ``CommandFailure`` or ``InvalidInput`` where a value is not allowed, or nothing is to be written down.
  package func compose(_ new: NewEntry) throws -> (entry: Entry, category: FiledCategory) {
    var entry = Entry(id: freshName(), date: new.takenAt ?? now, modifiedAt: now.instant)
    let capture = try new.text.map {
      try CaptureText($0, now: now, zone: zone, defaultClock: defaultClock, order: dateOrder)
    }
    (entry.title, entry.body) = new.words(capture)
    if let capture {
      entry.isFavorite = capture.isFavorite
      if let date = capture.date { entry.date = date.date }
    }
    if let date = new.date { entry.date = try self.date(date) }
    if new.isFavorite { entry.isFavorite = true }
    entry.mood = try mood(new.mood)
    entry.tags = try tags(new.tags)
    try EntryRules.check(entry)
    guard !entry.isEmpty else {
      throw CommandFailure(
        .invalidInput,
        "There is no text to write down. Give some words, --title or --body, or open your editor with: cloudjournal new"
      )
    }
    let isUnfiled = new.category.map { trimmingSpace($0).lowercased() == "none" } == true
    return (entry, isUnfiled ? .none : try filedCategory(new.category))
  }

  /// Saves a new entry together with the category that it needs.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func save(
    _ entry: Entry, filedUnder category: FiledCategory, removing draft: DraftKey? = nil
  ) throws -> WrittenEntry {
    try withCategory(category) { category in
      var entry = entry
      var operations: [JournalOperation] = []
      if let made = category.made { operations.append(.createCategory(made)) }
      entry.category = category.id
      operations.append(.createEntry(entry))
      try apply(operations, removing: draft)
      return WrittenEntry(entry: entry, newCategory: category.made, categoryName: category.name)
    }
  }

  /// A mood by its name; nil for none.
  ///
  /// - Throws: ``CommandFailure`` where it is none of the five.
  package func mood(_ name: String?) throws -> Mood? { try JournalContext.mood(named: name) }

  /// The same without a journal.
  static func mood(named name: String?) throws -> Mood? {
    guard let name else { return nil }
    let wanted = trimmingSpace(name).lowercased()
    if wanted.isEmpty || wanted == "none" { return nil }
    let mood = Mood(rawValue: wanted)
    guard mood.isKnown else {
      let known = Mood.known.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.usage("“\(name)” is not a mood. Moods are: \(known).")
    }
    return mood
  }

  /// Tags as they are kept: without their symbol, each once; a comma separates several.
  ///
  /// - Throws: ``CommandFailure`` for a text that cannot be a tag.
  package func tags(_ given: [String]) throws -> [String] { try JournalContext.tags(named: given) }

  /// The same without a journal.
  static func tags(named given: [String]) throws -> [String] {
    var tags: [String] = []
    var keys: Set<String> = []
    for text in given {
      for part in text.unicodeScalars.split(separator: ",") {
        let tag = try CommandFailure.reading { () throws(InvalidInput) in try TagSyntax.validated(String(part)) }
        if keys.insert(TagSyntax.normalise(tag)).inserted { tags.append(tag) }
      }
    }
    return tags
  }
}
