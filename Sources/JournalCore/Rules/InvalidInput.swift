/// Something a person gave that cannot be taken as it is: the sentence says what, where and what to do.
package struct InvalidInput: Error, Hashable, Sendable, CustomStringConvertible {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  package var description: String { sentence }
}
