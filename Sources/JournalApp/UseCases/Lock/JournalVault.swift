import CloudClient
import Glibc
import JournalSeal
import JournalStore
import SystemKit

/// Where a journal's folder keeps what belongs to its vault.
extension JournalPaths {
  /// The vault's key under the passphrase; there is none where the journal is not encrypted on the disk.
  package var vaultFile: String { folder + "/vault.json" }
  /// Held while a vault is made, changed or removed.
  var vaultLock: String { folder + "/vault.lock" }
  /// What was written while the vault was locked.
  package var inbox: String { folder + "/inbox" }
  /// Where a text lies while the person's editor has it.
  ///
  /// - Throws: ``CommandFailure`` where that is on the disk, and the journal is encrypted there.
  func editorFolder() throws -> String {
    guard isRuntimeOffDisk || !isInVault else {
      throw CommandFailure(
        .editorFailed,
        "The journal is encrypted on the disk, and the text would lie there for your editor: there is no XDG_RUNTIME_DIR in memory."
      )
    }
    return runtimeFolder
  }

  /// Written when the journal is locked, so that screens hear of it.
  var lockNotice: String { folder + "/locked" }
  /// The journal while it is written anew.
  var copy: String { database + ".copy" }
  /// Whether the journal is encrypted on the disk, as its folder or its database says: without ``vaultFile`` it is none the
  /// less, and nothing plain is to be written beside it.
  package var isInVault: Bool { FolderFiles.exists(vaultFile) || JournalVault(self).isLost }
}

/// The vault of a journal: its file, its key where that is at hand, and what a process that was killed has left of it.
struct JournalVault {
  let paths: JournalPaths

  /// A vault whose key is at hand.
  struct Opened {
    let file: VaultFile
    let key: VaultKey
    /// Of the database.
    var seal: PageSeal { key.pages(of: file.id) }
    /// Of the files of the account, and of notes.
    var smallFiles: SmallFileSeal { key.smallFiles(of: file.id) }
  }

  init(_ paths: JournalPaths) { self.paths = paths }

  /// What the journal's database is sealed with; nil where it is plain.
  ///
  /// - Throws: ``CommandFailure`` with the code `locked` where the key is not at hand; ``VaultFailure``.
  static func seal(of paths: JournalPaths) throws -> PageSeal? {
    guard paths.isInVault else { return nil }
    return try JournalVault(paths).opened()?.seal
  }

  /// The vault with its key; nil where there is none (any more).
  func opened() throws -> Opened? {
    let glance = Glance()
    guard let file = try settled(glance) else { return nil }
    guard let key = try key(of: file, glance) else { throw locked }
    return try opened(file, key)
  }

  /// The vault with its key; nil for a journal that is plain.
  ///
  /// - Throws: As ``opened()``.
  func openedIfAny() throws -> Opened? { paths.isInVault ? try opened() : nil }

  /// What is said where the key is needed and not at hand.
  var locked: CommandFailure {
    CommandFailure(.locked, "“\(paths.name)” is locked. Unlock it with: cloudjournal unlock")
  }

  /// Ends a removal that a process was killed in, which takes the key.
  func opened(_ file: VaultFile, _ key: VaultKey) throws -> Opened? {
    KernelKeys.forbidDumps()
    guard file.state == .removing else { return Opened(file: file, key: key) }
    return try alone {
      guard var file = try read() else { return nil }
      guard file.isGenuine(key) else { throw VaultFailure.forged }
      if file.state == .removing {
        try requireNotOpenHere()
        guard let isSealed = try VaultConversion.isSealed(paths.database) else {
          throw CommandFailure(
            .damaged,
            "\(paths.database) is not there, or its beginning is damaged: it cannot be told whether it was decrypted. "
              + "Nothing was removed. Put a backup in its place.")
        }
        guard isSealed else {
          try conversion(from: key.pages(of: file.id), to: nil).removeLogs()
          try beside.takePlaces()
          try UnsavedCopies(paths).makePlain(Opened(file: file, key: key))
          try removeFile()
          return nil
        }
        try conversion().removeCopy()
        try beside.removeCopies()
        file.set(.sealed, with: key)
        try write(file)
      }
      return Opened(file: file, key: key)
    }
  }

  // MARK: Words outside of the journal

  /// Bytes as they may lie in a file outside of the journal: sealed where the journal is, so that only its key opens them.
  static func sealed(_ bytes: [UInt8], of paths: JournalPaths) throws -> [UInt8] {
    let vault = JournalVault(paths)
    guard let file = try vault.settled() else { return bytes }
    // A file that another program has put in is not believed by a process that has the key.
    if let known = vault.lastSeen, let key = vault.keyHere(known.id) {
      return try CaptureKey.seal(bytes, to: key.capture().publicKey, of: known.id)
    }
    return try CaptureKey.seal(bytes, to: file.capture, of: file.id)
  }

  /// What ``sealed(_:of:)`` was given; bytes that are not sealed come back as they are.
  static func opened(_ bytes: [UInt8], of paths: JournalPaths) throws -> [UInt8] {
    guard bytes.starts(with: Array("CJI".utf8)), let vault = try JournalVault(paths).opened() else { return bytes }
    return try vault.key.capture().open(bytes, of: vault.file.id)
  }

  // MARK: Small files beside the journal

  /// What has a journal's small files lie sealed on the disk where the journal does; whether it does is asked each time.
  static func fileSeal(_ paths: JournalPaths) -> PrivateFileSeal {
    PrivateFileSeal(
      overhead: SmallFileSeal.overhead, seal: { try seal($0, $1, of: paths) }, open: { try open($0, $1, of: paths) })
  }

  /// A small file's bytes as they are to lie on the disk.
  ///
  /// - Parameter path: Of the file; its name is what counts.
  /// - Throws: ``CommandFailure`` with the code `locked` where the key is not at hand; ``VaultFailure``.
  static func seal(_ bytes: [UInt8], _ path: String, of paths: JournalPaths) throws -> [UInt8] {
    guard paths.isInVault, let vault = try JournalVault(paths).opened() else { return bytes }
    return try vault.smallFiles.seal(bytes, name: name(of: path), random: World.chance)
  }

  /// The bytes that ``seal(_:_:of:)`` was given.
  ///
  /// - Throws: As that; ``CommandFailure`` for a file that lies there plain, or is another's.
  static func open(_ bytes: [UInt8], _ path: String, of paths: JournalPaths) throws -> [UInt8] {
    guard paths.isInVault, let vault = try JournalVault(paths).opened() else { return bytes }
    do { return try vault.smallFiles.open(bytes, name: name(of: path)) } catch {
      throw CommandFailure(
        .damaged,
        error == .newer
          ? "It was written by a newer version of this program: update it."
          : "It is not as this program has written it into a journal that is encrypted on the disk.")
    }
  }

  static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  // MARK: The file

  /// The file as it is; nil where there is none.
  ///
  /// - Parameter glance: Gets what the kernel keeps of its vault, where that is asked for it.
  func read(_ glance: Glance? = nil) throws -> VaultFile? {
    let descriptor = Glibc.open(paths.vaultFile, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw WholeFile.failure(paths.vaultFile, "cannot be read", errno)
    }
    defer { close(descriptor) }
    let bytes = try WholeFile.saying("cannot be read") { () throws(SystemError) in
      try SystemFile.rest(of: descriptor, paths.vaultFile, limit: VaultFile.maximumLength)
    }
    guard let bytes else { throw VaultFailure.damaged("it is too long") }
    let file = try VaultFile(decoding: bytes, knowing: { testimony(of: $0, glance) })
    note(file)
    return file
  }

  func write(_ file: VaultFile) throws {
    try WholeFile.saying("cannot be written") { () throws(SystemError) in
      try SystemFile.removeDrafts(of: paths.vaultFile, isAlone: true)
      try SystemFile.replace(paths.vaultFile, with: file.encoded)
    }
  }

  func removeFile() throws {
    try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.remove(paths.vaultFile) }
    forgetFile()
  }

  /// The file, once what a killed process had begun is ended or undone; nil where the journal is plain.
  func settled(_ glance: Glance? = nil) throws -> VaultFile? {
    guard let file = try readOrKnown(glance) else { return nil }
    // A removal is looked at once the key is there.
    guard file.state == .making || file.state == .switching else { return file }
    return try alone {
      guard var file = try read() else { return nil }
      try requireNotOpenHere()
      let isSealed = try VaultConversion.isSealed(paths.database) == true
      switch file.state {
      case .making where !isSealed:
        try conversion().removeCopy()
        try beside.removeCopies()
        try removeFile()
        return nil
      case .making, .switching:
        if !isSealed { try conversion().move() }
        try conversion().removeLogs()
        try beside.takePlaces()
        file.state = .sealed
        try write(file)
        beside.forgetDrawings()
      case .sealed, .removing: break
      }
      return file
    }
  }

  /// A look into the file would take SQLite's locks from a connection of this process.
  private func requireNotOpenHere() throws {
    guard !VaultConversion.isOpenHere(paths.database) else { throw busy }
  }

  private var busy: CommandFailure {
    CommandFailure(
      .busy, "“\(paths.name)” is being encrypted or decrypted by another program. Try again when that is done.")
  }

  /// What lies beside the database.
  var beside: FolderConversion { FolderConversion(paths: paths) }

  /// For moving and removing copies.
  private func conversion() -> VaultConversion { conversion(from: nil, to: nil) }

  func conversion(from present: PageSeal?, to wanted: PageSeal?) -> VaultConversion {
    VaultConversion(path: paths.database, present: present, wanted: wanted, copy: paths.copy)
  }

  /// Does something with the vault's file, which stays meanwhile; waits for a process that makes, changes or removes the vault.
  ///
  /// - Throws: ``CommandFailure`` with the code `busy` where the vault is gone then, or its removal has not ended.
  func whileItStays<Result>(_ body: (VaultFile) throws -> Result) throws -> Result {
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(paths.vaultLock) }
    return try withExtendedLifetime(lock) {
      guard let file = try read(), file.state == .sealed else {
        throw CommandFailure(
          .busy, "“\(paths.name)” is being encrypted or decrypted. Nothing was written. Unlock it, and write it again.")
      }
      return try body(file)
    }
  }

  /// Does something while no other process makes, changes or removes the vault.
  func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.take(paths.vaultLock) }
    guard let lock else { throw busy }
    return try withExtendedLifetime(lock) { try body() }
  }
}
