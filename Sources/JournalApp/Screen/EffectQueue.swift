import Dispatch
import JournalCore
import JournalStore
import JournalUI
import Synchronization

/// Runs effects in the order in which they come, away from the screen, and collects their answers.
///
/// Reading and writing the journal go one after the other, so that a write never overtakes another; searching, counting
/// and exporting may take long, change nothing, and have queues of their own that keep no save waiting.
final class EffectQueue: Sendable {
  private let runner: EffectRunner
  private let journal = DispatchQueue(label: "journal")
  private let lookups = DispatchQueue(label: "lookups")
  private let counts = DispatchQueue(label: "counts")
  private let changes = DispatchQueue(label: "changes")
  private let exports = DispatchQueue(label: "exports")
  private let files = DispatchQueue(label: "files")
  private let attachments = DispatchQueue(label: "attachments")
  private let spelling = DispatchQueue(label: "spelling")
  /// What shows notices may take its time, and is not waited for: one is shown at a time, and of those that wait the latest.
  private let notices = DispatchQueue(label: "notices")
  private let store: JournalStore
  private let latestSearch = Mutex(0)
  /// What is to be counted; where it is something else by now, the number is not wanted any more.
  private let latestCount = Mutex<ListScope?>(nil)
  /// The same for the place in a list.
  private let latestPlace = Mutex<Effect?>(nil)
  /// The notice that came last.
  private let latestNotice = Mutex<Effect?>(nil)
  private let answers: MessageBox
  /// Whether the journal is being left: an import ends then, and goes on when it is repeated.
  private let isLeaving = Mutex(false)
  /// Told after each change of the journal.
  private let changed: @Sendable (JournalChange) -> Void

  init(
    runner: EffectRunner, store: JournalStore, answers: MessageBox,
    changed: @escaping @Sendable (JournalChange) -> Void
  ) {
    (self.runner, self.store, self.answers, self.changed) = (runner, store, answers, changed)
    // What others have done so far is what the first screen shows.
    noticeChanges()
  }

  func run(_ effect: Effect) {
    if case .attach(let request, _) = effect { return attach(request, effect) }
    if case .importFiles(let path) = effect { return take(filesAt: path, effect) }
    if case .count(let scope) = effect { latestCount.withLock { $0 = scope } }
    if case .countBefore = effect { latestPlace.withLock { $0 = effect } }
    if case .notify = effect { latestNotice.withLock { $0 = effect } }
    queue(for: effect).async { [self] in
      guard !isOutdated(effect) else { return }
      let message = runner.perform(effect)
      if let change = effect.change { changed(effect.guestJournal == nil ? change : .ofGuests) }
      if let message { answers.post(message) }
    }
  }

  /// Files are read and decoded apart from everything else, which may take long; what was read goes into the journal in
  /// its turn.
  private func attach(_ request: AttachRequest, _ effect: Effect) {
    attachments.async { [self] in
      let reading: PictureEffects.Reading
      do {
        reading = try runner.pictures(of: request.entry).read(request) { answers.post(.attaching($0)) }
      } catch {
        return answers.post(.failed(effect, Failures.describe(error)))
      }
      journal.sync {
        let messages = runner.attach(reading, for: effect)
        changed(effect.guestJournal == nil ? .edited : .ofGuests)
        for message in messages { answers.post(message) }
      }
    }
  }

  /// An import may take long. Text is many transactions, between which other writes have their turn; an archive is one.
  private func take(filesAt path: String, _ effect: Effect) {
    exports.async { [self] in
      do {
        let outcome = try runner.importFiles(at: path) { [self] percent in
          guard !isLeaving.withLock({ $0 }) else { throw ImportStopped() }
          if let percent { answers.post(.importing(path, percent: percent)) }
        }
        answers.post(.imported(outcome))
      } catch {
        answers.post(.failed(effect, Failures.describe(error)))
      }
      // What came before a mistake is there.
      changed(.edited)
      answers.post(.journalChanged)
    }
  }

  private func queue(for effect: Effect) -> DispatchQueue {
    switch effect {
    case .export: return exports
    case .listFolder, .savePicture, .replaceFile, .openPicture: return files
    case .count, .countBefore: return counts
    case .checkSpelling, .loadDictionaries: return spelling
    case .notify: return notices
    case .openLink, .loadTagPairs, .loadIDs, .loadTags, .loadTitles, .loadJournals, .renameJournal, .loadTemplates,
      .loadQuestion, .shares:
      return lookups
    case .loadPage(let request, let ticket):
      // Looking up a frequent word in a large journal may take a moment that no save should wait for.
      guard case .search = request.scope else { return journal }
      latestSearch.withLock { $0 = max($0, ticket.generation) }
      return lookups
    default: return journal
    }
  }

  /// Whether something newer takes its place: the person has typed on, or there is more to be told.
  private func isOutdated(_ effect: Effect) -> Bool {
    if case .count(let scope) = effect { return latestCount.withLock { $0 != scope } }
    if case .countBefore = effect { return latestPlace.withLock { $0 != effect } }
    if case .notify = effect { return latestNotice.withLock { $0 != effect } }
    guard case .loadPage(let request, let ticket) = effect, case .search = request.scope else { return false }
    return latestSearch.withLock { $0 > ticket.generation }
  }

  /// Says so if another connection has changed the journal since the last call: another process, or synchronising.
  ///
  /// Beside the other queues: the question waits for a process that writes at the moment, and no key should wait too.
  func noticeChanges() {
    changes.async { [self] in
      do {
        if runner.guests?.shelf.hasNews() == true { answers.post(.sharesAnswered(.changed)) }
        guard let news = try store.news() else { return }
        changed(.elsewhere(news))
        // How the server knows a record is shown by the status.
        if news != .noted { answers.post(.journalChanged) }
      } catch {
        answers.post(.failed(.redraw, Failures.describe(error)))
      }
    }
  }

  /// Looks after the trash and the files of pictures, if it is time to.
  ///
  /// - Parameter status: How synchronising stands; nil where that is not known.
  func maintain(_ maintenance: PictureMaintenance, _ settings: ImageSettings, _ status: SyncStatus?) {
    guard maintenance.isTimeToAsk(status) else { return }
    expireTrash()
    files.async { [self] in
      do {
        try maintenance.maintainIfDue(settings, status)
      } catch {
        answers.post(.failed(.redraw, Failures.describe(error)))
      }
    }
  }

  /// Removes what has lain in the trash for long enough, if the trash was not looked through for a day.
  private func expireTrash() {
    journal.async { [self] in
      do {
        guard try store.isTrashDue(), try store.expireTrash() > 0 else { return }
        changed(.edited)
        answers.post(.journalChanged)
      } catch {
        answers.post(.failed(.redraw, Failures.describe(error)))
      }
    }
  }

  /// The answers since the last call.
  func takeAnswers() -> [Message] { answers.take() }

  /// Waits until everything is on the disk that a person has written.
  func finishWriting() {
    attachments.sync {}
    journal.sync {}
  }

  /// Waits until everything is done that a person has asked for and would miss, writes and exports, and until no queue
  /// looks for others' changes any more: the journal is closed afterwards. An import is stopped.
  func leave() {
    isLeaving.withLock { $0 = true }
    runner.spelling.end()
    finish()
    spelling.sync {}
  }

  /// The same, with an import to its end.
  func finish() {
    changes.sync {}
    attachments.sync {}
    journal.sync {}
    files.sync {}
    exports.sync {}
  }
}

/// A change of the journal, as synchronising is told of it.
enum JournalChange: Hashable, Sendable {
  /// This screen wrote what is sent to the server.
  case edited
  /// This screen wrote what is counted, and not sent: a draft, or that a merge was seen.
  case counted
  /// This screen wrote in what others share.
  case ofGuests
  /// Another connection wrote.
  case elsewhere(JournalNews)
}

extension Effect {
  /// The change that this makes; nil where nothing of it is synchronised or counted.
  fileprivate var change: JournalChange? {
    switch self {
    case .apply, .purge, .purgePictures, .purgeCategories, .emptyTrash, .decideMerge, .renameTag, .attach, .undoImport:
      .edited
    case .saveDraft, .keepWords, .removeDraft, .sync(.dismissConflict): .counted
    default: nil
    }
  }
}

/// Messages for the screen, from any thread.
final class MessageBox: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ message: Message) {
    messages.withLock { messages in
      // Of how synchronising stands only the latest is worth a frame.
      if case .syncChanged = message, case .syncChanged = messages.last { messages.removeLast() }
      messages.append(message)
    }
    wake()
  }

  /// The messages since the last call.
  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
