import CloudClient

/// Where a journal's folder keeps what belongs to its account.
extension JournalPaths {
  /// Which service, which account, and how this device calls itself.
  package var accountFile: String { (hostFolder ?? folder) + "/account.json" }
  /// The session's token.
  package var sessionFile: String { (hostFolder ?? folder) + "/session.json" }
  /// The settings of the account.
  var account: AccountFile { AccountFile(path: accountFile, seal: JournalVault.fileSeal(self)) }
  /// The session.
  var session: SessionFile { SessionFile(path: sessionFile, seal: JournalVault.fileSeal(self)) }
  /// Small files that are sealed where the journal is encrypted on the disk.
  var smallFiles: [String] {
    [sessionFile, accountFile, keysFile, ringFile, joiningFile, triesFile, syncNote, uploads]
      + KeysFile.former(self).filter { $0.split(separator: "-").last.flatMap { Int($0) } != nil }
  }
  /// The keys of a sealed journal.
  package var keysFile: String { folder + "/keys.json" }
  /// The ring of keys as it was taken last.
  package var ringFile: String { folder + "/ring" }
  /// The six words of a device that asks to be let in, while it waits.
  package var joiningFile: String { folder + "/joining.json" }
  /// How often wrong words were typed for a device that asks.
  package var triesFile: String { folder + "/approving.json" }
  /// Held while keys are written.
  package var keysLock: String { folder + "/keys.lock" }
  /// Held by the one process that synchronises this journal.
  package var syncLock: String { folder + "/sync.lock" }
  /// How synchronising stood when it last did anything, for commands that do not run it.
  package var syncNote: String { folder + "/sync-status.json" }
  /// Receipts of files that are on the server while their records are not.
  package var uploads: String { folder + "/uploads.json" }
  /// The files of pictures.
  package var images: String { folder + "/images" }
  /// Pictures of all journals that were drawn before; of none that is encrypted on the disk.
  var renderings: String { cacheFolder + "/pictures" }
  /// Names the journal that is opened where none is named.
  package var currentJournal: String { stateFolder + "/journal" }
}
