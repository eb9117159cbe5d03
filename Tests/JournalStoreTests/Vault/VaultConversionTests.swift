import Foundation
import Glibc
import JournalSeal
import Testing

@testable import JournalStore

/// A journal that becomes sealed, and plain again.
@Suite struct VaultConversionTests {
  let journal: SealedFolder

  init() throws { journal = try SealedFolder() }

  private func conversion(sealing: Bool) -> VaultConversion {
    VaultConversion(
      path: journal.path, present: sealing ? nil : TestVault.seal(), wanted: sealing ? TestVault.seal() : nil,
      copy: journal.folder.file("copy"))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: journal.folder.path).sorted()
  }

  @Test func itBecomesSealedAndPlainAgain() throws {
    let plain = try journal.open(.init())
    try plain.write((0..<60).map { "zqcanary \($0)" }, String(repeating: "zqcanary ", count: 900))
    var titles = try plain.titles()
    try plain.close()
    for round in 0..<2 {
      try conversion(sealing: true).run(journal.world.environment) { try $0() }
      #expect(try names() == ["journal.sqlite", "journal.sqlite.lock"])
      #expect(try VaultConversion.isSealed(journal.path) == true)
      #expect(try Data(journal.bytes("")).range(of: Data("zqcanary".utf8)) == nil)
      let sealed = try journal.open()
      #expect(try sealed.titles() == titles)
      #expect(try sealed.pragma("journal_mode") == "wal")
      try sealed.write(["more \(round)"])
      #expect(try sealed.examine().problems == [] && sealed.searchIndexIsSound())
      try sealed.close()
      try conversion(sealing: false).run(journal.world.environment) { try $0() }
      #expect(try names() == ["journal.sqlite", "journal.sqlite.lock"])
      #expect(try VaultConversion.isSealed(journal.path) == false)
      let open = try journal.open(.init())
      #expect(try open.titles().count == 61 + round)
      titles = try open.titles()
      #expect(try open.examine().problems == [] && open.searchIndexIsSound())
      try open.close()
    }
  }

  @Test func nothingIsExchangedWhereTheCallerThrows() throws {
    try journal.open(.init()).close()
    let before = try journal.bytes("")
    #expect(throws: CancellationError.self) {
      try conversion(sealing: true).run(journal.world.environment) { _ in throw CancellationError() }
    }
    #expect(try journal.bytes("") == before)
    try conversion(sealing: true).removeCopy()
    #expect(try names() == ["journal.sqlite", "journal.sqlite.lock"])
  }

  /// What was written by a program that was killed is in the log, and in the copy.
  @Test func whatIsInTheLogIsTaken() throws {
    let store = try journal.open(.init())
    try store.write(["one", "two"])
    let copy = try SealedFolder()
    for name in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: journal.path + name, toPath: copy.path + name)
    }
    try store.close()
    try VaultConversion(path: copy.path, present: nil, wanted: TestVault.seal(), copy: copy.folder.file("copy"))
      .run(copy.world.environment) { try $0() }
    let sealed = try copy.open()
    #expect(try sealed.titles() == ["one", "two"])
    try sealed.close()
  }

  /// A copy that does not fit into memory has a journal with several heads, and no page.
  @Test func aJournalThatIsLargerThanMemoryIsCopied() throws {
    let store = try journal.open()
    for number in 0..<40 { try store.write(["entry \(number)"], String(repeating: "word \(number) ", count: 3000)) }
    try store.close()
    let again = try journal.open()
    try again.run("PRAGMA cache_size = 8")
    let target = try SealedFolder()
    try again.backUp(to: target.path)
    try again.close()
    let copy = try target.open()
    #expect(try copy.titles().count == 40)
    #expect(try copy.examine().problems == [] && copy.searchIndexIsSound())
    try copy.close()
  }

  /// A copy has no log yet; it is opened for writing as a journal is.
  @Test func aBackupIsUsedAsAJournal() throws {
    let store = try journal.open()
    try store.write(["one"])
    let target = try SealedFolder()
    try store.backUp(to: target.path)
    try store.close()
    let again = try target.open()
    try again.write(["two"])
    #expect(try again.titles() == ["one", "two"])
    #expect(try again.pragma("journal_mode") == "wal")
    try again.close()
  }

  @Test func noOtherProgramOpensItMeanwhile() throws {
    try journal.open(.init()).close()
    #expect(throws: CancellationError.self) {
      try conversion(sealing: true).run(journal.world.environment) { _ in
        // The lock is held: who opens now has looked at the file, and gives up.
        var options = JournalStore.Options()
        options.patience = 0.2
        do {
          try journal.open(options).close()
          Issue.record("opened beside a conversion")
        } catch let error as StoreError {
          guard case .busy = error else { throw error }
        }
        throw CancellationError()
      }
    }
    let store = try journal.open(.init())
    try store.write(["after"])
    try store.close()
  }
}
