import Encodings
package import JournalCore

/// A place in a list as scripts carry it from one call to the next: opaque, and with a version.
///
/// It holds the sort order as well, because a place by date means nothing in a list by title.
package enum CursorToken {
  private static let version = "1"
  private static let separator: Unicode.Scalar = "\u{1F}"

  /// The token of a place, in letters, digits, `-` and `_`.
  package static func string(_ cursor: ListCursor, order: ListOrder) -> String {
    let parts = [version, order.sort.rawValue, order.reversed ? "r" : "", String(cursor.position), cursor.key]
    return Base64.text(parts.joined(separator: String(separator)).utf8, .forURLs)
  }

  /// The place that a token names; throws a sentence where it is none of ours, or one of a list sorted differently.
  package static func cursor(_ token: String, order: ListOrder) throws -> ListCursor {
    guard let parts = parts(of: token), parts.count == 5, let position = Int64(parts[3]) else {
      throw CommandFailure.usage(
        "“\(token.prefix(40))” is not a cursor. Take “nextCursor” of the page before, or leave --cursor out.")
    }
    guard parts[0] == version else {
      throw CommandFailure.usage("The cursor is from another version of CloudJournal. Begin again without --cursor.")
    }
    guard parts[1] == order.sort.rawValue, (parts[2] == "r") == order.reversed else {
      throw CommandFailure.usage("The cursor belongs to a list in another order. Give the same --sort and --reverse.")
    }
    return ListCursor(position: position, key: parts[4])
  }

  private static func parts(of token: String) -> [String]? {
    guard let bytes = Base64.decode(token.utf8, .forURLs), let plain = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return plain.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
