import JournalCore
import JournalUI
import Testing

/// What came from other devices is told of as the person wants it, without a word of what it says.
@Suite struct ArrivalTests {
  private func change(_ name: String, at seconds: Int64, from device: String?) -> RecentChange {
    RecentChange(
      recordName: RecordName(name), title: "Secret \(name)", at: SyncStatus.at(seconds), isFromElsewhere: true,
      device: device)
  }

  private func person(_ way: ArrivalNotice, _ changes: [[RecentChange]]) -> Person {
    var preferences = Preferences()
    preferences.arrivals = way
    var person = Person(.small, columns: 120, rows: 30, preferences: preferences)
    person.send(.syncChanged(.safe))
    for lately in changes {
      person.send(
        .syncChanged(
          .safe.with {
            $0.activity = .fetching(done: 1, of: nil)
            $0.overview.lately = lately
          }))
    }
    person.send(.syncChanged(.safe.with { $0.overview.lately = changes.last ?? [] }))
    return person
  }

  private func notices(_ person: Person) -> [String] {
    person.effects.compactMap { effect in
      guard case .notify(let words, let way) = effect else { return nil }
      return "\(way.rawValue): \(words)"
    }
  }

  @Test func nothingIsSaidUnlessOneWantsIt() {
    let person = person(.off, [[change("a", at: 5, from: "laptop")]])
    #expect(!person.sees("from laptop") && notices(person).isEmpty)
  }

  @Test func howManyCameAndFromWhereIsSaidOnceItRests() {
    let (a, b, c) = (
      change("a", at: 9, from: "laptop"), change("b", at: 8, from: "laptop"), change("c", at: 7, from: "phone")
    )
    #expect(person(.line, [[a]]).message == "1 entry from laptop")
    let several = person(.terminal, [[a], [b, a], [c, b, a]])
    #expect(several.message == "3 entries from laptop, phone")
    #expect(notices(several) == ["terminal: 3 entries from laptop, phone"])
    #expect(notices(person(.desktop, [[change("a", at: 9, from: nil)]])) == ["desktop: 1 entry from other devices"])
  }

  @Test func anEarlierOneThatTakesThePlaceOfAnUnsentOneIsNoNews() {
    var preferences = Preferences()
    preferences.arrivals = .bell
    var person = Person(.small, columns: 120, rows: 30, preferences: preferences)
    let all = (0..<9).map { change("e\($0)", at: Int64($0), from: "laptop") }
    person.send(.syncChanged(.safe.with { $0.overview.lately = Array(all[..<8]) }))
    // The first was edited here and is not sent yet: the ninth stands in the list meanwhile.
    for lately in [all[1...], all[..<8], all[1...]] {
      person.send(.syncChanged(.safe.with { $0.overview.lately = Array(lately) }))
    }
    #expect(notices(person).isEmpty)
  }

  @Test func whatThereWasBeforeIsNoNews() {
    var preferences = Preferences()
    preferences.arrivals = .bell
    var person = Person(.small, columns: 120, rows: 30, preferences: preferences)
    let old = [change("a", at: 9, from: "laptop")]
    person.send(.syncChanged(.safe.with { $0.overview.lately = old }))
    person.send(.syncChanged(.safe.with { $0.overview.lately = old }))
    #expect(notices(person).isEmpty)
  }
}
