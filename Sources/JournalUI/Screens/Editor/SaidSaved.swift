import JournalCore
import TerminalKit

/// What was said of an entry that was saved as the editor was left.
struct SaidSaved: Hashable, Sendable {
  let entry: RecordName
  /// Its title, as far as it was known.
  let title: String
  /// What it was called.
  let name: String
  /// Whether others had changed it meanwhile.
  let isJoined: Bool

  private init(_ entry: RecordName, title: String, body: String, isJoined: Bool) {
    (self.entry, self.title, self.isJoined) = (entry, title, isJoined)
    let words = title.isEmpty ? firstWords(of: TextPreview.lines(of: body, limit: 80)) : title
    name = words.isEmpty ? "Untitled" : words
  }

  /// - Parameter editor: Which has saved the entry, and knows what others had made of it: a title that was not changed here is theirs.
  init(_ saved: Entry, in editor: EditorModel) {
    let isTheirs = saved.title.isIdentical(to: editor.base.title)
    let named = isTheirs ? editor.theirs ?? saved : saved
    self.init(saved.id, title: named.title, body: named.body, isJoined: editor.theirs != nil)
  }

  /// - Parameter read: The entry as it stands in the journal, with another title than was said.
  init(read: Entry) { self.init(read.id, title: read.title, body: read.body, isJoined: true) }

  func words(_ desk: Desk) -> String {
    "Saved “\(desk.shortened(name, 40))”\(isJoined ? " with what was changed elsewhere" : "")"
  }
}

extension Desk {
  /// Takes the entry as it stands in the journal now: where others have given it another title a moment before, what was said of it
  /// names that one.
  mutating func hear(ofSaved entry: Entry?) {
    guard let said = saidSaved, let entry, entry.id == said.entry else { return }
    saidSaved = nil
    guard !entry.title.isEmpty, !entry.title.isIdentical(to: said.title), let text = notice?.text,
      text.hasPrefix(said.words(self))
    else { return }
    let better = SaidSaved(read: entry).words(self) + text.dropFirst(said.words(self).count)
    notice?.text = better
  }
}
