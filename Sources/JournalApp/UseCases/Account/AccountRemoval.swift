import CloudClient
import CloudRecord
import Glibc
import JournalCore
import JournalStore
import SyncCore
package import SystemKit

extension OpenedJournal {
  /// How many records are not as a server has them, those and drafts in what others share among them.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func unsentChanges() throws -> Int {
    try store.syncOverview(limit: 0).unsent + GuestJournals(self).unsent()
  }
}

/// Removes a journal for good: here, or on the server.
package struct AccountRemoval {
  private let paths: JournalPaths

  package init(_ paths: JournalPaths) { self.paths = paths }

  /// Removes the journal's zone from the server, with everything in it, and then that of its keys; what is here stays.
  ///
  /// - Throws: ``CommandFailure`` where the device is not signed in, or the server does not delete the zone.
  package static func eraseOnServer(_ desk: AccountDesk) async throws {
    try await desk.signedIn { connection, _ in
      try await erase(.journal, connection)
      // Where no device has the keys any more, this is how a new journal can begin; a device that has them saves them again.
      if connection.settings.isSealed { try await erase(.keys, connection) }
    }
  }

  private static func erase(_ zone: ZoneAddress, _ connection: ServiceConnection) async throws {
    let reply = try await connection.client.on(zone.database).send(
      .modifyZones([.delete(zone.zoneID)]), urgency: .background)
    guard case .zones(let outcomes) = reply else {
      throw CommandFailure(.inputOutput, "The server did not say whether it erased the journal. Ask it again.")
    }
    for case .failed(_, let error) in outcomes where error.code != .zoneNotFound {
      throw CommandFailure(.inputOutput, ServiceWords.sentence(error.reason))
    }
  }

  /// Removes the journal from this machine: its database, pictures, backups, settings and session.
  ///
  /// Only what this program has made is removed; a folder with anything else in it stays. To be called when the journal
  /// is closed.
  ///
  /// - Parameter held: The journal's ``EngineLock``, where this process has it.
  /// - Throws: ``CommandFailure`` while another process synchronises it.
  package func eraseHere(holding held: FileLock? = nil) throws {
    guard let lock = try held ?? EngineLock.take(paths.syncLock) else {
      throw CommandFailure(.busy, "Another process synchronises this journal. Close it first.")
    }
    try withExtendedLifetime(lock) {
      // The session first: whatever goes wrong later, what is left cannot sign in.
      let database = ["", "-wal", "-log", "-shm"].map { paths.database + $0 }
      let keys = [paths.keysFile, paths.ringFile, paths.joiningFile, paths.triesFile] + KeysFile.former(paths)
      let files =
        [paths.sessionFile, paths.accountFile, paths.syncNote, paths.uploads] + keys + database + [paths.vaultFile]
      // With what processes that were killed have left of them.
      for path in files {
        do throws(SystemError) { try SystemFile.remove(path) } catch {
          throw WholeFile.failure(path, "cannot be removed", error.code)
        }
      }
      // What others share is theirs, and its words go with the account that may read them.
      for folder in [
        paths.images, paths.images + ".new", paths.images + ".old", paths.backups, paths.inbox, paths.guestFolder,
      ] {
        try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.removeFolder(folder) }
      }
      for name in [
        "categories.lock", "journal.sqlite.lock", "keys.lock", "sync.lock", "vault.lock", "vault.rewrap",
        "vault.json.damaged", "locked",
      ] {
        try remove("\(paths.folder)/\(name)")
      }
    }
    guard rmdir(paths.folder) == 0 || errno == ENOTEMPTY || errno == EEXIST || errno == ENOENT else {
      throw WholeFile.failure(paths.folder, "cannot be removed", errno)
    }
  }

  private func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw WholeFile.failure(path, "cannot be removed", errno) }
  }
}
