package import JournalCore
package import TerminalKit

/// Something that `update` wants done in the world; the runner does it and answers with a ``Message``.
///
/// Effects are run in the order in which they are returned, and writes never overtake one another. Whatever fails is
/// answered with ``Message/failed(_:_:)`` carrying the effect itself, so that trying again is running it again.
package enum Effect: Hashable, Sendable {
  // Reading.

  /// Reads one page; answered by ``Message/pageLoaded(_:_:)`` with the same ticket.
  case loadPage(ListRequest, ListTicket)
  /// Counts the entries of a scope; answered by ``Message/counted(_:_:)``.
  case count(ListScope)
  /// Counts the rows of a list that come before a place; answered by ``Message/countedBefore(_:_:_:_:)``.
  case countBefore(ListScope, ListOrder, ListCursor)
  /// Reads the numbers of the sidebar; "on this day" is counted for the given day.
  case loadTallies(CivilDate)
  /// Reads the numbers of a span of days; answered by ``Message/daysLoaded(_:_:)``.
  case loadDays(DaysRequest)
  /// Reads the first entries of a day, and of the same day in other years; answered by ``Message/dayLoaded(_:)``.
  case loadDay(CivilDate)
  /// Reads all categories, those in the trash among them.
  case loadCategories
  /// Reads one entry with what belongs to it; answered by ``Message/entryLoaded(_:_:_:)``, with nil where it is gone.
  case loadEntry(RecordName, EntryPurpose)
  /// Reads what a saved entry changes on the screen, all at once; answered by ``Message/savedLoaded(_:_:_:)``.
  case loadSaved(SavedRequest, ListTicket?)
  /// Reads several whole entries, in the order asked; those that are gone are left out.
  case loadEntries([RecordName], EntriesPurpose)
  /// Reads the ids of all entries of a list, in its order.
  case loadIDs(ListScope, ListOrder, IDsPurpose)
  /// Reads the pictures that were removed from entries; answered by ``Message/removedPicturesLoaded(_:)``.
  case loadRemovedPictures
  /// Reads the tags that begin so (for an empty prefix all, or the first some hundreds), the most used first.
  case loadTags(prefix: String)
  /// Reads which tags stand on the same entries; answered by ``Message/tagPairsLoaded(_:)``.
  case loadTagPairs
  /// Reads entries by their titles; answered by ``Message/titlesLoaded(_:_:)``.
  case loadTitles(TitleRequest)
  /// Reads what goes with the journal to all its devices, saved searches among it; answered by ``Message/searchesLoaded(_:)``.
  case loadSearches
  /// Reads every replaced value of an entry, newest first.
  case loadHistory(RecordName)
  /// Reads the drafts whose owners are gone.
  case loadDrafts
  /// Looks which journals this computer has; answered by ``Message/journalsFound(_:)``.
  case loadJournals
  /// Looks which templates there are for new entries; answered by ``Message/templatesFound(_:question:problem:)``.
  case loadTemplates
  /// Checks the spelling of words; answered by ``Message/spellingChecked(_:_:)``.
  case checkSpelling(SpellRequest)
  /// Looks which dictionaries are installed; answered by ``Message/dictionariesFound(_:)``.
  case loadDictionaries
  /// Reads a question of the day; answered by ``Message/questionFound(_:_:_:)``.
  case loadQuestion(QuestionRequest)
  /// Reads both sides of a merge; answered by ``Message/mergeLoaded(_:_:)``, with nil where it is gone.
  case loadMerge(group: Int64)

  // Writing.

  /// Applies an edit in one transaction; answered by ``Message/applied(_:inverse:)``.
  case apply(JournalEdit, cause: EditCause, EditTicket)
  /// Deletes entries for good, with their history; not undoable, the person has been asked.
  case purge([RecordName])
  /// Deletes removed pictures for good; not undoable, the person has been asked.
  case purgePictures([RecordName])
  /// Deletes categories in the trash for good; not undoable, the person has been asked.
  case purgeCategories([RecordName])
  /// Deletes everything in the trash for good, removed pictures and categories too; not undoable, the person has been asked.
  case emptyTrash
  /// Keeps what the editor holds; answered by ``Message/draftSaved(_:at:)``.
  case saveDraft(Draft)
  /// Keeps what the editor holds before the program ends; where the journal cannot be written, in a file outside it that
  /// the next start offers. Answered by ``Message/draftSaved(_:at:)`` or ``Message/emergencyCopyWritten(path:)``.
  case keepWords(Draft)
  /// Forgets one owner's draft of an entry. Nothing is answered.
  case removeDraft(RecordName, owner: String)
  /// Removes a file outside the journal whose words are in it now, or were discarded. Nothing is answered.
  case removeCopy(path: String)
  /// Keeps the preferences. Nothing is answered.
  case savePreferences(Preferences)
  /// Gives the record what one side of a merge had, in the same way.
  case decideMerge(group: Int64, taking: MergeSide, EditTicket)

  /// Gives a tag another name in all entries, in the same way.
  case renameTag(TagRename, EditTicket)

  // Pictures.

  /// Renders a picture; answered by ``Message/pictureLoaded(_:_:)``, more than once while its bytes are fetched.
  case loadPicture(PictureRequest)
  /// Gives up requests that are not answered yet, as the screen no longer shows them; those that it still shows are
  /// asked for anew right behind it.
  case dropPictures(keeping: [PictureRequest])
  /// Lists a folder; nil stands for the one that pictures were taken from last, else the home folder. Answered by ``Message/folderListed(_:)``.
  case listFolder(String?, FolderListing.Kind)
  /// Reads files into the journal, as one edit; answered by ``Message/attaching(_:)`` for each file and, where any was
  /// taken, by ``Message/applied(_:inverse:)``.
  case attach(AttachRequest, EditTicket)
  /// Writes a picture's bytes to a file, as typed; answered by ``Message/pictureSaved(path:)``, or, where something of
  /// that name is there already, by ``Message/pictureExists(_:path:)``.
  case savePicture(EntryImage, path: String)
  /// Writes a picture's bytes over a file that is there; the person has been asked. Answered by
  /// ``Message/pictureSaved(path:)``.
  case replaceFile(EntryImage, path: String)
  /// Shows a picture with the desktop's viewer.
  case openPicture(EntryImage)

  // The account and the server.

  /// Tells the synchronisation something. Nothing is answered: what comes of it is a ``Message/syncChanged(_:)``.
  case sync(SyncRequest)
  /// Answered by ``Message/accountAnswered(_:)``; a failure carries the sentence to show.
  case account(AccountRequest)
  /// Answered by ``Message/sharesAnswered(_:)``; a failure carries the sentence to show.
  case shares(ShareRequest)

  // The world around the journal.

  /// Hands title and text to the person's own editor, with the terminal; answered by ``Message/externalEditFinished(_:)``.
  case editExternally(String)
  case copyToClipboard(String)
  /// Shows a notice outside of the screen; ``ArrivalNotice/off`` and ``ArrivalNotice/line`` show none. Nothing is answered.
  case notify(String, ArrivalNotice)
  /// Answered by ``Message/exported(_:count:)``.
  case export(ExportRequest)
  /// Takes in a file, or a folder of Markdown; answered by ``Message/importing(_:percent:)`` now and then, and at the end by
  /// ``Message/imported(_:)``.
  case importFiles(path: String)
  /// Answered by ``Message/importFound(_:)``.
  case loadLatestImport
  /// Moves what the latest import brought to the trash; answered by ``Message/importUndone(moved:kept:)``.
  case undoImport
  /// Writes text that could not be saved into a file outside the journal; answered by ``Message/emergencyCopyWritten(path:)``.
  case emergencyCopy(String)
  /// Opens a link with the desktop; the person has seen the whole address and agreed.
  case openLink(String)
  /// Starts a timer, or starts it anew; it fires once, as ``Message/timerFired(_:)``.
  case startTimer(TimerName, milliseconds: Int)
  case stopTimer(TimerName)
  /// Draws every cell again, whatever the terminal is believed to show.
  case redraw
  /// Gives the window around the cells a colour, until the program ends; nil gives it its own back.
  case colorWindow(Color?)
  case suspend
  /// Ends the program, after the effects before this one are done.
  case quit
  /// Closes the journal and shows it anew, from the file that is at its place then; the words that were being written are
  /// kept outside it and offered.
  ///
  /// - Parameter puttingBack: Whether what this process holds of the journal is written to that place first.
  case restart(puttingBack: Bool)
  /// Closes the journal, and shows it anew once its passphrase was typed.
  case lock
  /// Closes the journal and shows another one of this computer, by its name.
  case openJournal(String)
  /// Gives a journal of this computer another name; the one that is open is closed for that, and shown anew. Answered by
  /// ``Message/done(_:)``.
  case renameJournal(String, to: String)

  /// Whether this changes the journal: then the runner must not drop it, whatever screen is left meanwhile.
  package var isWrite: Bool {
    switch self {
    case .apply, .purge, .purgePictures, .purgeCategories, .emptyTrash, .saveDraft, .keepWords, .removeDraft,
      .savePreferences, .decideMerge, .renameTag, .attach:
      true
    default: false
    }
  }

  /// Which edit this is; nil where it is none.
  var editTicket: EditTicket? {
    switch self {
    case .apply(_, _, let ticket), .decideMerge(_, _, let ticket), .renameTag(_, let ticket), .attach(_, let ticket):
      ticket
    default: nil
    }
  }
}

/// Which request a page answers, so that a late answer to an older question is not taken for a new one.
package struct ListTicket: Hashable, Sendable {
  /// Counts up with every new list or reload.
  package var generation: Int
  /// How the page joins the rows at hand.
  package var use: Use

  /// The place of a page among the rows that a list shows.
  package enum Use: Hashable, Sendable {
    /// The page becomes the whole window.
    case replace
    /// The page goes before or after the rows at hand.
    case before, after
  }

  package init(generation: Int, use: Use) {
    self.generation = generation
    self.use = use
  }
}

/// Which edit an answer belongs to.
package struct EditTicket: Hashable, Sendable {
  /// Counts up with every edit of this run.
  package var number: Int
  package init(number: Int) { self.number = number }
}

/// What an entry is read for.
package enum EntryPurpose: Hashable, Sendable {
  /// To be shown in the reader.
  case read
  /// To be opened in the editor.
  case edit
  /// To be compared with what the open editor started from.
  case compare
  /// To be opened in the editor with the words of a draft in place of its own.
  case recover
  /// To be compared with its history.
  case history
  /// To be opened in the editor over the sides of a merge.
  case decide
  /// To have its pictures shown one by one, beginning with this one, or with the first.
  case look(RecordName?)
}

/// What several entries are read for.
package enum EntriesPurpose: Hashable, Sendable {
  /// To change their tags.
  case tags
}

/// What the ids of a list are read for.
package enum IDsPurpose: Hashable, Sendable {
  /// To mark all of them.
  case markAll
  /// To mark those from one entry to the end of the list, or to its beginning.
  case markRange(RecordName, toEnd: Bool)
}

/// The timers that `update` starts.
package enum TimerName: String, Hashable, Sendable, CaseIterable {
  /// Clears the notice line.
  case notice
  /// Keeps the draft, a moment after the last key.
  case draft
  /// Keeps the draft of a person who types without a pause.
  case steadyDraft
  /// Says that the draft is kept, when nothing was typed for a while.
  case rest
  /// Searches, a moment after the last key.
  case search
  /// Asks for the bytes of the pictures that one looks at, and for the preview of a file, a moment after the last move.
  case pictures
  /// Counts the days beside the reader anew, when nothing has changed for a moment.
  case days
  /// Shows the small pictures of the list, when it has not moved for a moment.
  case thumbnails
  /// Reads the tags again, a moment after the last change of the journal.
  case tags
  /// Notices that a new day has begun, and repaints what tells how long ago something was.
  case clock
}

/// A file format that the screen can export to; raw values are short names without spaces.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  case archive, html, pdf, jrnl, markdown, dayOne, yaml

  /// The format as the dialog offers it.
  package var title: String {
    switch self {
    case .archive: "Archive: everything, for CloudJournal"
    case .html: "HTML: a page to read and print"
    case .pdf: "PDF, if a program for it is installed"
    case .jrnl: "jrnl text"
    case .markdown: "Markdown"
    case .dayOne: "Day One"
    case .yaml: "YAML"
    }
  }

  /// The usual ending of such a file, with its dot.
  package var fileExtension: String {
    switch self {
    case .archive: ".zip"
    case .html: ".html"
    case .pdf: ".pdf"
    case .jrnl: ".txt"
    case .markdown: ".md"
    case .dayOne: ".zip"
    case .yaml: ".yaml"
    }
  }
}

/// A wish to write entries to a file.
package struct ExportRequest: Hashable, Sendable {
  /// The entries to write; the file holds them oldest first.
  package var entries: [RecordName]
  /// The format of the file.
  package var format: ExportFormat
  /// As typed: `~` stands for the home directory, a relative path starts where the program was started.
  package var path: String
  /// How times are read at the moment in which it was asked for.
  package let clock = ClockStyle.current

  package init(entries: [RecordName], format: ExportFormat, path: String) {
    (self.entries, self.format, self.path) = (entries, format, path)
  }
}
