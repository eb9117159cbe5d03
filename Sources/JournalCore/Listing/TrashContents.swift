/// What lies in the trash, in numbers.
package struct TrashContents: Hashable, Sendable {
  /// Entries in the trash.
  package var entries = 0
  /// Pictures that were removed from entries outside the trash.
  package var pictures = 0
  /// Categories in the trash.
  package var categories = 0

  package init(entries: Int = 0, pictures: Int = 0, categories: Int = 0) {
    (self.entries, self.pictures, self.categories) = (entries, pictures, categories)
  }

  /// Everything together.
  package var count: Int { entries + pictures + categories }
  /// Whether the trash has nothing of any kind.
  package var isEmpty: Bool { count == 0 }

  /// `2 entries, 1 removed picture and 1 category`, as far as there are any.
  package var words: String {
    let parts = [
      entries > 0 ? NumberText.counted(entries, "entry", "entries") : nil,
      pictures > 0 ? NumberText.counted(pictures, "removed picture", "removed pictures") : nil,
      categories > 0 ? NumberText.counted(categories, "category", "categories") : nil,
    ].compactMap { $0 }
    guard let last = parts.last else { return "nothing" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
