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

/// A screen on which files are made pictures of an entry.
protocol AttachesPictures: ShowsPictures, HearsKeys {}

extension AttachesPictures {
  mutating func openFilePicker(_ target: AttachTarget, titled title: String) {
    openFilePicker(for: .attaching(target, title: title))
  }

  /// What a question calls an entry by its title.
  func entryTitle(_ title: String?) -> String {
    title.map { $0.isEmpty ? "this entry" : "“\(shortened($0, 40))”" } ?? "this entry"
  }

  mutating func attach(_ request: AttachRequest) {
    let count = counted(request.paths.count, "picture", "pictures")
    let edit = JournalEdit(name: "attached \(count)", operations: [])
    let ticket = log.start(EditLog.Pending(edit: edit, cause: .edit, origin: .list, said: ""))
    desk.attachments.append(ticket)
    emit(.attach(request, ticket))
    say("Attaching \(count) \(glyphs.ellipsis)")
  }

  /// Asks what to do with a pasted text that is nothing but paths of pictures; false where it is another text.
  mutating func askToAttach(_ text: String, _ options: ([String]) -> [Choice.Option]) -> Bool {
    guard !environment.isReadOnly else { return false }
    let paths = PastedPaths.pictures(in: text)
    guard !paths.isEmpty else { return false }
    let options = options(paths)
    guard !options.isEmpty else { return false }
    let name = paths.count == 1 ? PastedPaths.name(of: paths[0]) : counted(paths.count, "picture", "pictures")
    dialogs.append(
      .choice(
        Choice(
          "Attach \(shortened(name, 40))?", listed(paths), options + [Choice.Option("n", "No", .nothing)], selected: 0))
    )
    return true
  }

  /// The first few of many, and how many more there are.
  private func listed(_ paths: [String]) -> [String] {
    let shown = paths.count > 5 ? Array(paths.prefix(4)) : paths
    return shown + (shown.count < paths.count ? ["and \(paths.count - shown.count) more"] : [])
  }
}

/// How attaching goes.
extension AttachesPictures {
  /// One more file was read, or refused; the others go on.
  mutating func attaching(_ progress: AttachProgress) {
    guard progress.isFinished else {
      return say("Attaching: \(grouped(progress.done)) of \(grouped(progress.count)) \(glyphs.ellipsis)")
    }
    let taken = progress.count - progress.failures.count
    if !desk.attachments.isEmpty {
      let ticket = desk.attachments.removeFirst()
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
  mutating func attachFailed(_ ticket: EditTicket) { desk.attachments.removeAll { $0 == ticket } }
}
