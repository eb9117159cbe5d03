package import JournalCore
package import JournalStore
import JournalUI
import Synchronization

/// Tends the files of a journal's pictures once a day, in whichever process is there: a screen, or a command that
/// synchronises.
package final class PictureCare: Sendable {
  private let store: JournalStore
  private let paths: JournalPaths
  private let askedAt = Mutex<Instant?>(nil)

  /// How often the journal is asked whether a day is over, in milliseconds.
  private static let interval: Int64 = 3_600_000

  package init(store: JournalStore, paths: JournalPaths) {
    self.store = store
    self.paths = paths
  }

  /// Whether the last question is an hour old; says so once an hour. From any thread.
  package func isTimeToAsk(at now: Instant = World.now()) -> Bool {
    askedAt.withLock { last in
      // A clock that was set back must not put it off for ever.
      if let last, abs(now.milliseconds - last.milliseconds) < PictureCare.interval { return false }
      last = now
      return true
    }
  }

  /// Takes away files that nothing names any more, and those that there is no room for, at most once a day.
  ///
  /// - Parameter settings: With what was chosen on the screen.
  /// - Throws: ``StoreError``; ``CommandFailure`` where a file cannot be removed.
  package func tendIfDue(_ settings: ImageSettings) throws {
    let care = AssetCare(store: store, folder: AssetFolder(path: paths.folder + "/images"), now: World.now())
    guard try care.isDue() else { return }
    try care.tend(settings: settings, note: SyncNote.read(paths.syncNote))
  }
}

extension ImageSettings {
  /// These, with what was chosen on the screen where the configuration leaves it open.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func asChosen(in store: any JournalStoring) throws -> ImageSettings {
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
  static func saved(in store: any JournalStoring) throws(StoreError) -> Preferences {
    var values: [String: String] = [:]
    for key in Preferences.keys { values[key] = try store.preference("screen." + key) }
    return Preferences(values: values)
  }
}
