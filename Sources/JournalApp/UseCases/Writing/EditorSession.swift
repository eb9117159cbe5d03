import Glibc
package import JournalCore
import JournalStore

/// Writing an entry in the person's own editor, so that no word is lost: whatever the editor has saved is a draft of the
/// journal within a moment, and stays one until the entry itself is on disk.
package struct EditorSession {
  private let context: JournalContext
  private let editor: ExternalEditor
  /// Where the text lies while it is edited; only the person may look into it.
  private let folder: String
  private let owner: String
  private let now: () -> Instant

  package init(
    context: JournalContext, editor: ExternalEditor, folder: String, owner: String, now: @escaping () -> Instant
  ) {
    (self.context, self.editor, self.folder, self.owner, self.now) = (context, editor, folder, owner, now)
  }

  /// Lets the person edit title and body of an entry; false where nothing was changed.
  ///
  /// - Throws: ``CommandFailure``; once the editor has run, it says what became of the text.
  package func edit(_ entry: Entry) throws -> Bool {
    let key = DraftKey(entry: entry.id, owner: owner)
    return try withText(EntryText.text(title: entry.title, body: entry.body), key: key) { text in
      var draft = entry
      (draft.title, draft.body) = EntryText.parse(text)
      return Draft(entry: draft, isNew: false, seen: entry, owner: owner, savedAt: now())
    } finish: { text in
      try context.edit(entry, text: text, removing: key)
    }
  }

  /// Lets the person write an entry; nil where they wrote nothing.
  ///
  /// - Parameter discardsUnchanged: Whether the text that was there at the beginning counts as nothing, too.
  /// - Throws: ``CommandFailure``; once the editor has run, it says what became of the text.
  package func write(
    _ new: NewEntry, initialText: String, discardsUnchanged: Bool = false
  ) throws -> WrittenEntry? {
    let shell = Entry(id: context.freshName(), date: context.now, modifiedAt: context.now.instant)
    let key = DraftKey(entry: shell.id, owner: owner)
    return try withText(initialText, key: key) { text in
      var draft = shell
      (draft.title, draft.body) = CaptureText.split(text)
      return Draft(entry: draft, isNew: true, owner: owner, savedAt: now())
    } finish: { text in
      let isUnchanged = discardsUnchanged && trimmingSpace(text).isIdentical(to: trimmingSpace(initialText))
      guard !trimmingSpace(text).isEmpty, !isUnchanged else {
        try context.store.removeDraft(key)
        return nil
      }
      var written = new
      written.text = text
      let (entry, category) = try context.compose(written)
      return try context.save(entry, filedUnder: category, removing: key)
    }
  }

  private func withText<Result>(
    _ text: String, key: DraftKey, draft: (String) -> Draft, finish: (String) throws -> Result
  ) throws -> Result {
    let path = "\(folder)/\(EditorLeftovers.name(key.entry))"
    try FolderMaker.make(folder)
    do {
      try EditorLeftovers(context.store, folder: folder).takeIn()
    } catch {
      // They stay where they are, and nothing of them is in the way of this text.
    }
    try WholeFile.write(Array(text.utf8), to: path)
    var kept = text
    var isDraftSafe = true
    func keep() throws {
      let now = try read(path)
      guard !now.isIdentical(to: kept) else { return }
      isDraftSafe = false
      try context.store.saveDraft(draft(now))
      kept = now
      isDraftSafe = true
    }
    do {
      var seen = WholeFile.stamp(of: path)
      try editor.run(file: path) {
        let stamp = WholeFile.stamp(of: path)
        guard stamp != seen else { return }
        seen = stamp
        try keep()
      }
      try keep()
      let result = try finish(kept)
      unlink(path)
      return result
    } catch {
      let failure = CommandFailure(error)
      do {
        try keep()
      } catch {
        isDraftSafe = false
      }
      guard isDraftSafe else { throw afterFailure(failure, "What you wrote is in \(path).") }
      unlink(path)
      guard !kept.isIdentical(to: text) else { throw afterFailure(failure, "Nothing was changed.") }
      throw afterFailure(
        failure, "What you wrote is kept as a draft; open cloudjournal without arguments to go on with it.")
    }
  }

  /// A failure together with what became of the text.
  private func afterFailure(_ failure: CommandFailure, _ rest: String) -> CommandFailure {
    CommandFailure(failure.code, "\(failure.sentence) \(rest)")
  }

  private func read(_ path: String) throws -> String {
    let bytes = try WholeFile.read(path, atMost: EntryRules.longestBody * 2)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.badFile, "\(path) is not UTF-8 text. Save it as UTF-8.")
    }
    return text
  }
}
