import Glibc
package import JournalCore
package import JournalStore

/// Takes files of pictures away that nothing names any more, and those that are safe on the server where room is wanted.
///
/// Whatever is in doubt stays: a file that is kept for nothing costs room, one that is missed is a picture.
package struct AssetMaintenance {
  private let store: JournalStore
  private let folder: AssetFolder
  private let now: Instant

  /// How long a file stays that nothing names.
  package static let grace: Int64 = 30 * 86_400_000
  /// How long a file stays that was never completed, where it is not known to be abandoned.
  private static let unfinishedGrace: Int64 = 86_400_000
  /// How long a file stays after it was looked at, however little room there is: it may be attached again.
  private static let evictionGrace: Int64 = 3_600_000
  /// How often files are looked through unasked.
  private static let interval: Int64 = 86_400_000

  package init(store: JournalStore, folder: AssetFolder, now: Instant) {
    (self.store, self.folder, self.now) = (store, folder, now)
  }

  /// What was done.
  package struct Outcome: Hashable, Sendable {
    /// The names of the files that were removed, unfinished and damaged ones included.
    package var removed: [String] = []
    /// The bytes of these files.
    package var removedBytes: Int64 = 0
    /// Files that nothing names and whose time has not come.
    package var waiting: [String] = []
    /// The bytes of these files.
    package var waitingBytes: Int64 = 0

    fileprivate mutating func remove(_ file: AssetFolder.File) {
      removed.append(file.name)
      removedBytes += file.bytes
    }
  }

  /// Whether the files have not been looked through for a day.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func isDue() throws -> Bool {
    guard let last = try store.assetsMaintainedAt() else { return true }
    // A clock that was set back must not put it off for ever.
    return abs(now.milliseconds - last.milliseconds) >= AssetMaintenance.interval
  }

  /// Does both, as the configuration has it.
  ///
  /// - Parameter note: How synchronising stood last.
  /// - Throws: ``StoreError``; ``CommandFailure`` where a file cannot be removed.
  @discardableResult
  package func maintain(settings: ImageSettings, note: SyncNote?) throws -> Outcome {
    var outcome = try collect(lastSuccess: note?.lastSuccess.map { Instant(milliseconds: $0) })
    if let limit = settings.limit {
      let evicted = try evict(toBytes: limit)
      outcome.removed += evicted.removed
      outcome.removedBytes += evicted.removedBytes
    }
    return outcome
  }

  /// Takes away what nothing has named for 30 days.
  ///
  /// Does nothing while records may be missing here: a first or full fetch that is not at its end, or no fetch at all
  /// since a file was first found to be named by nothing.
  ///
  /// - Parameter lastSuccess: When the server was last asked for everything; ignored without an account.
  /// - Throws: ``StoreError``; ``CommandFailure`` where a file cannot be removed.
  package func collect(lastSuccess: Instant?) throws -> Outcome {
    guard access(folder.path, F_OK) == 0 else { return Outcome() }
    return try AssetLock(folder: folder.path).exclusively {
      var outcome = Outcome()
      let files = try folder.files()
      for file in files.others where isForgotten(file) {
        try folder.remove(file.name)
        outcome.remove(file)
      }
      let use = try store.assetUse()
      guard use.isComplete else { return outcome }
      let known = try store.unnamedAssets()
      var unnamed: [String: Instant] = [:]
      for file in files.pictures where !use.referenced.contains(file.name) {
        // A mark from the future was made by a wrong clock.
        let since = min(known[file.name] ?? now, now)
        if isOver(since, file, lastSuccess: use.hasAccount ? lastSuccess ?? since : now) {
          try folder.remove(file.name)
          outcome.remove(file)
        } else {
          unnamed[file.name] = since
          outcome.waiting.append(file.name)
          outcome.waitingBytes += file.bytes
        }
      }
      try store.setUnnamedAssets(unnamed, at: now)
      return outcome
    }
  }

  private func isOver(_ since: Instant, _ file: AssetFolder.File, lastSuccess: Instant) -> Bool {
    let end = now.milliseconds - AssetMaintenance.grace
    return since.milliseconds <= end && file.viewedAt.milliseconds <= end && lastSuccess > since
  }

  private func isForgotten(_ file: AssetFolder.File) -> Bool {
    let age = now.milliseconds - file.viewedAt.milliseconds
    if file.name.hasPrefix(AssetWriter.unfinishedPrefix) {
      return age > AssetMaintenance.unfinishedGrace || folder.isAbandoned(file.name)
    }
    return file.name.hasPrefix(AssetFolder.damagedPrefix) && age > AssetMaintenance.grace
  }

  /// Takes away files that can be fetched again until the rest is no larger than a limit, those first that were not
  /// looked at for the longest time.
  ///
  /// A file goes only if the server has acknowledged every picture that has it and the journal is signed in.
  ///
  /// - Throws: ``StoreError``; ``CommandFailure`` where a file cannot be removed.
  package func evict(toBytes limit: Int64) throws -> Outcome {
    guard access(folder.path, F_OK) == 0 else { return Outcome() }
    return try AssetLock(folder: folder.path).exclusively {
      var outcome = Outcome()
      let files = try folder.files().pictures
      var bytes = files.reduce(Int64(0)) { $0 + $1.bytes }
      guard bytes > limit else { return outcome }
      let safe = try store.assetUse().safe
      let order = files.filter { safe.contains($0.name) }
        .sorted { ($0.viewedAt.milliseconds, $0.name) < ($1.viewedAt.milliseconds, $1.name) }
      for file in order where bytes > limit {
        guard now.milliseconds - file.viewedAt.milliseconds >= AssetMaintenance.evictionGrace else { break }
        try folder.remove(file.name)
        outcome.remove(file)
        bytes -= file.bytes
      }
      return outcome
    }
  }
}
