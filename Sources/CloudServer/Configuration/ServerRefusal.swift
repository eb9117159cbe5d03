/// Why the server, or a command of it, does not do what was asked: a sentence for the person who runs it.
package struct ServerRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// One or more whole sentences, shown as they are.
  package let sentence: String
  package init(_ sentence: String) { self.sentence = sentence }
  /// The same as ``sentence``.
  package var description: String { sentence }
}
