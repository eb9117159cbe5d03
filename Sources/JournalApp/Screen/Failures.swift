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
      default: return Failure(error.description)
      }
    }
    if let error = error as? CocoaError { return Failure(error.localizedDescription) }
    return Failure(String(describing: error))
  }
}
