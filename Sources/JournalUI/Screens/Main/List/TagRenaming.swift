import JournalCore

/// Asking for another name of a tag.
extension SharesDesk {
  mutating func askForTagName(_ tag: String) {
    openPrompt(
      MainQuestion.tagName(of: tag), .tagName(of: tag), "Rename #\(tag)",
      hint: "The name of another tag joins both", text: tag)
  }

  /// Says what becomes of the tag: how many entries it changes, and which tag it joins.
  func understandTag(_ prompt: inout Prompt, _ tag: String) {
    guard !prompt.field.isEmpty else { return }
    do {
      let rename = try TagRename(tag, to: prompt.field.text)
      let others = tags.first { TagSyntax.normalise($0.tag) == TagSyntax.normalise(rename.new) }
      let count = tags.first { TagSyntax.normalise($0.tag) == rename.key }?.count ?? 0
      if let others, TagSyntax.normalise(others.tag) != rename.key {
        prompt.understood = "joins #\(others.tag), which \(counted(others.count, "entry has", "entries have"))"
      } else {
        prompt.understood = "in \(counted(count, "entry", "entries"))"
      }
    } catch {
      prompt.understood = error.sentence
      prompt.isProblem = true
    }
  }

}

extension HearsKeys {
  /// Gives a tag another name, as one step that can be undone.
  ///
  /// - Returns: The new name; nil where nothing is to be done.
  mutating func renameTag(_ tag: String, to text: String) -> String? {
    guard canWrite() else { return nil }
    do {
      let rename = try TagRename(tag, to: text)
      guard !rename.new.isIdentical(to: tag) else { return nil }
      let words = "#\(rename.old) to #\(rename.new)"
      let edit = JournalEdit(name: "renamed \(words)", operations: [])
      let ticket = log.start(
        EditLog.Pending(edit: edit, cause: .edit, origin: .list, said: "Renamed \(words)\(undoHint)"))
      emit(.renameTag(rename, ticket))
      return rename.new
    } catch {
      say(error.sentence, .error)
      return nil
    }
  }
}

extension ListScope {
  /// Whether it shows the entries with this tag.
  func isTag(_ tag: String) -> Bool {
    if case .tag(let shown) = self { TagSyntax.normalise(shown) == TagSyntax.normalise(tag) } else { false }
  }
}
