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
    } else {
      announceArrivals()
    }
  }

  /// Says how many entries came from which device, and nothing of what they say.
  private mutating func announceArrivals() {
    let arrived = desk.syncing.takeArrivals()
    guard preferences.arrivals != .off, !arrived.isEmpty else { return }
    let devices = Set(arrived.map { $0.device ?? "" }).sorted()
    let names = devices.filter { !$0.isEmpty }.map { TerminalSafe($0, keepingLines: false).text }
    // Of many only the latest are named by the status.
    let most = arrived.count >= SyncOverview.latest ? " or more" : ""
    let from = names.count == devices.count ? names.joined(separator: ", ") : "other devices"
    let words = "\(counted(arrived.count, "entry", "entries"))\(most) from \(from)"
    say(words)
    if preferences.arrivals != .line { emit(.notify(words, preferences.arrivals)) }
  }
}
