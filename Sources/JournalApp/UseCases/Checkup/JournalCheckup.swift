import CloudClient
import Foundation
import Glibc
package import JournalCore
import JournalFormats
import JournalSeal
import JournalStore

/// What an examination of a journal and of the files around it has found.
package struct JournalCheckup: Sendable {
  /// What was looked at and how it is, line by line.
  package var facts: [String] = []
  /// What is wrong and what to do, sentence by sentence; none where all is well.
  package var problems: [String] = []
  /// Pictures whose bytes are on the server only.
  package var elsewhere: [RecordName] = []

  /// Starts with nothing looked at.
  package init() {}

  /// Whether no problem was found.
  package var isHealthy: Bool { problems.isEmpty }

  /// `{"ok":…,"problems":[…],"facts":[…]}` and a line end.
  package func json() -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", isHealthy)
      json.member("problems", problems)
      json.member("facts", facts)
    }
    json.lineFeed()
    return json.bytes
  }

  /// Prints the facts, the problems, and whether all is well.
  package func print(to output: inout Printout) {
    for fact in facts { output.line("  \(fact)") }
    for problem in problems {
      output.add("! ", .warning)
      output.line(problem)
    }
    output.line(
      isHealthy
        ? "No problems found." : NumberText.counted(problems.count, "problem was found.", "problems were found."),
      .strong)
  }
}

extension OpenedJournal {
  /// Looks at everything.
  ///
  /// - Parameters:
  ///   - repairs: Builds a search index anew that is wrong, counts anew what is kept wrongly, and takes damaged files of
  ///     pictures out of the way.
  ///   - progress: Called before each file of a picture with how many are done, of how many.
  package func checkup(
    repairs: Bool, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> JournalCheckup {
    var checkup = JournalCheckup()
    checkup.facts.append("Journal “\(paths.name)” in \(paths.folder)")
    let found = try store.examine()
    checkup.problems += found.problems
    checkup.facts.append(
      [
        NumberText.counted(found.entries, "entry", "entries"),
        NumberText.counted(found.categories, "category", "categories"),
        NumberText.counted(found.historyItems, "earlier value", "earlier values"),
        "\(NumberText.grouped(Int(found.bytes >> 10))) kB",
      ].joined(separator: ", "))
    checkVault(&checkup)
    try checkKept(repairs: repairs, &checkup)
    try PictureCheckup(self).run(repairs: repairs, progress: progress, &checkup)
    GuestCheckup(self).run(repairs: repairs, progress: progress, &checkup)
    checkModes(&checkup)
    checkAccount(&checkup)
    try checkDrafts(&checkup)
    checkBackups(&checkup)
    return checkup
  }

  private func checkVault(_ checkup: inout JournalCheckup) {
    guard paths.isInVault else { return }
    if let words = LockDesk(paths).plainCopyWords { checkup.problems.append(words) }
    if FolderFiles.exists(JournalVault(paths).wrapNotice) {
      checkup.problems.append(
        "A former recovery key may still open the journal on this disk, since \(paths.vaultFile) could not be written anew. "
          + "Open the journal again while the account’s keys can be read.")
    }
    checkup.facts.append("The journal is encrypted on the disk; its key is in \(paths.vaultFile), under the passphrase")
    let left = Inbox(paths).notes.count
    if left > 0 {
      checkup.problems.append(
        "\(NumberText.counted(left, "text that was", "texts that were")) written while the journal was locked cannot be opened: "
          + "see \(paths.inbox).")
    }
  }

  /// Compares what is kept beside the entries with them: the search index, and the counts.
  func checkKept(repairs: Bool, _ checkup: inout JournalCheckup) throws {
    try checkSearchIndex(repairs: repairs, &checkup)
    try checkNumbers(repairs: repairs, &checkup)
  }

  private func checkSearchIndex(repairs: Bool, _ checkup: inout JournalCheckup) throws {
    // SQLite compares the two in a command that writes.
    if store.isReadOnly {
      checkup.facts.append("The search index was not compared: the journal is open for reading only")
    } else if try store.searchIndexIsSound() {
      checkup.facts.append("The search index agrees with the entries")
    } else if repairs {
      try store.rebuildSearchIndex()
      checkup.facts.append("The search index did not agree with the entries, and was built anew")
    } else {
      checkup.problems.append(
        "The search index does not agree with the entries. Build it anew with: cloudjournal doctor --repair")
    }
  }

  private func checkNumbers(repairs: Bool, _ checkup: inout JournalCheckup) throws {
    if try store.numbersAreSound() {
      checkup.facts.append("The counts agree with the entries")
    } else if repairs {
      try store.recount()
      checkup.facts.append("The counts did not agree with the entries, and were made anew")
    } else {
      checkup.problems.append(
        "The counts do not agree with the entries. Make them anew with: cloudjournal doctor --repair")
    }
  }

  /// Finds files of the journal that other accounts of this machine may read or change. Pictures and the account's files
  /// are looked at by themselves.
  private func checkModes(_ checkup: inout JournalCheckup) {
    let apart = [paths.images, paths.backups, paths.accountFile, paths.sessionFile]
    let files = names(in: paths.folder).map { "\(paths.folder)/\($0)" }.filter { !apart.contains($0) }
    for path in [paths.folder] + files + [paths.log] where isOpen(path) {
      checkup.problems.append("Others can look into \(path). Close it with: chmod go= '\(path)'")
    }
    let backups = [paths.backups] + names(in: paths.backups).map { "\(paths.backups)/\($0)" }
    // One sentence closes all of them.
    if let path = backups.first(where: isOpen) {
      checkup.problems.append("Others can look into \(path). Close it with: chmod -R go= '\(paths.backups)'")
    }
  }

  private func isOpen(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK && status.st_mode & 0o077 != 0
  }

  /// The names in a folder, in their order; none where it cannot be read or is not there.
  private func names(in folder: String) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch { return [] }
  }

  /// Files that cannot be used keep the journal from being synchronised.
  private func checkAccount(_ checkup: inout JournalCheckup) {
    checkup.problems += accountFaults()
    // A loss of power may leave it so, and the next synchronisation writes it anew: nothing is wrong with the journal.
    if let fault = SyncNote.fault(paths) { checkup.facts.append(fault) }
  }

  /// What is wrong with the files of the account, sentence by sentence: settings, session and keys.
  package func accountFaults() -> [String] {
    let desk = AccountDesk(self, environment: [:])
    var faults: [String] = []
    func look(_ body: () throws -> Void) {
      do { try body() } catch {
        let sentence = CommandFailure(ServiceWords.failure(error)).sentence
        if !faults.contains(sentence) { faults.append(sentence) }
      }
    }
    look { _ = try desk.settings() }
    look { _ = try desk.session() }
    if faults.isEmpty {
      look { if let settings = try paths.account.read() { _ = try AccountKeys(paths, settings, store)?.sealing() } }
    }
    return faults
  }

  private func checkDrafts(_ checkup: inout JournalCheckup) throws {
    let drafts = try store.abandonedDrafts().count
    guard drafts > 0 else { return }
    checkup.facts.append(
      "\(NumberText.counted(drafts, "draft waits", "drafts wait")) for you: open cloudjournal without arguments")
  }

  private func checkBackups(_ checkup: inout JournalCheckup) {
    // Without the folder there is no backup, which is said below.
    let backups = names(in: paths.backups).filter { $0.hasSuffix(".sqlite") }
    if let latest = backups.max() {
      checkup.facts.append("Latest backup: \(paths.backups)/\(latest)")
    } else {
      checkup.facts.append("No backup yet; “cloudjournal backup” makes one")
    }
  }

  /// Copies the whole journal into one file, which must not be there yet; returns its path.
  ///
  /// - Parameter path: nil for the journal's folder of backups, under the present date and time.
  /// - Throws: ``StoreError`` where the file is there already or cannot be written; no part of it is left then.
  package func backUp(to path: String?) throws -> String {
    let made: String
    if let path {
      try store.backUp(to: path)
      made = path
    } else {
      made = try store.backUp(toFirst: backup)
    }
    // Without the vault's file no passphrase opens the copy.
    if let file = try JournalVault(paths).readOrKnown() { try WholeFile.write(file.encoded, to: made + ".vault.json") }
    return made
  }

  /// The names of backups of this second.
  private func backup(_ number: Int) -> String {
    let local = context.now.local
    let stamp = "\(local.date.iso)-\(padded(local.hour, 2))\(padded(local.minute, 2))\(padded(local.second, 2))"
    let name = "\(paths.backups)/\(paths.name)-\(stamp)"
    return number == 1 ? "\(name).sqlite" : "\(name)_\(number).sqlite"
  }
}
