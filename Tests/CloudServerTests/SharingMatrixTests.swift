import CloudServer
import CloudStore
import Foundation
import Testing

/// The shared database and its links, asked by everybody who has no right to them, some right, or had one.
@Suite struct SharingMatrixTests {
  typealias Operation = CloudServer.Operation
  typealias Who = SharingScene.Who

  private static let operations: [Operation] = [
    .lookupRecords, .modifyRecords, .zoneChanges, .recordChanges, .queryRecords, .uploadAssets, .rereferenceAssets,
    .lookupZones, .listZones, .databaseChanges, .modifyZones, .modifySubscriptions, .resolveRecords, .acceptRecords,
  ]

  @Test(arguments: operations) func everybodyGetsWhatIsTheirs(operation: Operation) async throws {
    try await TestServer.run { server in
      let scene = try await SharingScene(server)
      let isLink = operation.isAboutLinks
      for who in Who.allCases {
        let answer = try await server.client.post(
          scene.path(operation.rawValue, who, scope: isLink ? "public" : "shared"), scene.body(operation, who))
        guard who.isSignedIn else {
          #expect(answer.status == 421, "\(operation) as \(who): \(answer.text)")
          continue
        }
        check(operation, who, answer)
      }
    }
  }

  private func check(_ operation: Operation, _ who: Who, _ answer: TestAnswer) {
    let (text, status) = (answer.text, answer.status)
    let what: Comment = "\(operation) as \(who): \(text)"
    let word = (who == .joiner ? SharingScene.Word.open : .entry).rawValue
    switch operation {
    case .lookupRecords:
      #expect(status == (who.isIn ? 200 : 404), what)
      if who.isIn { #expect(text.contains(word) && text.contains("NOT_FOUND"), what) }
    case .modifyRecords:
      #expect(status == (who.isIn ? 200 : 404), what)
      guard who.isIn else { return }
      #expect(text.components(separatedBy: "ACCESS_DENIED").count == (who == .readWrite ? 2 : 3), what)
    case .zoneChanges, .lookupZones, .modifyZones:
      #expect(status == 200 && text.contains("ZONE_NOT_FOUND") == !who.isIn, what)
    case .recordChanges, .queryRecords:
      #expect(status == (who.isIn ? 200 : 404) && text.contains(word) == who.isIn, what)
    case .uploadAssets: #expect(status == (who == .readWrite ? 200 : who.isIn ? 403 : 404), what)
    case .rereferenceAssets: #expect(status == (who.isIn ? 200 : 404), what)
    case .listZones: #expect(status == 200 && text.contains("diary") == who.isIn, what)
    case .databaseChanges: #expect(status == 200 && text.contains("diary") == who.isIn, what)
    case .modifySubscriptions: #expect(text.contains("BAD_REQUEST"), what)
    case .resolveRecords, .acceptRecords:
      let isMeant = [.invited, .readOnly, .readWrite, .owner].contains(who)
      #expect(status == 200 && text.contains("ACCESS_DENIED") == !isMeant, what)
      #expect(text.contains(word) == isMeant, what)
    default: Issue.record(what)
    }
  }

  /// Every operation, asked of every database by everybody: no word reaches anyone for whom it is not meant, and nothing of
  /// the owner's is changed but by the one who may.
  @Test(arguments: Operation.allCases) func noWordGoesAstray(operation: Operation) async throws {
    try await TestServer.run { server in
      let scene = try await SharingScene(server)
      let before = try await scene.texts()
      #expect(before == ["herons", "egrets", "bitterns", "canary"])
      for who in Who.allCases {
        // In the own database there is nothing that the owner may not see.
        for scope in ["private", "shared", "public"] where who != .owner || scope == "shared" {
          let path = scene.path(operation.rawValue, who, scope: scope)
          var answers = [try await server.client.post(path, scene.body(operation, who))]
          if operation.takesGet { answers.append(try await server.client.get(path)) }
          for answer in answers {
            let what: Comment = "\(operation) of \(scope) as \(who): \(answer.text)"
            #expect(answer.status < 500, what)
            guard who != .owner else { continue }
            for word in SharingScene.Word.allCases where answer.text.contains(word.rawValue) {
              // Who has accepted is in from then on.
              #expect(word.isMeant(for: who, byLink: operation.isAboutLinks), what)
            }
          }
        }
        #expect(try await scene.texts() == before, "\(operation) as \(who)")
      }
    }
  }

  /// A suspended owner's zone can be read, and not written to.
  @Test func theOwnersAccountCounts() async throws {
    try await TestServer.run { server in
      let scene = try await SharingScene(server)
      let accounts = server.runtime.backend.accounts
      try accounts.setSuspended(named: "ann", at: 1)
      let read = try await server.client.post(
        scene.path("records/lookup", .readWrite), scene.body(.lookupRecords, .readWrite))
      #expect(read.status == 200 && read.text.contains("herons"))
      let write = try await server.client.post(
        scene.path("records/modify", .readWrite), scene.body(.modifyRecords, .readWrite))
      #expect(write.status == 403, "\(write.text)")
      let upload = try await server.client.post(
        scene.path("assets/upload", .readWrite), scene.body(.uploadAssets, .readWrite))
      #expect(upload.status == 403, "\(upload.text)")
    }
  }

  @Test func linksAreAskedForSlowly() async throws {
    try await TestServer.run { server in
      let token = try server.session()
      var last = TestAnswer(status: 0, headers: [:], body: [])
      for _ in 0...30 {
        last = try await server.client.post(
          server.path("records/resolve", token: token, scope: "public"), #"{"shortGUIDs":[{"value":"x"}]}"#)
      }
      #expect(last.status == 429, "\(last.text)")
    }
  }
}
