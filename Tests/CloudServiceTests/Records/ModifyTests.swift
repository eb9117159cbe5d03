import CloudRecord
import CloudService
import Testing

@Suite struct ModifyTests {
  @Test(arguments: TestStorage.allCases)
  func aCreatedRecordIsFoundWithEverythingItHas(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let saved = try #require(try world.modify([.create("a", ["title": .string("One")])]).outcomes[0].record)
    let found = try #require(try world.record("a"))
    #expect(found == saved)
    #expect(found.fields == ["title": Field(.string("One"))])
    #expect(found.recordType == "Entry")
    #expect(found.zoneID == ZoneID(zoneName: "JournalZone", ownerRecordName: "_alice"))
    #expect(found.created == found.modified)
    #expect(found.created == RecordStamp(timestamp: world.now, userRecordName: "_alice", deviceID: "laptop"))
  }

  @Test(arguments: TestStorage.allCases)
  func theServiceNamesARecordThatHasNoName(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let answer = try world.modify([RecordOperation(.create, recordName: nil, recordType: "Entry")])
    let name = try #require(answer.outcomes[0].record?.recordName)
    #expect(try world.record(name) != nil)
    let update = try world.modify([RecordOperation(.forceUpdate, recordName: nil, recordType: "Entry")])
    #expect(update.outcomes[0].error?.code == .badRequest)
  }

  /// Each operation against a record that exists, one that was deleted, and one that never was.
  struct Case: CustomTestStringConvertible, Sendable {
    enum Tag: Sendable { case right, stale, none }
    var kind: RecordOperation.Kind
    var tag: Tag
    var existing: ServerErrorCode?
    var missing: ServerErrorCode?
    var reason: String?
    var testDescription: String { "\(kind) with tag \(tag)" }
  }

  static let cases: [Case] = [
    Case(kind: .create, tag: .none, existing: .conflict, reason: "record to insert already exists"),
    Case(kind: .update, tag: .right, missing: .notFound, reason: "recordChangeTag specified, but record not found"),
    Case(
      kind: .update, tag: .stale, existing: .conflict, missing: .notFound,
      reason: "client oplock error updating record"),
    Case(kind: .update, tag: .none, existing: .badRequest, missing: .notFound),
    Case(kind: .replace, tag: .right, missing: .notFound),
    Case(kind: .replace, tag: .stale, existing: .conflict, missing: .notFound),
    Case(kind: .replace, tag: .none, existing: .badRequest, missing: .notFound),
    Case(kind: .forceUpdate, tag: .stale),
    Case(kind: .forceUpdate, tag: .none),
    Case(kind: .forceReplace, tag: .stale),
    Case(kind: .forceReplace, tag: .none),
    Case(kind: .delete, tag: .right, missing: .notFound),
    Case(kind: .delete, tag: .stale, existing: .conflict, missing: .notFound),
    Case(kind: .delete, tag: .none, missing: .notFound),
    Case(kind: .forceDelete, tag: .stale),
    Case(kind: .forceDelete, tag: .none),
  ]

  @Test(arguments: TestStorage.allCases, cases)
  func everyOperationMeetsEveryState(storage: TestStorage, expected: Case) throws {
    for name in ["here", "gone", "never"] {
      let world = try World.withJournal(storage)
      try world.modify([.create("here", ["a": .int64(1), "b": .int64(2)]), .create("gone")])
      try world.modify([.delete("gone")])
      let before = try world.record("here")
      let tag: String? =
        switch expected.tag {
        case .right: before?.recordChangeTag
        case .stale: "zzz"
        case .none: nil
        }
      let operation = RecordOperation(
        expected.kind, recordName: name, recordType: expected.kind.isDeletion ? nil : "Entry", recordChangeTag: tag,
        fields: expected.kind.isDeletion ? [:] : ["a": Field(.int64(7))])
      let outcome = try world.modify([operation]).outcomes[0]
      #expect(outcome.error?.code == (name == "here" ? expected.existing : expected.missing))
      if let reason = expected.reason, outcome.error != nil, (name == "here") == (expected.existing != nil) {
        #expect(outcome.error?.reason == reason)
      }
      let after = try world.record(name)
      if outcome.error != nil {
        #expect(after == (name == "here" ? before : nil))
      } else if expected.kind.isDeletion {
        #expect(outcome == .deleted(recordName: name))
        #expect(after == nil)
      } else {
        let keepsOthers = name == "here" && !expected.kind.isReplacement && expected.kind != .create
        #expect(after?.fields == (keepsOthers ? ["a": 7, "b": 2] : ["a": 7]).mapValues { Field(.int64($0)) })
        #expect(after?.recordChangeTag != before?.recordChangeTag)
        if name == "here" { #expect(after?.created == before?.created) }
      }
    }
  }

  @Test(arguments: TestStorage.allCases)
  func anUpdateWithNilRemovesTheField(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let record = try #require(
      try world.modify([.create("a", ["x": .int64(1), "y": .int64(2)])]).outcomes[0].record)
    try world.modify([.update("a", tag: record.recordChangeTag, removing: ["x"])])
    #expect(try world.record("a")?.fields == ["y": Field(.int64(2))])
  }

  @Test(arguments: TestStorage.allCases)
  func laterOperationsSeeEarlierOnes(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let outcomes = try world.modify([
      .create("a", ["n": .int64(1)]), .create("a"), .force("a", ["m": .int64(2)]), .delete("a"), .delete("a"),
      .create("a", ["k": .int64(3)]),
    ]).outcomes
    #expect(outcomes.map { $0.error?.code } == [nil, .conflict, nil, nil, .notFound, nil])
    #expect(try world.record("a")?.fields == ["k": Field(.int64(3))])
  }

  @Test(arguments: TestStorage.allCases)
  func aDeletionSentAgainChangesNothing(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a")])
    try world.modify([.delete("a")])
    let token = try world.changes().token
    #expect(try world.modify([.delete("a")]).outcomes[0].error?.code == .notFound)
    #expect(try world.modify([RecordOperation(.forceDelete, recordName: "a")]).outcomes[0].isDeleted)
    #expect(try world.changes(since: token).changes.isEmpty)
  }

  @Test(arguments: TestStorage.allCases)
  func anAtomicRequestThatFailsWritesNothing(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("old")])
    let token = try world.changes().token
    let before = try world.database()
    let answer = try world.modify(
      [.create("new"), .delete("old"), .update("none", tag: "1"), .create("last")], atomic: true)
    #expect(answer.reply.atomicFailure?.code == .atomicError)
    #expect(answer.outcomes.map { $0.error?.code } == [.atomicError, .atomicError, .notFound, .atomicError])
    #expect(answer.outcomes[0].error?.reason == "Atomic failure")
    #expect(answer.notifications.isEmpty)
    #expect(try world.database() == before)
    #expect(try world.page(token).syncToken == token)
    #expect(try world.lookup(["new", "old", "last"]).map { $0.record != nil } == [false, true, false])
  }

  /// What fails for the sake of a culprit on the same record is none itself; independent ones are all named.
  @Test(arguments: TestStorage.allCases)
  func everyCulpritOfAnAtomicRequestIsNamed(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a"), .create("b")])
    let answer = try world.modify([.create("a"), .update("a", tag: "zz"), .update("b", tag: "zz")], atomic: true)
    #expect(answer.outcomes.map { $0.error?.code } == [.conflict, .atomicError, .conflict])
  }

  @Test(arguments: TestStorage.allCases)
  func theDefaultZoneIsChangedAtomicallyWhereThatIsAskedFor(storage: TestStorage) throws {
    let world = try World(storage)
    let answer = try world.modify([.create("a"), .update("x", tag: "1"), .create("b")], zone: nil, atomic: true)
    #expect(answer.reply.atomicFailure?.code == .atomicError)
    #expect(answer.outcomes.map { $0.error?.code } == [.atomicError, .notFound, .atomicError])
    #expect(try world.lookup(["a", "b"], zone: nil).allSatisfy { $0.record == nil })
    let each = try world.modify([.create("a"), .create("a"), .create("b")], zone: nil, atomic: false)
    #expect(each.outcomes.map { $0.error?.code } == [nil, .conflict, nil])
  }

  @Test(arguments: TestStorage.allCases)
  func aRecordKeepsItsType(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let record = try #require(try world.modify([.create("a", type: "Entry")]).outcomes[0].record)
    var operation = RecordOperation.update("a", tag: record.recordChangeTag)
    operation.recordType = "Category"
    #expect(try world.modify([operation]).outcomes[0].error?.code == .badRequest)
    operation.recordType = nil
    #expect(try world.modify([operation]).outcomes[0].record?.recordType == "Entry")
    #expect(
      try world.modify([RecordOperation(.forceUpdate, recordName: "new")]).outcomes[0].error?.code == .badRequest)
  }

  @Test(arguments: TestStorage.allCases)
  func answersCarryTheFieldsAskedFor(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    var operation = RecordOperation.create("a", ["x": .int64(1), "y": .int64(2), "z": .int64(3)])
    operation.desiredKeys = ["y", "none"]
    #expect(try world.modify([operation]).outcomes[0].record?.fields.keys.sorted() == ["y"])
    let looked = try world.lookup(["a", "missing", "a"], keys: ["z", "x"])
    #expect(looked.map { $0.record?.fields.keys.sorted() } == [["x", "z"], nil, ["x", "z"]])
    #expect(looked[1].error?.code == .notFound)
  }
}
