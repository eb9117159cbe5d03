import CloudRecord
import CloudServer
import CloudStore
import Foundation
import Testing

@Suite struct PushTests {
  private func token(_ server: TestServer, _ session: String, device: Bool = false) async throws -> String {
    let path =
      device
      ? "/device/1/\(StoredContainer.defaultID)/production/tokens/create?ckAPIToken=\(server.apiToken)"
        + "&ckWebAuthToken=\(session)"
      : server.path("tokens/create", token: session)
    let answer = try await server.client.post(path, #"{"apnsEnvironment":"production"}"#)
    #expect(answer.status == 200)
    return TestServer.path(of: try #require(try answer.json()["webcourierURL"] as? String))
  }

  private func subscribe(_ server: TestServer, _ session: String, zone: String) async throws {
    let body = """
      {"operations":[{"operationType":"create","subscription":{"subscriptionID":"all","subscriptionType":"zone",\
      "zoneID":{"zoneName":"\(zone)"},"firesOn":["create","update","delete"]}}]}
      """
    let answer = try await server.client.post(server.path("subscriptions/modify", token: session), body)
    #expect(answer.status == 200)
    #expect(!answer.text.contains("serverErrorCode"))
  }

  @Test(arguments: [false, true]) func anotherDeviceHearsOfAChangeAndTheWriterDoesNot(atDevice: Bool) async throws {
    try await TestServer.run({ $0.pollSeconds = 20 }) { server in
      let (writer, reader) = (try server.session(), try server.session())
      try await server.makeZone("diary", token: writer)
      try await subscribe(server, writer, zone: "diary")
      let own = try await token(server, writer, device: atDevice)
      let others = try await token(server, reader, device: atDevice)
      async let heard = server.client.get(others)
      #expect(try await server.makeRecord("a", zone: "diary", token: writer).status == 200)
      let answer = try await heard
      #expect(answer.status == 200)
      let body = try #require(try answer.json()["ck"] as? [String: Any])
      #expect(body["cid"] as? String == StoredContainer.defaultID)
      #expect((body["fet"] as? [String: Any])?["sid"] as? String == "all")
      #expect((body["fet"] as? [String: Any])?["zid"] as? String == "diary")
      async let silent = server.client.get(own)
      while server.runtime.hub.openPolls == 0 { await Task.yield() }
      server.runtime.hub.shutDown()
      #expect(try await silent.body.isEmpty)
    }
  }

  @Test func nothingNewIsAnEmptyAnswer() async throws {
    try await TestServer.run { server in
      let path = try await token(server, try server.session())
      let answer = try await server.client.get(path)
      #expect(answer.status == 200)
      #expect(answer.body.isEmpty)
    }
  }

  @Test func aPollThatIsHungUpIsForgotten() async throws {
    try await TestServer.run({ $0.pollSeconds = 600 }) { server in
      let path = try await token(server, try server.session())
      let connection = try await TestClient.blocking {
        let connection = try TestConnection(port: server.client.port)
        try connection.send(Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        return connection
      }
      while server.runtime.hub.openPolls == 0 { await Task.yield() }
      connection.finishSending()
      while server.runtime.hub.openPolls > 0 { await Task.yield() }
    }
  }

  @Test func tokensThatAreNotOurOwnAreRefused() async throws {
    try await TestServer.run { server in
      let (ann, bob) = (try server.session(), try server.session(try server.add("bob")))
      let path = try await token(server, ann)
      let text = try #require(path.split(separator: "=").dropFirst().first?.split(separator: "&").first)
      #expect(try await server.client.get("/webcourier/1/aps?tok=\(text.dropLast())x").status == 401)
      #expect(try await server.client.get("/webcourier/1/aps").status == 401)
      let body = #"{"apnsEnvironment":"production","apnsToken":"\#(text)"}"#
      let registered = try await server.client.post(server.path("tokens/register", token: ann), body).json()
      #expect(registered["apnsEnvironment"] as? String == "production")
      #expect(registered["apnsToken"] as? String == String(text))
      #expect((registered["webcourierURL"] as? String).map { TestServer.path(of: $0) } == path)
      #expect(try await server.client.post(server.path("tokens/register", token: bob), body).status == 400)
      server.clock.advance(StoredSession.lifetime + 1)
      #expect(try await server.client.get(path).status == 421)
    }
  }

  @Test func notificationsAboutOneThingAreJoinedAndTheOldestAreLost() async {
    let hub = NotificationHub()
    let device = DeviceToken(
      containerID: "c", environment: .production, userRecordName: "_u", sessionID: "reader", nonce: "1")
    #expect(hub.register(device, now: 0))
    func notification(_ id: String) -> CloudNotification {
      CloudNotification(
        subscriptionID: id, containerID: "c", userRecordName: "_u", scope: .private, zoneID: nil, cause: .zone,
        info: NotificationInfo())
    }
    func next() async -> NotificationHub.Answer {
      let (poll, _) = hub.beginPoll(on: ObjectIdentifier(hub))
      return await hub.next(for: device, poll: poll, now: 0)
    }
    func publish(_ id: String, environment: CloudEnvironment = .production, writer: String = "writer") {
      hub.publish([notification(id)], environment: environment, writerDeviceID: writer)
    }
    publish("own", writer: "reader")
    publish("elsewhere", environment: .development)
    for _ in 0..<3 { publish("again") }
    for number in 0..<NotificationHub.capacity { publish("\(number)") }
    #expect(await next() == .notification(notification("0")))
    for number in 1..<NotificationHub.capacity {
      #expect(await next() == .notification(notification("\(number)")))
    }
    hub.shutDown()
    #expect(await next() == .nothing)
  }

  @Test func programsThatShareASessionAllHear() async {
    let hub = NotificationHub()
    let notification = CloudNotification(
      subscriptionID: "s", containerID: "c", userRecordName: "_u", scope: .private, zoneID: nil, cause: .zone,
      info: NotificationInfo())
    let heard = await withTaskGroup(of: NotificationHub.Answer.self) { group in
      for nonce in ["1", "2", "2"] {
        let device = DeviceToken(
          containerID: "c", environment: .production, userRecordName: "_u", sessionID: "s", nonce: nonce)
        let (poll, _) = hub.beginPoll(on: ObjectIdentifier(hub))
        group.addTask { await hub.next(for: device, poll: poll, now: 0) }
      }
      while hub.openPolls < 3 { await Task.yield() }
      hub.publish([notification], environment: .production, writerDeviceID: "other")
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(heard == Array(repeating: .notification(notification), count: 3))
  }

  @Test func aPollThatEndsBeforeItWaitsEndsAtOnce() async {
    let hub = NotificationHub()
    let device = DeviceToken(
      containerID: "c", environment: .production, userRecordName: "_u", sessionID: "s", nonce: "1")
    let (poll, isFirst) = hub.beginPoll(on: ObjectIdentifier(hub))
    #expect(isFirst)
    hub.closed(ObjectIdentifier(hub))
    #expect(await hub.next(for: device, poll: poll, now: 0) == .nothing)
    #expect(hub.openPolls == 0)
  }

  @Test func aTokenHoldsWhatItStandsFor() {
    let key = [UInt8](repeating: 7, count: 32)
    let device = DeviceToken(
      containerID: "iCloud.a", environment: .development, userRecordName: "_u", sessionID: "s", nonce: "1")
    #expect(DeviceToken(text: device.text(key: key), key: key) == device)
    #expect(DeviceToken(text: device.text(key: key), key: [UInt8](repeating: 8, count: 32)) == nil)
    #expect(DeviceToken(text: "", key: key) == nil)
  }
}
