import CloudRecord
import CloudWire
import Testing

@testable import CloudClient

/// What a client asks about shares, and how it reads what it is answered.
@Suite("Sharing")
struct SharingTests {
  private let zone = ZoneID(zoneName: "JournalZone")
  private static let share = """
    {"recordName":"S1","recordType":"cloudkit.share","recordChangeTag":"3","fields":{},"shortGUID":"Jq3",\
    "share":{"recordName":"S1","zoneID":{"zoneName":"JournalZone"}},"publicPermission":"NONE","participants":[\
    {"participantId":"1","userIdentity":{"userRecordName":"_a","nameComponents":{}},"type":"OWNER",\
    "acceptanceStatus":"ACCEPTED","permission":"READ_WRITE"}]}
    """
  private static let found = """
    {"results":[{"shortGUID":{"value":"Jq3","shouldFetchRootRecord":true},"containerIdentifier":"iCloud.org.example",\
    "environment":"production","databaseScope":"SHARED","zoneID":{"zoneName":"JournalZone","ownerRecordName":"_a"},\
    "rootRecordName":"e1","share":\(share),"ownerIdentity":{"userRecordName":"_a","nameComponents":{}},\
    "participantType":"USER","participantStatus":"INVITED","participantPermission":"READ_WRITE","potentialMatchList":[]}]}
    """

  @Test("a share goes out with its root and its people, and comes back with its link")
  func creating() async throws {
    try await withClient(script: { _ in .json("{\"records\":[\(SharingTests.share)]}") }) { client, server in
      var operation = RecordOperation(.create, recordName: "S1", recordType: "cloudkit.share")
      operation.sharing = ShareEdit(
        root: "e1", publicPermission: SharePermission.none,
        participants: [ShareParticipant(emailAddress: "ben@example.org", permission: .readWrite)])
      let reply = try await client.send(
        .modify(ModifyRequest(operations: [operation], zoneID: zone)), urgency: .interactive)
      guard case .records(let records) = reply, case .saved(let record)? = records.outcomes.first else {
        Issue.record("\(reply)")
        return
      }
      #expect(record.shortGUID == "Jq3" && record.share == "S1")
      #expect(record.sharing?.participants.map(\.kind) == [.owner])
      let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
      #expect(body.contains(#""forRecord":{"recordName":"e1"}"#), "\(body)")
      #expect(body.contains(#""emailAddress":"ben@example.org""#) && body.contains(#""READ_WRITE""#), "\(body)")
    }
  }

  @Test("links are asked about in the public database, whatever database the client is of", arguments: [true, false])
  func links(accepts: Bool) async throws {
    try await withClient(script: { _ in .json(SharingTests.found) }) { client, server in
      let link = ShortGUIDRequest("Jq3", fetchesRoot: true)
      let reply = try await client.on(.shared).send(
        accepts ? .accept([link]) : .resolve([link]), urgency: .interactive)
      guard case .links(let outcomes) = reply, case .found(let asked, let information)? = outcomes.first else {
        Issue.record("\(reply)")
        return
      }
      #expect(asked.value == "Jq3" && information.scope == .shared && information.rootRecordName == "e1")
      #expect(information.participant.permission == .readWrite && information.owner.userRecordName == "_a")
      let path = try #require(server.requests.first).path
      #expect(path.hasSuffix("/public/records/" + (accepts ? "accept" : "resolve")), "\(path)")
    }
  }

  @Test("the shared database tells its zones, with those that are gone")
  func zones() async throws {
    let answer = """
      {"zones":[{"zoneID":{"zoneName":"JournalZone","ownerRecordName":"_a"}},\
      {"zoneID":{"zoneName":"JournalZone","ownerRecordName":"_b"},"deleted":true}],"syncToken":"QQ==","moreComing":false}
      """
    try await withClient(script: { _ in .json(answer) }) { client, server in
      let reply = try await client.on(.shared).send(
        .databaseChanges(DatabaseChangesRequest(syncToken: ChangeToken("AA=="))), urgency: .background)
      guard case .databaseChanges(let changes) = reply else {
        Issue.record("\(reply)")
        return
      }
      #expect(changes.zones.map(\.zoneID.ownerRecordName) == ["_a", "_b"])
      #expect(changes.zones.map(\.isDeleted) == [false, true] && !changes.moreComing)
      let request = try #require(server.requests.first)
      #expect(request.path.hasSuffix("/shared/changes/database"))
      #expect(String(decoding: request.body, as: UTF8.self) == #"{"syncToken":"AA=="}"#)
    }
  }

  @Test("a link that leads nowhere, or to others, says why")
  func refusedLinks() async throws {
    let answer = """
      {"results":[{"shortGUID":{"value":"x"},"serverErrorCode":"ACCESS_DENIED","reason":"this is shared with others",\
      "potentialMatchList":[{"userIdentity":{"nameComponents":{},"lookupInfo":{"emailAddress":"b…@example.org"}}}]}]}
      """
    try await withClient(script: { _ in .json(answer) }) { client, _ in
      let reply = try await client.send(.resolve([ShortGUIDRequest("x")]), urgency: .interactive)
      guard case .links(let outcomes) = reply, case .failed(_, let error, let matches)? = outcomes.first else {
        Issue.record("\(reply)")
        return
      }
      #expect(error.code == .accessDenied && matches == ["b…@example.org"])
    }
  }
}
