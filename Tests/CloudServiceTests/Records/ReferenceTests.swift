import CloudRecord
import CloudService
import TestKit
import Testing

@Suite struct ReferenceTests {
  @Test(arguments: TestStorage.allCases)
  func deletingTakesAlongWhatHangsOnIt(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([
      .create("entry"), .create("image", ["entry": .reference("entry", .deleteSelf)]),
      .create("note", ["of": .list([.reference("image", .deleteSelf)])]),
      .create("free", ["entry": .reference("entry", .none)]),
    ])
    let token = try world.changes().token
    #expect(try world.modify([.delete("entry")]).outcomes == [.deleted(recordName: "entry")])
    let changes = try world.changes(since: token).changes
    #expect(changes.map(\.recordName) == ["entry", "image", "note"] && changes.allSatisfy(\.isDeleted))
    #expect(try world.record("free") != nil)
  }

  @Test(arguments: TestStorage.allCases, [false, true])
  func circlesEnd(storage: TestStorage, atomic: Bool) throws {
    let world = try World.withJournal(storage)
    try world.modify([
      .create("a", ["x": .reference("b", .deleteSelf)]), .create("b", ["x": .reference("a", .deleteSelf)]),
      .create("self", ["x": .reference("self", .deleteSelf), "y": .reference("self", .validate)]),
    ])
    #expect(try world.modify([.delete("b"), .delete("self")], atomic: atomic).outcomes.allSatisfy(\.isDeleted))
    #expect(try world.lookup(["a", "b", "self"]).allSatisfy { $0.error?.code == .notFound })
  }

  @Test(arguments: TestStorage.allCases)
  func aReferenceThatWasTakenAwayBindsNoMore(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("a"), .create("b", ["x": .reference("a", .deleteSelf)])])
    try world.modify([.force("b", ["x": .reference("a", .none)]), .delete("a")])
    #expect(try world.record("b") != nil)
    try world.modify([.create("c"), .create("d", ["x": .reference("c", .validate)])])
    try world.modify([.delete("d")])
    #expect(try world.modify([.delete("c")]).outcomes[0].isDeleted)
  }

  @Test(arguments: TestStorage.allCases)
  func aValidatedTargetHasToExistAndStays(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let lonely = try world.modify([.create("b", ["x": .reference("a", .validate)])])
    #expect(lonely.outcomes[0].error?.code == .validatingReferenceError)
    let pair = try world.modify([.create("a"), .create("b", ["x": .reference("a", .validate)])])
    #expect(pair.outcomes.allSatisfy { $0.record != nil })
    #expect(try world.modify([.delete("a")]).outcomes[0].error?.code == .validatingReferenceError)
    #expect(try world.modify([.delete("b"), .delete("a")]).outcomes.allSatisfy(\.isDeleted))
  }

  /// One after the other, an operation counts on what came before; all at once, on what will be.
  @Test(arguments: TestStorage.allCases)
  func anAtomicRequestIsJudgedByItsEnd(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let pair: [RecordOperation] = [.create("b", ["x": .reference("a", .validate)]), .create("a")]
    #expect(try world.modify(pair).outcomes[0].error?.code == .validatingReferenceError)
    try world.modify([.delete("a")])
    #expect(try world.modify(pair, atomic: true).reply.atomicFailure == nil)
    #expect(try world.modify([.delete("a"), .delete("b")], atomic: true).reply.atomicFailure == nil)
    try world.modify(pair, atomic: true)
    let answer = try world.modify([.create("c"), .delete("a")], atomic: true)
    #expect(answer.outcomes.map { $0.error?.code } == [.atomicError, .validatingReferenceError])
    #expect(try world.record("c") == nil)
    #expect(try world.record("a") != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func aCascadeStopsBeforeAValidatedRecord(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    try world.modify([
      .create("a"), .create("b", ["x": .reference("a", .deleteSelf)]), .create("c", ["x": .reference("b", .validate)]),
    ])
    #expect(try world.modify([.delete("a")]).outcomes[0].error?.code == .validatingReferenceError)
    #expect(try world.lookup(["a", "b", "c"]).allSatisfy { $0.record != nil })
  }

  /// Of all references CloudKit requires only the parent's target; DELETE_SELF may point to nothing.
  @Test(arguments: TestStorage.allCases, [false, true])
  func aParentHasToExist(storage: TestStorage, atomic: Bool) throws {
    let world = try World.withJournal(storage)
    let loose = try world.modify([.create("loose", ["entry": .reference("entry", .deleteSelf)])])
    #expect(loose.outcomes[0].record != nil)
    let lonely = try world.modify([.child("image", of: "entry")], atomic: atomic)
    #expect(lonely.outcomes[0].error?.code == .validatingReferenceError)
    #expect(try world.record("image") == nil)
    let pair = try world.modify([.create("entry"), .child("image", of: "entry")], atomic: atomic)
    #expect(pair.outcomes.allSatisfy { $0.record != nil })
    #expect(try world.record("image")?.parent == "entry")
  }

  @Test(arguments: TestStorage.allCases)
  func aParentMayFollowInAnAtomicRequest(storage: TestStorage) throws {
    let world = try World.withJournal(storage)
    let pair: [RecordOperation] = [.child("image", of: "entry"), .create("entry")]
    #expect(try world.modify(pair).outcomes[0].error?.code == .validatingReferenceError)
    try world.modify([.delete("entry")])
    #expect(try world.modify(pair, atomic: true).reply.atomicFailure == nil)
    let answer = try world.modify([.create("c"), .child("other", of: "nobody")], atomic: true)
    #expect(answer.outcomes.map { $0.error?.code } == [.atomicError, .validatingReferenceError])
    #expect(try world.record("c") == nil)
  }

  /// What was on its way while its parent was deleted does not become an orphan.
  @Test(arguments: TestStorage.allCases, [false, true])
  func aChildThatArrivesAfterItsParentWentIsRefused(storage: TestStorage, atomic: Bool) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("entry"), .child("image", of: "entry", ["entry": .reference("entry", .deleteSelf)])])
    try world.modify([.delete("entry")])
    #expect(try world.record("image") == nil)
    for kind in [RecordOperation.Kind.create, .forceUpdate, .forceReplace] {
      var late = RecordOperation.child("image", of: "entry")
      late.kind = kind
      #expect(try world.modify([late], atomic: atomic).outcomes[0].error?.code == .validatingReferenceError)
    }
    #expect(try world.changes().changes.isEmpty)
  }

  /// Without DELETE_SELF a child keeps its parent; with it they go together.
  @Test(arguments: TestStorage.allCases, [false, true])
  func aParentGoesOnlyWithItsChildren(storage: TestStorage, atomic: Bool) throws {
    let world = try World.withJournal(storage)
    try world.modify([.create("entry"), .child("image", of: "entry")])
    #expect(try world.modify([.delete("entry")], atomic: atomic).outcomes[0].error?.code == .validatingReferenceError)
    // An update that does not name the parent leaves it as it is.
    try world.modify([.force("image", type: "Image", ["caption": .string("x")])])
    #expect(try world.record("image")?.parent == "entry")
    #expect(try world.modify([.delete("entry")], atomic: atomic).outcomes[0].error?.code == .validatingReferenceError)
    try world.modify([.force("image", type: "Image", ["entry": .reference("entry", .deleteSelf)])])
    #expect(try world.modify([.delete("entry")], atomic: atomic).outcomes[0].isDeleted)
    #expect(try world.record("image") == nil)
  }

  @Test(arguments: TestStorage.allCases, [Reference.Action.deleteSelf, .validate])
  func referencesThatBindStayInTheirZone(storage: TestStorage, action: Reference.Action) throws {
    let world = try World.withJournal(storage)
    func operation(_ zone: ZoneID, _ action: Reference.Action) -> RecordOperation {
      .create("a", ["x": .reference(Reference(recordName: "a", action: action, zoneID: zone))])
    }
    let elsewhere = ZoneID(zoneName: "Other")
    #expect(try world.modify([operation(elsewhere, action)]).outcomes[0].error?.code == .badRequest)
    #expect(try world.modify([operation(World.journal, action)]).outcomes[0].record != nil)
    try world.modify([RecordOperation(.forceDelete, recordName: "a")])
    #expect(try world.modify([operation(elsewhere, .none)]).outcomes[0].record != nil)
  }

  @Test(arguments: TestStorage.allCases)
  func soManyMayHangOnOneRecord(storage: TestStorage) throws {
    var limits = ServiceLimits()
    limits.deleteSelfReferrers = 3
    let world = try World.withJournal(storage, limits: limits)
    func image(_ name: String) -> RecordOperation { .force(name, ["x": .reference("entry", .deleteSelf)]) }
    let outcomes = try world.modify([.create("entry"), image("a"), image("b"), image("c"), image("d")]).outcomes
    #expect(outcomes.map { $0.error?.code } == [nil, nil, nil, nil, .badRequest])
    #expect(try world.modify([image("d")]).outcomes[0].error?.code == .badRequest)
    #expect(try world.modify([image("a"), .delete("b"), image("d")]).outcomes.allSatisfy { $0.error == nil })
  }

  /// Graphs at random, against the plainest model: sets of names and edges.
  @Test(arguments: TestStorage.allCases, 0..<30)
  func cascadesAreThoseOfTheModel(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(3000 + seed))
    let world = try World.withJournal(storage)
    var model: [String: [StoredReference]] = [:]
    for _ in 0..<40 {
      var operations: [RecordOperation] = []
      var expected: [Bool] = []
      for _ in 0...generator.below(5) {
        let name = "r\(generator.below(12))"
        if generator.chance(30) {
          var doomed: Set<String> = [name]
          while let next = model.first(where: { holder, references in
            !doomed.contains(holder) && references.contains { $0.action == .deleteSelf && doomed.contains($0.target) }
          }) {
            doomed.insert(next.key)
          }
          let isBound = model.contains { holder, references in
            !doomed.contains(holder) && references.contains { $0.action == .validate && doomed.contains($0.target) }
          }
          let succeeds = model[name] != nil && !isBound
          operations.append(.delete(name))
          expected.append(succeeds)
          if succeeds { for name in doomed { model[name] = nil } }
        } else {
          var fields: [String: FieldValue] = [:]
          var references: [StoredReference] = []
          for index in 0..<generator.below(3) {
            let reference = StoredReference(
              target: "r\(generator.below(12))", action: generator.chance(70) ? .deleteSelf : .validate)
            fields["f\(index)"] = .reference(reference.target, reference.action)
            references.append(reference)
          }
          let succeeds = references.allSatisfy {
            $0.action != .validate || $0.target == name || model[$0.target] != nil
          }
          operations.append(
            RecordOperation(
              .forceReplace, recordName: name, recordType: "Entry", fields: fields.mapValues { Field($0) }))
          expected.append(succeeds)
          if succeeds { model[name] = references }
        }
      }
      let outcomes = try world.modify(operations).outcomes
      #expect(outcomes.map { $0.error == nil } == expected)
      let living = try world.lookup((0..<12).map { "r\($0)" }).compactMap { $0.record?.recordName }
      #expect(Set(living) == Set(model.keys))
    }
  }
}
