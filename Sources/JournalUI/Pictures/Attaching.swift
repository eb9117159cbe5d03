import JournalCore
import TerminalKit

/// What files are attached to.
enum AttachTarget: Hashable, Sendable {
  case entry(RecordName)
  /// The entry in the editor, which is saved first where it is new.
  case editor
  /// An entry that is begun for them.
  case newEntry
}

/// Making files pictures of an entry.
extension Model {
  /// Opens the files to choose from, for the entry that is selected or written.
  mutating func chooseFiles() {
    guard canWrite() else { return }
    if screens.last == .editor { return openFilePicker(.editor) }
    guard let selected = list.selected else { return openFilePicker(.newEntry) }
    guard list.scope != .trash, selected.trashedAt == nil else {
      return say("This entry is in the trash; restore it first to attach pictures.", .warning)
    }
    openFilePicker(.entry(selected.id))
  }

  func titled(_ target: AttachTarget) -> String {
    switch target {
    case .entry(let id):
      let title = viewer?.entry == id ? viewer?.title : list.rows.first { $0.id == id }?.title
      return title.map { $0.isEmpty ? "this entry" : "“\(shortened($0, 40))”" } ?? "this entry"
    case .editor: return "this entry"
    case .newEntry: return "a new entry"
    }
  }

  mutating func attach(_ paths: [String], to target: AttachTarget, keepsOriginal: Bool = false) {
    guard !paths.isEmpty, canWrite() else { return }
    switch target {
    case .entry(let id): attach(AttachRequest(entry: id, paths: paths, keepsOriginal: keepsOriginal))
    case .newEntry:
      newEntry()
      attach(paths, to: .editor, keepsOriginal: keepsOriginal)
    case .editor:
      guard let editor else { return }
      let request = AttachRequest(entry: editor.base.id, paths: paths, keepsOriginal: keepsOriginal)
      guard editor.isNew else { return attach(request) }
      // Pictures belong to an entry that is in the journal, if only with nothing in it yet.
      self.editor?.attaching = request
      saveEditor(then: .stay)
    }
  }

  mutating func attach(_ request: AttachRequest) {
    let count = counted(request.paths.count, "picture", "pictures")
    let edit = JournalEdit(name: "attached \(count)", operations: [])
    let ticket = log.start(EditLog.Pending(edit: edit, cause: .edit, origin: .list, said: ""))
    attachments.append(ticket)
    emit(.attach(request, ticket))
    say("Attaching \(count) \(glyphs.ellipsis)")
  }

  /// One more file was read, or refused; the others go on.
  mutating func attaching(_ progress: AttachProgress) {
    guard progress.isFinished else {
      return say("Attaching: \(grouped(progress.done)) of \(grouped(progress.count)) \(glyphs.ellipsis)")
    }
    let taken = progress.count - progress.failures.count
    if !attachments.isEmpty {
      let ticket = attachments.removeFirst()
      // Where no file was taken there was no edit, and none will be answered for.
      if taken <= 0 { log.forget(ticket) }
    }
    var words = progress.sentences
    if progress.count > 1, taken > 0 { words.insert("\(counted(taken, "picture", "pictures")) attached.", at: 0) }
    if !words.isEmpty { say(words.joined(separator: " \(glyphs.separator) ") + undoHint, .success) }
    guard !progress.failures.isEmpty else { return }
    dialogs.append(
      .choice(
        Choice(
          taken > 0 ? "Not all pictures were attached" : "Nothing was attached", progress.failures,
          [Choice.Option("o", "OK", .nothing)], selected: 0, tone: .failure)))
  }

  mutating func pictureExists(_ image: EntryImage, _ path: String) {
    dialogs.append(
      .choice(
        .confirm(
          "Replace the file?", ["\(path) is there already."], yes: "Replace it", .replaceFile(image, path),
          isGrave: true)))
  }

  /// Attaching as a whole failed: nothing was changed, and it can be tried again.
  mutating func attachFailed(_ ticket: EditTicket) { attachments.removeAll { $0 == ticket } }

  // MARK: Pasted paths

  /// Asks what to do with a pasted text that is nothing but paths of pictures; false where it is another text.
  mutating func takePastedPictures(_ text: String) -> Bool {
    guard !environment.isReadOnly else { return false }
    let isEditor = screens.last == .editor
    guard isEditor || screens.isEmpty || screens.last == .viewer else { return false }
    let paths = PastedPaths.pictures(in: text)
    guard !paths.isEmpty else { return false }
    var options: [Choice.Option] = []
    if isEditor {
      options.append(Choice.Option("a", "Attach to this entry", .attach(.editor, paths)))
      options.append(Choice.Option("p", "Paste as text", .pasteAsText(text)))
    } else {
      if let target = pasteTarget {
        options.append(Choice.Option("a", "Attach to \(titled(target))", .attach(target, paths)))
      }
      if screens.isEmpty {
        options.append(
          Choice.Option("w", "Write a new entry with \(paths.count == 1 ? "it" : "them")", .attach(.newEntry, paths)))
      }
    }
    guard !options.isEmpty else { return false }
    options.append(Choice.Option("n", "No", .nothing))
    let name = paths.count == 1 ? PastedPaths.name(of: paths[0]) : counted(paths.count, "picture", "pictures")
    dialogs.append(.choice(Choice("Attach \(shortened(name, 40))?", listed(paths), options, selected: 0)))
    return true
  }

  private var pasteTarget: AttachTarget? {
    if let viewer { return viewer.isTrashed ? nil : .entry(viewer.entry) }
    guard list.scope != .trash, let selected = list.selected, selected.trashedAt == nil else { return nil }
    return .entry(selected.id)
  }

  /// The first few of many, and how many more there are.
  private func listed(_ paths: [String]) -> [String] {
    let shown = paths.count > 5 ? Array(paths.prefix(4)) : paths
    return shown + (shown.count < paths.count ? ["and \(paths.count - shown.count) more"] : [])
  }
}
