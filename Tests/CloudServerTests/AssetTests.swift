import CloudServer
import CloudStore
import Foundation
import Testing

@Suite struct AssetTests {
  /// The path of a fresh upload, and the record that it is for.
  private func target(_ server: TestServer, _ token: String) async throws -> (path: String, recordName: String) {
    let answer = try await server.client.post(
      server.path("assets/upload", token: token),
      #"{"zoneID":{"zoneName":"diary"},"tokens":[{"recordType":"Image","fieldName":"file"}]}"#)
    #expect(answer.status == 200)
    let item = try #require((try answer.json()["tokens"] as? [[String: Any]])?.first)
    let url = try #require(item["url"] as? String)
    #expect(url.hasPrefix("http://127.0.0.1:\(server.client.port)/assets/1/upload/"))
    return (TestServer.path(of: url), try #require(item["recordName"] as? String))
  }

  /// Uploads bytes, names them in a record, and gives the path to read them by.
  private func store(_ server: TestServer, _ token: String, _ bytes: [UInt8]) async throws -> String {
    try await server.makeZone("diary", token: token)
    let (path, recordName) = try await target(server, token)
    let uploaded = try await server.client.send("POST", path, body: bytes)
    #expect(uploaded.status == 200)
    let file = try #require(try uploaded.json()["singleFile"] as? [String: Any])
    #expect(file["size"] as? Int == bytes.count)
    let value = String(decoding: try JSONSerialization.data(withJSONObject: file), as: UTF8.self)
    let saved = try await server.client.post(
      server.path("records/modify", token: token),
      """
      {"zoneID":{"zoneName":"diary"},"operations":[{"operationType":"create","record":{"recordName":"\(recordName)",\
      "recordType":"Image","fields":{"file":{"value":\(value)}}}}]}
      """)
    #expect(saved.status == 200)
    let record = try #require((try saved.json()["records"] as? [[String: Any]])?.first)
    let field = (record["fields"] as? [String: Any])?["file"] as? [String: Any]
    let asset = try #require(field?["value"] as? [String: Any])
    return TestServer.path(of: try #require(asset["downloadURL"] as? String))
  }

  private let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test func aFileComesBackAsItWas() async throws {
    try await TestServer.run { server in
      let path = try await store(server, try server.session(), bytes)
      let whole = try await server.client.get(path)
      #expect(whole.status == 200)
      #expect(whole.body == bytes)
      #expect(whole.headers["accept-ranges"] == "bytes")
      let tag = try #require(whole.headers["etag"])
      let head = try await server.client.send("HEAD", path)
      #expect(head.headers["content-length"] == "700000")
      #expect(try await server.client.get(path, headers: ["If-None-Match": tag]).status == 304)

      let part = try await server.client.get(path, headers: ["Range": "bytes=1000-1999"])
      #expect(part.status == 206)
      #expect(part.headers["content-range"] == "bytes 1000-1999/700000")
      #expect(part.body == Array(bytes[1000..<2000]))
      let rest = try await server.client.get(path, headers: ["Range": "bytes=699990-", "If-Range": tag])
      #expect(rest.body == Array(bytes[699_990...]))
      let other = try await server.client.get(path, headers: ["Range": "bytes=0-1", "If-Range": "\"other\""])
      #expect(other.status == 200)
      let beyond = try await server.client.get(path, headers: ["Range": "bytes=700000-"])
      #expect(beyond.status == 416)
      #expect(beyond.headers["content-range"] == "bytes */700000")
      #expect(try beyond.code() == "BAD_REQUEST")
    }
  }

  @Test func anAddressIsForOneUploadAndForAWhile() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      let (path, _) = try await target(server, token)
      #expect(try await server.client.send("PUT", path, body: [1, 2, 3]).status == 200)
      let again = try await server.client.send("PUT", path, body: [1, 2, 3])
      #expect(again.status == 400)
      #expect(try again.code() == "BAD_REQUEST")
      let (late, _) = try await target(server, token)
      server.clock.advance(15 * 60_000 + 1)
      #expect(try await server.client.send("POST", late, body: [1]).status == 400)
      #expect(try await server.client.send("POST", "/assets/1/upload/forged", body: [1]).status == 404)
    }
  }

  @Test func linksHoldForAWhileAndCannotBeMade() async throws {
    try await TestServer.run { server in
      let path = try await store(server, try server.session(), [1, 2, 3])
      #expect(try await server.client.get(path + "x").status == 403)
      #expect(try await server.client.get("/assets/1/download/forged").status == 403)
      server.clock.advance(24 * 3_600_000)
      let late = try await server.client.get(path)
      #expect(late.status == 403)
      #expect(try late.code() == "ACCESS_DENIED")
    }
  }

  @Test func filesThatAreTooLargeLeaveNothing() async throws {
    try await TestServer.run({ $0.assetLimit = 1000 }) { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      let (path, _) = try await target(server, token)
      let declared = try await server.client.send("POST", path, body: [UInt8](repeating: 1, count: 1001))
      #expect(declared.status == 413)
      let chunked = try await server.client.send(
        "POST", path, headers: ["Transfer-Encoding": "chunked"],
        body: Array(("7D0\r\n" + String(repeating: "x", count: 2000) + "\r\n0\r\n\r\n").utf8))
      #expect(chunked.status == 413)
      #expect(try server.runtime.backend.files.keys().isEmpty)
      #expect(try await server.client.send("POST", path, body: [1]).status == 200)
    }
  }

  @Test func anAnnouncedSizeIsTheOnlyOneThatIsTaken() async throws {
    try await TestServer.run({ $0.assetLimit = 1000 }) { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      func ask(_ size: String) async throws -> TestAnswer {
        try await server.client.post(
          server.path("assets/upload", token: token),
          #"{"zoneID":{"zoneName":"diary"},"tokens":[{"recordType":"Image","fieldName":"file","size":\#(size)}]}"#)
      }
      for size in ["1001", "-1", "\"x\"", "1.5"] {
        let refused = try await ask(size)
        #expect(refused.status == 400, "\(size)")
        #expect(try refused.code() == "BAD_REQUEST")
      }
      let items = try #require(try await ask("3").json()["tokens"] as? [[String: Any]])
      let path = TestServer.path(of: try #require(items.first?["url"] as? String))
      for bytes in [[1, 2], [1, 2, 3, 4]] as [[UInt8]] {
        let declared = try await server.client.send("PUT", path, body: bytes)
        #expect(declared.status == 400)
        #expect(declared.text.contains("3 bytes were announced"))
        #expect(declared.headers["connection"] == "close")
        let chunk = "\(bytes.count)\r\n\(String(repeating: "x", count: bytes.count))\r\n0\r\n\r\n"
        let chunked = try await server.client.send(
          "PUT", path, headers: ["Transfer-Encoding": "chunked"], body: Array(chunk.utf8))
        #expect(chunked.status == (bytes.count < 3 ? 400 : 413))
      }
      #expect(try server.runtime.backend.files.keys().isEmpty)
      #expect(try await server.client.send("PUT", path, body: [1, 2, 3]).status == 200)
    }
  }

  @Test func theSameBytesAreKeptOnce() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      for _ in 0..<3 {
        let (path, _) = try await target(server, token)
        #expect(try await server.client.send("POST", path, body: [1, 2, 3]).status == 200)
      }
      #expect(try server.runtime.backend.files.keys().count == 1)
    }
  }

  @Test func aClientThatAsksWhetherToSendIsToldTo() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      let (path, _) = try await target(server, token)
      let (interim, answer) = try await TestClient.blocking {
        let connection = try TestConnection(port: server.client.port)
        try connection.send(
          Array("PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n".utf8))
        let interim = try connection.readHead().status
        try connection.send([1, 2, 3])
        return (interim, try connection.answer())
      }
      #expect(interim == 100)
      #expect(answer.status == 200)
    }
  }

  @Test func anUploadThatBreaksOffLeavesNothingAndCanBeTriedAgain() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      try await server.makeZone("diary", token: token)
      let (path, _) = try await target(server, token)
      try await TestClient.blocking {
        let connection = try TestConnection(port: server.client.port)
        try connection.send(Array("PUT \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nxx".utf8))
        connection.finishSending()
        _ = connection.rest()
      }
      #expect(try server.runtime.backend.files.keys().isEmpty)
      #expect(try await server.client.send("PUT", path, body: [1]).status == 200)
    }
  }

  @Test(
    arguments: [
      (nil, ByteRange.whole), ("bytes=0-0", .part(0..<1)), ("bytes=5-", .part(5..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-30", .part(0..<10)), ("bytes=2-99", .part(2..<10)), ("bytes=10-", .unsatisfiable),
      ("bytes=-0", .unsatisfiable), ("bytes=3-2", .whole), ("bytes=0-1,3-4", .whole), ("items=0-1", .whole),
      ("bytes=a-b", .whole), ("bytes=-", .whole), ("bytes=99999999999999999999-", .whole), ("bytes=--1", .whole),
    ] as [(String?, ByteRange)]) func rangesAreReadAsTheStandardHasThem(_ header: String?, _ range: ByteRange)
  {
    #expect(ByteRange(header: header, size: 10) == range)
  }
}
