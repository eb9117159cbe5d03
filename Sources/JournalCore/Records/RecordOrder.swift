/// A record that has a place among others of its type.
package protocol OrderedRecord: JournalRecord {
  /// The place, smallest first; records with one number are told apart by what else their type has.
  var sortOrder: Int64 { get set }
}

extension Category: OrderedRecord {}
extension EntryImage: OrderedRecord {}

extension FieldChange where Record: OrderedRecord {
  /// A new place among the others.
  package static func sortOrder(_ order: Int64) -> FieldChange {
    FieldChange(field: "sortOrder", content: .number(order))
  }
}

extension Array where Element: OrderedRecord {
  /// The number of one more record behind these. What another device made up may be the largest number that there is.
  package var orderBehind: Int64 { map(\.sortOrder).max().map { $0 < .max ? $0 + 1 : $0 } ?? 0 }

  /// Gives the records numbers in the order in which they stand; those that fit already stay.
  ///
  /// - Returns: The steps for the records whose number has changed.
  package mutating func renumber() -> [JournalOperation] {
    let numbers = map(\.sortOrder).sorted()
    let areDistinct = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    var operations: [JournalOperation] = []
    for index in indices {
      let number = areDistinct ? numbers[index] : Int64(index)
      guard self[index].sortOrder != number else { continue }
      self[index].sortOrder = number
      operations.append(Element.edit(self[index].id, [.sortOrder(number)]))
    }
    return operations
  }
}
