import CloudServer
import CloudStore
import Foundation
import GzipKit
import NIOCore
import Testing

@Suite struct TransportTests {
  @Test(arguments: ["zones/list", "subscriptions/list", "users/current", "users/caller", "users/discover"])
  func listsAreAskedByGetAndByPost(_ operation: String) async throws {
    try await TestServer.run { server in
      let path = server.path(operation, token: try server.session())
      #expect(try await server.client.get(path).status == 200)
      for type in ["text/plain", "application/json; charset=utf-8", "nonsense"] {
        #expect(try await server.client.post(path, "{}", headers: ["Content-Type": type]).status == 200)
      }
      #expect(try await server.client.post(path, "").status == 200)
      let chunked = try await server.client.send(
        "POST", path, headers: ["Transfer-Encoding": "chunked"], body: Array("1\r\n{\r\n1\r\n}\r\n0\r\n\r\n".utf8))
      #expect(chunked.status == 200)
    }
  }

  @Test func whatIsNotThereIsSaidInJSON() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      let unknown = try await server.client.post(server.path("records/burn", token: token))
      #expect(unknown.status == 404)
      #expect(try unknown.json()["reason"] as? String == "could not find handler for endpoint")
      #expect(try await server.client.get("/nowhere").code() == "NOT_FOUND")
      let method = try await server.client.send("PUT", server.path("records/modify", token: token), body: [])
      #expect(method.status == 405)
      #expect(method.headers["allow"] == "POST, OPTIONS")
      #expect(try method.code() == "BAD_REQUEST")
      #expect(try await server.client.get(server.path("records/modify", token: token)).status == 405)
    }
  }

  @Test(arguments: ["{", "[]", "nonsense", #"{"operations":3}"#, #"{"a":1,"a":2,"operations":[]}"#, "\u{0}"])
  func malformedBodiesAreBadRequests(_ body: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.client.post(server.path("records/modify", token: try server.session()), body)
      #expect(answer.status == 400)
      #expect(try answer.code() == "BAD_REQUEST")
    }
  }

  @Test func whatIsNotHTTPIsAnsweredInJSON() async throws {
    try await TestServer.run { server in
      for bytes in [
        "GET / HTTP/9.9 x\r\n\r\n", "GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 40_000))\r\n\r\n",
      ] {
        let answer = try await server.client.exchange(Array(bytes.utf8))
        #expect(answer.status == 400)
        #expect(try answer.code() == "BAD_REQUEST")
      }
    }
  }

  @Test(arguments: [
    "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n", "xyz\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n0\r\n\r\n", "2\r\n{}garbage\r\n",
  ]) func aBodyThatIsNotWhatHTTPAllowsIsABadRequest(_ body: String) async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      let target = try await server.client.post(
        server.path("assets/upload", token: token),
        #"{"zoneID":{"zoneName":"diary"},"tokens":[{"recordType":"Image","fieldName":"file"}]}"#)
      let upload = try #require((try target.json()["tokens"] as? [[String: Any]])?.first?["url"] as? String)
      for path in [server.path("records/modify", token: token), TestServer.path(of: upload), "/account/1/sessions"] {
        let answer = try await server.client.send(
          "POST", path, headers: ["Transfer-Encoding": "chunked"], body: Array(body.utf8))
        #expect(answer.status == 400, "\(path)")
        #expect(try answer.code() == "BAD_REQUEST")
        #expect(answer.headers["connection"] == "close")
      }
      #expect(!server.log.text.contains("internal error"))
      #expect(try server.runtime.backend.files.keys().isEmpty)
    }
  }

  @Test func aBodyThatBreaksOffIsNoFaultOfTheServers() async throws {
    try await TestServer.run { server in
      let path = server.path("records/modify", token: try server.session())
      try await TestClient.blocking {
        let connection = try TestConnection(port: server.client.port)
        try connection.send(Array("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{".utf8))
        connection.finishSending()
        _ = connection.rest()
      }
      #expect(!server.log.text.contains("internal error"))
    }
  }

  @Test(arguments: ServerConfiguration.Metrics.allCases)
  func countersAreToldToWhomTheConfigurationSays(who: ServerConfiguration.Metrics) async throws {
    try await TestServer.run({ $0.metrics = who }) { server in
      let own = try await server.client.get("/metrics")
      let others = try await [["X-Forwarded-For": "127.0.0.1"], ["Forwarded": "for=192.0.2.1"]].asyncMap {
        try await server.client.get("/metrics", headers: $0)
      }
      let refused = who == .local ? others : who == .off ? others + [own] : []
      for answer in refused {
        #expect(answer.status == 403)
        #expect(try answer.code() == "ACCESS_DENIED")
        #expect(answer.text.contains("metrics"))
        #expect(!answer.text.contains("requests_total"))
      }
      if who != .off { #expect(own.status == 200) }
      if who == .public { #expect(others.allSatisfy { $0.status == 200 }) }
      // Balancers ask this, and it tells nothing but that.
      let health = try await server.client.get("/health", headers: ["X-Forwarded-For": "192.0.2.1"])
      #expect(health.text == #"{"status":"ok"}"#)
    }
  }

  @Test func whatNeedsNoCredentialsIsLimitedAsWell() async throws {
    try await TestServer.run({
      $0.requestRate = 1
      $0.requestBurst = 2
    }) { server in
      for path in ["/health", "/.well-known/cloudjournal"] {
        #expect(try await server.client.get(path).status == 200)
      }
      for path in ["/health", "/.well-known/cloudjournal"] {
        let refused = try await server.client.get(path)
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"] == "1")
      }
    }
  }

  @Test func bodiesThatAreTooLargeAreRefusedWithoutBeingRead() async throws {
    try await TestServer.run { server in
      let path = server.path("records/modify", token: try server.session())
      let declared = try await server.client.send("POST", path, headers: ["Content-Length": "1073741824"], body: [])
      #expect(declared.status == 413)
      #expect(declared.headers["connection"] == "close")
      #expect(try declared.code() == "BAD_REQUEST")
      let piece = "100000\r\n" + String(repeating: " ", count: 1 << 20) + "\r\n"
      let chunked = try await server.client.send(
        "POST", path, headers: ["Transfer-Encoding": "chunked"],
        body: Array(String(repeating: piece, count: 5).utf8))
      #expect(chunked.status == 413)
    }
  }

  @Test func compressedBodiesAreExpandedAndBombsAreNot() async throws {
    try await TestServer.run { server in
      let path = server.path("zones/list", token: try server.session())
      func send(_ bytes: [UInt8]) async throws -> TestAnswer {
        try await server.client.send("POST", path, headers: ["Content-Encoding": "gzip"], body: bytes)
      }
      let small = try #require(Gzip.deflated(ByteBuffer(string: "{}")))
      #expect(try await send(Array(small.readableBytesView)).status == 200)
      #expect(try await send([]).status == 200)
      let bomb = try #require(Gzip.deflated(ByteBuffer(repeating: 0x20, count: 64 << 20), level: 9))
      #expect(bomb.readableBytes < 100_000)
      #expect(try await send(Array(bomb.readableBytesView)).status == 413)
      let cut = Array(small.readableBytesView.dropLast(4))
      #expect(try await send(cut).status == 400)
      #expect(try await send(Array("not gzip".utf8)).status == 400)
      let other = try await server.client.send("POST", path, headers: ["Content-Encoding": "br"], body: [1])
      #expect(other.status == 415)
    }
  }

  @Test func largeAnswersAreCompressedForWhoTakesThat() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      for number in 0..<20 { try await server.makeZone("zone-\(number)", token: token) }
      let path = server.path("zones/list", token: token)
      let plain = try await server.client.get(path)
      #expect(plain.headers["content-encoding"] == nil)
      let small = try await server.client.get(path, headers: ["Accept-Encoding": "deflate, gzip"])
      #expect(small.headers["content-encoding"] == "gzip")
      var inflater = try GzipInflater(limit: 1 << 20)
      var expanded = ByteBuffer()
      try inflater.feed(ByteBuffer(bytes: small.body), into: &expanded)
      try inflater.finish()
      #expect(Array(expanded.readableBytesView) == plain.body)
      let refused = try await server.client.get(path, headers: ["Accept-Encoding": "gzip;q=0"])
      #expect(refused.headers["content-encoding"] == nil)
    }
  }

  @Test func pagesOfOtherOriginsMayCall() async throws {
    try await TestServer.run { server in
      let path = server.path("records/query", token: nil)
      let preflight = try await server.client.send(
        "OPTIONS", path, headers: ["Origin": "https://app.example", "Access-Control-Request-Method": "POST"])
      #expect(preflight.status == 204)
      #expect(preflight.headers["access-control-allow-origin"] == "https://app.example")
      #expect(preflight.headers["access-control-allow-methods"] == "POST, OPTIONS")
      #expect(preflight.headers["access-control-allow-headers"]?.contains("X-Apple-CloudKit-Request-KeyID") == true)
      let refused = try await server.client.post(path, headers: ["Origin": "https://app.example"])
      #expect(refused.status == 421)
      #expect(refused.headers["access-control-allow-origin"] == "https://app.example")
      #expect(refused.headers["access-control-expose-headers"]?.contains("X-Apple-CloudKit-Web-Auth-Token") == true)
      let page = try await server.client.get("/sign-in", headers: ["Origin": "https://app.example"])
      #expect(page.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func connectionsThatDoNotGetOnAreClosed() async throws {
    var limits = ConnectionGuard.Limits()
    limits.head = .milliseconds(50)
    limits.body = .milliseconds(50)
    try await TestServer.run(limits: limits) { server in
      let path = server.path("records/modify", token: try server.session())
      let silent = try await TestClient.blocking { try TestConnection(port: server.client.port).rest() }
      #expect(silent.isEmpty)
      let slow = try await TestClient.blocking {
        let connection = try TestConnection(port: server.client.port)
        try connection.send(Array("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{".utf8))
        return connection.rest()
      }
      #expect(slow.isEmpty)
    }
  }

  @Test func oneConnectionCarriesManyRequests() async throws {
    try await TestServer.run { server in
      let path = server.path("zones/list", token: try server.session())
      let statuses = try await TestClient.blocking {
        let connection = try TestConnection(port: server.client.port)
        return try (0..<3).map { _ in
          try connection.send(Array("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
          return try connection.answer().status
        }
      }
      #expect(statuses == [200, 200, 200])
    }
  }

  @Test func theServerTellsOfItself() async throws {
    try await TestServer.run { server in
      let known = try await server.client.get("/.well-known/cloudjournal").json()
      #expect(known["version"] as? Int == 1)
      #expect(known["apiToken"] as? String == server.apiToken)
      #expect(known["baseURL"] as? String == "http://127.0.0.1:\(server.client.port)")
      #expect(try await server.client.get("/health").status == 200)
      _ = try await server.makeRecord("a", zone: "_defaultZone", token: try server.session())
      let metrics = try await server.client.get("/metrics").text
      #expect(metrics.contains(#"cloudjournal_requests_total{route="records/modify",status="200"} 1"#))
      #expect(metrics.contains("cloudjournal_records_written_total 1"))
    }
  }

  @Test func logsHoldNoSecretsAndNoNames() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("canary-zone", token: token)
      _ = try await server.makeRecord("canary-record", zone: "canary-zone", token: token)
      _ = try await server.client.post(
        "/account/1/sessions", #"{"name":"canary-name","password":"canary-password"}"#)
      _ = try await server.client.get("/canary-path?canary-query")
      let log = server.log.text
      #expect(log.contains("route=records/modify"))
      #expect(log.contains(server.ann.userRecordName))
      #expect(!log.contains("canary"))
      #expect(!log.contains(token))
      #expect(!log.contains(server.apiToken))
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
