import CloudClient
import CloudRecord
import Foundation
import JournalCore
import SystemKit
import Testing

@testable import JournalApp

/// What lies beside a journal that is encrypted on the disk: pictures, and the files of its account.
@Suite struct LockedFilesTests {
  @Test func picturesAreEncryptedAndPlainAgain() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    let bytes = Array("zqcanary ".utf8) + (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var open = try journal.open()
    let name = try open.assets.keep(bytes)
    open.assets.setViewed(name, at: Instant(milliseconds: 1_000_000_000_000))
    try open.close()
    #expect(try journal.filesWithWords() == ["images/" + name])
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    #expect(try journal.filesWithWords() == [])
    open = try journal.open()
    let names = FolderFiles.names(in: journal.paths.images, prefix: "")
    #expect(!names.contains { $0.contains(name) } && names.contains { $0.count == 80 })
    #expect(try open.assets.read(name) == bytes)
    #expect(try open.assets.state(of: name) == .sound)
    #expect(try open.assets.files().pictures.map(\.name) == [name])
    #expect(try open.assets.files().pictures[0].viewedAt == Instant(milliseconds: 1_000_000_000_000))
    #expect(try open.assets.length(of: name) == Int64(bytes.count))
    var read: [UInt8] = []
    try open.assets.bytes(of: name).forEachPiece { read += $0 }
    #expect(read == bytes)
    // A new one, as it comes from a person's file and as it comes from an archive; an empty one as well.
    let second = try open.assets.keep(Array("zqcanary two".utf8))
    let place = try open.assets.newPlace()
    try Data("zqcanary three".utf8).write(to: URL(filePath: place))
    let third = try open.assets.adopt(place)
    let empty = try open.assets.keep([])
    #expect(try open.assets.read(empty) == [])
    #expect(try open.assets.read(second) == Array("zqcanary two".utf8))
    #expect(try open.assets.read(third) == Array("zqcanary three".utf8))
    #expect(try journal.filesWithWords() == [])
    // One that was changed is noticed, and set aside under a name that says nothing.
    let file = URL(filePath: open.assets.path(of: second))
    var sealed = try Data(contentsOf: file)
    sealed[100] ^= 1
    try sealed.write(to: file)
    #expect(try open.assets.state(of: second) == .damaged)
    #expect(throws: (any Error).self) { try open.assets.bytes(of: second) }
    try open.close()
    #expect(throws: CommandFailure.self) { try journal.desk.remove(passphrase: LockedJournal.passphrase) }
    #expect(journal.paths.isInVault)
    #expect(try !open.assets.setAside(second).contains(second))
    _ = try journal.desk.lock()
    #expect(throws: CommandFailure.self) { try AssetFolder(of: journal.paths) }
    try journal.desk.remove(passphrase: LockedJournal.passphrase)
    open = try journal.open()
    #expect(try Set(open.assets.files().pictures.map(\.name)) == [name, third, empty])
    #expect(try open.assets.read(name) == bytes)
    #expect(try open.assets.state(of: third) == .sound)
    try open.close()
  }

  @Test func filesOfAnAccountAreEncryptedAndBoundToTheirNames() throws {
    let journal = try LockedJournal()
    try journal.write("one")
    var settings = AccountSettings(
      service: "https://zqcanary.example", container: "c", environment: .development, apiToken: "zqcanary",
      isOurs: true,
      deviceName: "zqcanary", deviceID: "zqcanary")
    try journal.paths.account.write(settings)
    try Data("zqcanary".utf8).write(to: URL(filePath: journal.paths.ringFile))
    try SystemFile.replace(journal.paths.keysFile + ".former-1", with: Array("zqcanary former".utf8))
    #expect(try journal.filesWithWords().count == 3)
    try journal.desk.setUp(passphrase: LockedJournal.passphrase)
    #expect(try journal.filesWithWords() == [])
    #expect(try journal.paths.account.read() == settings)
    settings.name = "zqcanary"
    try journal.paths.account.write(settings)
    #expect(try journal.filesWithWords() == [])
    #expect(try journal.paths.account.read() == settings)
    // Neither another file's bytes nor plain ones are taken.
    let sealed = try Data(contentsOf: URL(filePath: journal.paths.accountFile))
    try SystemFile.replace(journal.paths.sessionFile, with: Array(sealed))
    #expect(throws: PrivateFileError.self) { try journal.paths.session.read() }
    try SystemFile.replace(journal.paths.sessionFile, with: Array(#"{"version":1}"#.utf8))
    #expect(throws: PrivateFileError.self) { try journal.paths.session.read() }
    try SystemFile.remove(journal.paths.sessionFile)
    _ = try journal.desk.lock()
    do {
      _ = try journal.paths.account.read()
      Issue.record("read while locked")
    } catch {
      #expect(error.description.contains("is locked") && !error.description.hasSuffix("."))
    }
    try journal.desk.remove(passphrase: LockedJournal.passphrase)
    #expect(try journal.paths.account.read() == settings)
    #expect(try Data(contentsOf: URL(filePath: journal.paths.keysFile + ".former-1")) == Data("zqcanary former".utf8))
  }
}
