import CloudRecord
import Foundation
import Testing

@testable import CloudClient

/// Runs a test with a server and a client that asks it, and ends both.
func withClient<Result: Sendable>(
  token: String? = "first", certificate: String? = nil, compression: CloudCompression = .requestsAndAnswers,
  announcesSizes: Bool = false,
  settings change: (inout ClientSettings) throws -> Void = { _ in },
  onNewToken: @escaping @Sendable (String, String) -> Void = { _, _ in },
  script: @escaping ScriptedServer.Script,
  _ body: @Sendable (CloudClient, ScriptedServer) async throws -> Result
) async throws -> Result {
  let server = try await ScriptedServer.start(certificate: certificate, script)
  var settings = ClientSettings(now: { 1_795_263_600_000 })
  // A machine that is busy with other tests is no failure of the network; tests of the limits set their own.
  (settings.interactiveSeconds, settings.backgroundSeconds, settings.connectSeconds) = (600, 600, 600)
  try change(&settings)
  let container = CloudContainer(
    service: try HTTPAddress(server.base), container: "iCloud.org.example", environment: .production,
    apiToken: "abc", compression: compression, announcesSizes: announcesSizes)
  let transport = try HTTPTransport(service: container.service, settings: settings)
  let client = CloudClient(
    container, database: .private, transport: transport, webAuthToken: token, onNewToken: onNewToken)
  do {
    let result = try await body(client, server)
    try await transport.shutDown()
    try await server.stop()
    return result
  } catch {
    try await transport.shutDown()
    try await server.stop()
    throw error
  }
}

/// The failure that a request ends with.
func failure(
  of request: CloudRequest, _ client: CloudClient, urgency: RequestUrgency = .interactive,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> CloudFailure {
  do throws(CloudFailure) {
    let reply = try await client.send(request, urgency: urgency)
    Issue.record("\(reply) and no failure", sourceLocation: sourceLocation)
    return CloudFailure(code: .internalError, reason: "")
  } catch {
    return error
  }
}

/// A folder for one test, removed with all that is in it.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "cloudclient-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }
  return try await body(folder.path)
}

let callerAnswer = #"{"userRecordName":"_ada","nameComponents":{"givenName":"ada"}}"#
