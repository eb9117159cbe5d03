import JournalCore
import Synchronization
import Testing

@testable import JournalApp

/// The status has one owner: parts come from several threads, and what is told is whole, in order, and told by one.
@Suite struct StatusFeedTests {
  private let told = Heard()

  private final class Heard: Sendable {
    let statuses = Mutex<[SyncStatus]>([])
    var last: SyncStatus? { statuses.withLock { $0.last } }
    var count: Int { statuses.withLock { $0.count } }
  }

  private func feed() -> StatusFeed {
    StatusFeed { [told] status in told.statuses.withLock { $0.append(status) } }
  }

  private func picture(_ name: String, _ state: PictureFetch.State = .waiting) -> PictureFetch {
    PictureFetch(recordName: RecordName(name), title: name, state: state)
  }

  @Test func picturesAloneAreNoStatus() {
    let feed = feed()
    feed.take([picture("a")], from: .beside)
    #expect(told.count == 0 && feed.latest == nil)
    feed.take(SyncStatus(account: .available, who: "ada"))
    #expect(told.count == 1 && told.last?.pictures == [picture("a")] && feed.latest == told.last)
  }

  /// What began beside another process's engine goes on when this one's engine begins.
  @Test func picturesOfBothSourcesAreToldOnceEach() {
    let feed = feed()
    feed.take(SyncStatus(account: .available))
    feed.take([picture("a"), picture("b")], from: .beside)
    feed.take([picture("b", .present), picture("c")], from: .engine)
    #expect(told.last?.pictures == [picture("b", .present), picture("c"), picture("a")])
    feed.forget([RecordName("b"), RecordName("a")])
    #expect(feed.latest?.pictures == [picture("c")])
    feed.engineBegins()
    #expect(feed.latest?.pictures == [])
  }

  @Test func ofManyThreadsNoneTellsAnOlderStatusLast() async {
    let feed = feed()
    feed.take(SyncStatus(account: .available))
    await withDiscardingTaskGroup { group in
      for source in [StatusFeed.PictureSource.engine, .beside] {
        group.addTask {
          for number in 1...200 { feed.take((0..<number).map { picture("\(source)\($0)") }, from: source) }
        }
      }
    }
    let counts = told.statuses.withLock { $0.map(\.pictures.count) }
    #expect(counts == counts.sorted() && counts.last == 400)
    #expect(feed.latest == told.last)
  }
}
