import CloudClient
import CloudRecord
import Foundation
import JournalCore
import JournalSeal
import JournalStore
import Synchronization
import SystemKit
import Testing

@testable import JournalApp

/// A journal that is encrypted on the disk: setting up, locking, writing meanwhile, and going back, killed anywhere.
@Suite struct LockTests {
  @Test func itIsEncryptedLockedUnlockedAndPlainAgain() throws {
    let journal = try LockedJournal()
    try journal.write("zqcanary one", "zqcanary two")
    #expect(try journal.filesWithWords() == ["journal.sqlite"])
    try FileManager.default.createDirectory(atPath: journal.paths.renderings, withIntermediateDirectories: true)
    try Data("zqcanary".utf8).write(to: URL(filePath: journal.paths.renderings + "/drawn"))
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    #expect(try journal.filesWithWords() == [])
    #expect(try journal.titles() == ["zqcanary one", "zqcanary two"])
    #expect(try journal.desk.lock())
    #expect(try journal.desk.isLocked() && journal.desk.report().isLocked)
    for _ in 0..<2 {
      do {
        try journal.write("three")
        Issue.record("a locked journal was opened")
      } catch let failure as CommandFailure {
        #expect(failure.code == .locked)
      }
    }
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.unlock(passphrase: "another one") }
    #expect(try journal.desk.isLocked())
    try journal.desk.unlock(passphrase: LockedJournal.passphrase, for: .seconds(60))
    try journal.write("zqcanary three")
    #expect(try journal.titles().count == 3)
    #expect(try journal.filesWithWords() == [])
    try journal.desk.change(from: LockedJournal.passphrase, to: "zqanother one")
    _ = try journal.desk.lock()
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.unlock(passphrase: LockedJournal.passphrase) }
    #expect(throws: VaultFailure.wrongPassphrase) { try journal.desk.remove(passphrase: LockedJournal.passphrase) }
    try journal.desk.remove(passphrase: "zqanother one")
    #expect(try !journal.desk.report().isEncrypted)
    #expect(try journal.titles().count == 3)
    #expect(try journal.filesWithWords() == ["journal.sqlite"])
  }

  @Test func whatCannotBeEncryptedIsRefused() throws {
    let journal = try LockedJournal()
    #expect(throws: CommandFailure.self) { try journal.desk.setUp(passphrase: LockedJournal.passphrase) }
    try journal.write("one")
    #expect(throws: CommandFailure.self) { try journal.desk.setUp(passphrase: "short") }
    // A person's own file among the pictures would be left plain, or go.
    try FileManager.default.createDirectory(atPath: journal.paths.images, withIntermediateDirectories: true)
    let stranger = journal.paths.images + "/diary.txt"
    try Data("mine".utf8).write(to: URL(filePath: stranger))
    do {
      try journal.desk.setUp(passphrase: LockedJournal.passphrase)
      Issue.record("encrypted with a file of a person's")
    } catch let failure as CommandFailure {
      #expect(failure.sentence.contains("diary.txt"))
    }
    #expect(!journal.paths.isInVault)
    try FileManager.default.removeItem(atPath: stranger)
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    #expect(throws: CommandFailure.self) { try journal.desk.setUp(passphrase: LockedJournal.passphrase) }
  }

  private struct Stopped: Error {}

  /// The folder as it was at each step, as a process that was killed there leaves it: nothing is lost and nothing is plain that
  /// was sealed before; what was begun is ended or undone by the next opening.
  @Test(arguments: [true, false])
  func itIsKilledAtEachStep(isSettingUp: Bool) throws {
    let journal = try LockedJournal()
    try journal.write("zqcanary one", "zqcanary two")
    let plain = try journal.open()
    let picture = try plain.assets.keep(Array("zqcanary picture".utf8))
    try plain.close()
    let account = AccountSettings(
      service: "https://zqcanary.example", container: "c", environment: .development, apiToken: "a", isOurs: true,
      deviceName: "d", deviceID: "e")
    try journal.paths.account.write(account)
    if !isSettingUp { try journal.desk.setUp(passphrase: LockedJournal.passphrase) }
    let left = Mutex<[(String, LockedJournal)]>([])
    var desk = journal.desk
    desk.step = { [folder = journal.folder] step in
      let copy = try LockedJournal(copying: folder)
      left.withLock { $0.append((step, copy)) }
    }
    if isSettingUp {
      try desk.setUp(passphrase: LockedJournal.passphrase)
    } else {
      try desk.remove(passphrase: LockedJournal.passphrase)
    }
    let steps = left.withLock { $0 }
    let expected =
      isSettingUp
      ? ["making", "copied", "pictures", "switching", "exchanged", "placed", "sealed"]
      : ["removing", "copied", "pictures", "exchanged", "placed"]
    #expect(steps.map(\.0) == expected)
    for (step, copy) in steps {
      let isSealed =
        isSettingUp
        ? !["making", "copied", "pictures"].contains(step) : !["exchanged", "placed"].contains(step)
      if step != "sealed" {
        try SystemFile.replace(copy.paths.folder + "/keys.json.copy.4711.new", with: Array("zqcanary".utf8))
      }
      if isSealed || !isSettingUp {
        // The key was at hand in the process that was killed.
        try copy.desk.unlockIfThere(LockedJournal.passphrase)
      }
      #expect(try copy.titles() == ["zqcanary one", "zqcanary two"], "\(step)")
      #expect(copy.paths.isInVault == isSealed, "\(step)")
      if isSealed { #expect(try copy.filesWithWords() == [], "\(step)") }
      let names = try FileManager.default.contentsOfDirectory(atPath: copy.folder.path)
      let left = [".copy", ".new", ".old"]
      #expect(!names.contains { name in left.contains { name.hasSuffix($0) } }, "\(step): \(names)")
      let open = try copy.open()
      #expect(try open.assets.read(picture) == Array("zqcanary picture".utf8), "\(step)")
      #expect(try open.assets.files().pictures.map(\.name) == [picture], "\(step)")
      #expect(try copy.paths.account.read() == account, "\(step)")
      try open.close()
      try copy.write("after")
      #expect(try copy.titles().count == 3)
    }
  }

  @Test func whatGoesWrongBeforeTheExchangeChangesNothing() throws {
    let journal = try LockedJournal()
    try journal.write("zqcanary one")
    var desk = journal.desk
    desk.step = { step in if step == "copied" { throw Stopped() } }
    #expect(throws: Stopped.self) { try desk.setUp(passphrase: LockedJournal.passphrase) }
    #expect(!journal.paths.isInVault)
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    #expect(throws: Stopped.self) { try desk.remove(passphrase: LockedJournal.passphrase) }
    #expect(journal.paths.isInVault)
    #expect(try journal.titles() == ["zqcanary one"])
    #expect(try journal.filesWithWords() == [])
  }

  @Test func anotherProgramThatHasItOpenKeepsItFromBeingEncrypted() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    let open = try journal.open()
    do {
      try journal.desk.setUp(passphrase: LockedJournal.passphrase)
      Issue.record("encrypted under an open journal")
    } catch let error as StoreError {
      guard case .busy = error else { throw error }
    }
    try open.close()
    #expect(!journal.paths.isInVault)
    #expect(try journal.titles() == ["one"])
  }

  @Test func whatIsWrittenWhileLockedComesInOnce() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    _ = try journal.desk.lock()
    let capture = LockedCapture(journal.paths)
    for number in 0..<1000 {
      var new = NewEntry(text: "yesterday at 9pm: zqcanary \(number). The rest.")
      (new.mood, new.category, new.tags, new.isFavorite) = ("happy", "Home", ["zqtag"], true)
      try capture.write(new)
    }
    #expect(throws: (any Error).self) { try capture.write(NewEntry(text: " ")) }
    for change in [{ $0.mood = "zq" }, { $0.tags = ["a b"] }, { $0.date = "zq" }] as [(inout NewEntry) -> Void] {
      var wrong = NewEntry(text: "text")
      change(&wrong)
      #expect(throws: (any Error).self) { try capture.write(wrong) }
    }
    var dated = NewEntry(text: "zqcanary dated.")
    dated.date = "2020-01-02 10:00"
    try capture.write(dated)
    #expect(try journal.filesWithWords() == [])
    #expect(try journal.desk.report().waiting == 1001)
    // A process that was killed before it removed them, and two at once.
    let notes = journal.folder.appending(path: "kept")
    try FileManager.default.copyItem(atPath: journal.paths.inbox, toPath: notes.path)
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    let folder = journal.folder
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      do {
        let paths = try JournalPaths(journal: folder.path, environment: ["HOME": folder.path])
        try JournalOpening(paths: paths, isNamed: false, isReadOnly: false).open(.write).close()
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(try journal.titles().count == 1002)
    try FileManager.default.removeItem(atPath: journal.paths.inbox)
    try FileManager.default.moveItem(atPath: notes.path, toPath: journal.paths.inbox)
    #expect(try journal.titles().count == 1002)
    #expect(try journal.desk.report().waiting == 0)
    let open = try journal.open()
    let page = try open.store.page(ListRequest(scope: .all, order: ListOrder(), anchor: .first, limit: 1002))
    let row = try #require(page.rows.first { $0.title.hasPrefix("zqcanary 7") })
    let entry = try #require(try open.store.entry(row.id))
    #expect(entry.body == "The rest." && entry.mood == Mood(rawValue: "happy"))
    #expect(entry.date.local.hour == 21 && entry.tags == ["zqtag"] && entry.isFavorite)
    let last = try #require(page.rows.first { $0.title == "zqcanary dated." })
    #expect(try open.store.entry(last.id)?.date.local.iso == "2020-01-02T10:00:00")
    try open.close()
  }

  /// What a removal has not come to its end with may lose its key at any moment.
  @Test func nothingIsSealedToAVaultThatIsBeingRemoved() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    let left = Mutex<LockedJournal?>(nil)
    var desk = journal.desk
    desk.step = { [folder = journal.folder] step in
      guard step == "exchanged" else { return }
      let copy = try LockedJournal(copying: folder)
      left.withLock { $0 = copy }
    }
    try desk.remove(passphrase: LockedJournal.passphrase)
    let killed = try #require(left.withLock { $0 })
    #expect(throws: CommandFailure.self) { try LockedCapture(killed.paths).write(NewEntry(text: "two")) }
    #expect(!FileManager.default.fileExists(atPath: killed.paths.inbox))
    // A journal that is not there was not decrypted: nothing is removed.
    let (database, away) = (killed.paths.database, killed.paths.database + ".away")
    try FileManager.default.moveItem(atPath: database, toPath: away)
    #expect(throws: CommandFailure.self) { try killed.desk.unlock(passphrase: LockedJournal.passphrase) }
    #expect(killed.paths.isInVault)
    try FileManager.default.moveItem(atPath: away, toPath: database)
    try killed.desk.unlockIfThere(LockedJournal.passphrase)
    #expect(try killed.titles() == ["one"])
  }

  @Test func aNoteThatIsNoneStaysAndIsTold() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    try FileManager.default.createDirectory(atPath: journal.paths.inbox, withIntermediateDirectories: true)
    try Data("CJI\u{1}\u{1}nonsense".utf8).write(to: URL(filePath: journal.paths.inbox + "/zq"))
    let open = try journal.open()
    #expect(try open.checkup(repairs: false).problems.contains { $0.contains("cannot be opened") })
    try open.close()
    #expect(throws: CommandFailure.self) { try journal.desk.remove(passphrase: LockedJournal.passphrase) }
    #expect(try journal.titles() == ["one"])
  }

  @Test func emergencyCopiesAreSealed() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    let entry = Entry(
      id: RecordName("a"), title: "zqcanary", date: EntryDate(instant: World.now(), timeZone: "", offsetSeconds: 0),
      modifiedAt: World.now())
    let owner = World.draftOwner
    let path = try UnsavedCopies(journal.paths).write(
      Draft(entry: entry, isNew: true, owner: owner, savedAt: World.now()))
    #expect(path.hasPrefix(journal.folder.path))
    #expect(try journal.filesWithWords() == [])
    #expect(UnsavedCopies(journal.paths).find(owner: owner).map(\.entry.title) == ["zqcanary"])
    _ = try journal.desk.lock()
    #expect(UnsavedCopies(journal.paths).find(owner: owner).isEmpty)
  }

  @Test func aFileOfTheVaultThatIsDamagedIsSaid() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    let whole = try Data(contentsOf: URL(filePath: journal.paths.vaultFile))
    _ = try journal.desk.lock()
    try whole.dropLast(200).write(to: URL(filePath: journal.paths.vaultFile))
    do {
      _ = try journal.titles()
      Issue.record("opened with half of a vault")
    } catch {
      #expect(CommandFailure(error).code == .damaged)
    }
    try whole.write(to: URL(filePath: journal.paths.vaultFile))
    try journal.desk.unlock(passphrase: LockedJournal.passphrase)
    #expect(try journal.titles() == ["one"])
  }

  @Test func timesAreUnderstood() throws {
    #expect(
      try LockDesk.seconds("30m") == 1800 && LockDesk.seconds("8h") == 28_800 && LockDesk.seconds("2d") == 172_800)
    for wrong in ["", "8", "h", "-1h", "0h", "400d", "8 h", "1w"] {
      #expect(throws: CommandFailure.self, "\(wrong)") { try LockDesk.seconds(wrong) }
    }
  }
}

extension LockDesk {
  /// Unlocks what is in a vault; the kernel may have the key already.
  fileprivate func unlockIfThere(_ passphrase: Passphrase) throws {
    guard paths.isInVault else { return }
    do { try unlock(passphrase: passphrase) } catch let failure as CommandFailure where failure.code == .invalidInput {
      // A removal that had only its last step left is over now.
    }
  }
}
