import Testing

/// A failed expectation shows the screen, not the whole model.
extension Person: CustomTestStringConvertible {
  var testDescription: String { "\n" + screen + "\n" }
}
