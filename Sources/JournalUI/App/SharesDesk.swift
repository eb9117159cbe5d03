import JournalCore
import TerminalKit

/// Something that works with what lies on the desk: a screen, the model that holds them, and the desk by itself.
protocol SharesDesk {
  var desk: Desk { get set }
  /// Asks something of those around.
  mutating func ask(_ request: ScreenRequest)
}

extension SharesDesk {
  mutating func ask(_ request: ScreenRequest) { desk.requests.append(request) }
}

/// Parts of a screen are given the desk for as long as a function takes.
extension Desk: ShowsPictures {
  var desk: Desk {
    _read { yield self }
    _modify { yield &self }
  }
}

/// Something on the desk that keys go to: what one of them means depends on where it is pressed.
protocol HearsKeys: SharesDesk {
  /// The contexts that hear a key now, the innermost first.
  var contexts: [KeyContext] { get }
}

extension HearsKeys {
  /// ` · u to undo`, with whatever key does that.
  var undoHint: String {
    keymap.shownKey(of: .undo, in: contexts).map { " \(glyphs.separator) \($0.name) to undo" } ?? ""
  }
}

/// The things on the desk by their own names.
extension SharesDesk {
  var environment: Environment { desk.environment }
  var keymap: Keymap { desk.keymap }
  var glyphs: Glyphs { desk.glyphs }
  var width: any TextWidth { desk.environment.textWidth }
  var size: Size { desk.size }
  var theme: Theme { desk.theme }
  var now: EntryDate { desk.now }
  var today: CivilDate { desk.now.local.date }
  var freshName: RecordName { desk.freshName }
  var tallies: Tallies? { desk.tallies }
  var abilities: PictureAbilities { desk.abilities }

  var preferences: Preferences {
    get { desk.preferences }
    set { desk.preferences = newValue }
  }
  var categories: [JournalCore.Category] {
    get { desk.categories }
    _modify { yield &desk.categories }
  }
  var tags: [TagCount] {
    get { desk.tags }
    _modify { yield &desk.tags }
  }
  var removedPictures: [RemovedPicture]? {
    get { desk.removedPictures }
    _modify { yield &desk.removedPictures }
  }
  var syncing: SyncMonitor {
    get { desk.syncing }
    _modify { yield &desk.syncing }
  }
  var pictures: PictureCache {
    get { desk.pictures }
    _modify { yield &desk.pictures }
  }
  var dialogs: [Dialog] {
    get { desk.dialogs }
    _modify { yield &desk.dialogs }
  }
  var notice: Notice? {
    get { desk.notice }
    set { desk.notice = newValue }
  }
  var messages: MessageLog {
    get { desk.messages }
    _modify { yield &desk.messages }
  }
  var log: EditLog {
    get { desk.log }
    _modify { yield &desk.log }
  }
}

/// What is done to the journal and said to the person, the same from every screen.
extension SharesDesk {
  mutating func emit(_ effect: Effect) { desk.outbox.append(effect) }

  mutating func say(_ text: String, _ tone: Notice.Tone = .plain) {
    let notice = Notice(text: text, tone: tone)
    desk.notice = notice
    desk.messages.add(notice, at: now)
    desk.noticedAt = now.instant
    if let milliseconds = notice.milliseconds {
      emit(.startTimer(.notice, milliseconds: milliseconds))
    } else {
      emit(.stopTimer(.notice))
    }
  }

  /// Says how far something is: the next such word takes its place, and the messages leave it out. What went wrong stays.
  ///
  /// - Parameter untilDone: Whether it stands until the next word, where what is under way ends with one in any case.
  mutating func sayPassing(_ text: String, untilDone: Bool = false) {
    guard desk.notice.map({ $0.tone == .plain || $0.tone == .success }) ?? true else { return }
    desk.notice = Notice(text: text, tone: .plain)
    desk.noticedAt = now.instant
    emit(untilDone ? .stopTimer(.notice) : .startTimer(.notice, milliseconds: 5000))
  }

  /// Says so where nothing may be written.
  mutating func canWrite() -> Bool {
    guard environment.isReadOnly else { return true }
    say("This journal is open for reading only.", .warning)
    return false
  }

  /// Sends an edit on its way; everything that changes the journal goes through here.
  mutating func perform(
    _ name: String, _ operations: [JournalOperation], said: String = "", cause: EditCause = .edit,
    origin: EditLog.Origin = .list, seen: Entry? = nil
  ) {
    guard !operations.isEmpty, canWrite() else { return }
    let edit = JournalEdit(name: name, operations: operations, seen: seen)
    let ticket = desk.log.start(EditLog.Pending(edit: edit, cause: cause, origin: origin, said: said))
    emit(.apply(edit, cause: cause, ticket))
  }

  mutating func sayFailed(_ failure: Failure) {
    if failure.remedy != nil, desk.screens.contains(.editor) { return say(Displacement.notice, .error) }
    say(failure.advice.isEmpty ? failure.sentence : failure.sentence + " " + failure.advice, .error)
  }
}

/// The journal's things in the words of messages.
extension SharesDesk {
  var liveCategories: [JournalCore.Category] { categories.filter { $0.trashedAt == nil } }

  /// Categories in the trash; the screen of categories lists them.
  var trashedCategoryCount: Int { categories.count { $0.trashedAt != nil } }

  /// The category that an entry shows: none where it is in the trash or not here.
  func category(_ id: RecordName?) -> JournalCore.Category? {
    guard let id else { return nil }
    return categories.first { $0.id == id && $0.trashedAt == nil } ?? desk.shelf.categories.first { $0.id == id }
  }

  /// The name of the key that does something on the main screen.
  func keyName(_ action: Action) -> String {
    keymap.shownKey(of: action, in: [.list, .journal, .everywhere])?.shortName(glyphs: glyphs) ?? "–"
  }

  /// The name of the key that does something in one of some contexts.
  func keyText(_ action: Action, in contexts: [KeyContext]) -> String {
    for context in contexts {
      if let key = keymap.keys(of: action, in: context).first { return key.shortName(glyphs: glyphs) }
    }
    return String(glyphs.localOnly)
  }

  /// A text cut down to some characters, for the inside of a sentence.
  func shortened(_ text: String, _ limit: Int) -> String {
    text.count <= limit ? text : String(text.prefix(limit - 1)) + String(glyphs.ellipsis)
  }

  /// A moment on the person's own clock: `Sat 21 Nov 2026 · 09:14`, or only the time of a moment today.
  func moment(of instant: Instant) -> String {
    let local = environment.zone.date(instant: instant).local
    return local.date == today ? local.shownClock : "\(shortDate(local.date)) · \(local.shownClock)"
  }

  func hint(_ key: String, _ text: String) -> KeyHints.Hint { KeyHints.Hint(key, text) }

  func wrapped(_ text: String, columns: Int) -> [String] {
    TextWrap.lines(of: text, columns: columns, width: width).map { text.utf8Text($0.start..<$0.end) }
  }

  func style(of tone: Notice.Tone) -> Style {
    switch tone {
    case .plain: theme.text
    case .success: theme.success
    case .warning: theme.warning
    case .error: theme.error
    }
  }

  /// The box of a screen whose lines are short: in the middle, no wider than it need be.
  func pageBox(columns: Int) -> Rect {
    let page = Rect.page(size)
    let width = min(page.columns, columns)
    return Rect(row: page.row, column: (size.columns - width) / 2, rows: page.rows, columns: width)
  }
}
