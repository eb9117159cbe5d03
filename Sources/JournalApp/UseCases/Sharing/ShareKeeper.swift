import CloudClient
import CloudRecord
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// The rings of shares in a journal's file, and the identities in the keys of the account.
struct ShareKeeper: ShareKeeping {
  let isGuest: Bool
  let rings: StoredShareRings
  private let file: KeysFile
  private let zone: String
  private let isReadOnly: Bool

  /// Of what a person shares.
  init(_ file: KeysFile, _ store: JournalStore) { self.init(file, store, isGuest: false) }

  private init(_ file: KeysFile, _ store: JournalStore, isGuest: Bool) {
    (self.file, self.isGuest) = (file, isGuest)
    rings = StoredShareRings(store)
    (zone, isReadOnly) = (store.address.zoneID.zoneName, store.isReadOnly)
  }

  /// Of what another person shares; nil where it was never said who signed in.
  ///
  /// - Parameter paths: Of the journal that holds it.
  init?(ofGuest paths: JournalPaths, _ settings: AccountSettings, _ store: JournalStore) {
    guard let file = KeysFile(paths.host, settings) else { return nil }
    self.init(file, store, isGuest: true)
  }

  /// What an engine needs of the shares of a journal, the person's own or another's; nil where there can be none.
  static func of(_ paths: JournalPaths, _ settings: AccountSettings, _ store: JournalStore) throws -> ShareKeeper? {
    guard paths.hostFolder != nil else { return KeysFile(paths, settings).map { ShareKeeper($0, store) } }
    guard let keeper = ShareKeeper(ofGuest: paths, settings, store), try !keeper.kept().isEmpty else { return nil }
    return keeper
  }

  /// What is in force, by what the server told last.
  func look() throws -> ShareSeals { try ShareJudge(self, zone: zone).look() }

  /// Has the process that synchronises the journal look at what is shared.
  func nudge() throws { try file.nudge() }

  func identities() throws -> [KeyPair] { try file.held()?.identities() ?? [] }

  func kept() throws -> [KeptShare] { try rings.all() }

  func keep(_ share: KeptShare) throws {
    // A file that is only read is judged anew by the next process.
    guard !isReadOnly else { return }
    try rings.keep(share)
  }

  func shown() throws -> [Record] { try rings.shown() }

  func isShownWhole() throws -> Bool { try rings.areShownWhole() }
}
