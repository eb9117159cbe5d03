import Foundation
import JournalCore
import JournalStore
import SystemKit
import Testing

@testable import JournalApp

@Suite struct AssetMaintenanceTests {
  let journal: PictureJournal

  init() throws { journal = try PictureJournal() }

  private func isHere(_ asset: String) -> Bool { journal.assets.contains(asset) }

  // MARK: What nothing names

  @Test func whatNothingNamesGoesAfterThirtyDays() throws {
    let stray = try journal.keep("stray")
    #expect(try journal.maintenance.collect(lastSuccess: nil).waiting == [stray])
    journal.pass(days: 29)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [])
    journal.pass(days: 1)
    let outcome = try journal.maintenance.collect(lastSuccess: nil)
    #expect(outcome.removed == [stray] && outcome.removedBytes == 5 && outcome.waiting == [])
    #expect(!isHere(stray))
  }

  /// Its age does not count, but how long nothing has named it.
  @Test func anOldFileIsGivenThirtyDaysToo() throws {
    let stray = try journal.keep("stray")
    journal.pass(days: 300)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [])
    journal.pass(days: 31)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [stray])
  }

  @Test func whatIsNamedAgainBeginsAnew() throws {
    let asset = try journal.keep("picture")
    _ = try journal.maintenance.collect(lastSuccess: nil)
    journal.pass(days: 20)
    let entry = try journal.addEntry("Canal")
    try journal.attach(asset, to: entry)
    _ = try journal.maintenance.collect(lastSuccess: nil)
    try journal.context.trash([entry])
    _ = try journal.store.purge([entry.id])
    journal.pass(days: 20)
    #expect(try journal.maintenance.collect(lastSuccess: nil).waiting == [asset])
    journal.pass(days: 31)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [asset])
  }

  @Test func picturesInTheTrashAndReplacedOnesAreNamed() throws {
    let entry = try journal.addEntry("Canal")
    let (removed, replaced) = (try journal.keep("removed"), try journal.keep("replaced"))
    let image = try #require(try journal.attach(removed, to: entry))
    try journal.context.remove([image])
    let other = try #require(try journal.attach(replaced, to: entry))
    let present = try journal.keep("present")
    _ = try journal.store.apply(
      JournalEdit(name: "", operations: [.editImage(other.id, [.imageAsset(present)])]), cause: .edit)
    _ = try journal.maintenance.collect(lastSuccess: nil)
    journal.pass(days: 100)
    let outcome = try journal.maintenance.collect(lastSuccess: nil)
    #expect(outcome.removed == [] && outcome.waiting == [])
    #expect(isHere(removed) && isHere(replaced) && isHere(present))
  }

  /// Deleted for good, a picture's file has the 30 days that every file has which nothing names.
  @Test func aRemovedPictureIsDeletedForGoodWithTheTrash() throws {
    let entry = try journal.addEntry("Canal")
    let (removed, kept) = (try journal.keep("removed"), try journal.keep("kept"))
    let image = try #require(try journal.attach(removed, to: entry))
    _ = try journal.attach(kept, to: entry)
    try journal.context.remove([image])
    #expect(try journal.context.trashContents().pictures == 1)
    #expect(try journal.store.removedPictures().map(\.entryTitle) == ["Canal"])
    try journal.context.emptyTrash()
    #expect(try journal.context.trashContents().pictures == 0)
    #expect(try journal.maintenance.collect(lastSuccess: nil).waiting == [removed])
    journal.pass(days: 31)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [removed])
    #expect(isHere(kept) && !isHere(removed))
  }

  @Test func aDraftThatNamesAFileKeepsIt() throws {
    let asset = try journal.keep("picture")
    var entry = Entry(id: RecordName("d"), date: journal.context.now, modifiedAt: journal.now)
    entry.body = "See images/\(asset)."
    try journal.store.saveDraft(Draft(entry: entry, isNew: true, owner: "1.1", savedAt: journal.now))
    _ = try journal.maintenance.collect(lastSuccess: nil)
    journal.pass(days: 100)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [])
  }

  // MARK: Before every record is known

  @Test func nothingGoesBeforeTheFirstFetchIsAtItsEnd() throws {
    let stray = try journal.keep("stray")
    _ = try journal.maintenance.collect(lastSuccess: nil)
    journal.pass(days: 40)
    try journal.signIn()
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [])
    try journal.pull(removing: ["gone"], moreComing: true)
    #expect(try journal.maintenance.collect(lastSuccess: journal.now).removed == [])
    try journal.pull()
    // The server was asked for everything since: what nothing names now, nothing names.
    #expect(try journal.maintenance.collect(lastSuccess: journal.now).removed == [stray])
  }

  @Test func nothingGoesWithoutAFetchSinceItWasFoundUnnamed() throws {
    try journal.signIn()
    try journal.pull()
    let stray = try journal.keep("stray")
    let before = journal.now
    journal.pass(days: 1)
    _ = try journal.maintenance.collect(lastSuccess: before)
    journal.pass(days: 40)
    #expect(try journal.maintenance.collect(lastSuccess: before).removed == [])
    #expect(try journal.maintenance.collect(lastSuccess: journal.now).removed == [stray])
  }

  @Test func nothingGoesDuringAFullFetch() throws {
    try journal.signIn()
    try journal.pull()
    let stray = try journal.keep("stray")
    _ = try journal.maintenance.collect(lastSuccess: journal.now)
    journal.pass(days: 40)
    try journal.store.beginSweep(forgettingHistory: false)
    #expect(try journal.maintenance.collect(lastSuccess: journal.now).removed == [])
    _ = try journal.store.finishSweep(allowsMassRemoval: true)
    try journal.pull()
    #expect(try journal.maintenance.collect(lastSuccess: journal.now).removed == [stray])
  }

  @Test func whatACrashLeftUnfinishedGoesAfterADay() throws {
    _ = try journal.keep("picture")
    let name = "unfinished-1-a"
    try journal.folder.write("half a pict", to: "images/\(name)")
    journal.assets.setViewed(name, at: journal.now)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [])
    journal.pass(days: 2)
    #expect(try journal.maintenance.collect(lastSuccess: nil).removed == [name])
  }

  /// The number of the process stands in the name; what another one still writes is locked.
  @Test func whatAKilledImportLeftGoesAtOnce() throws {
    _ = try journal.keep("picture")
    // No process has such a number.
    let (left, locked) = ("unfinished-999999999-a", "unfinished-999999999-b")
    for name in [left, locked] {
      try journal.folder.write("half a video", to: "images/\(name)")
      journal.assets.setViewed(name, at: journal.now)
    }
    let lock = try #require(try FileLock.take("\(journal.assets.path)/\(locked)"))
    let opened = OpenedJournal(
      paths: try JournalPaths(journal: journal.folder.path, environment: [:]), store: journal.store,
      context: journal.context, isNew: false, assets: journal.assets)
    var checkup = JournalCheckup()
    try PictureCheckup(opened).run(repairs: false, progress: { _, _ in }, &checkup)
    #expect(checkup.facts.contains { $0.hasPrefix("1 file of a program that was ended") }, "\(checkup.facts)")
    let writer = try AssetWriter(journal.assets)
    let removed = try withExtendedLifetime((lock, writer)) { try journal.maintenance.collect(lastSuccess: nil).removed }
    #expect(removed == [left])
  }

  @Test func filesAreLookedThroughOnceADay() throws {
    _ = try journal.keep("picture")
    #expect(try journal.maintenance.isDue())
    _ = try journal.maintenance.collect(lastSuccess: nil)
    #expect(try !journal.maintenance.isDue())
    journal.pass(days: 1)
    #expect(try journal.maintenance.isDue())
    journal.pass(days: -9)
    #expect(try journal.maintenance.isDue())
  }

  // MARK: Room

  /// Three pictures of 1,000 bytes, looked at on three days, the second one last.
  private func threePictures() throws -> [String] {
    let entry = try journal.addEntry("Canal")
    let assets = try ["a", "b", "c"].map { try journal.keep($0, bytes: 999) }
    for asset in assets { try journal.attach(asset, to: entry) }
    for index in [0, 2, 1] {
      journal.pass(days: 1)
      journal.assets.noteViewed(assets[index], at: journal.now)
    }
    journal.pass(days: 1)
    return assets
  }

  @Test func thoseGoFirstThatWereNotLookedAtForLongest() throws {
    try journal.signIn()
    let assets = try threePictures()
    try journal.acknowledgeAll()
    #expect(try journal.maintenance.evict(toBytes: 3000).removed == [])
    #expect(try journal.maintenance.evict(toBytes: 2999).removed == [assets[0]])
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [assets[2], assets[1]])
  }

  @Test func whatIsNotKnownToBeSafeStays() throws {
    let assets = try threePictures()
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [])
    try journal.signIn()
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [])
    try journal.acknowledgeAll()
    // The same bytes in a picture that the server does not have yet are not safe.
    try journal.attach(assets[0], to: try journal.addEntry("Another"))
    let images = try journal.store.entryNames(prefix: "", limit: 9).flatMap { try journal.store.images(of: $0) }
      .filter { $0.imageAsset == assets[1] }
    try journal.context.setCaption("Changed here", of: try #require(images.first))
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [assets[2]])
    try journal.store.bind(nil)
    try journal.acknowledgeAll()
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [])
  }

  @Test func whatWasJustLookedAtStays() throws {
    try journal.signIn()
    let asset = try journal.keep("picture")
    try journal.attach(asset, to: try journal.addEntry("Canal"))
    try journal.acknowledgeAll()
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [])
    journal.pass(days: 1)
    #expect(try journal.maintenance.evict(toBytes: 0).removed == [asset])
  }
}
