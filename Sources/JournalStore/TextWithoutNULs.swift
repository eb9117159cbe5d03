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

extension Entry {
  package var withoutNULs: Entry {
    var copy = self
    for change in changes { copy.set(change.withoutNULs) }
    return copy
  }
}

extension EntryChange {
  package var withoutNULs: EntryChange {
    switch self {
    case .title(let text): .title(text.withoutNULs)
    case .body(let text): .body(text.withoutNULs)
    case .mood(let mood): .mood(mood.map { Mood(rawValue: $0.rawValue.withoutNULs) })
    case .tags(let tags): .tags(tags.map { $0.withoutNULs })
    case .date(var date):
      .date(
        {
          date.timeZone = date.timeZone.withoutNULs
          return date
        }())
    case .isFavorite, .category, .trashedAt: self
    }
  }
}

extension JournalOperation {
  /// The same operation with texts that can be kept whole.
  package var withoutNULs: JournalOperation {
    switch self {
    case .createEntry(let entry): .createEntry(entry.withoutNULs)
    case .editEntry(let id, let changes): .editEntry(id, changes.map { $0.withoutNULs })
    case .createCategory(var category):
      .createCategory(
        {
          category.name = category.name.withoutNULs
          category.icon = category.icon.withoutNULs
          category.colorHex = category.colorHex.withoutNULs
          return category
        }())
    case .editCategory(let id, let changes): .editCategory(id, changes.map { $0.withoutNULs })
    case .createImage(var image):
      .createImage(
        {
          image.caption = image.caption.withoutNULs
          return image
        }())
    case .editImage(let id, let changes): .editImage(id, changes.map { $0.withoutNULs })
    }
  }
}

extension CategoryChange {
  fileprivate var withoutNULs: CategoryChange {
    switch self {
    case .name(let text): .name(text.withoutNULs)
    case .colorHex(let text): .colorHex(text.withoutNULs)
    case .icon(let text): .icon(text.withoutNULs)
    case .sortOrder, .trashedAt: self
    }
  }
}

extension ImageChange {
  fileprivate var withoutNULs: ImageChange {
    switch self {
    case .caption(let text): .caption(text.withoutNULs)
    case .imageAsset, .sortOrder, .trashedAt: self
    }
  }
}
