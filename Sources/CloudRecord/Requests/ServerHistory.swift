/// How far a server's history of one database is, as a header of its answers tells it: `incarnation,run,sequence`.
///
/// Clients send it back as they got it; a server that does not have this moment in its own past refuses to go on.
package struct ServerHistory: Hashable, Sendable {
  /// The name of the header, in answers and in requests.
  package static let headerName = "X-CloudJournal-History"

  /// Names the history of the server's data; a restored backup has another one.
  package var incarnation: String
  /// Names the life of the server in which it got so far; nothing in it is for clients to read.
  package var run: String
  /// The last number that the server has given to a change in the database.
  package var sequence: Int64

  package init(incarnation: String, run: String, sequence: Int64) {
    self.incarnation = incarnation
    self.run = run
    self.sequence = sequence
  }

  /// The header's value.
  package var header: String { "\(incarnation),\(run),\(sequence)" }

  /// nil for a value that is none: what cannot be read counts as not said.
  package init?(header: String) {
    let parts = header.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, ServerHistory.isName(parts[0]), ServerHistory.isName(parts[1]),
      let sequence = Int64(parts[2]), sequence >= 0
    else { return nil }
    self.init(incarnation: String(parts[0]), run: String(parts[1]), sequence: sequence)
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}

/// What became of a request, with what its answer says of the server's history.
package struct CloudAnswer: Hashable, Sendable {
  package var outcome: Result<CloudReply, CloudFailure>
  /// nil where the answer does not say, as Apple's and those of older servers.
  package var history: ServerHistory?
  /// What was known when the request went out.
  package var asked: ServerHistory?

  package init(
    _ outcome: Result<CloudReply, CloudFailure>, history: ServerHistory? = nil, asked: ServerHistory? = nil
  ) {
    self.outcome = outcome
    self.history = history
    self.asked = asked
  }
}
