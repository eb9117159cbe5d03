/// A drawer of the journal; an entry lies in at most one.
package struct Category: JournalRecord {
  /// The name of the category's record, which never changes.
  package var id: RecordName
  /// One line, 1 to 100 Unicode scalars without white space at its ends.
  package var name: String
  /// `#RRGGBB`.
  package var colorHex: String
  /// An SF Symbol name; a terminal draws it as a glyph (``CategoryIcon``).
  package var icon: String
  /// Position among the categories, smallest first; ties go by name, then by id.
  package var sortOrder: Int64
  /// When a field of the category last changed.
  package var modifiedAt: Instant
  /// When it was moved to the trash; nil while it is in use.
  package var trashedAt: Instant?

  /// The colour of a category that was given none: blue.
  package static let defaultColor = "#007AFF"
  /// The icon of a category that was given none.
  package static let defaultIcon = "folder"

  package init(
    id: RecordName, name: String, colorHex: String = Category.defaultColor, icon: String = Category.defaultIcon,
    sortOrder: Int64 = 0, modifiedAt: Instant, trashedAt: Instant? = nil
  ) {
    (self.id, self.name, self.colorHex, self.icon, self.sortOrder) = (id, name, colorHex, icon, sortOrder)
    (self.modifiedAt, self.trashedAt) = (modifiedAt, trashedAt)
  }

  /// A category that is not in the journal yet, behind those that are.
  ///
  /// - Throws: ``InvalidInput`` for a name, a colour or an icon that a category cannot have.
  package init(
    id: RecordName, named name: String, color: String? = nil, icon: String? = nil, behind others: [Category],
    at now: Instant
  ) throws(InvalidInput) {
    self.init(id: id, name: try CategoryRules.name(name), sortOrder: others.orderBehind, modifiedAt: now)
    if let color { colorHex = try CategoryRules.color(color) }
    if let icon { self.icon = try CategoryRules.icon(icon) }
  }

  /// The order in which categories are shown.
  package static func shownBefore(_ a: Category, _ b: Category) -> Bool {
    if a.sortOrder != b.sortOrder { return a.sortOrder < b.sortOrder }
    if !a.name.isIdentical(to: b.name) { return a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }
    return a.id < b.id
  }
}

extension Category {
  package static let recordType = "Category"

  /// The fields, in the order of an archive.
  package static let fields = FieldTable<Category>([
    RecordField("name", \.name),
    RecordField("colorHex", \.colorHex),
    RecordField("icon", \.icon),
    RecordField("sortOrder", \.sortOrder),
    RecordField("modifiedAt", \.modifiedAt),
    RecordField("trashedAt", \.trashedAt, label: "trash"),
  ])

  /// A category without a name.
  package init(id: RecordName, modifiedAt: Instant) { self.init(id: id, name: "", modifiedAt: modifiedAt) }

  /// The name.
  package var title: String { name }

  /// The record as one of whichever type.
  package var wrapped: AnyRecord { .category(self) }

  /// The step that gives fields of a record of this type new values.
  package static func edit(_ id: RecordName, _ changes: [FieldChange<Category>]) -> JournalOperation {
    .editCategory(id, changes)
  }
}
