import Foundation
package import JournalCore
import JournalSeal
package import JournalStore

/// A journal that is open, with all that belongs to it.
package struct OpenedJournal {
  /// The places of the journal's files.
  package let paths: JournalPaths
  /// The open database; ``close()`` closes it.
  package let store: JournalStore
  /// The use cases of this journal, at the moment of its opening.
  package let context: JournalContext
  /// Whether it was made just now.
  package let isNew: Bool
  /// The folder of its pictures, which need not be there yet.
  package let assets: AssetFolder

  /// Whether the file that is open is the one at the journal's path.
  package var isInPlace: Bool { store.place == .same }

  /// The same journal with the present as it is now, for a program that stays open.
  var atPresent: OpenedJournal { at(store) }

  /// The same journal by another connection to its file.
  func at(_ store: JournalStore) -> OpenedJournal {
    OpenedJournal(
      paths: paths, store: store,
      context: JournalContext(
        store: store, environment: World.storeEnvironment(of: paths), zone: context.zone,
        defaultClock: context.defaultClock, dateOrder: context.dateOrder, lockPath: paths.folder + "/categories.lock"),
      isNew: false, assets: assets)
  }

  /// Removes what has lain in the trash for long enough, if the trash was not looked through for a day.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read or written.
  package func expireTrashIfDue() throws {
    if try store.isTrashDue() { _ = try store.expireTrash() }
  }

  /// Lets go of the file.
  ///
  /// - Throws: ``StoreError`` where it cannot be closed.
  package func close() throws { try store.close() }

  /// An editor session on this journal, in the name of this process.
  ///
  /// - Throws: ``CommandFailure`` where the text would lie on the disk, and the journal is encrypted there.
  package func editorSession(_ editor: ExternalEditor) throws -> EditorSession {
    EditorSession(
      context: context, editor: editor, folder: try paths.editorFolder(), owner: World.draftOwner, now: World.now)
  }
}

/// How a command opens the journal it works on.
package struct JournalOpening: Sendable {
  /// What a command is going to do.
  package enum Purpose: Sendable {
    /// Makes the journal where there is none.
    case write
    /// A journal that was named must be there; the usual one is made, so that it is empty and no error.
    case read
    /// It must be there.
    case maintain
    /// It must be there; where it can only be read, it is looked at all the same.
    case examine
  }

  /// The places of the journal's files.
  package var paths: JournalPaths
  /// Whether the person named the journal.
  package var isNamed: Bool
  /// Whether nothing may be written, as `--read-only` asks for.
  package var isReadOnly: Bool
  /// The hour of dates that come without a time.
  package var defaultHour: Int?
  /// How `5/6/2026` is read; nil refuses it.
  package var dateOrder: DateOrder?

  package init(
    paths: JournalPaths, isNamed: Bool, isReadOnly: Bool, defaultHour: Int? = nil, dateOrder: DateOrder? = nil
  ) {
    (self.paths, self.isNamed, self.isReadOnly) = (paths, isNamed, isReadOnly)
    (self.defaultHour, self.dateOrder) = (defaultHour, dateOrder)
  }

  /// Opens the journal, or makes it where the purpose allows that.
  ///
  /// - Throws: ``CommandFailure`` where it is missing or may not be written; ``StoreError`` where it cannot be opened.
  package func open(_ purpose: Purpose) throws -> OpenedJournal {
    let isThere = access(paths.database, F_OK) == 0
    if purpose == .write, isReadOnly {
      throw CommandFailure(.readOnly, "Nothing was changed: --read-only was given. Leave it out to write.")
    }
    let mustExist = isReadOnly || purpose == .maintain || purpose == .examine || (purpose == .read && isNamed)
    if !isThere, mustExist { throw missing() }
    let environment = World.storeEnvironment(of: paths)
    let vault = paths.isInVault ? try JournalVault(paths).opened() : nil
    let store = try openStore(environment, purpose, vault?.seal)
    let clock = defaultHour.flatMap { NaturalDate.Clock(hour: $0, minute: 0) } ?? .nine
    let context = JournalContext(
      store: store, environment: environment, zone: ProcessZone(), defaultClock: clock, dateOrder: dateOrder,
      lockPath: paths.folder + "/categories.lock")
    try Inbox(paths).takeIn(vault, store, environment)
    JournalVault(paths).tidy(vault, store)
    return OpenedJournal(
      paths: paths, store: store, context: context, isNew: !isThere, assets: AssetFolder(of: paths, vault))
  }

  private func openStore(
    _ environment: StoreEnvironment, _ purpose: Purpose, _ vault: PageSeal?
  ) throws -> JournalStore {
    let trouble: StoreError
    var options = JournalStore.Options(isReadOnly: isReadOnly)
    options.vault = vault
    do throws(StoreError) {
      return try JournalStore(path: paths.database, environment: environment, options: options)
    } catch {
      trouble = error
    }
    guard purpose == .read || purpose == .examine else { throw trouble }
    if case .readOnly = trouble {
      // A person who may only read the file can still read it.
      options.isReadOnly = true
      return try JournalStore(path: paths.database, environment: environment, options: options)
    }
    guard let store = ReadingWithoutRoom.store(paths.database, environment, vault, after: trouble) else {
      throw trouble
    }
    return store
  }

  private func missing() -> CommandFailure {
    guard isNamed else {
      return CommandFailure(.notFound, "There is no journal yet. Write the first entry: cloudjournal 'Hello, journal.'")
    }
    let others = otherJournals()
    let known = others.isEmpty ? "" : " There are: \(others.joined(separator: ", "))."
    return CommandFailure(.notFound, "There is no journal at \(paths.folder).\(known)")
  }

  /// The names of the journals that lie in the same folder.
  private func otherJournals() -> [String] {
    let folder = URL(fileURLWithPath: paths.folder).deletingLastPathComponent().path
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/journal.sqlite") }.sorted()
    } catch {
      // No folder, no journals.
      return []
    }
  }
}
