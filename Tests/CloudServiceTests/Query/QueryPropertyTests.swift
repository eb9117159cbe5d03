import CloudRecord
import CloudService
import TestKit
import Testing

/// Queries at random, against a filter and a sort over all records written down in the plainest way.
@Suite struct QueryPropertyTests {
  private func ordered(_ records: [Record], _ sorts: [(String, Bool)]) -> [String] {
    let sorted = records.sorted { one, two in
      for (name, isAscending) in sorts {
        let (left, right) = (number(one, name), number(two, name))
        if left != right { return (left < right) == isAscending }
      }
      return one.recordName < two.recordName
    }
    return sorted.map(\.recordName)
  }

  private func number(_ record: Record, _ name: String) -> Double {
    switch record.fields[name]?.value {
    case .int64(let number): Double(number)
    case .double(let number): number
    default: -.infinity
    }
  }

  private func records(_ generator: inout SeededGenerator) -> [RecordOperation] {
    (0..<60).map { index in
      var fields: [String: FieldValue] = [:]
      if generator.chance(85) { fields["n"] = .int64(Int64(generator.below(8))) }
      if generator.chance(85) { fields["x"] = .double(Double(generator.below(8)) / 2) }
      if generator.chance(70) {
        fields["tags"] = .list((0..<generator.below(4)).map { _ in .string("t\(generator.below(5))") })
      }
      return .create("r\(index)", fields)
    }
  }

  @Test(arguments: TestStorage.allCases, 0..<40)
  func queriesFindWhatAPlainSearchFinds(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(4000 + seed))
    let world = try World.withJournal(storage)
    let all = try world.modify(records(&generator)).outcomes.compactMap(\.record)
    for _ in 0..<10 {
      let operand = generator.below(8)
      let tag = "t\(generator.below(5))"
      let name = generator.pick(["n", "x"])
      let comparator = generator.pick([Comparator.lessThan, .greaterThanOrEquals, .equals, .notEquals])
      var filters = [Filter(name, comparator, .int64(Int64(operand)))]
      if generator.chance(50) { filters.append(Filter("tags", .listContains, .string(tag))) }
      let expected = all.filter { record in
        let value = record.fields[name] == nil ? nil : number(record, name)
        let passes =
          switch comparator {
          case .lessThan: value.map { $0 < Double(operand) } ?? false
          case .greaterThanOrEquals: value.map { $0 >= Double(operand) } ?? false
          case .equals: value == Double(operand)
          default: value != Double(operand)
          }
        guard filters.count == 2 else { return passes }
        guard case .list(let members)? = record.fields["tags"]?.value else { return false }
        return passes && members.contains(.string(tag))
      }
      let sorts = generator.pick([[], [("n", true)], [("x", false), ("n", true)], [("n", false)]])
      let found = try QueryTests.names(
        world, filters, sorts: sorts.map { Sort($0.0, isAscending: $0.1) }, limit: 1 + generator.below(30))
      #expect(found == ordered(expected, sorts))
    }
  }

  /// Whatever others write between two pages: what was there all along comes once, what never was does not come.
  @Test(arguments: TestStorage.allCases, 0..<20)
  func writersBetweenPagesNeitherRepeatNorHide(storage: TestStorage, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(5000 + seed))
    let world = try World.withJournal(storage)
    try world.modify(records(&generator))
    var moved: Set<String> = []
    var found: [String] = []
    var request = QueryTests.request(sorts: [Sort("n", isAscending: generator.chance(50))], limit: 5)
    repeat {
      let reply = try world.query(request)
      found += reply.records.map(\.recordName)
      request.continuationMarker = reply.continuationMarker
      let name = "r\(generator.below(90))"
      moved.insert(name)
      try world.modify([
        generator.chance(40)
          ? RecordOperation(.forceDelete, recordName: name) : .force(name, ["n": .int64(Int64(generator.below(8)))])
      ])
    } while request.continuationMarker != nil
    let still = found.filter { !moved.contains($0) }
    #expect(Set(still).count == still.count)
    #expect(Set(still) == Set((0..<60).map { "r\($0)" }.filter { !moved.contains($0) }))
  }
}
