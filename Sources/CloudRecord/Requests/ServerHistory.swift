import Encodings

/// How far a server's history of one database is, as a header of its answers tells it: `incarnation,run,sequence`.
///
/// Clients send it back as it came; a server whose past does not hold this moment refuses the request.
package struct ServerHistory: Hashable, Sendable {
  /// The name of the header, in answers and in requests.
  package static let headerName = "X-CloudJournal-History"

  /// Names the history of the server's data; a restored backup has another one.
  package var incarnation: String
  /// Names the run that gave the last number; opaque to clients.
  package var run: String
  /// The last number that the server has given to a change in the database.
  package var sequence: Int64

  package init(incarnation: String, run: String, sequence: Int64) {
    (self.incarnation, self.run, self.sequence) = (incarnation, run, sequence)
  }

  /// The header's value.
  package var header: String { "\(incarnation),\(run),\(sequence)" }

  /// Reads a header's value; nil for a malformed one, which counts as no header.
  package init?(header: String) {
    let parts = header.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, ServerHistory.isName(parts[0]), ServerHistory.isName(parts[1]),
      let sequence = Int64(parts[2]), sequence >= 0
    else { return nil }
    self.init(incarnation: String(parts[0]), run: String(parts[1]), sequence: sequence)
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetterOrDigit(or: "-._") }
  }
}

/// The outcome of a request, and the server's history as its answer tells it.
package struct CloudAnswer: Hashable, Sendable {
  /// The reply, or why there is none.
  package var outcome: Result<CloudReply, CloudFailure>
  /// nil where the answer does not say, as Apple's and those of older servers.
  package var history: ServerHistory?
  /// The history that was known when the request went out; nil if none was.
  package var asked: ServerHistory?

  package init(
    _ outcome: Result<CloudReply, CloudFailure>, history: ServerHistory? = nil, asked: ServerHistory? = nil
  ) {
    (self.outcome, self.history, self.asked) = (outcome, history, asked)
  }
}
