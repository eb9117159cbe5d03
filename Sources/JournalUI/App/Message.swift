package import JournalCore
package import TerminalKit

/// Everything that can happen to the screen: keys, and answers to effects.
package enum Message: Hashable, Sendable {
  /// The first message: asks for everything that the first screen shows.
  case started
  case input(TerminalInput)
  case timerFired(TimerName)

  // Answers to reading.
  case pageLoaded(ListTicket, ListPage)
  case counted(ListScope, Int)
  /// How many rows of a list come before a place.
  case countedBefore(ListScope, ListOrder, ListCursor, Int)
  case talliesLoaded(Tallies)
  case daysLoaded(DaysRequest, DaySpan)
  case dayLoaded(DayPage)
  /// All categories, those in the trash among them, in any order.
  case categoriesLoaded([JournalCore.Category])
  /// Those first that were removed last.
  case removedPicturesLoaded([RemovedPicture])
  case entryLoaded(RecordName, EntryPurpose, EntryDetail?)
  /// - Parameter ticket: Which request of the list its page answers; nil for the row of the entry alone.
  case savedLoaded(SavedRequest, ListTicket?, SavedEntry)
  case entriesLoaded(EntriesPurpose, [Entry])
  case idsLoaded(IDsPurpose, [RecordName])
  case tagsLoaded(prefix: String, [TagCount])
  /// Tags that stand on the same entries, those of the most entries first.
  case tagPairsLoaded([TagPair])
  case titlesLoaded(TitleRequest, [TitledEntry])
  /// Everything that goes with the journal to all its devices; the saved searches of it stand in the sidebar.
  case searchesLoaded(PreferenceBook)
  case historyLoaded(RecordName, [HistoryItem])
  case draftsFound([Draft])
  /// The journals of this computer, by name.
  case journalsFound([JournalChoice])
  /// The templates for new entries, by name, the question of this day, and what could not be read of them.
  case templatesFound([EntryTemplate], question: String, problem: String?)
  /// A question of the day, and what an entry on it begins with.
  case questionFound(QuestionRequest, String, EntryTemplate)
  case mergeLoaded(group: Int64, MergeSides?)
  case spellingChecked(SpellRequest, SpellAnswer)
  /// The dictionaries for spelling that are installed, by name.
  case dictionariesFound([String])

  // Answers to writing.
  /// The edit is on disk; `inverse` takes it back. What that changes on the screen is read by itself.
  case applied(EditTicket, inverse: JournalEdit)
  /// So many entries are gone for good.
  case purged(Int)
  /// So many pictures are gone for good.
  case picturesPurged(Int)
  /// So many categories are deleted forever.
  case categoriesPurged(Int)
  case draftSaved(RecordName, at: Instant)

  // Answers about pictures.
  case pictureLoaded(PictureRequest, PictureOutcome)
  case folderListed(FolderListing)
  case attaching(AttachProgress)
  case pictureSaved(path: String)
  /// The terminal keeps the pixels of these no longer, to have room for others.
  case pixelsDropped([PictureKey])
  /// Nothing was written, because a file of that name is there already.
  case pictureExists(EntryImage, path: String)

  // Answers from the world.
  case externalEditFinished(String)
  /// - Parameter notes: What is not in the file although it was asked for; sentences.
  case exported(ExportRequest, count: Int, notes: [String])
  /// How far the file of an import has been read, from 0 to 100.
  case importing(String, percent: Int)
  case imported(ImportOutcome)
  /// The import that would be undone; nil where there was none.
  case importFound(LatestImport?)
  /// So many entries of the latest import lie in the trash now, and so many stayed that were changed since; nil where there
  /// was no import.
  case importUndone(moved: Int?, kept: Int)
  case emergencyCopyWritten(path: String)
  /// Something outside of the journal was done, which the sentence says.
  case done(String)
  /// What was asked for could not be done; nothing was changed by it.
  case failed(Effect, Failure)

  /// How synchronising stands; sent whenever any of it changes.
  case syncChanged(SyncStatus)
  case accountAnswered(AccountAnswer)
  /// What is shared, or what came of something that was asked of shares.
  case sharesAnswered(ShareAnswer)

  /// Another process, or a synchronisation, changed the journal: what is on screen is read again.
  case journalChanged
  /// The terminal told its background, or the person changed it.
  case backgroundChanged(isDark: Bool)
  /// The terminal was asked for its background and does not tell it.
  case backgroundUnknown
  /// The terminal draws signs such as `★` two columns wide.
  case signsAreWide
  /// The terminal told how it takes pictures.
  case picturesPossible(PictureAbilities)
  /// The program is back from being suspended, or from another program that had the terminal.
  case resumed
  /// A signal asks the program to end: unsaved words are kept as a draft first.
  case terminationRequested
  /// Another program has locked the journal, or no key was pressed for as long as was set.
  case lockRequested
}

/// Why something could not be done, for people.
package struct Failure: Hashable, Sendable {
  /// One sentence that says what went wrong and where.
  package var sentence: String
  /// One sentence that says what to do about it, or empty.
  package var advice: String
  /// What this program can do about it; nil where it is for the person to do something elsewhere.
  package var remedy: Remedy?
  /// Whether the other side was not reached: what was typed for it may be right.
  package var isOutOfReach: Bool

  /// A way out of a failure that comes back with every try.
  package enum Remedy: Hashable, Sendable {
    /// The journal's file was removed while it was open: this process holds the last of it.
    case putJournalBack
    /// The journal's file was moved, or another one is in its place: the screen has to begin anew with what is there.
    case reopenJournal
  }

  package init(_ sentence: String, advice: String = "", remedy: Remedy? = nil, isOutOfReach: Bool = false) {
    (self.sentence, self.advice, self.remedy, self.isOutOfReach) = (sentence, advice, remedy, isOutOfReach)
  }
}

/// The time and an unused id, which come with every message.
package struct Moment: Hashable, Sendable {
  /// The present in the person's own zone.
  package var now: EntryDate
  /// A fresh id; at most one record is made from it.
  package var freshName: RecordName

  package init(now: EntryDate, freshName: RecordName) {
    self.now = now
    self.freshName = freshName
  }
}
