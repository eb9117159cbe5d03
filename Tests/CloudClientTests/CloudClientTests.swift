import CloudRecord
import CloudWire
import GzipKit
import NIOCore
import Synchronization
import Testing

@testable import CloudClient

@Suite("Requests")
struct CloudClientTests {
  @Test("the address names container, environment, database and operation, and carries both tokens encoded")
  func address() async throws {
    try await withClient(token: "106__54__a+b/c==", script: { _ in .json(callerAnswer) }) { client, server in
      let reply = try await client.send(.caller, urgency: .interactive)
      #expect(reply == .caller(UserIdentity(userRecordName: "_ada", givenName: "ada")))
      let request = try #require(server.requests.first)
      #expect(request.method == "GET")
      #expect(request.path == "/database/1/iCloud.org.example/production/private/users/caller")
      #expect(request.query == "ckAPIToken=abc&ckWebAuthToken=106__54__a%2Bb%2Fc%3D%3D")
      #expect(request.headers["user-agent"] == "cloudjournal")
    }
  }

  @Test("nobody is signed in: no token is sent, and where to sign in comes back")
  func signedOut() async throws {
    let refusal = """
      {"uuid":"U","serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization",\
      "redirectURL":"http://localhost/sign-in"}
      """
    try await withClient(token: nil, script: { _ in .json(refusal, status: 421) }) { client, server in
      let failure = try await failure(of: .caller, client)
      #expect(failure.code == .notAuthenticated)
      #expect(failure.redirectURL == "http://localhost/sign-in")
      #expect(!failure.isOutcomeUnknown)
      #expect(server.requests.first?.query == "ckAPIToken=abc")
    }
  }

  @Test("every operation asks at its own address and reads its own answer")
  func operations() async throws {
    let zone = ZoneID(zoneName: "JournalZone")
    let answers = [
      "zones/modify": #"{"zones":[{"zoneID":{"zoneName":"JournalZone"},"syncToken":"AA=="}]}"#,
      "subscriptions/modify": #"{"subscriptions":[{"subscriptionID":"s"}]}"#,
      "changes/zone":
        #"{"zones":[{"zoneID":{"zoneName":"JournalZone"},"records":[],"syncToken":"BB==","moreComing":true}]}"#,
      "records/modify": #"{"records":[{"recordName":"r","serverErrorCode":"CONFLICT","reason":"stale"}]}"#,
      "records/lookup": #"{"records":[{"recordName":"r","deleted":true}]}"#,
    ]
    try await withClient(script: { request in
      let operation = request.path.split(separator: "/").suffix(2).joined(separator: "/")
      return answers[operation].map { .json($0) } ?? .drop
    }) { client, server in
      let zones = try await client.send(.modifyZones([.create(zone)]), urgency: .background)
      #expect(zones == .zones([.zone(Zone(zoneID: zone, syncToken: ChangeToken("AA==")))]))
      let removed = try await client.send(.modifySubscriptions([.delete(subscriptionID: "s")]), urgency: .background)
      #expect(removed == .subscriptions([.deleted(subscriptionID: "s")]))
      let changes = try await client.send(.zoneChanges([.init(zoneID: zone)]), urgency: .background)
      #expect(
        changes
          == .zoneChanges([.page(.init(zoneID: zone, changes: [], syncToken: ChangeToken("BB=="), moreComing: true))]))
      let modified = try await client.send(
        .modify(ModifyRequest(operations: [.init(.update, recordName: "r")], zoneID: zone)), urgency: .background)
      #expect(
        modified == .records(RecordsReply(outcomes: [.failed(recordName: "r", ServiceError(.conflict, "stale"))])))
      let found = try await client.send(
        .lookup(LookupRequest(items: [.init(recordName: "r")], zoneID: zone)), urgency: .interactive)
      #expect(found == .records(RecordsReply(outcomes: [.deleted(recordName: "r")])))
      #expect(server.requests.allSatisfy { $0.method == "POST" })
    }
  }

  @Test("an atomic failure is read item by item, though its status is an error's")
  func atomic() async throws {
    let answer = """
      {"serverErrorCode":"ATOMIC_ERROR","reason":"Atomic failure","records":[\
      {"recordName":"a","serverErrorCode":"ATOMIC_ERROR","reason":"Atomic failure"},\
      {"recordName":"b","serverErrorCode":"CONFLICT","reason":"stale"}]}
      """
    try await withClient(script: { _ in .json(answer, status: 400) }) { client, _ in
      let reply = try await client.send(
        .modify(ModifyRequest(operations: [.init(.update, recordName: "a"), .init(.update, recordName: "b")])),
        urgency: .background)
      guard case .records(let records) = reply else { return #expect(Bool(false), "\(reply)") }
      #expect(records.outcomes.count == 2)
      #expect(records.atomicFailure?.code == .atomicError)
    }
  }

  @Test("bodies above a kilobyte are compressed for a service that takes it", arguments: CloudCompression.allCases)
  func compression(_ compression: CloudCompression) async throws {
    let takesGzip = compression == .requestsAndAnswers
    try await withClient(compression: compression, script: { _ in .json(#"{"records":[]}"#) }) { client, server in
      let items = (0..<100).map { LookupRequest.Item(recordName: "record-with-a-long-name-\($0)") }
      _ = try await client.send(.lookup(LookupRequest(items: items)), urgency: .background)
      _ = try await client.send(.lookup(LookupRequest(items: [items[0]])), urgency: .background)
      let requests = server.requests
      #expect(requests[0].headers["content-encoding"] == (takesGzip ? "gzip" : nil))
      #expect(requests[1].headers["content-encoding"] == nil)
      #expect(requests[1].headers["accept-encoding"] == (compression == .none ? "identity" : "gzip"))
      var inflater = try GzipInflater(limit: 1 << 20)
      var expanded = ByteBuffer()
      if takesGzip {
        try inflater.feed(ByteBuffer(bytes: requests[0].body), into: &expanded)
        try inflater.finish()
      }
      let body = takesGzip ? Array(expanded.readableBytesView) : requests[0].body
      #expect(body == RequestWriter.lookup(LookupRequest(items: items)))
    }
  }

  @Test("compressed answers are expanded, but not beyond what is taken")
  func expansion() async throws {
    let small = Array(try #require(Gzip.deflated(ByteBuffer(string: callerAnswer))).readableBytesView)
    let bomb = Array(try #require(Gzip.deflated(ByteBuffer(repeating: 0x20, count: 4 << 20))).readableBytesView)
    try await withClient(
      settings: { $0.replyLimit = 1 << 20 },
      script: { request in
        .reply(200, [("Content-Encoding", "gzip")], request.path.hasSuffix("caller") ? small : bomb)
      }
    ) { client, server in
      #expect(
        try await client.send(.caller, urgency: .interactive)
          == .caller(.init(userRecordName: "_ada", givenName: "ada")))
      #expect(server.requests.first?.headers["accept-encoding"] == "gzip")
      let failure = try await failure(of: .zoneChanges([]), client)
      #expect(failure.code == .networkFailure)
      #expect(failure.reason.contains("larger than is taken"))
    }
  }

  @Test("a new token takes the old one's place, is told of, and is asked with from then on")
  func rotation() async throws {
    let told = Mutex<[String]>([])
    try await withClient(
      onNewToken: { _, token in told.withLock { $0.append(token) } },
      script: { request in
        let next = request.query.contains("first") ? "second+" : "third"
        // The header comes with errors as well.
        return .json(
          #"{"serverErrorCode":"INTERNAL_ERROR","reason":"no"}"#, status: 500,
          headers: [("X-Apple-CloudKit-Web-Auth-Token", next)])
      }
    ) { client, server in
      _ = try await failure(of: .caller, client)
      #expect(client.webAuthToken == "second+")
      _ = try await failure(of: .caller, client)
      #expect(server.requests.map(\.query).last == "ckAPIToken=abc&ckWebAuthToken=second%2B")
      #expect(told.withLock { $0 } == ["second+", "third"])
    }
  }

  @Test(
    "a token that is none, or none for this session, changes nothing",
    arguments: ["undefined", "", "first", "with space"])
  func noRotation(header: String) async throws {
    try await withClient(
      onNewToken: { _, token in Issue.record("told of \(token)") },
      script: { _ in .json(callerAnswer, headers: [("X-Apple-CloudKit-Session", header)]) }
    ) { client, _ in
      _ = try await client.send(.caller, urgency: .interactive)
      #expect(client.webAuthToken == "first")
    }
  }

  @Test("who signs out while a request is under way is not signed in again by its answer")
  func signOutDuringRequest() async throws {
    let hold = ScriptedServer.Hold()
    try await withClient(script: { _ in
      .held(hold, .json(callerAnswer, headers: [("X-Apple-CloudKit-Web-Auth-Token", "second")]))
    }) { client, server in
      async let reply = client.send(.caller, urgency: .interactive)
      for await _ in server.arrivals { break }
      client.setWebAuthToken(nil)
      hold.release()
      _ = try await reply
      #expect(client.webAuthToken == nil)
    }
  }

  @Test("the server's clock is known from the dates of its answers")
  func clock() async throws {
    try await withClient(
      settings: { $0.now = { 784_111_000_000 } },
      script: { _ in
        .json(callerAnswer, headers: [("Date", "Sun, 06 Nov 1994 08:49:37 GMT")])
      }
    ) { client, _ in
      #expect(client.clockOffset == nil)
      _ = try await client.send(.caller, urgency: .interactive)
      #expect(client.clockOffset == 777_499)
    }
  }

  @Test("several dates narrow the difference, and a clock that was set begins anew")
  func clockBounds() {
    var clock = ClockComparison()
    clock.note(date: 100, sentAt: 99_000, receivedAt: 99_200)
    #expect(clock.offset == 1_399)
    clock.note(date: 101, sentAt: 99_900, receivedAt: 99_900)
    #expect(clock.offset == 1_549)
    clock.note(date: 5_000, sentAt: 99_900, receivedAt: 99_900)
    #expect(clock.offset == 4_900_599)
    clock.note(date: 1, sentAt: 2, receivedAt: 1)
    #expect(clock.offset == 4_900_599)
  }

  @Test("with tokens that change, requests go one by one, those that a person waits for first")
  func gate() async throws {
    let gate = RequestGate(limit: 1)
    try await gate.enter(.background)
    let (order, continuation) = AsyncStream.makeStream(of: RequestUrgency.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, urgency) in [RequestUrgency.background, .interactive].enumerated() {
        group.addTask {
          try await gate.enter(urgency)
          continuation.yield(urgency)
          gate.leave()
        }
        while gate.queue <= index { await Task.yield() }
      }
      gate.leave()
      try await group.waitForAll()
    }
    continuation.finish()
    var entered: [RequestUrgency] = []
    for await urgency in order { entered.append(urgency) }
    #expect(entered == [.interactive, .background])
  }

  @Test("who gives up waiting leaves the queue")
  func gateCancellation() async throws {
    let gate = RequestGate(limit: 1)
    try await gate.enter(.background)
    let waiting = Task { try await gate.enter(.background) }
    while gate.queue == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(gate.queue == 0)
    gate.leave()
    try await gate.enter(.background)
  }
}
