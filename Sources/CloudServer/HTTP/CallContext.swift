package import Hummingbird
package import NIOCore

/// What is known of a request beside the request: the connection that it came by.
package struct CallContext: InitializableFromSource {
  package typealias Source = ApplicationRequestContextSource

  package let channel: any Channel

  package init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// One request on its way through the server.
struct ServerCall: Sendable {
  let request: Request
  let route: Route
  let parameters: QueryParameters
  let channel: any Channel
  /// Names the request in answers and logs.
  let id: String
  /// What links in the answer begin with.
  let base: String
  /// Who calls, by address.
  let address: String
}

/// What a request leaves behind for the log, the counters and the answer's headers.
struct CallTrace: Sendable {
  var userRecordName: String?
  /// Told back in the headers where some clients look for it.
  var webAuthToken: String?
}
