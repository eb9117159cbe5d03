import Glibc
import JournalCore
import JournalUI
import SystemKit
import TerminalKit

/// Leaving a journal for another one or another name, and what the shell is told and waits for.
extension ScreenSession {
  func leave(for journal: String, _ effect: Effect) {
    do {
      (restart, isEnding) = (
        .opening(try JournalPaths(journal: journal, environment: options.variables)), true
      )
    } catch {
      waiting.append(.failed(effect, Failures.describe(error)))
    }
  }

  func leave(toRename name: String, _ effect: Effect) {
    do {
      try renaming.check(options.paths, to: name)
      (restart, isEnding) = (.renaming(to: name), true)
    } catch {
      waiting.append(.failed(effect, Failures.describe(error)))
    }
  }

  /// Names the file with the words that the journal could not take, or says that there is none.
  func sayWhereWordsAre() {
    for answer in queue.takeAnswers() {
      let line: String
      switch answer {
      case .emergencyCopyWritten(let path):
        line = "Your words could not be saved in the journal. They are in \(path); the next start offers them."
      case .imported(let outcome):
        line = ([outcome.sentence] + outcome.notes).joined(separator: " ")
      case .failed(.importFiles(let path), let failure): line = "The import of \(path) ended early. \(failure.sentence)"
      case .failed(.keepWords, let failure): line = "Your words could not be saved. \(failure.sentence)"
      default: continue
      }
      do {
        // Paths and names come from the disk.
        try StandardStreams.write(Array((TerminalSafe(line, keepingLines: false).text + "\n").utf8), to: STDERR_FILENO)
      } catch {
        // The terminal is gone; the next start offers them all the same.
      }
    }
  }

  /// Milliseconds for which the shell waits at most for what was saved last.
  private static let patience: Int64 = 3000

  /// What was saved a moment ago is on its way; a person who closes the lid now would otherwise have it on one machine.
  func finishSending() {
    let count = sync.changesOnTheirWay
    guard count > 0 else { return }
    let words = NumberText.counted(count, "change", "changes")
    do {
      try StandardStreams.write(Array("Sending \(words) …\n".utf8), to: STDERR_FILENO)
    } catch {
      // It cannot be told; what is to be sent is sent all the same.
    }
    let end = MonotonicClock.milliseconds + Self.patience
    while sync.changesOnTheirWay > 0 {
      let rest = end - MonotonicClock.milliseconds
      guard rest > 0 else { return }
      sync.waitForNews(milliseconds: Int(rest))
    }
  }
}
