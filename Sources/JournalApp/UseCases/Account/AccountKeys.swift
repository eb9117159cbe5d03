import CloudClient
import CloudRecord
import Glibc
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// The keys of a journal whose account is encrypted end to end, as this computer has them.
struct AccountKeys: Sendable {
  let file: KeysFile
  private let notes: RingNotes
  private let store: JournalStore

  /// What an engine needs for its looks at the keys; nil where it was never said who signed in.
  ///
  /// A journal that travels plain on a server of ours looks before it sends: once encryption was turned on by another device
  /// nothing plain is sent. On other services it looks as soon as a sealed record comes, or a plain one is refused.
  ///
  /// - Parameter learnt: As of ``KeyRound``.
  static func round(
    _ paths: JournalPaths, _ settings: AccountSettings, _ store: JournalStore,
    learnt: @escaping @Sendable (Sealing) -> Void
  ) throws -> KeyRound? {
    guard let file = KeysFile(paths, settings) else { return nil }
    let isPlain = try AccountKeys(paths, settings, store) == nil
    let isOff = try RingNotes(store).ring()?.isOff == true
    let mayBePlain = isPlain && (settings.isPlain || isOff)
    return KeyRound(
      keeper: JournalKeeper(file: file, store: store), random: World.chance, mayBePlain: mayBePlain,
      isUnanswered: isPlain && !mayBePlain, looksEachTime: !mayBePlain,
      looksBeforeSending: settings.isOurs, learnt: learnt)
  }

  /// nil for a journal that travels plain: its account has no keys here, and was never seen with any, or none since it was
  /// turned off.
  ///
  /// - Throws: ``CommandFailure``, ``PrivateFileError`` or ``StoreError`` where the keys are there and cannot be read: such a
  ///   journal is never taken for a plain one.
  init?(_ paths: JournalPaths, _ settings: AccountSettings, _ store: JournalStore) throws {
    guard let file = KeysFile(paths, settings) else { return nil }
    let wasSealed = try RingNotes(store).ring().map { !$0.isOff } ?? settings.isSealed
    guard try wasSealed || file.held() != nil else { return nil }
    self.file = file
    self.store = store
    notes = RingNotes(store)
  }

  /// What seals and opens by the keys that are here; nil where this device is not in.
  ///
  /// - Throws: ``CommandFailure`` where what is kept does not belong together.
  func sealing() throws -> Sealing? {
    guard let held = try file.held() else { return nil }
    do {
      guard let sealing = try held.sealing(World.chance) else { return nil }
      return sealing.holding(try ShareKeeper(file, store).look())
    } catch let error as StoreError {
      throw error
    } catch {
      throw AccountKeys.damaged
    }
  }

  /// What opens and seals what another person shares; plain where nothing of it came sealed.
  ///
  /// - Parameter store: The one that holds what is shared.
  /// - Throws: As ``sealing()``.
  static func guestSealing(_ paths: JournalPaths, _ settings: AccountSettings, _ store: JournalStore) throws -> Sealing
  {
    guard let keeper = ShareKeeper(ofGuest: paths, settings, store), try !keeper.kept().isEmpty else { return .plain }
    return Sealing(guestOf: try keeper.look(), random: World.chance)
  }

  /// What the keys here say; nil where there are none.
  ///
  /// - Throws: As ``sealing()``.
  func survey() throws -> KeySurvey? {
    guard let held = try file.held() else { return nil }
    do {
      return try KeySurvey(held)
    } catch {
      throw AccountKeys.damaged
    }
  }

  /// Where this device stands by its keys, with what was noted of those that the server showed; nil where there are none.
  ///
  /// - Throws: As ``sealing()``, and ``StoreError``.
  func status() throws -> EncryptionStatus? {
    guard let survey = try survey() else { return nil }
    return try AccountKeys.status(survey, notes)
  }

  static func status(_ survey: KeySurvey, _ notes: RingNotes) throws -> EncryptionStatus {
    var status = survey.status
    status.setback = try notes.setback(at: World.now().milliseconds)
    if status.state == .removed {
      let moment = survey.removedAt.map { Instant(milliseconds: Int64(clamping: $0)) }
      status.removal = KeyRemoval(at: moment, by: try notes.remover() ?? "")
    }
    return status
  }

  /// As ``sealing()``, for what can only be read with the keys.
  ///
  /// - Throws: ``CommandFailure`` where this device has none.
  func requireSealing() throws -> Sealing {
    guard let sealing = try sealing() else {
      throw CommandFailure(.needsKey, KeyWords.waiting + " Run “cloudjournal account keys” to see what to do.")
    }
    return sealing
  }

  /// Notes that an account is encrypted: nothing of its journal goes without keys from now on, whatever the server shows.
  ///
  /// The settings are read anew: the person may have changed others of them meanwhile. Those of another account stay as they
  /// are.
  ///
  /// - Throws: ``PrivateFileError`` where the settings cannot be read or written.
  static func noteEncrypted(_ user: String?, in file: AccountFile) throws(PrivateFileError) {
    guard var settings = try file.read(), settings.userRecordName == user, !settings.isSealed || settings.isPlain
    else { return }
    (settings.isSealed, settings.isPlain) = (true, false)
    try file.write(settings)
  }

  private static let damaged = CommandFailure(
    .badFile,
    "The keys of this journal (keys.json and ring in its folder) do not belong together. Put both back from one backup, "
      + "or run “cloudjournal account keys --begin-again” to be let in again.")
}

/// The keys in their file, and what the journal's own file says of them: that stays when the keys go, and travels in backups.
struct JournalKeeper: KeyKeeping {
  let file: KeysFile
  let store: JournalStore

  func held() throws -> HeldKeys? { try file.held() }

  func noted() throws -> NotedRing? { try RingNotes(store).ring() }

  func mayReplaceOlder(at now: Int64) throws -> Bool { try RingNotes(store).noteOlder(at: now) }

  func noteNewest() throws { try RingNotes(store).noteNewest() }

  func setback(at now: Int64) throws -> KeySetback? { try RingNotes(store).setback(at: now) }

  func remover() throws -> String? { try RingNotes(store).remover() }

  /// The journal's file first: a crash between the two leaves one that is known to be encrypted.
  func keep(_ held: HeldKeys, over former: HeldKeys?) throws -> Bool {
    if let note = try held.note() { try RingNotes(store).note(note) }
    if held.kept.state == .removed, former?.kept.state == .ready {
      try RingNotes(store).note(remover: try held.remover(knownBy: former) ?? "")
    }
    let vault = JournalVault(file.paths)
    let isWrapped = held.kept.state == .ready && held.recovery != nil && file.paths.isInVault
    if isWrapped { try vault.noteWrap() }
    guard try file.keep(held, over: former) else { return false }
    // Another recovery key opens what is encrypted on the disk as well; one that was made by who removed this computer does not.
    if isWrapped, let recovery = held.recovery, let opened = try vault.openedIfAny() {
      try vault.wrap(opened, to: recovery)
      unlink(vault.wrapNotice)
    }
    return true
  }
}
