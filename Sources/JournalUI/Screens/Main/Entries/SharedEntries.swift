import JournalCore
import TerminalKit

/// An entry that gets another category.
struct Filing {
  let entry: RecordName
  let former: RecordName?
  let new: RecordName?
}

/// What is done with what others share in the list of the main screen, and sharing what is the person's own.
struct SharedEntries {
  /// The selected row.
  let row: EntrySummary?
  let scope: ListScope
  let edits: EntryEdits
  /// The entries that a command acts on: those that are marked, or the selected one.
  let targets: [RecordName]

  // MARK: What may be done

  /// Whether what others share may be changed in this way; says so where it may not. One's own always may.
  func mayDo(_ action: EntryAction, on desk: inout Desk) -> Bool {
    guard scope.isOfOthers, row != nil else { return true }
    switch action {
    case .toggleFavorite, .setCategory:
      desk.say("Favourites and categories are \(owner)’s.")
      return false
    case .editEntry, .tickBox: return mayWrite(on: &desk)
    case .setMood, .setTags, .setDate: return mayWriteAll(on: &desk)
    case .moveToTrash: return areUnsent || mayWriteAll(on: &desk) && mayThrowAway(on: &desk)
    case .newEntry, .newFromTemplate, .showHistory, .copyText, .followLink, .goBackFromLink, .showLinksHere,
      .showByChance, .export:
      return true
    }
  }

  /// Whether the entry may be changed, as far as it is another person's; says so where it may not.
  func mayWrite(on desk: inout Desk) -> Bool {
    guard let sharedBy = row?.remark.sharedBy, !sharedBy.mayWrite else { return true }
    if let obstacle = sharedBy.obstacle {
      desk.say(obstacle, .warning)
      return false
    }
    desk.say("\(owner) shares this for reading; \(desk.keyName(.copyShared)) copies it into your journal.")
    return false
  }

  /// The same of all that are marked, or of the selected one.
  private func mayThrowAway(on desk: inout Desk) -> Bool {
    let marked = Set(targets)
    let all = [row?.remark.sharedBy] + edits.rows.filter { marked.contains($0.id) }.map(\.remark.sharedBy)
    guard all.contains(where: { $0?.addsOnly == true }) else { return true }
    desk.say("The trash is \(owner)’s in a category of an encrypted journal.")
    return false
  }

  /// Whether all of them were added here to what one person shares, and never sent: no one else has them yet.
  private var areUnsent: Bool {
    let unsent = Set(([row].compactMap { $0 } + edits.rows).filter { $0.remark.sharedBy?.isUnsent == true }.map(\.id))
    return unsent.isSuperset(of: targets) && Set(targets.map { $0.guest?.journal }).count == 1
  }

  /// Whether all that are marked may be changed: an edit is of one journal, and several people have one each.
  private func mayWriteAll(on desk: inout Desk) -> Bool {
    guard targets.count > 1 else { return mayWrite(on: &desk) }
    guard Set(targets.map { $0.guest?.journal }).count == 1 else {
      desk.say("These are of several people: change those of one person at a time.")
      return false
    }
    let marked = Set(targets)
    guard let reading = edits.rows.first(where: { marked.contains($0.id) && $0.remark.sharedBy?.mayWrite == false })
    else { return true }
    desk.say("\(edits.named([reading.id], desk)) is shared for reading: leave it out.")
    return false
  }

  private var owner: String { TerminalSafe(row?.remark.sharedBy?.owner ?? "someone", keepingLines: false).text }

  func askToTrash(_ ids: [RecordName], on desk: inout Desk) {
    if areUnsent {
      let lines = ["\(edits.named(ids, desk)) was not sent yet: it goes to your own trash."]
      desk.dialogs.append(
        .choice(.confirm("Move to the trash?", lines, yes: "Move to the trash", .chose(MainChoice.trash(ids)))))
      return
    }
    desk.dialogs.append(
      .choice(
        .confirm(
          "Move to the trash of \(owner)?", ["\(edits.named(ids, desk)) goes to \(owner)’s trash, for everybody."],
          yes: "Move to the trash", .chose(MainChoice.trash(ids)))))
  }

  // MARK: Sharing

  func perform(_ action: ShareAction, on desk: inout Desk) {
    switch action {
    case .showShare: openShare(on: &desk)
    case .copyShared: copy(on: &desk)
    case .openSharedLink:
      guard desk.canWrite(), desk.hasAccountToShare() else { return }
      desk.openPrompt(
        MainQuestion.sharedLink, .text(), "Open a link to something shared",
        hint: "https://journal.example.org/share/\(desk.glyphs.ellipsis)")
    case .addPerson, .changePermission, .removePerson, .openToAnyone, .copySharedLink, .mailSharedLink, .showSharedCode,
      .stopSharing:
      break
    }
  }

  private func openShare(on desk: inout Desk) {
    guard let row else { return desk.say("There is no entry here.") }
    guard row.trashedAt == nil else { return desk.say("What is in the trash is not shared.") }
    guard desk.hasAccountToShare() else { return }
    if let journal = row.id.guest?.journal { return openGuest(row, journal, on: &desk) }
    if let thing = desk.shelf.ownShare(of: row.id, in: row.category), thing.kind == .category {
      let title = thing.title
      return desk.say(
        "\(edits.named([row.id], desk)) is shared with \(thing.audience) as part of \(title); take it out of \(title) to "
          + "share it alone.")
    }
    desk.openShare(.entry(row.id), title: row.title.isEmpty ? row.standIn : row.title)
  }

  /// The share of another person through which an entry came.
  private func openGuest(_ row: EntrySummary, _ journal: String, on desk: inout Desk) {
    let known = desk.shelf.theirs.filter { $0.id.guest?.journal == journal }
    let found = known.first { $0.id == row.id } ?? known.first { $0.id == row.category } ?? known.first
    guard let found else { return desk.say("What is known of this share is still being read.") }
    desk.ask(.open(.share(ShareModel(.entry(found.id), title: found.title, thing: found))))
  }

  private func copy(on desk: inout Desk) {
    guard let row else { return desk.say("There is no entry here.") }
    guard row.id.guest != nil else { return desk.say("This entry is yours already.") }
    guard desk.canWrite() else { return }
    desk.emit(.shares(.copy(row.id)))
    desk.say("Copying \(edits.named([row.id], desk)) \(desk.glyphs.ellipsis)")
  }

  // MARK: Adding

  /// Begins an entry where others share: in the category of the selected row, or in one that is chosen.
  ///
  /// - Returns: false where no one shares a category for writing; then it is the person's own.
  func beginEntry(on desk: inout Desk) -> Bool {
    let open = desk.openCategories
    if let category = row?.category, open.contains(where: { $0.id == category }) {
      desk.emit(.shares(.begin(in: category)))
      return true
    }
    guard !open.isEmpty else { return false }
    let items =
      open.map { thing in
        let category = desk.category(thing.id)
        return Picker.Item(
          value: .of(MainChoice.writeShared(in: thing.id)),
          title: TerminalSafe(category?.name ?? thing.title, keepingLines: false).text,
          detail: TerminalSafe(thing.owner, keepingLines: false).text,
          glyph: category.map { desk.sign(of: $0) } ?? String(desk.glyphs.shared), colorHex: category?.colorHex,
          isSwatch: true)
      } + [Picker.Item(value: .of(MainChoice.writeOwn), title: "Your own journal", glyph: " ", isSwatch: true)]
    desk.dialogs.append(
      .picker(Picker("Where is it written?", placeholder: "Find", items: items, form: .short)))
    return true
  }

  // MARK: Filing

  /// Files entries; where that changes who sees them, the person is asked first.
  func file(_ ids: [RecordName], under id: RecordName?, on desk: inout Desk) {
    guard mayFile(ids, under: id, desk.category(id)?.name, .fileKnowing(ids, under: id), on: &desk) else { return }
    edits.file(ids, under: id, on: &desk)
  }

  /// Makes a category and files entries in it; where others see them no longer then, the person is asked first.
  func file(_ ids: [RecordName], underNew text: String, on desk: inout Desk) {
    guard desk.canWrite(), let category = desk.newCategory(text) else { return }
    let knowing = MainChoice.fileUnderNewKnowing(ids, name: text)
    guard mayFile(ids, under: category.id, category.name, knowing, on: &desk) else { return }
    edits.createCategory(text, filing: ids, on: &desk)
  }

  private func mayFile(
    _ ids: [RecordName], under id: RecordName?, _ name: String?, _ knowing: MainChoice, on desk: inout Desk
  ) -> Bool {
    let wanted = Set(ids)
    let filings = edits.rows.filter { wanted.contains($0.id) }.map {
      Filing(entry: $0.id, former: $0.category, new: id)
    }
    let present = desk
    return desk.mayFile(
      filings, called: { edits.named($0, present) }, as: name.map { "File under \($0)" } ?? "Unfile", .chose(knowing))
  }
}

extension MainScreen {
  var shared: SharedEntries { SharedEntries(row: list.selected, scope: list.scope, edits: edits, targets: targets) }

  mutating func hear(_ answer: ShareAnswer) {
    switch answer {
    case .invitation(let invitation): if desk.ask(invitation) { showAndFocus(.shared) }
    case .accepted(let root, let said):
      desk.sayDone(said)
      emit(.shares(.load))
      guard desk.screens.isEmpty, dialogs.isEmpty else { return }
      show(.shared)
      state.list.show(.shared, at: root, on: &desk)
      setFocus(.list)
    case .copied(_, let said): desk.sayDone(said)
    case .begun(let entry, let category, let sharedBy): desk.beginShared(entry, in: category, sharedBy)
    case .news, .changed, .shelf, .share, .ended, .code, .pictures: break
    }
  }
}

extension Desk {
  /// What the server has done.
  fileprivate mutating func sayDone(_ text: String) { say(TerminalSafe(text, keepingLines: false).text, .success) }

  /// Whether there is an account to share with; says so where there is none.
  mutating func hasAccountToShare() -> Bool {
    guard syncing.status?.who == nil else { return true }
    say("Sharing needs an account on a server: \(keyName(.showAccount)) signs in.")
    return false
  }

  /// Categories of others in which one may write new entries.
  var openCategories: [SharedItem] { shelf.theirs.filter { $0.kind == .category && $0.mayWrite } }

  var addsToShared: Bool { !openCategories.isEmpty }

  /// Opens an entry of another person's category, which has its name there already.
  fileprivate mutating func beginShared(_ id: RecordName, in category: RecordName, _ sharedBy: SharedBy) {
    guard canWrite(), screens.isEmpty, dialogs.isEmpty else { return }
    var entry = Entry(id: id, date: now, modifiedAt: now.instant)
    entry.category = category
    var model = EditorModel(entry, isNew: true, mode: preferences.editorMode)
    model.sharedBy = sharedBy
    ask(.open(.editor(model)))
  }

  mutating func openSharedLink(_ link: String) {
    emit(.shares(.resolve(link)))
    say("Asking the server \(glyphs.ellipsis)")
  }

  mutating func acceptShared(_ link: String) {
    emit(.shares(.accept(link)))
    say("Accepting \(glyphs.ellipsis)")
  }

  /// Asks whether what a link leads to is accepted; true where it was accepted before.
  fileprivate mutating func ask(_ invitation: SharedInvitation) -> Bool {
    notice = nil
    guard screens.isEmpty, dialogs.isEmpty else { return false }
    if invitation.isMine {
      say("You share this yourself.")
      return false
    }
    if invitation.isAccepted {
      say("You have accepted this already.")
      return true
    }
    dialogs.append(
      .choice(
        Choice(
          "Accept what is shared with you?", [TerminalSafe(invitation.sentence, keepingLines: false).text],
          [
            Choice.Option("a", "Accept", .chose(MainChoice.acceptShared(invitation.link))),
            Choice.Option("n", "Not now", .nothing),
          ], selected: 1)))
    return false
  }

  /// What filing means for those who see entries; empty where it changes nothing of that.
  ///
  /// - Parameter named: What some of the entries are called.
  func filingWarnings(_ filings: [Filing], _ named: ([RecordName]) -> String) -> [String] {
    let moved = filings.filter { $0.former != $0.new }
    let shared = shelf.mine.filter { $0.kind == .category }
    let coming = shared.compactMap { thing -> String? in
      let ids = moved.filter { $0.new == thing.id }.map(\.entry)
      guard !ids.isEmpty else { return nil }
      let them = ids.count == 1 ? "it" : "them"
      return "\(thing.audience.atSentenceStart) will see \(named(ids)) and everything you write in \(them)."
    }
    let going = shared.compactMap { thing -> String? in
      let ids = moved.filter { $0.former == thing.id }.map(\.entry)
      return ids.isEmpty ? nil : "\(thing.audience.atSentenceStart) will no longer see \(named(ids))."
    }
    return (coming + going).map { TerminalSafe($0, keepingLines: false).text }
  }

  /// Whether entries are filed at once; where that changes who sees them, the person is asked first.
  ///
  /// - Parameters:
  ///   - named: What some of the entries are called.
  ///   - deed: What is done, as the question says it.
  ///   - command: What does it once the person knows.
  mutating func mayFile(
    _ filings: [Filing], called named: ([RecordName]) -> String, as deed: String, _ command: Command
  ) -> Bool {
    let lines = filingWarnings(filings, named)
    guard !lines.isEmpty else { return true }
    dialogs.append(.choice(.confirm("\(deed)?", lines, yes: deed, command)))
    return false
  }

  /// The same for undoing or redoing the last step.
  mutating func mayStep(back cause: EditCause, _ rows: [EntrySummary]) -> Bool {
    let filings = (log.next(cause)?.filings ?? []).compactMap { entry, category in
      log.filed[entry].map { Filing(entry: entry, former: $0, new: category) }
    }
    let (edits, present) = (EntryEdits(rows: rows, undoHint: ""), self)
    let deed = cause == .undo ? "Undo the last step" : "Redo the last step"
    return mayFile(filings, called: { edits.named($0, present) }, as: deed, .stepBack(cause))
  }

  /// Opens the panel of something of the person's own, and asks the server who has it.
  mutating func openShare(_ subject: ShareSubject, title: String) {
    let known = shelf.mine.first { $0.id == subject.root }
    ask(.open(.share(ShareModel(subject, title: title, thing: known))))
    emit(.shares(.look(subject)))
  }

  /// `⇄2`, for an entry of the person's own that two others have, and `⇄` where none has accepted it yet; nil for any other.
  func shareMark(_ row: EntrySummary) -> String? {
    guard row.remark.sharedBy == nil, !shelf.mine.isEmpty,
      let thing = shelf.ownShare(of: row.id, in: row.category)
    else { return nil }
    let count = thing.holders
    return count == 0 ? "\(glyphs.shared)" : "\(glyphs.shared)\(count)"
  }

  /// Who owns a record of a guest journal, as people know them.
  func owner(of id: RecordName) -> String {
    let journal = id.guest?.journal
    let name = shelf.theirs.first { $0.id.guest?.journal == journal }?.owner ?? "another person"
    return TerminalSafe(name, keepingLines: false).text
  }
}
