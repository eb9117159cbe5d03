package import JournalCore

extension String {
  /// The text with U+0000 made visible as U+2400, since SQLite's functions end a text there and would cut off the rest.
  package var withoutNULs: String {
    guard utf8.contains(0) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar.value == 0 ? "\u{2400}" : scalar) }
    return String(scalars)
  }
}

extension JournalRecord {
  /// The same record with texts that can be kept whole.
  package var withoutNULs: Self { mapTexts(\.withoutNULs) }
}

extension FieldChange {
  /// The same change with texts that can be kept whole.
  package var withoutNULs: FieldChange { mapTexts(\.withoutNULs) }
}

extension JournalOperation {
  /// The same operation with texts that can be kept whole.
  package var withoutNULs: JournalOperation {
    switch self {
    case .create(.entry(let entry)): .createEntry(entry.withoutNULs)
    case .create(.category(let category)): .createCategory(category.withoutNULs)
    case .create(.image(let image)): .createImage(image.withoutNULs)
    case .edit(.entry(let id, let changes)): .editEntry(id, changes.map(\.withoutNULs))
    case .edit(.category(let id, let changes)): .editCategory(id, changes.map(\.withoutNULs))
    case .edit(.image(let id, let changes)): .editImage(id, changes.map(\.withoutNULs))
    }
  }
}
