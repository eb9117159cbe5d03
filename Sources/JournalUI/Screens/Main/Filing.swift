import JournalCore

/// Edits of entries that a list or a line was opened for.
extension MainScreen {
  mutating func setMood(_ mood: Mood?, of ids: [RecordName]) {
    let what = mood?.title ?? "none"
    change(
      ids, to: .mood(mood), name: "set the mood of \(named(ids)) to \(what)",
      said: "Mood of \(named(ids)): \(what)\(undoHint)")
  }

  mutating func file(_ ids: [RecordName], under id: RecordName?) {
    let name = category(id)?.name
    change(
      ids, to: .category(id), name: name.map { "filed \(named(ids)) under \($0)" } ?? "unfiled \(named(ids))",
      said: (name.map { "Filed \(named(ids)) under \($0)" } ?? "Unfiled \(named(ids))") + undoHint)
  }

  /// Makes a category and files the entries in it, as one step.
  mutating func createCategory(_ name: String, filing ids: [RecordName]) {
    guard canWrite(), let category = newCategory(name) else { return }
    perform(
      "filed \(named(ids)) under \(category.name)",
      [.createCategory(category)] + ids.map { .editEntry($0, [.category(category.id)]) },
      said: "Filed \(named(ids)) under the new category \(category.name)\(undoHint)")
  }

  /// Opens the tags of entries that were just read for it.
  mutating func openTagPicker(for entries: [Entry]) {
    guard !entries.isEmpty, dialogs.isEmpty, desk.screens.isEmpty else { return }
    let subjects = entries.map { TagChange.Subject(id: $0.id, tags: $0.tags) }
    openTagPicker(TagChange(subjects: subjects), of: named(entries.map(\.id)))
  }

  /// Gives the entries the tags that were ticked, as one step.
  mutating func tagged(_ change: TagChange, _ names: [String]) {
    var operations: [JournalOperation] = []
    var ids: [RecordName] = []
    for subject in change.subjects {
      let result = change.result(for: subject, names: names)
      guard result != subject.tags, let id = subject.id else { continue }
      operations.append(.editEntry(id, [.tags(result)]))
      ids.append(id)
    }
    perform("changed the tags of \(named(ids))", operations, said: "Changed the tags of \(named(ids))\(undoHint)")
  }

  mutating func changeDate(of ids: [RecordName], to date: EntryDate, _ prompt: Prompt) {
    guard prompt.isDayOnly else {
      return change(
        ids, to: .date(date), name: "changed the date of \(named(ids))",
        said: "\(named(ids)) is now dated \(shortDate(date.local.date)) · \(date.local.clock)\(undoHint)")
    }
    let rows = Dictionary(list.rows.map { ($0.id, $0.date) }) { first, _ in first }
    let dates = ids.map { date.keepingTime(of: rows[$0] ?? date, in: environment.zone) }
    let clock = dates.count == 1 ? " · \(dates[0].local.clock)" : ""
    perform(
      "changed the date of \(named(ids))", zip(ids, dates).map { .editEntry($0, [.date($1)]) },
      said: "\(named(ids)) is now dated \(shortDate(date.local.date))\(clock)\(undoHint)")
  }

  // MARK: Pasting

  mutating func paste(_ text: String) {
    let target: AttachTarget? =
      if list.scope != .trash, let selected = list.selected, selected.trashedAt == nil { .entry(selected.id) } else {
        nil
      }
    let title = entryTitle(list.selected?.title)
    let isTaken = askToAttach(text) { paths in
      let here = target.map { [Choice.Option("a", "Attach to \(title)", .attach($0, paths))] } ?? []
      return here + [
        Choice.Option("w", "Write a new entry with \(paths.count == 1 ? "it" : "them")", .attach(.newEntry, paths))
      ]
    }
    if !isTaken { offerToWrite(text) }
  }

  /// What is pasted where nothing is being written is not thrown away: it may become an entry.
  private mutating func offerToWrite(_ text: String) {
    let words = trimmingSpace(text)
    guard !words.isEmpty, canWrite() else { return }
    dialogs.append(
      .choice(
        Choice(
          "Write a new entry with what was pasted?", [TextPreview.preview(of: words, limit: 160)],
          [Choice.Option("y", "New entry", .writeEntry(text)), Choice.Option("n", "No", .nothing)], selected: 0)))
  }
}
