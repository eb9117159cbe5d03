import Dispatch
import JournalStore
import JournalUI
import Synchronization

/// Runs effects in the order in which they come, away from the screen, and collects their answers.
///
/// Reading and writing the journal go one after the other, so that a write never overtakes another; what may take long
/// and changes nothing (counting, exporting) has a queue of its own and cannot keep a save waiting.
final class EffectQueue: Sendable {
  private let runner: EffectRunner
  private let journal = DispatchQueue(label: "journal")
  private let errands = DispatchQueue(label: "errands")
  private let store: JournalStore
  private let seenCommits = Mutex<Int64?>(nil)
  private let answers = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(runner: EffectRunner, store: JournalStore, wake: @escaping @Sendable () -> Void) {
    self.runner = runner
    self.store = store
    self.wake = wake
    // What others have done so far is what the first screen shows.
    noticeChanges()
  }

  func run(_ effect: Effect) {
    let queue =
      switch effect {
      case .count, .export, .openLink, .loadIDs: errands
      default: journal
      }
    queue.async { [self] in
      guard let message = runner.perform(effect) else { return }
      answers.withLock { $0.append(message) }
      wake()
    }
  }

  /// Says so if another process has changed the journal since the last call.
  func noticeChanges() {
    journal.async { [self] in
      let message: Message?
      do {
        let commits = try store.foreignCommits()
        let isNews = seenCommits.withLock { seen in
          defer { seen = commits }
          return seen != nil && seen != commits
        }
        message = isNews ? .journalChanged : nil
      } catch {
        message = .failed(.redraw, Failures.describe(error))
      }
      guard let message else { return }
      answers.withLock { $0.append(message) }
      wake()
    }
  }

  /// The answers since the last call.
  func takeAnswers() -> [Message] {
    answers.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  /// Waits until everything that was asked of the journal is done.
  func finish() { journal.sync {} }
}
