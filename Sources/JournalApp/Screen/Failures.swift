import Foundation
import JournalStore
import JournalUI

/// Turns errors into what the screen says about them.
enum Failures {
  static func describe(_ error: any Error) -> Failure {
    if let error = error as? StoreError {
      switch error {
      case .diskFull(let path):
        return Failure("Not saved: the disk that holds \(path) is full.", advice: "Free some space, then try again.")
      case .readOnly(let path):
        return Failure("Not saved: \(path) is read-only.", advice: "Make it writable, then try again.")
      case .busy(let path):
        return Failure("Not saved: another program holds \(path).", advice: "Try again in a moment.")
      case .uncertain(let path, let detail):
        return Failure(
          "Writing \(path) failed (\(detail)): what you wrote may be in the journal or not.",
          advice: "Check the disk, then try again: it is not written twice.")
      case .moved(_, .removed):
        return Failure(
          error.description, advice: "This program still holds all of it, and can put it back.",
          remedy: .putJournalBack)
      case .moved(_, .replaced(isKept: false)):
        return Failure(
          error.description,
          advice: "The former journal is kept beside it when you open what is there now; your words go along.",
          remedy: .reopenJournal)
      case .moved:
        return Failure(
          error.description, advice: "Your words go along when you open what is there now.", remedy: .reopenJournal)
      default: return Failure(error.description)
      }
    }
    if let error = error as? CocoaError { return Failure(error.localizedDescription) }
    return Failure(String(describing: error))
  }
}
