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
  /// Gives a tag another name, as one step that can be undone; says which saved searches still ask for the former one.
  mutating func renameTag(_ tag: String, to text: String) {
    guard canWrite() else { return }
    do {
      let rename = try TagRename(tag, to: text)
      guard !rename.new.isIdentical(to: tag) else { return }
      let words = "#\(rename.old) to #\(rename.new)"
      let edit = JournalEdit(name: "renamed \(words)", operations: [], allSeen: [:], renaming: rename)
      let asking = rename.stillAsked(by: desk.searches.book.all(.search), today: today)
      let said = "Renamed \(words).\(asking)\(undoHint)"
      let ticket = log.start(EditLog.Pending(edit: edit, cause: .edit, origin: .list, said: said))
      emit(.renameTag(rename, ticket))
    } catch {
      say(error.sentence, .error)
    }
  }
}

extension ListScope {
  /// The list of a tag under the name that an edit gave it; nil where the edit gave this one none.
  func renamed(by edit: JournalEdit) -> ListScope? {
    guard let renaming = edit.renaming, case .tag(let shown) = self, TagSyntax.normalise(shown) == renaming.key else {
      return nil
    }
    return .tag(renaming.new)
  }
}

extension MainScreen {
  /// The list goes with what an edit did: to an entry that is new, and with a tag to its other name.
  mutating func follow(_ edit: JournalEdit) {
    if let scope = list.scope.renamed(by: edit) { show(scope) } else { state.list.follow(edit) }
  }
}
