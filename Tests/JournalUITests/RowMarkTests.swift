import JournalCore
import Testing

@testable import JournalUI

/// What the server has acknowledged is no longer marked in the list, and the journal is not read for it.
@Suite struct RowMarkTests {
  private func waiting(_ id: RecordName, code: String? = nil) -> WaitingRecord {
    WaitingRecord(recordName: id, kind: .entry, action: .save, title: "Run", since: nil, reason: nil, code: code)
  }

  private func status(unsent: Int, _ waiting: [WaitingRecord] = []) -> Message {
    var overview = SyncOverview()
    overview.unsent = unsent
    overview.waiting = waiting
    return .syncChanged(SyncStatus(account: .available, overview: overview))
  }

  private func reads(_ person: Person) -> Int { person.effects.count(where: \.isRead) }

  /// The number of the latest page that was asked for.
  private func generation(_ person: Person) -> Int {
    person.effects.compactMap { if case .loadPage(_, let ticket) = $0 { ticket.generation } else { nil } }.last ?? 0
  }

  @Test func marksFollowTheStatus() {
    var person = Person(.small)
    let (first, second) = (person.model.main.list.rows[0].id, person.model.main.list.rows[1].id)
    person.forgetEffects()
    person.send(status(unsent: 2, [waiting(first), waiting(second, code: "refused")]))
    #expect(person.model.main.list.rows.prefix(2).map(\.sync) == [.waiting, .needsAttention])
    // Not all that waits is named: what is marked stays so.
    person.send(status(unsent: 300))
    #expect(person.model.main.list.rows[0].sync == .waiting)
    person.send(status(unsent: 0))
    #expect(person.model.main.list.rows.allSatisfy { $0.sync == .none })
    #expect(reads(person) == 0)
  }

  /// A status from before the last save says nothing of it; the page that was read after it does.
  @Test func aStatusOfBeforeTheSaveUnmarksNothing() {
    var person = Person(.small)
    person.send(status(unsent: 0))
    person.press("j f")
    let id = person.model.main.list.rows[person.model.main.list.selection].id
    let ticket = ListTicket(generation: generation(person), use: .replace)
    guard case .pageLoaded(_, var page)? = person.journal.answer(.loadPage(ListRequest(), ticket)) else { return }
    for index in page.rows.indices where page.rows[index].id == id { page.rows[index].sync = .waiting }
    person.send(.pageLoaded(ticket, page))
    #expect(person.model.main.list.selected?.sync == .waiting)
    person.send(status(unsent: 1, [waiting(id)]))
    person.send(status(unsent: 0))
    #expect(person.model.main.list.selected?.sync == SyncMark.none)
  }
}
