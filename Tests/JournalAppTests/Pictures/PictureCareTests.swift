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
      care.isTimeToAsk(at: Instant(milliseconds: noon.milliseconds + minutes * 60_000))
    }
    #expect(asks(0) && !asks(0) && !asks(59) && asks(60) && !asks(61))
    #expect(asks(-600) && !asks(-600))
  }
}
