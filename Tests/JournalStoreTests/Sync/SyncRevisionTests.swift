import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// T2 and T4 take in nothing that is older than what is known.
@Suite struct SyncRevisionTests {
  /// Whatever was learnt of the server makes stale what was asked for before: pages and look-ups alike.
  @Test(arguments: StoreKind.allCases)
  func whatWasAskedBeforeSomethingWasLearntChangesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    let id = try fixture.add("Run")
    func revision() throws -> Int64 { try store.syncPosition().revision }
    func isStale(_ asked: Int64?, pull: String) throws -> Bool {
      let gone = FetchedChange.deleted(recordName: id.rawValue)
      let position = try store.syncPosition()
      let entry = try fixture.store.entry(id)
      let page = FetchedPage(changes: [gone], token: ChangeToken(pull), moreComing: false, asOf: asked)
      let summaries = [
        try store.apply(page, rules: .journal, allowsMassRemoval: true),
        try store.applyLookedUp([gone], asOf: asked, rules: .journal),
      ]
      if summaries.allSatisfy({ $0.isStale }) {
        #expect(try store.syncPosition() == position)
        #expect(try fixture.store.entry(id) == entry)
      }
      return summaries[0].isStale
    }
    let learning: [(String, () throws -> Void)] = [
      ("an acknowledgement", { try fixture.acknowledgeAll() }),
      ("a page", { try fixture.pull([], token: "two") }),
      ("a look-up", { _ = try store.applyLookedUp([.deleted(recordName: "x")], asOf: nil, rules: .journal) }),
      ("a new beginning", { try store.beginSweep() }),
      ("the end of it", { _ = try store.finishSweep(allowsMassRemoval: true) }),
    ]
    for (name, learn) in learning {
      let before = try revision()
      try learn()
      #expect(try isStale(before, pull: "other"), "\(name)")
    }
    // Edits here, and pages that say nothing, are not of the server.
    try fixture.pull([], token: "three")
    let before = try revision()
    _ = try fixture.edit(id, .title("Jog"))
    try fixture.pull([], token: "three")
    #expect(try revision() == before)
    #expect(try !isStale(before, pull: "four"))
    #expect(try store.syncPosition().token == ChangeToken("four"))
  }

  /// The page after one may have been asked for before that one was taken in.
  @Test(arguments: StoreKind.allCases)
  func takingAPageInSaysWhatTheNextHasToFollow(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    var asked = try store.syncPosition().revision
    for number in 1...3 {
      let summary = try store.apply(
        FetchedPage(
          changes: [.record(fixture.remote("e\(number)", ["title": .string("Run")], tag: "1"))],
          token: ChangeToken("\(number)"), moreComing: number < 3, asOf: asked),
        rules: .journal, allowsMassRemoval: false)
      #expect(!summary.isStale && summary.taken == 1)
      #expect(try store.syncPosition().revision == summary.revision && summary.revision > asked)
      asked = summary.revision
    }
  }
}
