import JournalApp
import JournalCore
import JournalStore
import Testing

@Suite struct PictureMaintenanceTests {
  let journal: PictureJournal

  init() throws { journal = try PictureJournal() }

  /// Commands and the screen go by the same choice; the configuration comes first.
  @Test func whatWasChosenOnTheScreenHoldsForCommands() throws {
    #expect(try ImageSettings().asChosen(in: journal.store).download == .onOpen)
    try journal.store.setPreference("screen.imagesDownload", "always")
    let chosen = try ImageSettings().asChosen(in: journal.store)
    #expect(chosen.download == .always && chosen.limit == nil)
    var configured = ImageSettings()
    configured.download = .never
    #expect(try configured.asChosen(in: journal.store).limit == 2_000_000_000)
  }

  @Test func itIsTimeToAskOnceAnHourWhateverTheClockDoes() throws {
    let paths = try JournalPaths(journal: nil, environment: ["HOME": "/nowhere"])
    let maintenance = PictureMaintenance(store: journal.store, paths: paths)
    let noon = Instant(milliseconds: 1_780_000_000_000)
    func asks(_ minutes: Int64) -> Bool {
      maintenance.isTimeToAsk(nil, at: Instant(milliseconds: noon.milliseconds + minutes * 60_000))
    }
    #expect(asks(0) && !asks(0) && !asks(59) && asks(60) && !asks(61))
    #expect(asks(-600) && !asks(-600))
  }

  /// A server may have lost what it acknowledged: files go only after it was heard again.
  @Test func filesOfASignedInJournalStayUntilTheServerIsHeard() throws {
    _ = try journal.keep("picture")
    let paths = try JournalPaths(journal: journal.folder.path, environment: ["HOME": "/nowhere"])
    let began = Instant(milliseconds: 1_780_000_000_000)
    let maintenance = PictureMaintenance(store: journal.store, paths: paths, now: began)
    func isMaintained(_ status: SyncStatus?) throws -> Bool {
      try maintenance.maintainIfDue(ImageSettings(), status)
      return try journal.store.assetsMaintainedAt() != nil
    }
    func status(_ activity: SyncStatus.Activity, at milliseconds: Int64) -> SyncStatus {
      SyncStatus(
        account: .available, activity: activity,
        lastSuccess: Instant(milliseconds: began.milliseconds + milliseconds))
    }
    try journal.signIn()
    try journal.pull()
    #expect(try !isMaintained(nil))
    #expect(try !isMaintained(status(.idle, at: -1)))
    #expect(try !isMaintained(status(.asking(.otherIncarnation), at: 1)))
    #expect(maintenance.isTimeToAsk(nil, at: began) && !maintenance.isTimeToAsk(nil, at: began))
    let heard = status(.idle, at: 1)
    #expect(maintenance.isTimeToAsk(heard, at: began) && !maintenance.isTimeToAsk(heard, at: began))
    #expect(try isMaintained(heard))
  }

  @Test func aJournalOfThisMachineAloneWaitsForNoServer() throws {
    _ = try journal.keep("picture")
    let paths = try JournalPaths(journal: journal.folder.path, environment: ["HOME": "/nowhere"])
    try PictureMaintenance(store: journal.store, paths: paths).maintainIfDue(ImageSettings(), nil)
    #expect(try journal.store.assetsMaintainedAt() != nil)
  }
}
