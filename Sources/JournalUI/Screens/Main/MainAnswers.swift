import JournalCore
import TerminalKit

/// What can be chosen in the lists and questions of the main screen.
enum MainChoice: AnswerGroup {
  case mood(Mood?, of: [RecordName])
  case file([RecordName], under: RecordName?)
  /// The same, where the person knows who will see it.
  case fileKnowing([RecordName], under: RecordName?)
  case fileUnderNew([RecordName], name: String)
  /// The same, where the person knows who will no longer see it.
  case fileUnderNewKnowing([RecordName], name: String)
  case sort(ListSort)
  case reverse
  case show(ListScope)
  case find(String)
  case export([RecordName], ExportFormat)
  /// Asks before the link is opened, and opens it.
  case link(String)
  case openLink(String)
  case showLinked(RecordName)
  /// Begins an entry of this title.
  case write(String)
  case journal(JournalPick)
  case renameTag(String)
  case template(EntryTemplate, question: String)
  /// The line of a heading.
  case heading(Int)
  case box(Checkboxes.Box, of: RecordName)
  case trash([RecordName])
  case purge([RecordName])
  case emptyTrash
  case acceptShared(String)
  /// Writes a new entry in a category of another person, or in the person's own journal after all.
  case writeShared(in: RecordName)
  case writeOwn
  case undoImport
}

/// The lines that the main screen asks for.
enum MainQuestion: AnswerGroup {
  case date(of: [RecordName])
  /// Moves to the entry nearest to a day, or shows those of a month or a year.
  case goTo
  case exportPath([RecordName], ExportFormat)
  case sharedLink
  case tagName(of: String)
  case journalName(of: String)
  /// Saves a search, as it was typed, under a name.
  case saveSearch(String)
  case renameSearch(String)
}

/// Answers to lists, questions and lines.
extension MainScreen {
  mutating func chose(_ choice: MainChoice) {
    switch choice {
    case .mood(let mood, let ids): edits.setMood(mood, of: ids, on: &desk)
    case .file(let ids, let id): shared.file(ids, under: id, on: &desk)
    case .fileKnowing(let ids, let id): edits.file(ids, under: id, on: &desk)
    case .undoImport: desk.undoImport()
    case .acceptShared(let link): desk.acceptShared(link)
    case .writeShared(let category): emit(.shares(.begin(in: category)))
    case .writeOwn: newOwnEntry()
    case .fileUnderNew(let ids, let name): shared.file(ids, underNew: name, on: &desk)
    case .fileUnderNewKnowing(let ids, let name): edits.createCategory(name, filing: ids, on: &desk)
    case .sort(let sort): changeOrder { $0.sort = sort }
    case .reverse: changeOrder { $0.reversed.toggle() }
    case .show(let scope): showAndFocus(scope)
    case .find(let query): find(query)
    case .export(let ids, let format): desk.askForExportPath(ids, format)
    case .link(let address): state.links.open(address, on: &desk)
    case .showLinked(let id): take(state.links.show(id, from: list.selected?.id))
    case .write(let title): newEntry(EntryTemplate(name: "", text: title + "\n\n{{cursor}}"), question: "")
    case .openLink(let address): emit(.openLink(address))
    case .journal(let pick): desk.take(pick)
    case .renameTag(let tag): desk.askForTagName(tag)
    case .template(let template, let question): newEntry(template, question: question)
    case .heading(let line): state.reader.scroll(to: line - 1)
    case .box(let box, let entry): ticker.tick(box, of: entry, on: &desk)
    case .trash(let ids): trashNow(ids)
    case .purge(let ids):
      log.forgetSteps(touching: Set(ids))
      emit(.purge(ids))
    case .emptyTrash: desk.emptyTrash()
    }
  }

  mutating func answered(_ question: MainQuestion, _ prompt: Prompt) {
    switch question {
    case .goTo: if let days = prompt.days { goTo(days) }
    case .date(let ids): if let date = prompt.date { edits.changeDate(of: ids, to: date, prompt, on: &desk) }
    case .exportPath(let ids, let format): desk.export(ids, format, to: prompt.field.text)
    case .sharedLink: desk.openSharedLink(prompt.field.text)
    case .journalName(let name): desk.renameJournal(name, to: prompt.field.text)
    case .tagName(let tag): renameTag(tag, to: prompt.field.text)
    case .saveSearch(let text): workOnSearches { edits, _ in edits.save(text, as: prompt.field.text) }
    case .renameSearch(let name): workOnSearches { edits, _ in edits.call(name, prompt.field.text) }
    }
  }

  mutating func tagged(_ change: TagChange, _ names: [String]) { edits.take(change, names, on: &desk) }
}
