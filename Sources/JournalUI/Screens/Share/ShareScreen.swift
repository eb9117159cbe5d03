import Encodings
import JournalCore
import TerminalKit

/// The panel that says who has something, and changes that.
struct ShareModel: ScreenState {
  typealias Work = ShareScreen

  /// What is shared, or is to be.
  let subject: ShareSubject
  /// Its title, without quotes.
  let title: String
  /// What is known of it; nil where it is not shared.
  var thing: SharedItem?
  /// The person under the cursor, among all that are listed.
  var cursor = 0
  var top = 0
  /// Whether the server is asked who has it.
  var isLooking: Bool
  /// Whether a change is on its way: the next one waits for its answer.
  var isChanging = false
  /// Why what is shown is not of now.
  var outdated: String?
  /// What went wrong with the last request.
  var problem: String?
  /// The code of the link, in the place of the people.
  var code: [String]?

  init(_ subject: ShareSubject, title: String, thing: SharedItem?) {
    (self.subject, self.title, self.thing) = (subject, title, thing)
    // What others share is known from the disk alone.
    isLooking = subject.root.guest == nil
  }
}

/// What can be chosen in the questions about a share.
enum ShareChoice: AnswerGroup {
  case invite([String], mayWrite: Bool)
  case remove(person: String)
  case open(mayWrite: Bool)
  case limit
  case stop
  case leave
  /// The address of a letter that holds the link.
  case mail(String)
}

/// The lines that are asked for.
enum ShareQuestion: AnswerGroup {
  case address
}

/// Who has an entry or a category: each change asks the server, and nothing is queued.
struct ShareScreen: Screen {
  static let context = KeyContext.share
  var desk: Desk
  var state: ShareModel
  var kept: OpenScreen { .share(state) }

  var way: [String] { ["Share", state.title] }
  var page: Int { 8 }
  var isPanel: Bool { true }

  var hints: [Action] {
    if state.code != nil { return [.closeScreen] }
    if isOthers { return [.stopSharing, .copyShared, .copySharedLink, .closeScreen, .help] }
    guard let thing = state.thing else { return [.addPerson, .openToAnyone, .closeScreen, .help] }
    let people: [Action] = thing.guests.isEmpty ? [] : [.changePermission, .removePerson]
    let first: [Action] = thing.linkAccess == .none ? [.addPerson] + people + [.openToAnyone] : [.openToAnyone]
    return first + [.copySharedLink, .mailSharedLink, .showSharedCode, .stopSharing, .closeScreen, .help]
  }

  func shortName(of action: Action) -> String? {
    if action == .openToAnyone, isOpen { return "only people I name" }
    return action == .stopSharing && isOthers ? "leave" : nil
  }

  /// Whether it is another person's.
  var isOthers: Bool { state.subject.root.guest != nil }
  /// Whether anyone with the link can join.
  private var isOpen: Bool { if let thing = state.thing { thing.linkAccess != .none } else { false } }
  private var quoted: String { "“\(shortened(state.title, 40))”" }
  /// The person under the cursor; nil for the owner, and where it is not shared.
  var person: SharedPerson? {
    guard let people = state.thing?.people, people.indices.contains(state.cursor) else { return nil }
    return people[state.cursor].role == .owner ? nil : people[state.cursor]
  }

  // MARK: Keys

  mutating func perform(_ action: ShareAction) {
    switch action {
    case .showShare, .openSharedLink: break
    case .copyShared: copy()
    case .addPerson: askForPerson()
    case .changePermission: changePermission()
    case .removePerson: askToRemove()
    case .openToAnyone: askForAnyone()
    case .copySharedLink:
      withLink {
        $0.emit(.copyToClipboard($1))
        $0.say("Copied the link", .success)
      }
    case .mailSharedLink: withLink { $0.mail($1) }
    case .showSharedCode: withLink { $0.emit(.shares(.draw($1))) }
    case .stopSharing: askToStop()
    }
  }

  private mutating func copy() {
    guard isOthers else { return say("This is yours already.") }
    guard state.thing?.kind == .entry else { return say("Close this, and copy the entry that you want to keep.") }
    guard canWrite() else { return }
    emit(.shares(.copy(state.subject.root)))
    say("Copying \(quoted) \(glyphs.ellipsis)")
  }

  mutating func move(by rows: Int) {
    let count = state.thing?.people.count ?? 0
    state.cursor = max(0, min(state.cursor + rows, count - 1))
  }

  mutating func goBack() -> Bool {
    defer { state.code = nil }
    return state.code != nil
  }

  private mutating func withLink(_ body: (inout ShareScreen, String) -> Void) {
    guard let link else {
      return say(
        hasLink
          ? "Choose a person who is invited: each has a link of their own." : "There is no link: it is not shared.")
    }
    body(&self, link)
  }

  /// Whether there is a link for anyone.
  var hasLink: Bool { state.thing?.link != nil || hasOwnLinks }
  /// Whether each who is invited has a link of their own.
  private var hasOwnLinks: Bool { state.thing?.people.contains { $0.link != nil } ?? false }
  /// The link of the person under the cursor, or else the one of all; nil where that person needs none.
  var link: String? {
    guard hasOwnLinks, let person else { return state.thing?.link }
    return person.link
  }

  /// Begins a letter with the link; asks first where that is the key to what is shared.
  private mutating func mail(_ link: String) {
    let letter = letter(with: link)
    guard link.contains("#k=") else { return emit(.openLink(letter)) }
    dialogs.append(
      .choice(
        .confirm(
          "Send the link by mail?",
          [
            "It is the key to \(quoted): who reads the letter on its way before it is used can open it in their place. "
              + "While it begins, other users of this computer can see it, too."
          ],
          yes: "Begin the letter", .chose(ShareChoice.mail(letter)))))
  }

  /// A letter with the link, and no word of what is shared but its title.
  private func letter(with link: String) -> String {
    let subject = TerminalSafe("“\(state.title)” is shared with you", keepingLines: false).text
    let to = person?.link == nil ? "" : person?.address ?? ""
    return
      "mailto:\(PercentCoding.encode(to))?subject=\(PercentCoding.encode(subject))&body=\(PercentCoding.encode(link))"
  }

  /// Whether who has it can be changed here; says why not.
  private mutating func mayChange(naming: Bool = false) -> Bool {
    guard canWrite() else { return false }
    guard !isOthers else {
      say("Who has it is \(state.thing?.owner ?? "its owner")’s to say.")
      return false
    }
    guard !state.isChanging else {
      say("The change before is still on its way.")
      return false
    }
    guard !naming || !isOpen else {
      say("First limit it to people you name: \(keyText(.openToAnyone, in: [.share])).")
      return false
    }
    return true
  }

  private mutating func request(_ request: ShareRequest) {
    (state.isChanging, state.problem) = (true, nil)
    emit(.shares(request))
  }

  // MARK: People

  private mutating func askForPerson() {
    guard mayChange(naming: true) else { return }
    openPrompt(
      ShareQuestion.address, .text(), "Add a person", hint: "Addresses, such as ben@journal.example.org")
  }

  mutating func answered(_ question: ShareQuestion, _ prompt: Prompt) {
    let addresses = prompt.field.text.split { $0 == " " || $0 == "," || $0 == ";" }.map(String.init)
    guard !addresses.isEmpty else { return }
    do {
      for address in addresses { _ = try AccountAddress.reading(address) }
    } catch { return say(TerminalSafe(error.sentence, keepingLines: false).text, .error) }
    let who = NameList.words(addresses)
    dialogs.append(
      .choice(
        Choice(
          "Share \(quoted)?", ["\(who) gets \(contents)."] + limits,
          [
            Choice.Option("r", "May read it", .chose(ShareChoice.invite(addresses, mayWrite: false))),
            Choice.Option("w", "May read and write it", .chose(ShareChoice.invite(addresses, mayWrite: true))),
            Choice.Option("n", "No", .nothing),
          ], selected: 0)))
  }

  /// What people get who are in it.
  private var contents: String {
    switch state.subject {
    case .entry: "\(quoted), its pictures and everything you write in it"
    case .category: "every entry that is filed under \(quoted), now and later"
    }
  }

  /// What those who may write in a category do, and what they do not.
  private var limits: [String] {
    guard case .category = state.subject else { return [] }
    return [
      "Who may write changes texts, moods, dates and tags, and adds entries and pictures. Filing stays yours, and where your journal "
        + "is encrypted the trash, too."
    ]
  }

  private mutating func changePermission() {
    guard mayChange(naming: true) else { return }
    guard let person else { return say("Choose a person with \(glyphs.up) and \(glyphs.down) first.") }
    request(.permit(state.subject, person: person.address ?? person.name, mayWrite: !person.mayWrite))
  }

  private mutating func askToRemove() {
    guard mayChange(naming: true) else { return }
    guard let person else { return say("Choose a person with \(glyphs.up) and \(glyphs.down) first.") }
    let name = safe(person.name)
    dialogs.append(
      .choice(
        .confirm(
          "Remove \(name)?",
          ["\(name) no longer gets what is written from now on. What \(name) has read, \(name) may have copied."],
          yes: "Remove \(name)", .chose(ShareChoice.remove(person: person.address ?? person.name)))))
  }

  private mutating func askForAnyone() {
    guard mayChange() else { return }
    guard let thing = state.thing, thing.linkAccess != .none else {
      var lines = ["Anyone who has the link and an account on this server can join."]
      let waiting = (state.thing?.people ?? []).filter { $0.role == .invited }.map { safe($0.name) }
      if !waiting.isEmpty {
        let (have, goes) = waiting.count == 1 ? ("has", "invitation goes") : ("have", "invitations go")
        lines.append("\(NameList.words(waiting)) \(have) not joined yet; the \(goes), the link works.")
      }
      lines += limits
      return dialogs.append(
        .choice(
          Choice(
            "Open \(quoted) to anyone with the link?", lines,
            [
              Choice.Option("r", "They may read it", .chose(ShareChoice.open(mayWrite: false))),
              Choice.Option("w", "They may read and write it", .chose(ShareChoice.open(mayWrite: true))),
              Choice.Option("n", "No", .nothing),
            ], selected: 2)))
    }
    let joined = thing.people.count { $0.role == .byLink }
    let line =
      joined == 0
      ? "The link works for people whom you name, and for no one else."
      : "\(counted(joined, "person who joined by the link leaves", "people who joined by the link leave"))."
    dialogs.append(
      .choice(
        .confirm("Limit \(quoted) to people you name?", [line], yes: "Limit it", .chose(ShareChoice.limit))))
  }

  private mutating func askToStop() {
    guard canWrite() else { return }
    guard state.thing != nil else { return say("It is not shared.") }
    guard !isOthers else {
      let key = keyText(.copyShared, in: [.list])
      return dialogs.append(
        .choice(
          .confirm(
            "Leave \(quoted)?", ["\(quoted) goes from your devices. \(key) first keeps a copy."], yes: "Leave it",
            .chose(ShareChoice.leave))))
    }
    guard mayChange() else { return }
    dialogs.append(
      .choice(
        .confirm(
          "Stop sharing \(quoted)?",
          ["It goes from the devices of others and stays in your journal. What they have read, they may have copied."],
          yes: "Stop sharing", .chose(ShareChoice.stop))))
  }

  mutating func chose(_ choice: ShareChoice) {
    switch choice {
    case .invite(let addresses, let mayWrite): request(.invite(state.subject, addresses, mayWrite: mayWrite))
    case .remove(let person): request(.remove(state.subject, person: person))
    case .open(let mayWrite): request(.open(state.subject, mayWrite: mayWrite))
    case .limit: request(.limit(state.subject))
    case .stop: request(.stop(state.subject))
    case .leave: request(.leave(state.subject))
    case .mail(let letter): emit(.openLink(letter))
    }
  }

  // MARK: Answers

  mutating func hear(_ message: Message) {
    switch message {
    case .sharesAnswered(.share(let thing, state.subject, let outdated, let said)):
      // What was asked before a change is older than its answer.
      if said == nil {
        state.isLooking = false
        guard !state.isChanging else { return }
      } else {
        state.isChanging = false
      }
      (state.thing, state.outdated, state.problem) = (thing, outdated, nil)
      if let said { say(TerminalSafe(said, keepingLines: false).text, .success) }
    case .sharesAnswered(.ended(state.subject, let said)):
      say(TerminalSafe(said, keepingLines: false).text, .success)
      ask(.close(.share))
    case .sharesAnswered(.code(let rows)): show(rows)
    case .failed(.shares(let request), let failure) where request.subject == state.subject:
      if case .look = request { state.isLooking = false } else { state.isChanging = false }
      state.problem = failure.sentence
    default: break
    }
  }

  private mutating func show(_ rows: [String]?) {
    guard let rows, let first = rows.first else { return say("There is no code for this link.", .warning) }
    let (columns, height) = (first.count + 2, rows.count + 2)
    guard environment.isUTF8, columns <= size.columns, height <= size.rows else {
      return say("The window is too small for the code: \(columns) × \(height).", .warning)
    }
    state.code = rows
  }

  /// A name that another person chose, as it can be shown.
  func safe(_ name: String) -> String { shortened(TerminalSafe(name, keepingLines: false).text, 40) }
}

extension ShareRequest {
  /// What the request is about, where it is one thing that the panel may show.
  fileprivate var subject: ShareSubject? {
    switch self {
    case .look(let subject), .invite(let subject, _, _), .open(let subject, _), .limit(let subject),
      .permit(let subject, _, _), .remove(let subject, _), .stop(let subject), .leave(let subject):
      subject
    case .load, .draw, .resolve, .accept, .copy, .begin, .fetchPictures: nil
    }
  }
}
