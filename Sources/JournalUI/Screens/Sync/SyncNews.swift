import JournalCore
import TerminalKit

extension ShowsSync {
  /// Says what a person has to know at once, in one line, so that a person who writes keeps the keys.
  mutating func announce(from former: SyncStatus?, to status: SyncStatus) {
    if case .asking(let question) = status.activity, former?.activity != status.activity {
      let key = keymap.shownKey(of: .answerSync, in: [.everywhere]).map { "\($0.name) answers." } ?? ""
      return say("\(heading(of: question)). \(key)", .warning)
    }
    if let former, former.account == .available, status.account != .available, status.account != .couldNotDetermine,
      let sentence = accountSentence(status)
    {
      return say(sentence, .warning)
    }
    if let former, status.overview.conflicts > former.overview.conflicts,
      let merge = status.overview.merges.filter(\.isConflict).max(by: { $0.group < $1.group })
    {
      let key = keymap.shownKey(of: .showSync, in: [.everywhere]).map { "\($0.name) shows them." } ?? ""
      say("\(titled(merge.title)) was changed elsewhere too: both texts are kept. \(key)", .warning)
    }
  }
}
