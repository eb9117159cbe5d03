/// A drawer of the journal; an entry lies in at most one.
package struct Category: Hashable, Sendable, Identifiable {
  package var id: RecordName
  package var name: String
  /// `#RRGGBB`.
  package var colorHex: String
  /// An SF Symbol name; a terminal draws it as a glyph (``CategoryIcon``).
  package var icon: String
  /// Position among the categories, smallest first; ties go by name, then by id.
  package var sortOrder: Int64
  package var modifiedAt: Instant
  package var trashedAt: Instant?

  package static let defaultColor = "#007AFF"
  package static let defaultIcon = "folder"

  package init(
    id: RecordName, name: String, colorHex: String = Category.defaultColor, icon: String = Category.defaultIcon,
    sortOrder: Int64 = 0, modifiedAt: Instant, trashedAt: Instant? = nil
  ) {
    self.id = id
    self.name = name
    self.colorHex = colorHex
    self.icon = icon
    self.sortOrder = sortOrder
    self.modifiedAt = modifiedAt
    self.trashedAt = trashedAt
  }

  /// The order in which categories are shown.
  package static func shownBefore(_ a: Category, _ b: Category) -> Bool {
    if a.sortOrder != b.sortOrder { return a.sortOrder < b.sortOrder }
    if !a.name.isIdentical(to: b.name) { return a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }
    return a.id < b.id
  }
}
