import CloudClient
import CloudRecord
import JournalCore
import JournalStore
import JournalSync

/// Joins what synchronising asks for with what this program has.
extension JournalStore: SyncStoring {}
extension CloudClient: CloudTransport {}

/// The machine's clock.
struct SystemSyncClock: SyncClock {
  func now() -> Int64 { World.now().milliseconds }

  func sleep(until milliseconds: Int64) async throws {
    // In pieces, so that a machine that slept or a clock that was set is noticed.
    while true {
      let rest = milliseconds - now()
      guard rest > 0 else { return try Task.checkCancellation() }
      try await Task.sleep(for: .milliseconds(min(rest, 60_000)))
    }
  }
}

/// Who is signed in, by the session's file, and which history the service's data have.
struct FiledSessions: SessionSource {
  let connection: ServiceConnection
  /// Whether the service's description is asked for. It need not be where each request tells what is known of the service's
  /// data and is refused by a service that has others, and where the person has not answered which to take.
  var asksWhichData = true

  func session() async throws(CloudFailure) -> SyncSession? {
    let settings = connection.settings
    let found: KeptSession?
    do {
      found = try connection.currentSession()
    } catch {
      throw CloudFailure(code: .accountTemporarilyUnavailable, reason: CommandFailure(error).sentence)
    }
    guard let found else { return nil }
    var incarnation: String?
    if settings.isOurs, asksWhichData {
      incarnation = try await ServiceDiscovery(connection.transport).describe(.background).incarnation
    }
    return SyncSession(
      service: settings.service, containerID: settings.container, environment: settings.environment,
      incarnation: incarnation, who: connection.who(found),
      holdsUntil: settings.isOurs ? found.expiresAt ?? .max : nil)
  }
}
