import CloudRecord
import Foundation
import Synchronization
import Testing

@testable import CloudClient

@Suite("Files")
struct AssetTests {
  private static let receipt = """
    {"singleFile":{"fileChecksum":"AQ==","size":5,"receipt":"R","wrappingKey":"W","referenceChecksum":"C"}}
    """
  private static let zone = ZoneID(zoneName: "JournalZone")
  private static let token = AssetUploadToken(recordType: "EntryImage", fieldName: "imageAsset", recordName: "i")

  /// Answers both steps of an upload; the second as given.
  private static func script(_ second: ScriptedServer.Answer) -> ScriptedServer.Script {
    { request in
      guard request.path.hasSuffix("assets/upload") else { return second }
      let host = request.headers["host"] ?? ""
      return .json(#"{"tokens":[{"recordName":"i","fieldName":"imageAsset","url":"http://\#(host)/up/1?s=a%2Bb"}]}"#)
    }
  }

  @Test("bytes go to the address that the service names, without any token")
  func bytes() async throws {
    try await withClient(script: Self.script(.json(Self.receipt))) { client, server in
      let reply = try await client.send(
        .uploadAsset(Self.token, Self.zone, .bytes(Array("hello".utf8))), urgency: .background)
      guard case .asset(let asset) = reply else { return #expect(Bool(false), "\(reply)") }
      #expect(asset.receipt == "R")
      let requests = server.requests
      #expect(requests[0].text.contains(#""zoneName":"JournalZone""#))
      #expect(requests[1].path == "/up/1")
      #expect(requests[1].query == "s=a%2Bb")
      #expect(requests[1].text == "hello")
      #expect(requests[1].headers["content-type"] == "application/octet-stream")
    }
  }

  @Test("an upload says what is known of the service's history, and no byte goes to another one")
  func history() async throws {
    let known = ServerHistory(incarnation: "ab12", run: "0f", sequence: 41)
    for (told, isOurs) in [("ab12,0f,41", true), ("ab12,0f,42", true), ("ab12,0f,40", false), ("cd34,0f,50", false)] {
      let script: ScriptedServer.Script = { request in
        guard request.path.hasSuffix("assets/upload") else { return .json(Self.receipt) }
        let host = request.headers["host"] ?? ""
        return .json(
          #"{"tokens":[{"recordName":"i","fieldName":"imageAsset","url":"http://\#(host)/up/1"}]}"#,
          headers: [("X-CloudJournal-History", told)])
      }
      try await withClient(script: script) { client, server in
        var isOther = false
        do throws(CloudFailure) {
          _ = try await client.send(
            .uploadAsset(Self.token, Self.zone, .bytes(Array("hello".utf8))), urgency: .background, known: known
          ) { _ in }
        } catch {
          isOther = error.isOtherHistory
        }
        #expect(isOther == !isOurs, "\(told)")
        #expect(server.requests[0].headers["x-cloudjournal-history"] == known.header)
        #expect(server.requests.count == (isOurs ? 2 : 1), "\(told)")
      }
    }
  }

  @Test("a service of ours is told a file's size before it comes, and no other one is")
  func announcedSize() async throws {
    for isOurs in [true, false] {
      try await withClient(announcesSizes: isOurs, script: Self.script(.json(Self.receipt))) { client, server in
        _ = try await client.send(
          .uploadAsset(Self.token, Self.zone, .bytes(Array("hello".utf8))), urgency: .background)
        #expect(server.requests[0].text.contains(#""size":5"#) == isOurs)
      }
    }
  }

  @Test("a file is sent piece by piece with its length")
  func file() async throws {
    try await withFolder { folder in
      let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = folder + "/picture"
      try Data(bytes).write(to: URL(filePath: path))
      try await withClient(script: Self.script(.json(Self.receipt))) { client, server in
        _ = try await client.send(.uploadAsset(Self.token, Self.zone, .file(path)), urgency: .background)
        #expect(server.requests[1].headers["content-length"] == "700001")
        #expect(server.requests[1].body == bytes)
      }
    }
  }

  @Test("a file that is not there costs no request")
  func missing() async throws {
    try await withFolder { folder in
      try await withClient(script: { _ in .drop }) { client, server in
        for path in [folder + "/nothing", folder] {
          let failure = try await failure(of: .uploadAsset(Self.token, Self.zone, .file(path)), client)
          #expect(failure.code == .assetFileNotFound)
        }
        #expect(server.requests.isEmpty)
      }
    }
  }

  @Test("a file that shrinks while it is sent is not taken for the one that was meant")
  func shrinking() async throws {
    try await withFolder { folder in
      let path = folder + "/picture"
      try Data(count: 600_000).write(to: URL(filePath: path))
      let file = try OpenAssetFile(path: path)
      #expect(truncate(path, 300_000) == 0)
      await #expect(throws: AssetFileError.changed) {
        for try await _ in AssetFilePieces(file: file, progress: Progress()) {}
      }
    }
  }

  @Test(
    "what an upload is refused for",
    arguments: [
      (413, #"{"serverErrorCode":"BAD_REQUEST","reason":"a file has at most 5 bytes"}"#, CloudErrorCode.limitExceeded),
      (413, #"{"serverErrorCode":"QUOTA_EXCEEDED","reason":"full"}"#, .quotaExceeded),
      (404, #"{"serverErrorCode":"NOT_FOUND","reason":"used"}"#, .assetNotAvailable),
      (401, #"{"serverErrorCode":"AUTHENTICATION_FAILED","reason":"expired"}"#, .assetNotAvailable),
    ])
  func uploadRefused(status: Int, body: String, code: CloudErrorCode) async throws {
    try await withClient(script: Self.script(.json(body, status: status))) { client, _ in
      let failure = try await failure(of: .uploadAsset(Self.token, Self.zone, .bytes([1])), client)
      #expect(failure.code == code)
    }
  }

  @Test("an address without encryption is not followed from a service that has it")
  func downgrade() async throws {
    let address = "http://127.0.0.1:1/up"
    try await withClient(
      certificate: TestCertificates.local, settings: { $0.pin = try KeyPin(TestCertificates.pin) },
      script: { _ in .json(#"{"tokens":[{"recordName":"i","fieldName":"imageAsset","url":"\#(address)"}]}"#) }
    ) { client, _ in
      let failure = try await failure(of: .uploadAsset(Self.token, Self.zone, .bytes([1])), client)
      #expect(failure.code == .assetNotAvailable)
    }
  }

  @Test("bytes come back from the address of the record, which may leave a place for a name")
  func download() async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    try await withClient(script: { _ in .reply(200, [], bytes) }) { client, server in
      let asset = Asset(fileChecksum: "AQ==", size: 300_000, downloadURL: server.base + "/down/${f}?t=1")
      let reply = try await client.send(.downloadAsset(asset), urgency: .background)
      #expect(reply == .bytes(bytes))
      #expect(server.requests[0].path == "/down/file")
      #expect(server.requests[0].query == "t=1")
    }
  }

  @Test("half a file, a longer one, an old address and none")
  func badDownloads() async throws {
    try await withClient(script: { request in
      switch request.path {
      case "/old": .json(#"{"serverErrorCode":"AUTHENTICATION_FAILED","reason":"old"}"#, status: 401)
      case "/gone": .reply(404, [], [])
      default: .reply(200, [], [1, 2, 3])
      }
    }) { client, server in
      let cases: [(path: String?, size: Int64, code: CloudErrorCode)] = [
        ("/x", 4, .networkFailure), ("/x", 2, .networkFailure), ("/old", 3, .assetNotAvailable),
        ("/gone", 3, .assetNotAvailable), (nil, 3, .assetNotAvailable), ("/x", 1 << 40, .limitExceeded),
      ]
      for expected in cases {
        let asset = Asset(
          fileChecksum: "AQ==", size: expected.size, downloadURL: expected.path.map { server.base + $0 })
        let failure = try await failure(of: .downloadAsset(asset), client)
        #expect(failure.code == expected.code, "\(expected)")
      }
    }
  }

  @Test("a file whose bytes are not those of its name is not sent whole")
  func otherBytes() async throws {
    try await withFolder { folder in
      let path = folder + "/picture"
      let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      try Data(bytes).write(to: URL(filePath: path))
      try await withClient(script: Self.script(.json(Self.receipt))) { client, server in
        let digest = String(repeating: "0", count: 64)
        let failure = try await failure(
          of: .uploadAsset(Self.token, Self.zone, .file(path, digest: digest)), client)
        #expect(failure.code == .assetFileModified)
        #expect(server.requests.allSatisfy { $0.path.hasSuffix("assets/upload") })
        let asset = try await client.send(
          .uploadAsset(Self.token, Self.zone, .file(path, digest: Digest(of: bytes).description)), urgency: .background)
        #expect(
          asset
            == .asset(
              Asset(
                fileChecksum: "AQ==", size: 5, wrappingKey: "W", referenceChecksum: "C", receipt: "R")))
      }
    }
  }

  @Test("a file comes piece by piece into a new one, with word of how far it is")
  func downloadToFile() async throws {
    let bytes = (0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try await withFolder { folder in
      try await withClient(script: { _ in .reply(200, [], bytes) }) { client, server in
        let path = folder + "/new"
        let asset = Asset(fileChecksum: "AQ==", size: 1_300_000, downloadURL: server.base + "/down")
        let told = Mutex<[Int64]>([])
        let reply = try await client.send(.downloadFile(asset, path: path), urgency: .background, known: nil) { done in
          told.withLock { $0.append(done) }
        }
        #expect(reply == .file(StoredFile(size: 1_300_000, digest: Digest(of: bytes).description)))
        #expect(try Array(Data(contentsOf: URL(filePath: path))) == bytes)
        let progress = told.withLock { $0 }
        #expect(progress.last == 1_300_000 && progress == progress.sorted() && progress.count > 1)
        // What is there stays as it is.
        let again = try await failure(of: .downloadFile(asset, path: path), client)
        #expect(again.code == .assetNotAvailable)
        #expect(FileManager.default.fileExists(atPath: path))
      }
    }
  }

  @Test("what does not come whole leaves no file behind")
  func badDownloadsToFile() async throws {
    try await withFolder { folder in
      try await withClient(script: { request in
        request.path == "/gone" ? .reply(404, [], []) : .reply(200, [], [1, 2, 3])
      }) { client, server in
        let cases: [(path: String, size: Int64?, code: CloudErrorCode)] = [
          ("/x", 4, .networkFailure), ("/x", 2, .networkFailure), ("/gone", 3, .assetNotAvailable),
          ("/x", 1 << 40, .limitExceeded),
        ]
        for expected in cases {
          let asset = Asset(fileChecksum: "AQ==", size: expected.size, downloadURL: server.base + expected.path)
          let failure = try await failure(of: .downloadFile(asset, path: folder + "/new"), client)
          #expect(failure.code == expected.code, "\(expected)")
        }
        let asset = Asset(fileChecksum: "AQ==", downloadURL: server.base + "/x")
        let failure = try await failure(of: .downloadFile(asset, path: folder + "/no/such/folder"), client)
        #expect(failure.reason.contains("No such file"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      }
    }
  }
}
