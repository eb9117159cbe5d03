import AsyncHTTPClient
import Testing

@testable import CloudClient

@Suite("Closing connections")
struct ShutDownTests {
  @Test("the second client is closed where the first one cannot be")
  func bothAreClosed() async throws {
    let (first, second) = (HTTPClient(), HTTPClient())
    try await first.shutdown()
    await #expect(throws: HTTPClientError.alreadyShutdown) { try await HTTPTransport.shutDown(first, second) }
    await #expect(throws: HTTPClientError.alreadyShutdown) { try await second.shutdown() }
  }
}
