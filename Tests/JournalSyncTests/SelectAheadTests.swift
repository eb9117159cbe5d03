import CloudRecord
import JournalSync
import SyncCore
import Testing

/// The next batch is chosen while one is on its way.
@Suite struct SelectAheadTests {
  let world = CloudWorld()
  let laptop: Device
  let desktop: Device

  init() {
    laptop = Device("laptop", world, number: 1, batch: 2)
    desktop = Device("desktop", world, number: 2)
    laptop.start()
    desktop.start()
    // From here on the server's clock is known.
    laptop.save("e0", ["title": .text("Entry 0")])
  }

  /// Writes five entries, and one of them again when the first batch is answered; the titles that each request had.
  private func send() -> [[String]] {
    for number in 1...5 { laptop.store.edit("e\(number)", ["title": .text("Entry \(number)")]) }
    let before = world.modifies.count
    var isFirst = true
    laptop.afterAnswer = { [store = laptop.store] request in
      guard case .modify = request, isFirst else { return }
      isFirst = false
      store.edit("e3", ["title": .text("Written again")])
    }
    world.advance(2000)
    laptop.tell(.localChange)
    laptop.recover()
    return world.modifies[before...].map { modify in
      modify.operations.map { operation in
        guard case .string(let title)? = operation.fields["title"]??.value else { return operation.recordName ?? "" }
        return title
      }
    }
  }

  @Test func whatIsWrittenAfterTheChoiceIsAnotherEdit() {
    let sent = send()
    #expect(sent.prefix(2) == [["Entry 1", "Entry 2"], ["Entry 3", "Entry 4"]])
    #expect(Set(sent.dropFirst(2).flatMap(\.self)) == ["Entry 5", "Written again"])
    #expect(laptop.store.unsentNames == [])
    desktop.pull()
    #expect(desktop.store.text("e3", "title") == "Written again")
    #expect(desktop.store.names.count == 6)
  }

  /// What is not as it was when it was chosen is chosen again.
  @Test func aBatchThatWasNotAcknowledgedAsAWholeIsFollowedByAFreshOne() {
    desktop.store.edit("e2", ["title": .text("From the desktop")])
    world.advance(2000)
    desktop.tell(.localChange)
    let sent = send()
    #expect(sent.first == ["Entry 1", "Entry 2"])
    #expect(!sent.joined().contains("Entry 3") && sent.joined().contains("Written again"))
    #expect(laptop.store.unsentNames == [])
    desktop.pull()
    #expect(desktop.store.text("e2", "title") == laptop.store.text("e2", "title"))
    #expect(desktop.store.text("e3", "title") == "Written again")
  }
}
