import CloudRecord
import CloudStore
package import Hummingbird
package import NIOCore

/// What is known of a request beside the request: the connection that it came by.
package struct CallContext: InitializableFromSource {
  /// The HTTP library's own source, which has the connection's channel.
  package typealias Source = ApplicationRequestContextSource

  /// The connection that the request came by; requests of one connection share it.
  package let channel: any Channel

  /// Takes the channel from the source; the HTTP library makes one context for each request.
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

  /// Whether a program on this machine asks, and not a proxy on it for a client elsewhere.
  var isFromThisMachine: Bool {
    let headers = request.headers
    guard let host = channel.remoteAddress?.ipAddress, headers[.forwardedFor] == nil, headers[.forwarded] == nil else {
      return false
    }
    return ServerConfiguration.isLoopback(host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host)
  }
}

/// What a request leaves behind for the log, the counters and the answer's headers.
struct CallTrace: Sendable {
  var userRecordName: String?
  /// Told back in the headers where some clients look for it.
  var webAuthToken: String?
  /// How far the database is that was asked.
  var history: ServerHistory?
  /// Whether the page that asks is of an origin that is registered with an API token.
  var isOriginRegistered = false

  /// Notes who calls, if that is known.
  mutating func note(_ caller: Caller?) {
    userRecordName = caller?.user.userRecordName
    webAuthToken = caller?.webAuthToken
  }
}
