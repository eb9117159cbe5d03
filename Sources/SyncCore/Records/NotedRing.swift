/// What a journal's own file says of its ring of keys, beside the keys themselves: so that a journal which was encrypted once
/// never travels plain by a server's word, also where its keys are gone, and when the file comes from a backup.
package struct NotedRing: Hashable, Sendable {
  /// The ring's name, in hexadecimal digits.
  package var id: String
  /// The digest of the last entry that was taken in, in hexadecimal digits.
  package var head: String
  /// Whether that log says that encryption was turned off.
  package var isOff: Bool

  package init(id: String, head: String, isOff: Bool) {
    (self.id, self.head, self.isOff) = (id, head, isOff)
  }

  /// As ``text`` writes it; nil for another form.
  package init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[2] == "sealed" || parts[2] == "off" else { return nil }
    self.init(id: parts[0], head: parts[1], isOff: parts[2] == "off")
  }

  /// As it is kept: name, digest, and `sealed` or `off`.
  package var text: String { "\(id) \(head) \(isOff ? "off" : "sealed")" }
}
