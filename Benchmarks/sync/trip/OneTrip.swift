import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Asks a server once by the HTTP library that the journal uses, and ends: what any program pays that does so.
///
/// Prints the answer's status and its number of bytes; without an address it ends at once, which is the time of its start.
@main
struct OneTrip {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { return print("usage: one-trip [URL]") }
    let request = HTTPClientRequest(url: CommandLine.arguments[1])
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    let body = try await response.body.collect(upTo: 1 << 16)
    print(response.status.code, body.readableBytes)
  }
}
