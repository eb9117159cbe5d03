/// Something a person gave that cannot be taken as it is: the sentence says what, where and what to do.
package struct InvalidInput: Error, Hashable, Sendable, CustomStringConvertible {
  /// One or more whole sentences, ready to be shown.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// The sentence, so that any way of printing the error shows it.
  package var description: String { sentence }
}
