import TerminalKit

/// What lies in the trash beside entries, for the list of the trash.
extension MainScreen {
  /// `Z 2 pictures`, for the frame of the trash, and `K 1 category`; nil where there are none.
  var removedLabel: String? {
    let labels = [
      removedPictures.flatMap {
        $0.isEmpty ? nil : "\(keyName(.showRemovedPictures)) \(counted($0.count, "picture", "pictures"))"
      },
      trashedCategoryCount > 0
        ? "\(keyName(.showCategories)) \(counted(trashedCategoryCount, "category", "categories"))" : nil,
    ].compactMap { $0 }
    return labels.isEmpty ? nil : labels.joined(separator: " \(glyphs.separator) ")
  }

  /// `Z lists 2 removed pictures, K 1 deleted category`; empty where there are none.
  var removedHint: String {
    let hints = [
      removedPictures.flatMap {
        $0.isEmpty
          ? nil : "\(keyName(.showRemovedPictures)) lists \(counted($0.count, "removed picture", "removed pictures"))"
      },
      trashedCategoryCount > 0
        ? "\(keyName(.showCategories)) lists \(counted(trashedCategoryCount, "deleted category", "deleted categories"))"
        : nil,
    ].compactMap { $0 }
    return hints.joined(separator: ", ")
  }
}
