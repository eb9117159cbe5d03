import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SealKit
import SyncCore
import Testing

/// Seals of shares that a server makes up, in the zone of a person's own journal.
@Suite struct HostileShareSealTests {
  /// A person who shares nothing.
  private struct NoShares: ShareKeeping {
    let isGuest = false
    func identities() -> [KeyPair] { [] }
    func kept() -> [KeptShare] { [] }
    func keep(_ share: KeptShare) {}
    func shown() -> [Record] { [] }
  }

  /// The id of the journal's key, which is no secret, in the head of a seal of a share: the key is here, and opens nothing of it. What does
  /// not open is asked for once more, and not without end.
  @Test func aSealOfAShareUnderAKeyOfTheJournalIsNotAskedForWithoutEnd() async throws {
    let world = CloudWorld()
    let keys = [KeyHolder("laptop", world, seed: 1), KeyHolder("attic", world, seed: 2)]
    _ = try await keys[0].desk.found(account: KeyHolder.account)
    _ = try await keys[1].desk.enter(#require(keys[0].kept.recovery), account: KeyHolder.account)
    let laptop = try SealedDevice("laptop", world, number: 1, keys: keys[0].round(seed: 11))
    let attic = try SealedDevice(
      "attic", world, number: 2, keys: keys[1].round(seed: 12), shares: ShareRound(NoShares()))
    attic.lie = { record in
      guard record.recordType == JournalSchema.entryType, case .bytes(var bytes)? = record.fields["sealed"]?.value
      else {
        return record
      }
      // The suite of shares; the key's id stays.
      bytes[4] = 2
      var record = record
      record.fields["sealed"] = Field(.bytes(bytes))
      return record
    }
    laptop.start()
    attic.start()
    let entry = try laptop.write("one", "the first text")
    laptop.sync()
    attic.requestsLeft = 300
    attic.sync()
    #expect(
      try #require(attic.requestsLeft) > 270, "\(300 - (attic.requestsLeft ?? 0)) requests, \(attic.log.suffix(12))")
    #expect(try attic.store.entry(entry) == nil)
    // Once the server shows what it has, it is read.
    attic.requestsLeft = nil
    attic.lie = { $0 }
    try laptop.edit(entry, .title("two"))
    laptop.sync()
    attic.sync()
    #expect(try attic.title(entry) == "two")
  }
}
