import Glibc
import JournalCore
import JournalStore
package import SystemKit

/// Gives a journal of this computer another name: its folder is moved in one step, with everything in it.
///
/// No other program may have the journal open. A process that ends amid it leaves the journal under one of the two names, and
/// the usual one stays the usual one.
package struct JournalRenaming {
  private let environment: [String: String]
  /// The journal that the configuration names; nil where it names none.
  private let configured: String?
  /// Told what did not follow the journal to its new name, as a sentence.
  package var warn: (String) -> Void = { _ in }
  /// Told of each step, for tests.
  var step: (String) throws -> Void = { _ in }

  /// - Parameters:
  ///   - environment: The process's.
  ///   - configured: The journal that the configuration names, by its name or a path.
  package init(environment: [String: String], configured: String? = nil) {
    (self.environment, self.configured) = (environment, configured)
  }

  /// Refuses what can be told before the journal is closed.
  ///
  /// - Returns: The places under the new name.
  /// - Throws: ``CommandFailure``.
  @discardableResult
  package func check(_ journal: JournalPaths, to name: String) throws -> JournalPaths {
    guard journal.isNamed else {
      throw CommandFailure(
        .invalidInput,
        "\(journal.folder) is a folder of its own, whose name is the journal’s. "
          + "Rename the folder while no program has it open.")
    }
    if let problem = JournalName.folderProblem(name) { throw CommandFailure(.usage, problem) }
    guard FolderFiles.exists(journal.database) else {
      throw CommandFailure(.notFound, "There is no journal “\(journal.name)” here. “cloudjournal journals” lists them.")
    }
    guard !name.isIdentical(to: journal.name) else {
      throw CommandFailure(.exists, "The journal is called “\(name)” already.")
    }
    let places = try JournalPaths(journal: name, environment: environment)
    guard !FolderFiles.exists(places.folder) else { throw taken(name, places) }
    if let configured, try JournalPaths(journal: configured, environment: environment).folder == journal.folder {
      throw CommandFailure(
        .invalidInput,
        "The configuration opens “\(configured)”, and would not find it. "
          + "Remove “journal” from \(journal.configFile) first.")
    }
    guard !UnsavedCopies(journal).areAny else {
      throw CommandFailure(
        .busy,
        "Words that could not be saved wait for “\(journal.name)”. Open it, save or discard them, and rename it then.")
    }
    return places
  }

  /// Renames a journal that is closed in this process.
  ///
  /// - Parameter held: The journal's ``EngineLock``, where this process has it.
  /// - Returns: The places under the new name.
  /// - Throws: ``CommandFailure`` where the name is taken or not allowed, or where a program has the journal open: nothing was
  ///   changed then.
  @discardableResult
  package func call(
    _ journal: JournalPaths, to name: String, holding held: FileLock? = nil
  ) throws -> JournalPaths {
    let places = try check(journal, to: name)
    guard let engine = try held ?? EngineLock.take(journal.syncLock) else { throw inUse(journal) }
    try withExtendedLifetime(engine) {
      try JournalVault(journal).alone {
        guard !VaultConversion.isOpenElsewhere(journal.database) else { throw inUse(journal) }
        try move(journal, to: places)
      }
    }
    // A new journal of the former name is not taken for this one.
    JournalVault(journal).forgetFile()
    do { try Reminder(environment: environment).follow(journal.name, to: places.name) } catch {
      warn(
        "The reminder still names “\(journal.name)”: \(CommandFailure(error).sentence) "
          + "Set it anew: cloudjournal --journal \(ShellWord.quoted(places.name)) remind --at 21:00")
    }
    return places
  }

  private func move(_ journal: JournalPaths, to places: JournalPaths) throws {
    let choice = AccountSwitch(journal, environment: environment)
    let isUsual = try choice.usualFolder() == journal.folder
    // The choice holds by either name, whichever the folder has.
    if isUsual { try choice.keep(places.name, former: journal.name) }
    try step("chosen")
    do throws(SystemError) {
      // A folder takes the place of an empty one at most.
      try SystemFile.move(journal.folder, to: places.folder)
    } catch {
      if isUsual { try choice.keep(journal.name) }
      guard ![EEXIST, ENOTEMPTY, ENOTDIR].contains(error.code) else { throw taken(places.name, places) }
      throw WholeFile.failure(journal.folder, "cannot be renamed", error.code)
    }
    try step("moved")
    try FolderMaker.sync(places.journals)
    if isUsual { try choice.keep(places.name) }
  }

  private func inUse(_ journal: JournalPaths) -> CommandFailure {
    CommandFailure(
      .busy,
      "Another program has “\(journal.name)” open: a screen, or “sync --watch”. Close it, and rename the journal then.")
  }

  private func taken(_ name: String, _ places: JournalPaths) -> CommandFailure {
    CommandFailure(
      .exists,
      FolderFiles.exists(places.database)
        ? "There is a journal “\(name)” already. Choose another name."
        : "\(places.folder) is there already. Choose another name, or move it away.")
  }
}
