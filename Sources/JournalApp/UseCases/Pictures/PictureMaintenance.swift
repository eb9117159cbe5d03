package import JournalCore
package import JournalStore
import JournalUI
import SyncCore
import Synchronization

/// Tends the files of a journal's pictures once a day, in whichever process is there: a screen, or a command that
/// synchronises.
package final class PictureMaintenance: Sendable {
  private let store: JournalStore
  private let paths: JournalPaths
  private let began: Instant
  private let asked = Mutex<(at: Instant, isConfirmed: Bool)?>(nil)

  /// How often the journal is asked whether a day is over, in milliseconds.
  private static let interval: Int64 = 3_600_000

  package init(store: JournalStore, paths: JournalPaths, now: Instant = World.now()) {
    (self.store, self.paths) = (store, paths)
    began = now
  }

  /// Whether the last question is an hour old, or the server has been heard since; says so once. From any thread.
  ///
  /// - Parameter status: How synchronising stands; nil where that is not known.
  package func isTimeToAsk(_ status: SyncStatus?, at now: Instant = World.now()) -> Bool {
    let isConfirmed = isConfirmed(status)
    return asked.withLock { last in
      // A clock that was set back must not put it off for ever.
      if let last, last.isConfirmed || !isConfirmed,
        abs(now.milliseconds - last.at.milliseconds) < PictureMaintenance.interval
      {
        return false
      }
      last = (now, isConfirmed)
      return true
    }
  }

  /// Whether everything was fetched since this began, and no question waits: what counts as safe is on the server then.
  private func isConfirmed(_ status: SyncStatus?) -> Bool {
    guard let status, let last = status.lastSuccess else { return false }
    return status.account == .available && status.activity == .idle && last >= began
  }

  /// Takes away files that nothing names any more, and those that there is no room for, at most once a day.
  ///
  /// Of a journal that is signed in only once the server was heard: its data may have gone back, and the files that are here
  /// may be the only ones.
  ///
  /// - Parameters:
  ///   - settings: With what was chosen on the screen.
  ///   - status: How synchronising stands; nil where that is not known.
  /// - Throws: ``StoreError``; ``CommandFailure`` where a file cannot be removed.
  package func maintainIfDue(_ settings: ImageSettings, _ status: SyncStatus?) throws {
    guard try isConfirmed(status) || store.syncPosition().account == nil else { return }
    let maintenance = AssetMaintenance(
      store: store, folder: try AssetFolder(of: paths), now: World.now())
    guard try maintenance.isDue() else { return }
    try maintenance.maintain(settings: settings, note: SyncNote.read(paths))
  }
}

extension ImageSettings {
  /// These, with what was chosen on the screen where the configuration leaves it open.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func asChosen(in store: JournalStore) throws -> ImageSettings {
    var settings = self
    if download == nil {
      let chosen = try store.preference("screen.imagesDownload")
      settings.download = Preferences(values: chosen.map { ["imagesDownload": $0] } ?? [:]).imagesDownload
    }
    return settings
  }
}

extension Preferences {
  /// The preferences that were saved with a journal.
  static func saved(in store: JournalStore) throws(StoreError) -> Preferences {
    var values: [String: String] = [:]
    for key in Preferences.keys { values[key] = try store.preference("screen." + key) }
    return Preferences(values: values)
  }
}
