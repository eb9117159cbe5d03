package import JournalCore
package import JournalStore

/// Saved searches, words of the person's own dictionary and templates: what goes with the journal to all its devices.
///
/// Each is a record of its own, so that two devices that know nothing of each other never lose what the other one has.
package struct JournalPreferences: Sendable {
  private let context: JournalContext

  package init(_ context: JournalContext) { self.context = context }

  private func book() throws(StoreError) -> PreferenceBook { PreferenceBook(try context.store.preferences()) }

  /// What there is of a kind, in the order of the names' bytes.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func all(_ kind: PreferenceKind) throws(StoreError) -> [NamedText] {
    try book().all(kind)
  }

  /// The text of a name; nil where there is none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func text(_ kind: PreferenceKind, _ name: String) throws(StoreError) -> String? {
    try book().value(kind.key(name))
  }

  /// What there is under a name, whatever its case: more than one only where several devices made them.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func all(_ kind: PreferenceKind, called name: String) throws(StoreError) -> [NamedText] {
    try book().all(kind, called: name)
  }

  /// Keeps a text under a name, in the place of what stood there.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage` for a name or a text that is not allowed, and where there is no room;
  ///   ``StoreError`` where the journal cannot be written.
  package func set(_ kind: PreferenceKind, _ name: String, to text: String) throws {
    let book = try self.book()
    let steps = try CommandFailure.reading { () throws(InvalidInput) in
      try book.setting(kind.key(name), to: text, name: context.freshName(), at: context.now.instant)
    }
    try context.apply(steps)
  }

  /// Keeps names that stand for themselves, in one step; those that are there stay.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage` for a name that is not allowed, and where there is no room: then none is
  ///   kept; ``StoreError`` where the journal cannot be written.
  package func add(_ kind: PreferenceKind, _ names: [String]) throws {
    let book = try self.book()
    let steps = try CommandFailure.reading { () throws(InvalidInput) in
      try book.adding(kind, names, name: { context.freshName() }, at: context.now.instant)
    }
    if !steps.isEmpty { try context.apply(steps) }
  }

  /// Removes names with what stands under them, in one step.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func remove(_ kind: PreferenceKind, _ names: [String]) throws {
    let book = try self.book()
    let steps = names.flatMap { book.removing(kind.key($0), at: context.now.instant) }
    if !steps.isEmpty { try context.apply(steps) }
  }

  /// Removes a name with what stands under it.
  ///
  /// - Returns: Whether there was such a name.
  /// - Throws: ``StoreError`` where the journal cannot be written.
  @discardableResult
  package func remove(_ kind: PreferenceKind, _ name: String) throws(StoreError) -> Bool {
    let steps = try book().removing(kind.key(name), at: context.now.instant)
    try context.apply(steps)
    return !steps.isEmpty
  }

  /// Gives what stands under a name another one, in the place of what stood under that.
  ///
  /// - Returns: Whether there was such a name.
  /// - Throws: ``CommandFailure`` for a name that is not allowed; ``StoreError`` where the journal cannot be written.
  @discardableResult
  package func setName(_ kind: PreferenceKind, _ name: String, to other: String) throws -> Bool {
    let book = try self.book()
    let steps = try CommandFailure.reading { () throws(InvalidInput) in
      try book.renaming(kind.key(name), to: kind.key(other), at: context.now.instant)
    }
    try context.apply(steps)
    return book.preference(kind.key(name)) != nil
  }
}
