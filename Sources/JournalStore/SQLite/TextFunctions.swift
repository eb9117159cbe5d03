import GRDB
import JournalCore

/// Functions of ours that statements may call.
enum TextFunctions {
  /// `categoryKey(name)`: the form in which names of categories are compared.
  static let categoryKey = DatabaseFunction("categoryKey", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map { SearchQuery.categoryKey($0) }
  }

  /// `previewLines(body)`: what lists show of a body.
  static let previewLines = DatabaseFunction("previewLines", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map { TextPreview.lines(of: $0) }
  }

  /// `linksTo(body, title)`: whether a body has a link to an entry of this title.
  static let linksTo = DatabaseFunction("linksTo", argumentCount: 2, pure: true) { values in
    guard let body = String.fromDatabaseValue(values[0]), let title = String.fromDatabaseValue(values[1]) else {
      return false
    }
    return EntryLink.isThere(to: title, in: body)
  }
}
