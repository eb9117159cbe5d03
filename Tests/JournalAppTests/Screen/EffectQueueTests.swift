import CloudRecord
import JournalCore
import JournalStore
import JournalSync
import JournalUI
import SyncCore
import Synchronization
import Testing

@testable import JournalApp

/// Effects are done in their order, away from the screen, and of those that no longer count none is answered late.
@Suite(.timeLimit(.minutes(3))) struct EffectQueueTests {
  @Test func writesAreDoneInTheirOrderAndReadingsSeeThem() throws {
    let shell = try ShellFixture()
    let told = Mutex<[JournalChange]>([])
    let queue = shell.queue { change in told.withLock { $0.append(change) } }
    for number in 0..<20 {
      queue.run(.apply(shell.edit("Day \(number)", id: "e\(number)"), cause: .edit, EditTicket(number: number)))
    }
    queue.run(.loadPage(ListRequest(), ListTicket(generation: 1, use: .replace)))
    queue.finish()
    let answers = shell.messages.take()
    let done = answers.compactMap { if case .applied(let ticket, _) = $0 { ticket.number } else { nil } }
    #expect(done == Array(0..<20))
    guard case .pageLoaded(_, let page) = answers.last else {
      throw ShellFixture.NothingCame(what: "page", seen: answers)
    }
    #expect(page.rows.count == 20)
    #expect(told.withLock { $0 } == Array(repeating: .edited, count: 20))
  }

  @Test func aFailedWriteIsAnsweredWithItsEffect() throws {
    let shell = try ShellFixture()
    let queue = shell.queue()
    let edit = JournalEdit(name: "rename", operations: [.editEntry(RecordName("gone"), [.title("New")])])
    let effect = Effect.apply(edit, cause: .edit, EditTicket(number: 1))
    queue.run(effect)
    queue.finish()
    let failed = shell.messages.take().compactMap { if case .failed(let effect, _) = $0 { effect } else { nil } }
    #expect(failed == [effect])
  }

  /// A person types on while a search is under way: the last one counts, and no older one is answered after it.
  @Test func ofManySearchesTheLastIsAnswered() async throws {
    let shell = try ShellFixture()
    let queue = shell.queue()
    queue.run(.apply(shell.edit("Herons", id: "one"), cause: .edit, EditTicket(number: 1)))
    queue.finish()
    for generation in 1...200 {
      let query = SearchQuery(
        parsing: "heron\(generation % 2 == 0 ? "" : "s")", today: CivilDate(daysSince1970: 20_000))
      queue.run(
        .loadPage(ListRequest(scope: .search(query)), ListTicket(generation: generation, use: .replace)))
    }
    var answered: [Int] = []
    while answered.last != 200 {
      answered.append(
        try await shell.wait(for: "the last search") { message in
          if case .pageLoaded(let ticket, _) = message { ticket.generation } else { nil }
        })
    }
    #expect(answered == answered.sorted())
  }

  /// A queue that wrote an entry, and each change that it told of.
  private func queueThatWrote(_ shell: ShellFixture) -> (EffectQueue, ToldChanges) {
    let told = ToldChanges()
    let queue = shell.queue { told.add($0) }
    queue.run(.apply(shell.edit("Mine", id: "mine"), cause: .edit, EditTicket(number: 1)))
    queue.finish()
    _ = shell.messages.take()
    return (queue, told)
  }

  @Test func whatAnotherProcessWroteIsToldAndWhatThisOneWroteIsNot() throws {
    let shell = try ShellFixture()
    let (queue, told) = queueThatWrote(shell)
    queue.noticeChanges()
    queue.finish()
    #expect(shell.messages.take().isEmpty)
    let other = try JournalStore(path: shell.paths.database, environment: World.storeEnvironment())
    _ = try other.apply(shell.edit("Theirs", id: "theirs"), cause: .edit)
    queue.noticeChanges()
    queue.finish()
    #expect(shell.messages.take() == [.journalChanged])
    #expect(told.all == [.edited, .elsewhere(.edited)])
    // The other connection stays open: closing it within this process would drop this one's locks.
    withExtendedLifetime(other) {}
  }

  /// The engine has a connection of its own: what it takes in is shown, and is no edit that it would have to be told of. What
  /// it only notes is not even read for.
  @Test func whatSynchronisingWritesIsNoEdit() throws {
    let shell = try ShellFixture()
    let (queue, told) = queueThatWrote(shell)
    let engine = try JournalStore(path: shell.paths.database, environment: World.storeEnvironment())
    let sent = try engine.unsent(limit: 1, excluding: [])[0]
    let version = try #require(sent.local)
    try engine.commit(
      [SendResult(recordName: "mine", outcome: .saved(version: version, changeTag: "1"), digest: sent.digest)],
      history: nil)
    queue.noticeChanges()
    queue.finish()
    #expect(shell.messages.take().isEmpty)
    let page = FetchedPage(changes: [.deleted(recordName: "mine")], token: ChangeToken("2"), moreComing: false)
    _ = try engine.apply(page, rules: JournalSchema.mergeRules, allowsMassRemoval: true)
    queue.noticeChanges()
    queue.noticeChanges()
    queue.finish()
    // One reading of the screen, and no entry of the engine.
    #expect(shell.messages.take() == [.journalChanged])
    #expect(told.all == [.edited, .elsewhere(.noted), .elsewhere(.tookIn)])
    withExtendedLifetime(engine) {}
  }

  /// A draft is counted, and nothing of it is sent; a setting is neither.
  @Test func aDraftIsNoEdit() throws {
    let shell = try ShellFixture()
    let told = Mutex<[JournalChange]>([])
    let queue = shell.queue { change in told.withLock { $0.append(change) } }
    let now = World.now()
    let entry = Entry(
      id: RecordName("e"), title: "", body: "Words",
      date: EntryDate(instant: now, timeZone: "UTC", offsetSeconds: 0), modifiedAt: now)
    queue.run(.saveDraft(Draft(entry: entry, isNew: true, seen: nil, owner: World.draftOwner, savedAt: now)))
    queue.run(.savePreferences(Preferences()))
    queue.finish()
    #expect(told.withLock { $0 } == [.counted])
  }

  @Test func ofTwoStatusesInARowTheLaterStays() {
    let box = MessageBox {}
    box.post(.syncChanged(SyncStatus(account: .available, who: "a")))
    box.post(.syncChanged(SyncStatus(account: .available, who: "b")))
    box.post(.journalChanged)
    box.post(.syncChanged(SyncStatus(account: .available, who: "c")))
    let names = box.take().map { if case .syncChanged(let status) = $0 { status.who } else { String?.none } }
    #expect(names == ["b", nil, "c"])
    #expect(box.take().isEmpty)
  }
}

/// The changes that a queue told of, from whatever thread.
private final class ToldChanges: Sendable {
  private let changes = Mutex<[JournalChange]>([])

  var all: [JournalChange] { changes.withLock { $0 } }
  func add(_ change: JournalChange) { changes.withLock { $0.append(change) } }
}
