import Encodings

/// What stands after the question mark of an address, or in the body of a form.
package struct QueryParameters: Sendable {
  private let pairs: [(name: String, value: String)]

  /// - Parameter plusIsSpace: So in forms. In addresses a plus sign stands for itself: tokens of other services have it,
  ///   and clients do not always escape it.
  package init(_ text: some StringProtocol, plusIsSpace: Bool = false) {
    pairs = PercentCoding.members(ofQuery: text, plusIsSpace: plusIsSpace)
  }

  /// The first value of this name.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The first value that says something: clients send `undefined` and `null` for what they do not have.
  package func present(_ names: String...) -> String? {
    for name in names {
      if let value = self[name], !value.isEmpty, value != "undefined", value != "null" { return value }
    }
    return nil
  }
}
