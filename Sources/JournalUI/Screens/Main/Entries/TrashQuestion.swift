import JournalCore
import TerminalKit

/// Deleting forever what lies in the trash, which asks first.
struct TrashQuestion: Sendable {
  /// Whether the trash is to be emptied once it is known what lies in it; any other key takes that back.
  private(set) var isWaiting = false

  /// Any other key takes back that the trash is to be emptied.
  mutating func forget() { isWaiting = false }

  /// Asks before the trash is emptied; the question names all that goes, so it waits until that is known.
  mutating func askToEmpty(_ scope: ListScope, on desk: inout Desk) {
    guard scope == .trash, desk.canWrite() else { return }
    guard let tallies = desk.tallies, let pictures = desk.removedPictures else {
      isWaiting = true
      return desk.say("The trash is still being read.")
    }
    isWaiting = false
    let contents = TrashContents(
      entries: tallies.trash, pictures: pictures.count, categories: desk.trashedCategoryCount)
    guard !contents.isEmpty else { return desk.say("The trash is empty.") }
    let whose = contents.count == 1 ? "its" : "their"
    let lines = ["\(contents.words) will be deleted with \(whose) history.", "This cannot be undone."]
    desk.dialogs.append(
      .choice(
        .confirm(
          "Empty the trash?", lines, yes: "Delete everything in it", .chose(MainChoice.emptyTrash), isGrave: true)))
  }

  /// Asks what had to wait for the trash to be read.
  mutating func settle(_ scope: ListScope, on desk: inout Desk) {
    guard isWaiting, desk.tallies != nil, desk.removedPictures != nil else { return }
    isWaiting = false
    desk.notice = nil
    askToEmpty(scope, on: &desk)
  }
}

/// What lies in the trash beside entries, for the list of the trash.
extension Desk {
  /// `Z 2 pictures`, for the frame of the trash, and `K 1 category`; nil where there are none.
  var removedLabel: String? {
    let labels = [
      removedPictures.flatMap {
        $0.isEmpty ? nil : "\(keyName(.showRemovedPictures)) \(counted($0.count, "picture", "pictures"))"
      },
      trashedCategoryCount > 0
        ? "\(keyName(.showCategories)) \(counted(trashedCategoryCount, "category", "categories"))" : nil,
    ].compactMap { $0 }
    return labels.isEmpty ? nil : labels.joined(separator: " \(glyphs.separator) ")
  }

  /// `Z lists 2 removed pictures, K 1 deleted category`; empty where there are none.
  var removedHint: String {
    let hints = [
      removedPictures.flatMap {
        $0.isEmpty
          ? nil : "\(keyName(.showRemovedPictures)) lists \(counted($0.count, "removed picture", "removed pictures"))"
      },
      trashedCategoryCount > 0
        ? "\(keyName(.showCategories)) lists \(counted(trashedCategoryCount, "deleted category", "deleted categories"))"
        : nil,
    ].compactMap { $0 }
    return hints.joined(separator: ", ")
  }
}

extension Desk {
  /// Deletes forever what lies in the trash, which takes its time where it is much.
  mutating func emptyTrash() {
    log.forgetAll()
    emit(.emptyTrash)
    sayPassing("Emptying the trash \(glyphs.ellipsis)", untilDone: true)
  }
}
