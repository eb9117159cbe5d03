import JournalCore
import Testing

/// A failed expectation shows the screen, not the whole model.
extension Person: CustomTestStringConvertible {
  var testDescription: String { "\n" + screen + "\n" }
}

/// The text of an entry as the journal has it; nil where it has none of this name.
func body(_ person: Person, _ id: String) -> String? { person.journal.entries[RecordName(id)]?.body }

/// The entry that was written on the screen.
func newest(_ person: Person) -> Entry? {
  person.journal.entries.values.first { $0.id.rawValue.hasPrefix("new-") }
}
