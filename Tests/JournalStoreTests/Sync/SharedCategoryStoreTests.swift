import CloudRecord
import JournalCore
import SyncCore
import Testing

@testable import JournalStore

/// What the store does for a category that is shared from an encrypted journal.
@Suite struct SharedCategoryStoreTests {
  private let fixture: Fixture
  private let store: JournalStore
  private let rings: StoredShareRings

  init() throws {
    fixture = try Fixture(.sqlite)
    store = try #require(fixture.store as? JournalStore)
    rings = StoredShareRings(store)
  }

  // MARK: The trash

  @Test func aCategoryWhoseSharingWasBegunStays() throws {
    let category = try fixture.addCategory("Health", id: "c")
    let trashing = JournalOperation.editCategory(category, [.trashedAt(Instant(milliseconds: 5))])
    var share = KeptShare(name: "share-c", origin: [8], ring: [1])
    // Its ring is there, and no list of people yet; the same once the list is gone and the records are on their way back.
    for phase in [KeptShare.Phase.inForce, .ending] {
      share.phase = phase
      try rings.keep(share)
      let refusal = #expect(throws: StoreError.self) { try store.perform(trashing) }
      #expect("\(refusal.map { "\($0)" } ?? "")".contains("share stop"))
    }
    share.phase = .ended
    try rings.keep(share)
    try store.perform(trashing)
    #expect(try store.categories(includingTrash: false).isEmpty)
  }

  @Test func whatLiesInTheTrashIsNotShared() throws {
    let category = try fixture.addCategory("Health", id: "c")
    let (filed, thrown) = (try fixture.add("Run"), try fixture.add("Swim"))
    for entry in [filed, thrown] { _ = try fixture.edit(entry, .category(category)) }
    _ = try fixture.edit(thrown, .trashedAt(fixture.world.environment.now()))
    try fixture.acknowledgeAll(tag: "1")
    try rings.keep(KeptShare(name: "share-c", origin: [8], ring: [1]))
    fixture.world.advance(milliseconds: 10)
    // Thrown away it leaves those who have it, and comes back to them with what is restored.
    _ = try fixture.edit(filed, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.edit(thrown, .trashedAt(nil))
    let unsent = Dictionary(try fixture.unsent().map { ($0.recordName, $0) }) { $1 }
    #expect(unsent[filed.rawValue]?.category == nil && unsent[filed.rawValue]?.parentEdit == .cleared)
    #expect(unsent[thrown.rawValue]?.category == "c" && unsent[thrown.rawValue]?.parentEdit == .set("c"))
  }
}
