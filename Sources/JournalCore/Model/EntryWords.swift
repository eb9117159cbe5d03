/// The words of an entry: its title and its body.
package struct EntryWords: Hashable, Sendable {
  /// The title; empty for none.
  package var title: String
  /// The body, as it is written.
  package var body: String

  package init(title: String, body: String) { (self.title, self.body) = (title, body) }
}
