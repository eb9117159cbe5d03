import CloudRecord
import CloudWire
import Testing

@testable import CloudClient

@Suite("Push")
struct PushTests {
  private static let notification = CloudNotification(
    subscriptionID: "journal-zone-changes", containerID: "c", userRecordName: "_u", scope: .private,
    zoneID: ZoneID(zoneName: "JournalZone", ownerRecordName: "_u"), cause: .zone, info: NotificationInfo())

  /// A service that hands out a token and polls as `poll` says, by number.
  private static func script(_ poll: @escaping @Sendable (Int) -> ScriptedServer.Answer) -> ScriptedServer.Script {
    let polls = Counter()
    return { request in
      switch request.path {
      case "/device/1/iCloud.org.example/production/tokens/create":
        let url = "http://\(request.headers["host"] ?? "")/webcourier/1/aps?tok=a%2Bb&ttl=1"
        return .json(#"{"apnsEnvironment":"production","apnsToken":"p","webcourierURL":"\#(url)"}"#)
      case "/device/1/iCloud.org.example/production/tokens/register": return .json("{}")
      case "/webcourier/1/aps": return poll(polls.next())
      default: return .drop
      }
    }
  }

  @Test("registers, says that it listens, and tells what comes; an empty answer asks again")
  func hints() async throws {
    let payload = NotificationCoding.encode(Self.notification, id: "n")
    let poll: @Sendable (Int) -> ScriptedServer.Answer = { number in
      switch number {
      case 0, 2: .reply(200, [], payload)
      case 1: .reply(200, [], [])
      default: .drop
      }
    }
    try await withClient(script: Self.script(poll)) { client, server in
      var heard: [PushHint] = []
      do throws(CloudFailure) {
        for try await hint in PushListener(client, clientID: "device-1") { heard.append(hint) }
        Issue.record("ended without a word")
      } catch {
        #expect(error.code == .networkFailure)
      }
      #expect(heard == [.listening, .changed(Self.notification), .changed(Self.notification)])
      let requests = server.requests
      #expect(requests[0].text == #"{"apnsEnvironment":"production","clientId":"device-1"}"#)
      #expect(requests[1].text == #"{"apnsEnvironment":"production","apnsToken":"p"}"#)
      // The address as it was given, and nothing that belongs to the session.
      #expect(requests[2].query == "tok=a%2Bb&ttl=1")
      #expect(requests.count == 6)
    }
  }

  @Test("a session that has ended, nonsense, and requests that do not wait each end it with their failure")
  func failures() async throws {
    let ended = #"{"serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"no"}"#
    for (answer, code) in [
      (ScriptedServer.Answer.json(ended, status: 421), CloudErrorCode.notAuthenticated),
      (.json("{}"), .networkFailure), (.reply(200, [], []), .serviceUnavailable),
    ] {
      try await withClient(script: Self.script { _ in answer }) { client, _ in
        do throws(CloudFailure) {
          for try await _ in PushListener(client, clientID: "d") {}
          Issue.record("ended without a word")
        } catch {
          #expect(error.code == code)
        }
      }
    }
  }

  @Test("ends when nobody listens any more")
  func cancellation() async throws {
    try await withClient(script: Self.script { _ in .silence }) { client, server in
      let listening = Task {
        var count = 0
        do throws(CloudFailure) {
          for try await _ in PushListener(client, clientID: "d") { count += 1 }
        } catch {
          #expect(error.code == .operationCancelled)
        }
        return count
      }
      for await request in server.arrivals where request.path == "/webcourier/1/aps" { break }
      listening.cancel()
      #expect(await listening.value == 1)
    }
  }
}
