import CloudRecord
import JournalCore
import JournalSync
import SyncCore
import Testing

/// Two engines on one journal, where the lock that keeps them apart does not: neither takes in what is older than what the
/// other one has learnt.
@Suite struct TwoEnginesTests {
  let world = CloudWorld()
  let window: Device
  let other: Device
  let desktop: Device

  init() {
    window = Device("laptop", world, number: 1)
    other = Device("laptop", world, number: 2, store: window.store)
    desktop = Device("desktop", world, number: 3)
    for device in [window, other, desktop] { device.start() }
    window.save("e1", ["title": .text("one")])
  }

  /// Has the first engine do something while an answer is on its way to the second.
  private func whileAnswering(_ kind: @escaping (CloudRequest) -> Bool, _ act: @escaping (Device) -> Void) {
    var isFirst = true
    other.afterAnswer = { [window] request in
      guard kind(request), isFirst else { return }
      isFirst = false
      act(window)
    }
  }

  private func expectEverywhere(_ title: String) {
    for device in [window, other, desktop] { device.pull() }
    #expect(window.store.text("e1", "title") == title)
    #expect(desktop.store.text("e1", "title") == title)
    #expect(window.store.unsentNames == [])
  }

  private let isPage: (CloudRequest) -> Bool = { if case .zoneChanges = $0 { true } else { false } }
  private let isLookUp: (CloudRequest) -> Bool = { if case .lookup = $0 { true } else { false } }

  @Test func aPageIsNotTakenInOverWhatWasAcknowledgedMeanwhile() {
    whileAnswering(isPage) { $0.save("e1", ["title": .text("two")]) }
    other.pull()
    #expect(other.log.contains("Another program has synchronised meanwhile"))
    #expect(window.store.text("e1", "title") == "two")
    expectEverywhere("two")
  }

  @Test func aPageIsNotTakenInOverAnother() {
    whileAnswering(isPage) { [desktop] window in
      desktop.pull()
      desktop.save("e1", ["title": .text("two")])
      window.pull()
    }
    other.pull()
    #expect(window.store.text("e1", "title") == "two")
    expectEverywhere("two")
  }

  @Test func aLookUpIsNotTakenInOverWhatWasAcknowledgedMeanwhile() {
    desktop.pull()
    desktop.save("e1", ["title": .text("desktop")])
    whileAnswering(isLookUp) { [world] window in
      // It has the same conflict, and is faster.
      window.pull()
      world.advance(2000)
      window.save("e1", ["title": .text("later")])
    }
    other.save("e1", ["title": .text("other")])
    #expect(other.log.contains("Another program has synchronised meanwhile"))
    expectEverywhere("later")
  }

  @Test func whatIsToBeSavedOverTheServersIsLookedUpAgain() {
    desktop.pull()
    desktop.save("e1", ["title": .text("desktop")])
    window.store.edit("e1", ["title": .text("mine")])
    whileAnswering(isLookUp) { $0.pull() }
    world.advance(2000)
    other.settle(other.runner.save("e1", policy: .allKeys, at: world.now))
    expectEverywhere("mine")
  }
}
