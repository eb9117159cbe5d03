import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// How far the server is known to have been is kept with what it acknowledged, and forgotten with that.
@Suite struct SyncHistoryTests {
  private func history(_ sequence: Int64, run: String = "one") -> ServerHistory {
    ServerHistory(incarnation: "inc", run: run, sequence: sequence)
  }

  private func page(
    _ changes: [FetchedChange], token: String, _ sequence: Int64?, run: String = "one"
  ) -> FetchedPage {
    FetchedPage(
      changes: changes, token: ChangeToken(token), moreComing: false, history: sequence.map { history($0, run: run) })
  }

  @Test(arguments: StoreKind.allCases)
  func theFurthestIsKeptWithWhatItBrought(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    func known() throws -> ServerHistory? { try store.syncPosition().history }
    #expect(try known() == nil)
    _ = try store.apply(page([], token: "a", 3), rules: .journal, allowsMassRemoval: false)
    #expect(try known() == history(3))
    let id = try fixture.add("Run")
    let sent = try #require(try fixture.unsent().first { $0.recordName == id.rawValue }?.local)
    try store.commit(
      [SendResult(recordName: id.rawValue, outcome: .saved(version: sent, changeTag: "5"))], history: history(5),
      counting: nil)
    #expect(try known() == history(5))
    _ = try store.applyLookedUp(
      [.record(fixture.remote("other", [:], tag: "6"))], asOf: nil, history: history(6), rules: .journal)
    #expect(try known() == history(6))
    // The run changes with a start, the number need not.
    _ = try store.apply(page([], token: "b", 6, run: "two"), rules: .journal, allowsMassRemoval: false)
    #expect(try known() == history(6, run: "two"))
    // A server that tells nothing takes nothing back.
    _ = try store.apply(page([], token: "c", nil), rules: .journal, allowsMassRemoval: false)
    #expect(try known() == history(6, run: "two"))
  }

  /// The answer "upload again": what was acknowledged is unsent, and nothing is known of where the server was.
  @Test(arguments: StoreKind.allCases)
  func itIsForgottenWithTheBases(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    try store.setZoneKnown(true)
    _ = try store.apply(
      page([.record(fixture.remote("r", ["title": .string("there")], tag: "3"))], token: "a", 3), rules: .journal,
      allowsMassRemoval: false)
    #expect(try fixture.unsent().isEmpty)
    try store.setZoneKnown(false)
    #expect(try store.syncPosition().history == nil)
    #expect(try fixture.unsent().map(\.recordName) == ["r"])
  }

  /// The answer "take the server's": bases stay, so that what the server lacks is found.
  @Test(arguments: StoreKind.allCases)
  func itIsForgottenAsAFullFetchBegins(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    _ = try store.apply(
      page([.record(fixture.remote("r", ["title": .string("there")], tag: "9"))], token: "a", 9), rules: .journal,
      allowsMassRemoval: false)
    try store.beginSweep(forgettingHistory: true)
    let position = try store.syncPosition()
    #expect(position.history == nil && position.token == nil && position.isSweeping)
    let summary = try store.apply(page([], token: "b", 4, run: "other"), rules: .journal, allowsMassRemoval: false)
    #expect(!summary.isStale)
    #expect(try store.finishSweep(allowsMassRemoval: true) == 1)
    #expect(try store.syncPosition().history == history(4, run: "other"))
  }

  /// A state that is behind what the server acknowledged says nothing of what is gone.
  @Test(arguments: StoreKind.allCases)
  func aStateOfBeforeAnAcknowledgementIsNotTakenIn(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    _ = try store.apply(
      page([.record(fixture.remote("r", ["title": .string("there")], tag: "9"))], token: "a", 9), rules: .journal,
      allowsMassRemoval: false)
    let before = try store.syncPosition()
    #expect(
      try store.apply(page([.deleted(recordName: "r")], token: "b", 8), rules: .journal, allowsMassRemoval: true)
        .isStale)
    #expect(
      try store.applyLookedUp([.deleted(recordName: "r")], asOf: nil, history: history(8), rules: .journal).isStale)
    #expect(try store.syncPosition() == before)
    #expect(try fixture.store.entry(RecordName("r")) != nil)
  }

  /// A full fetch compares with a state; what was acknowledged since is not in it, and was not removed.
  @Test(arguments: StoreKind.allCases)
  func aSweepLeavesWhatWasAcknowledgedAfterItsState(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let store = try fixture.synced
    _ = try store.apply(
      page([.record(fixture.remote("gone", ["title": .string("gone")], tag: "3"))], token: "a", 3), rules: .journal,
      allowsMassRemoval: false)
    let id = try fixture.add("Run")
    try store.beginSweep()
    _ = try store.apply(page([], token: "b", 4), rules: .journal, allowsMassRemoval: false)
    let sent = try #require(try fixture.unsent().first { $0.recordName == id.rawValue }?.local)
    try store.commit(
      [SendResult(recordName: id.rawValue, outcome: .saved(version: sent, changeTag: "5"))], history: history(5),
      counting: nil)
    #expect(try store.finishSweep(allowsMassRemoval: true) == 1)
    #expect(try fixture.store.entry(id)?.trashedAt == nil)
    #expect(try fixture.store.entry(RecordName("gone"))?.trashedAt != nil)
  }

  /// A journal of format 3 keeps its token and all bases; from the first answer on it knows how far the server is.
  @Test func aJournalOfFormatThreeIsTakenAlongWhole() throws {
    let folder = try TemporaryFolder()
    let world = TestWorld()
    let path = folder.file("journal.sqlite")
    let entry = Entry(
      id: RecordName("e"), title: "Title", body: "words",
      date: EntryDate(instant: world.environment.now(), timeZone: "Europe/Berlin", offsetSeconds: 3600),
      modifiedAt: world.environment.now())
    do {
      let store = try JournalStore(path: path, environment: world.environment)
      try store.perform(.createEntry(entry))
      let sent = try #require(try store.unsent(limit: 1, excluding: []).first?.local)
      try store.bind(.anna)
      try store.setZoneKnown(true)
      try store.commit([SendResult(recordName: "e", outcome: .saved(version: sent, changeTag: "3"))])
      _ = try store.apply(page([], token: "old", nil), rules: .journal, allowsMassRemoval: false)
      try store.close()
    }
    // As version 3 left it.
    try FormatThree.leave(path)
    let store = try JournalStore(path: path, environment: world.environment)
    let position = try store.syncPosition()
    #expect(position.token == ChangeToken("old") && position.history == nil && position.account == .anna)
    #expect(try store.entry(entry.id) == entry)
    #expect(try store.unsent(limit: 10, excluding: []).isEmpty)
    #expect(FileManager.default.fileExists(atPath: path + ".before-format-\(Schema.version)"))
    _ = try store.apply(page([], token: "new", 3), rules: .journal, allowsMassRemoval: false)
    #expect(try store.syncPosition().history == history(3))
    try store.expectSound()
  }
}
