import JournalCore
import JournalStore
import JournalUI
import TerminalDriver

/// From one journal on the screen to the next: opened, locked, in place of another, and left.
extension ScreenSession {
  /// Opens the journal and the terminal, shows the journal until the person leaves it, and gives both back.
  ///
  /// To be called inside ``supervised(_:)``. Throws where the journal or the terminal cannot be opened or closed.
  package static func run(_ options: Options) throws { try run(options, on: processTerminal) }

  static func run(_ options: Options, on makeTerminal: @escaping TerminalMaker) throws {
    guard try LockSession.unlock(options, on: makeTerminal) else { return }
    var session = try open(options, makeTerminal)
    while true {
      session.start()
      while !session.isEnding { session.turn() }
      session.end()
      guard let restart = session.restart else { break }
      switch restart {
      case .locking:
        guard let next = try session.locked() else { return }
        session = next
      case .opening(let paths): session = try session.replaced(by: paths)
      case .renaming(let name):
        guard let next = try session.renamed(to: name) else { return }
        session = next
      case .puttingBack, .withWhatIsThere:
        try session.giveUp(restart)
        session = try open(session.wished, makeTerminal)
      }
    }
    try session.store.close()
    guard session.isErasing else { return }
    let paths = session.options.paths
    try AccountRemoval(paths).eraseHere(holding: session.sync.handOverLock())
    try StandardStreams.write(Array("The journal “\(paths.name)” is removed from this computer.\n".utf8))
  }

  /// The other journal; this one again, with the reason, where that one cannot be opened.
  private func replaced(by paths: JournalPaths) throws -> ScreenSession {
    try store.close()
    var other = wished
    other.paths = paths
    let isNew = !FolderFiles.exists(paths.database) && !paths.isInVault
    do {
      guard try LockSession.unlock(other, on: makeTerminal) else { return try ScreenSession.open(wished, makeTerminal) }
      try startAgain(other)
      let session = try ScreenSession.open(other, makeTerminal)
      // Its key goes with it from this process, and stays with the kernel as long as it does.
      if options.paths != paths { LockDesk(options.paths).leave() }
      if isNew { session.waiting.append(.done("Started the journal “\(paths.name)” in \(paths.folder)")) }
      return session
    } catch {
      let session = try ScreenSession.open(wished, makeTerminal)
      let cause = Failures.describe(error)
      session.waiting.append(
        .failed(.redraw, Failure("“\(paths.name)” cannot be opened.", advice: cause.sentence)))
      return session
    }
  }

  /// What renames the journal.
  var renaming: JournalRenaming {
    JournalRenaming(environment: options.variables, configured: options.config.journal)
  }

  /// The journal under its new name, or under the former one with the reason; nil where it is locked, and left so.
  private func renamed(to name: String) throws -> ScreenSession? {
    try store.close()
    var again = wished
    let outcome: Message
    do {
      var said = "“\(options.paths.name)” is called “\(name)” now."
      var renaming = renaming
      renaming.warn = { said += " \($0)" }
      again.paths = try renaming.call(options.paths, to: name, holding: sync.handOverLock())
      outcome = .done(said)
    } catch {
      let reason = CommandFailure(error).sentence
      outcome = .failed(.redraw, Failure("“\(options.paths.name)” keeps its name.", advice: reason))
    }
    guard try LockSession.unlock(again, on: makeTerminal) else { return nil }
    let session = try ScreenSession.open(again, makeTerminal)
    session.waiting.append(outcome)
    return session
  }

  /// What this process has read of a journal that is encrypted on the disk goes with it where another one is shown; it stays where
  /// the next process would have to ask for a passphrase that was typed just now.
  private func startAgain(_ other: Options) throws {
    guard options.paths.isInVault, options.paths != other.paths, let startAgain = other.startAgain else { return }
    // A journal that cannot be opened is told of by this process, which shows the former one again.
    let vault = other.paths.isInVault ? try JournalVault(other.paths).opened() : nil
    var storing = JournalStore.Options(isReadOnly: other.isReadOnly)
    storing.vault = vault?.seal
    do throws(StoreError) {
      let store = try JournalStore(
        path: other.paths.database, environment: World.storeEnvironment(of: other.paths), options: storing)
      JournalVault(other.paths).tidy(vault, store)
      try store.close()
    } catch {
      // It may be readable all the same, which this process finds out.
      return
    }
    guard vault == nil || JournalVault(other.paths).isInKernel else { return }
    LockDesk(options.paths).leave()
    Terminal.handOnGuard()
    try startAgain(other.paths)
  }

  static func open(_ options: Options, _ makeTerminal: @escaping TerminalMaker) throws -> ScreenSession {
    let environment = World.storeEnvironment(of: options.paths)
    let vault = options.paths.isInVault ? try JournalVault(options.paths).opened() : nil
    var storing = JournalStore.Options(isReadOnly: options.isReadOnly, isConcurrent: true)
    storing.vault = vault?.seal
    let opened: Result<JournalStore, StoreError> = Result { () throws(StoreError) in
      try JournalStore(path: options.paths.database, environment: environment, options: storing)
    }
    guard case .failure(let trouble) = opened else {
      let store = try opened.get()
      try Inbox(options.paths).takeIn(vault, store, environment)
      JournalVault(options.paths).tidy(vault, store)
      return try ScreenSession(options, store: store, wished: options, makeTerminal)
    }
    guard let store = ReadingWithoutRoom.store(options.paths.database, environment, vault?.seal, after: trouble) else {
      throw trouble
    }
    var reading = options
    reading.isReadOnly = true
    let session = try ScreenSession(reading, store: store, wished: options, makeTerminal)
    session.waiting.append(
      .failed(
        .redraw,
        Failure(
          "The disk that holds the journal is full: it is open for reading only.",
          advice: "Free some space, and start again to write.")))
    return session
  }

  /// Leaves a file that is not in its place: what no other program could read afterwards is written down first.
  private func giveUp(_ restart: Restart) throws {
    if restart == .puttingBack, store.place == .removed {
      try store.backUp(to: store.path)
    } else {
      try FormerJournal.keep(store)
    }
    try store.close()
  }

  /// Has the drafts of this session offered by the next one, which is of the same process.
  private func leaveDrafts() throws {
    for draft in try store.drafts() where draft.owner == World.draftOwner {
      var left = draft
      // No process is called so.
      // Nor is another draft of this process, which may have been locked before.
      left.owner += ".locked-\(String(UInt64.random(in: .min ... .max), radix: 16))"
      try store.saveDraft(left)
      try store.removeDraft(DraftKey(entry: draft.entry.id, owner: draft.owner))
    }
  }

  /// Closes the journal, has its key go, and shows it again once it is unlocked; nil where the person leaves it locked.
  private func locked() throws -> ScreenSession? {
    if !options.isReadOnly { try leaveDrafts() }
    try store.close()
    // A key that another program has had go is not revoked again: it may be there anew by now.
    if isLockHeard { LockDesk(options.paths).leave() } else { _ = try LockDesk(options.paths).lock() }
    var again = wished
    again.paths = options.paths
    // What this process has read goes with it.
    if let startAgain = again.startAgain {
      Terminal.handOnGuard()
      try startAgain(options.paths)
    }
    guard try LockSession.unlock(again, on: makeTerminal) else { return nil }
    return try ScreenSession.open(again, makeTerminal)
  }
}
