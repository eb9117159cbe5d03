import Glibc
import JournalCore
package import JournalStore

/// Files that an editor was given, and that a killed process has left: their words are in the journal already, or become
/// the draft that they belong to.
package struct EditorLeftovers {
  private let store: JournalStore
  private let folder: String

  /// - Parameter folder: Where texts lie while they are edited; journals share it.
  package init(_ store: JournalStore, folder: String) {
    self.store = store
    self.folder = folder
  }

  /// How the file of an entry is called while an editor has it.
  ///
  /// - Parameter entry: nil on the screen, where the draft says whose text it is.
  static func name(_ entry: RecordName?) -> String {
    "\(entry.map { EntryNaming.shortID($0) } ?? screen)-\(getpid()).md"
  }

  private static let screen = "entry"

  /// Removes the files of processes that are gone, once their words are kept. A file that belongs to no entry and to no
  /// draft of this journal stays, as does one that is not UTF-8.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read or written, ``CommandFailure`` for a file.
  package func takeIn() throws {
    for file in FolderFiles.regular(in: folder) {
      guard let (mark, process) = EditorLeftovers.parts(of: file.name), !ProcessIdentity.isAlive(process) else {
        continue
      }
      if try isKept("\(folder)/\(file.name)", mark, process, at: file.modifiedAt) { unlink("\(folder)/\(file.name)") }
    }
  }

  /// Whether the words of a file are in the journal now.
  private func isKept(_ path: String, _ mark: String, _ process: Int32, at moment: Instant) throws -> Bool {
    let bytes = try WholeFile.read(path, atMost: EntryRules.longestBody * 2)
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    if trimmingSpace(text).isEmpty { return true }
    let drafts = try store.abandonedDrafts().filter { draft in
      ProcessIdentity(draft.owner)?.number == process
        && (mark == EditorLeftovers.screen || EntryNaming.shortID(draft.entry.id) == mark)
    }
    if drafts.contains(where: { EditorLeftovers.holds($0.entry, words(text, $0, mark)) }) { return true }
    if let draft = drafts.first, drafts.count == 1 {
      var later = draft
      (later.entry.title, later.entry.body) = words(text, draft, mark)
      later.savedAt = moment
      try store.saveDraft(later)
      return true
    }
    guard drafts.isEmpty, mark != EditorLeftovers.screen else { return false }
    let names = try store.entryNames(ending: mark, shown: EntryNaming.shortLength, limit: 2)
    guard let name = names.first, names.count == 1, let entry = try store.entry(name) else { return false }
    let found = EntryText.parse(text)
    if !EditorLeftovers.holds(entry, found) {
      var edited = entry
      (edited.title, edited.body) = found
      try store.saveDraft(Draft(entry: edited, isNew: false, seen: entry, owner: "\(process).0", savedAt: moment))
    }
    return true
  }

  /// A file's text as the one who began it would read it.
  private func words(_ text: String, _ draft: Draft, _ mark: String) -> (title: String, body: String) {
    draft.isNew && mark != EditorLeftovers.screen ? CaptureText.split(text) : EntryText.parse(text)
  }

  private static func holds(_ entry: Entry, _ words: (title: String, body: String)) -> Bool {
    entry.title.isIdentical(to: words.title) && entry.body.isIdentical(to: words.body)
  }

  /// Whose text a file holds, and the process that wrote it; nil for any other file.
  private static func parts(of name: String) -> (mark: String, process: Int32)? {
    guard name.hasSuffix(".md"), !name.hasPrefix(EmergencyCopy.prefix), let dash = name.lastIndex(of: "-") else {
      return nil
    }
    let mark = name[..<dash]
    guard !mark.isEmpty, let process = Int32(name[name.index(after: dash)...].dropLast(3)), process > 1 else {
      return nil
    }
    return (String(mark), process)
  }
}
