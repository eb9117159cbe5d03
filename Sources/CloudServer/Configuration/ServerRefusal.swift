/// Why the server, or a command of it, does not do what was asked: a sentence for the person who runs it.
package struct ServerRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let sentence: String
  package init(_ sentence: String) { self.sentence = sentence }
  package var description: String { sentence }
}
