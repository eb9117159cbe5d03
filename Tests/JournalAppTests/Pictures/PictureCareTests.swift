import JournalApp
import JournalCore
import JournalStore
import Testing

@Suite struct PictureCareTests {
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
    let care = PictureCare(store: journal.store, paths: paths)
    let noon = Instant(milliseconds: 1_780_000_000_000)
    func asks(_ minutes: Int64) -> Bool {
      care.isTimeToAsk(nil, at: Instant(milliseconds: noon.milliseconds + minutes * 60_000))
    }
    #expect(asks(0) && !asks(0) && !asks(59) && asks(60) && !asks(61))
    #expect(asks(-600) && !asks(-600))
  }

  /// A server may have lost what it acknowledged: files go only after it was heard again.
  @Test func filesOfASignedInJournalStayUntilTheServerIsHeard() throws {
    _ = try journal.keep("picture")
    let paths = try JournalPaths(journal: journal.folder.path, environment: ["HOME": "/nowhere"])
    let began = Instant(milliseconds: 1_780_000_000_000)
    let care = PictureCare(store: journal.store, paths: paths, now: began)
    func isTended(_ status: SyncStatus?) throws -> Bool {
      try care.tendIfDue(ImageSettings(), status)
      return try journal.store.assetsTendedAt() != nil
    }
    func status(_ activity: SyncStatus.Activity, at milliseconds: Int64) -> SyncStatus {
      SyncStatus(
        account: .available, activity: activity,
        lastSuccess: Instant(milliseconds: began.milliseconds + milliseconds))
    }
    try journal.signIn()
    try journal.pull()
    #expect(try !isTended(nil))
    #expect(try !isTended(status(.idle, at: -1)))
    #expect(try !isTended(status(.asking(.otherIncarnation), at: 1)))
    #expect(care.isTimeToAsk(nil, at: began) && !care.isTimeToAsk(nil, at: began))
    let heard = status(.idle, at: 1)
    #expect(care.isTimeToAsk(heard, at: began) && !care.isTimeToAsk(heard, at: began))
    #expect(try isTended(heard))
  }

  @Test func aJournalOfThisMachineAloneWaitsForNoServer() throws {
    _ = try journal.keep("picture")
    let paths = try JournalPaths(journal: journal.folder.path, environment: ["HOME": "/nowhere"])
    try PictureCare(store: journal.store, paths: paths).tendIfDue(ImageSettings(), nil)
    #expect(try journal.store.assetsTendedAt() != nil)
  }
}
