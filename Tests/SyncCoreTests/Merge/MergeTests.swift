import CloudRecord
import SyncCore
import Testing

@Suite struct MergeTests {
  private static let type = "JournalEntry"
  private let rules = MergeRules([
    MergeTests.type: [
      "title": .latest, "mood": .latest, "body": .text, "tags": .set, "trashedAt": .trashing,
      "createdAt": .group("created"), "createdTimeZone": .group("created"), "isFavorite": .latest,
    ]
  ])
  private let fresh = HybridTime(milliseconds: 1_000_000, counter: 0, device: 9)

  private func time(_ milliseconds: UInt64, _ device: UInt64 = 1) -> HybridTime {
    HybridTime(milliseconds: milliseconds, counter: 0, device: device)
  }

  private func version(_ fields: [String: FieldValue?], at milliseconds: UInt64 = 1) -> RecordVersion {
    var version = RecordVersion(recordType: MergeTests.type)
    for (name, value) in fields { version.set(name, value, at: time(milliseconds)) }
    return version
  }

  private func changed(
    _ version: RecordVersion, _ field: String, _ value: FieldValue?, at milliseconds: UInt64, device: UInt64 = 1
  ) -> RecordVersion {
    var changed = version
    changed.set(field, value, at: time(milliseconds, device))
    return changed
  }

  private func merge(_ base: RecordVersion?, _ local: RecordVersion, _ server: RecordVersion) -> MergeResult {
    Merge.merge(base: base, local: local, server: server, rules: rules, stamp: fresh)
  }

  /// Different words of a line are merged; where they touch, the later line holds as a whole, with the other in the history.
  @Test(arguments: [
    ("T5 #eins and #zwei", "T5 #one and #zwei", "T5 #eins and #two", "T5 #one and #two"),
    ("A walk with Ben", "A long walk with Ben", "A walk with Cleo", "A long walk with Cleo"),
    ("Monday", "Tuesday", "Friday", "Friday"), ("Good day", "Bad day", "Good night", "Good night"),
    ("a", "a b", "a c", "a c"), ("Lunch today", "Lunch with Ben today", "Lunch today with Ben", "Lunch today with Ben"),
    ("Rome trip", "Summer Rome trip", "Rome trip Summer", "Rome trip Summer"), ("#a #b", "#c #b", "#a #c", "#a #c"),
  ])
  func wordsOfALineAreMergedWhereTheyDoNotTouch(base: String, local: String, server: String, merged: String) {
    let rules = MergeRules([MergeTests.type: ["title": .line]])
    let before = version(["title": .string(base)])
    let (mine, theirs) = (
      changed(before, "title", .string(local), at: 5), changed(before, "title", .string(server), at: 6, device: 2)
    )
    for (one, other) in [(mine, theirs), (theirs, mine)] {
      let result = Merge.merge(base: before, local: one, server: other, rules: rules, stamp: fresh)
      #expect(result.version.values["title"] == .string(merged))
      #expect(result.conflicts.isEmpty && !result.superseded.isEmpty)
      // Without a base the later one holds.
      let alone = Merge.merge(base: nil, local: one, server: other, rules: rules, stamp: fresh)
      #expect(alone.version.values["title"] == .string(server))
    }
  }

  /// The guide's example under our default policy: one changed the title, the other the mood.
  @Test func morningRun() {
    let base = version([
      "title": .string("Morning Run"), "mood": .string("happy"), "body": .string("Ran 5 miles"),
    ])
    let local = changed(base, "title", .string("Morning Jog"), at: 10)
    let server = changed(base, "mood", .string("excited"), at: 9, device: 2)
    let result = merge(base, local, server)
    #expect(result.version.values["title"] == .string("Morning Jog"))
    #expect(result.version.values["mood"] == .string("excited"))
    #expect(result.version.values["body"] == .string("Ran 5 miles"))
    #expect(result.version.stamps["title"] == time(10) && result.version.stamps["mood"] == time(9, 2))
    #expect(result.superseded.isEmpty && result.conflicts.isEmpty)
  }

  @Test func theLaterOfTwoTitlesWinsAndTheOtherIsKeptForTheHistory() {
    let base = version(["title": .string("Run")])
    let local = changed(base, "title", .string("Jog"), at: 10)
    let server = changed(base, "title", .string("Walk"), at: 11, device: 2)
    let result = merge(base, local, server)
    #expect(result.version == server)
    #expect(
      result.superseded == [
        SupersededValue(field: "title", value: .string("Jog"), stamp: time(10), side: .local)
      ])
  }

  @Test func tiesAreBrokenTheSameWayOnBothDevices() {
    let base = version(["title": .string("Run")])
    let one = changed(base, "title", .string("Jog"), at: 10)
    let other = changed(base, "title", .string("Walk"), at: 10)
    #expect(merge(base, one, other).version == merge(base, other, one).version)
  }

  @Test func equalValuesTakeTheHigherStampAndAreNoConflict() {
    let base = version(["title": .string("Run"), "body": .string("x")])
    let local = changed(base, "title", .string("Jog"), at: 10)
    let server = changed(base, "title", .string("Jog"), at: 11, device: 2)
    let result = merge(base, local, server)
    #expect(result.version.stamps["title"] == time(11, 2))
    #expect(result.superseded.isEmpty && result.conflicts.isEmpty)
  }

  @Test func aDateAndItsZoneAreNeverMixed() {
    let base = version(["createdAt": .date(1), "createdTimeZone": .string("Europe/Vienna")])
    let local = changed(base, "createdAt", .date(2), at: 20)
    let server = changed(base, "createdTimeZone", .string("Asia/Tokyo"), at: 19, device: 2)
    let result = merge(base, local, server)
    #expect(result.version.values["createdAt"] == .date(2))
    #expect(result.version.values["createdTimeZone"] == .string("Europe/Vienna"))
    #expect(result.superseded.map(\.field) == ["createdAt", "createdTimeZone"])
    #expect(result.superseded.allSatisfy { $0.side == .server })
  }

  @Test func overlappingBodiesAreBothInTheBodyAndInTheHistory() {
    let base = version(["body": .string("I do like tea.")])
    let local = changed(base, "body", .string("I do not like tea."), at: 10)
    let server = changed(base, "body", .string("I do really like tea."), at: 11, device: 2)
    let result = merge(base, local, server)
    #expect(result.version.values["body"] == .string("I do really like tea.\n\nI do not like tea."))
    #expect(result.version.stamps["body"] == fresh)
    #expect(result.conflicts == ["body"])
    #expect(Set(result.superseded.map(\.side)) == [.local, .server])
  }

  @Test func aMergedBodyIsMergedOnce() {
    let base = version(["body": .string("I do like tea.")])
    let local = changed(base, "body", .string("I do not like tea."), at: 10)
    let server = changed(base, "body", .string("I do really like tea."), at: 11, device: 2)
    let merged = merge(base, local, server).version
    for side in [local, server] {
      let again = merge(base, merged, side)
      #expect(again.version == merged)
      #expect(again.superseded.isEmpty && again.conflicts.isEmpty)
    }
  }

  // MARK: Trash

  @Test func anEditThatTheTrashingHadNotSeenTakesTheEntryOutOfTheTrash() {
    let base = version(["title": .string("Run"), "body": .string("5 miles"), "trashedAt": nil])
    let trashed = changed(base, "trashedAt", .date(100), at: 20)
    let edited = changed(base, "body", .string("6 miles"), at: 10, device: 2)
    for (local, server) in [(trashed, edited), (edited, trashed)] {
      let result = merge(base, local, server)
      #expect(result.version.values["trashedAt"] == nil)
      #expect(result.version.stamps["trashedAt"] == fresh)
      #expect(result.version.values["body"] == .string("6 miles"))
      #expect(result.superseded.map(\.field) == ["trashedAt"])
      let again = merge(base, result.version, trashed)
      #expect(again.version == result.version)
    }
  }

  @Test func trashingHoldsWithoutSuchAnEdit() {
    let base = version(["body": .string("5 miles"), "trashedAt": nil])
    let edited = changed(base, "body", .string("6 miles"), at: 10)
    let trashed = changed(edited, "trashedAt", .date(100), at: 20)
    #expect(merge(edited, edited, trashed).version == trashed)
    #expect(merge(base, base, trashed).version == trashed)
    // Known before, and edited in the trash.
    let editedInTrash = changed(trashed, "body", .string("7 miles"), at: 30, device: 2)
    #expect(merge(trashed, trashed, editedInTrash).version.values["trashedAt"] == .date(100))
  }

  @Test func trashingOnBothSidesIsTrashing() {
    let base = version(["body": .string("5 miles"), "trashedAt": nil])
    let one = changed(base, "trashedAt", .date(100), at: 20)
    let other = changed(changed(base, "body", .string("6 miles"), at: 21), "trashedAt", .date(110), at: 22)
    #expect(merge(base, one, other).version.values["trashedAt"] == .date(110))
  }

  @Test func restoringAfterATrashingThatWasSeenRestores() {
    let base = version(["body": .string("5 miles"), "trashedAt": .date(100)])
    let restored = changed(base, "trashedAt", nil, at: 20)
    let edited = changed(base, "body", .string("6 miles"), at: 10, device: 2)
    let result = merge(base, restored, edited)
    #expect(result.version.values["trashedAt"] == nil && result.version.values["body"] == .string("6 miles"))
  }

  // MARK: Without a base

  @Test func anEmptyEntryNeverBeatsOneWithText() {
    let full = version(
      ["title": .string("Today"), "body": .string("A long day."), "createdAt": .date(5), "mood": .string("calm")],
      at: 10)
    let empty = version(
      ["title": .string(""), "body": .string(""), "createdAt": .date(9), "mood": nil], at: 99)
    for (local, server) in [(full, empty), (empty, full)] {
      let result = merge(nil, local, server)
      #expect(result.version.values["body"] == .string("A long day."))
      #expect(result.version.values["title"] == .string("Today"))
      #expect(result.version.values["createdAt"] == .date(5))
      #expect(result.conflicts.isEmpty)
    }
  }

  @Test func withoutABaseStampsDecide() {
    let one = changed(version(["title": .string("Run"), "body": .string("x")]), "title", .string("Jog"), at: 30)
    let other = version(["title": .string("Walk"), "body": .string("x")], at: 20)
    let result = merge(nil, one, other)
    #expect(result.version.values["title"] == .string("Jog"))
    #expect(result.superseded.map(\.value) == [.string("Walk")])
    #expect(result.version.stamps["body"] == time(20))
  }

  @Test func withoutABaseTagsAreJoined() {
    let one = version(["body": .string("x"), "tags": .list([.string("a"), .string("b")])], at: 5)
    let other = version(["body": .string("x"), "tags": .list([.string("b"), .string("c")])], at: 6)
    #expect(
      merge(nil, one, other).version.values["tags"] == .list([.string("b"), .string("c"), .string("a")]))
  }

  // MARK: What nobody expected

  @Test func anotherRecordTypeIsTheServersWord() {
    let local = version(["title": .string("Run")])
    let server = RecordVersion(recordType: "Category", values: ["name": .string("Sport")])
    let result = merge(local, local, server)
    #expect(result.version == server)
    #expect(result.superseded.map(\.value) == [.string("Run")])
  }

  @Test func aFieldOfAnotherKindThanItsRuleGoesByItsStamp() {
    let base = version(["body": .string("x"), "tags": .list([.string("a")])])
    let local = changed(changed(base, "body", .int64(5), at: 10), "tags", .string("odd"), at: 10)
    let server = changed(changed(base, "body", .string("y"), at: 11), "tags", .list([.string("b")]), at: 9)
    let result = merge(base, local, server)
    #expect(result.version.values["body"] == .string("y"))
    #expect(result.version.values["tags"] == .string("odd"))
    #expect(result.superseded.count == 2)
  }

  // MARK: Chance

  /// Random versions: whichever side is local, the result is the same; merged again, nothing changes; and each value that
  /// somebody set is in the result or among what was superseded, or was changed by somebody who had it.
  @Test func whatHoldsOfEveryMerge() {
    for seed in 0..<1000 {
      var dice = Dice(seed: seed)
      let base = random(version(["title": .string(""), "body": .string("")]), &dice, at: 10, device: 1, name: "b")
      let local = random(base, &dice, at: 20 + UInt64(dice.roll(5)), device: 1, name: "x")
      let server = random(base, &dice, at: 20 + UInt64(dice.roll(5)), device: 2, name: "y")
      let known = dice.chance(80) ? base : nil
      let result = merge(known, local, server)
      let turned = merge(known, server, local)
      #expect(result.version == turned.version && result.conflicts == turned.conflicts, "seed \(seed)")
      #expect(merge(known, result.version, server).version == result.version, "seed \(seed)")
      #expect(merge(known, result.version, local).version == result.version, "seed \(seed)")
      #expect(merge(base, base, server).version == server, "seed \(seed)")
      #expect(merge(base, local, base).version == local, "seed \(seed)")
      let kept = wordSet(result.version.values.values.map { "\($0)" }.joined(separator: " "))
        .union(wordSet(result.superseded.compactMap { $0.value.map { "\($0)" } }.joined(separator: " ")))
      let new = [local, server].flatMap { side in
        side.values.filter { base.values[$0.key] != $0.value }.flatMap { wordSet("\($0.value)") }
      }
      let old = wordSet(base.values.values.map { "\($0)" }.joined(separator: " "))
      let lost = Set(new).subtracting(old).filter { $0.contains("#") }.subtracting(kept)
      #expect(lost.isEmpty, "seed \(seed) lost \(lost)")
    }
  }

  private func random(
    _ version: RecordVersion, _ dice: inout Dice, at milliseconds: UInt64, device: UInt64, name: String
  ) -> RecordVersion {
    var changed = version
    func set(_ field: String, _ value: FieldValue?) { changed.set(field, value, at: time(milliseconds, device)) }
    if dice.chance(40) { set("title", .string(dice.pick(["", " #\(name)t "]))) }
    if dice.chance(40) { set("mood", dice.pick([nil, .string("happy"), .string("calm")])) }
    if dice.chance(50) {
      var lines = ["one two three", "four five six", "seven eight nine"]
      lines[dice.roll(3)] += " #\(name)b "
      set("body", .string(dice.pick([lines.joined(separator: "\n"), ""])))
    }
    if dice.chance(30) {
      set("tags", .list(["p", "q", "r"].filter { _ in dice.chance(50) }.map { .string($0) }))
    }
    if dice.chance(30) { set("createdAt", .date(Int64(dice.roll(4)))) }
    if dice.chance(30) { set("createdTimeZone", .string(dice.pick(["Europe/Vienna", "Asia/Tokyo"]))) }
    if dice.chance(25) { set("trashedAt", dice.pick([nil, .date(7)])) }
    return changed
  }
}
