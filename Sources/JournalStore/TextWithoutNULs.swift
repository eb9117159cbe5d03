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

extension JournalOperation {
  /// The same operation with texts that can be kept whole.
  package var withoutNULs: JournalOperation {
    switch self {
    case .create(let record): .create(record.record.withoutNULs.wrapped)
    case .edit(let edit): .edit(edit.mapTexts(\.withoutNULs))
    }
  }
}
