import CloudServer
import Foundation
import Testing

/// Each key of sharing missing, null, of another type and too long: what is refused says why and leaves nothing half done.
@Suite struct SharingInputTests {
  enum Fault: String, CaseIterable { case missing, null, otherType, tooLong }

  /// Where a key stands in the first operation's record, or in the first link.
  typealias Place = [String]

  private static let share = """
    {"recordType":"cloudkit.share","recordName":"S","forRecord":{"recordName":"entry","recordChangeTag":"$tag"},\
    "fields":{"cloudkit.title":{"value":"Trip"},"cloudkit.type":{"value":"entry"},\
    "cloudkit.thumbnailImageData":{"value":"AAAA","type":"BYTES"}},"publicPermission":"NONE","createShortGUID":true,\
    "participants":[{"participantId":"p","type":"USER","permission":"READ_WRITE","acceptanceStatus":"INVITED",\
    "protectionInfo":{"bytes":"AAAA","pcsChangeTag":"1"},\
    "userIdentity":{"userRecordName":"_someone","nameComponents":{"givenName":"Ben"},\
    "lookupInfo":{"emailAddress":"ben@localhost"}}}]}
    """

  /// Every key of ``share`` with the faults that are no faults: a key that may be left out, or is read by no rule.
  private static let keys: [(place: Place, taken: Set<Fault>)] = [
    (["recordType"], []), (["recordName"], [.missing, .null]), (["forRecord"], []), (["forRecord", "recordName"], []),
    (["forRecord", "recordChangeTag"], [.missing, .null]), (["fields"], [.missing, .null]),
    (["fields", "cloudkit.title"], [.missing]), (["fields", "cloudkit.title", "value"], [.missing, .null]),
    (["fields", "cloudkit.type", "value"], [.missing, .null, .tooLong]),
    (["fields", "cloudkit.thumbnailImageData", "value"], [.missing, .null]),
    (["publicPermission"], [.missing, .null]), (["createShortGUID"], [.missing, .null]),
    (["participants"], [.missing, .null]), (["participants", "participantId"], [.missing, .null, .tooLong]),
    (["participants", "type"], [.missing, .null]), (["participants", "permission"], [.missing, .null]),
    (["participants", "acceptanceStatus"], [.missing, .null]),
    (["participants", "protectionInfo"], [.missing, .null]), (["participants", "protectionInfo", "bytes"], []),
    (["participants", "protectionInfo", "pcsChangeTag"], [.missing, .null]),
    (["participants", "userIdentity"], []),
    (["participants", "userIdentity", "userRecordName"], [.missing, .null]),
    (["participants", "userIdentity", "nameComponents"], [.missing, .null]),
    (["participants", "userIdentity", "nameComponents", "givenName"], [.missing, .null, .tooLong]),
    (["participants", "userIdentity", "lookupInfo"], [.missing, .null]),
    (["participants", "userIdentity", "lookupInfo", "emailAddress"], [.missing, .null]),
  ]

  private static let link = """
    {"value":"$guid","shouldFetchRootRecord":true,"rootRecordDesiredKeys":["text"],\
    "protectionInfo":{"bytes":"AAAA","pcsChangeTag":"1"}}
    """

  private static let linkKeys: [(place: Place, taken: Set<Fault>)] = [
    (["value"], []), (["shouldFetchRootRecord"], [.missing, .null]),
    (["rootRecordDesiredKeys"], [.missing, .null, .tooLong]),
    (["protectionInfo"], [.missing, .null]), (["protectionInfo", "bytes"], []),
    (["protectionInfo", "pcsChangeTag"], [.missing, .null]),
  ]

  @Test(arguments: keys.indices) func aShareIsMadeOrRefused(index: Int) async throws {
    let (place, taken) = Self.keys[index]
    try await TestServer.run { server in
      let ann = try server.session()
      for fault in Fault.allCases {
        let zone = "diary-\(fault)"
        try await server.makeZone(zone, token: ann)
        let made = try await server.makeRecord("entry", zone: zone, token: ann)
        let tag = try #require((try made.json()["records"] as? [[String: Any]])?.first?["recordChangeTag"] as? String)
        let whole = try JSONValue.read(Array(Self.share.replacingOccurrences(of: "$tag", with: tag).utf8))
        let before = try await state(server, zone, ann)
        let record = try whole.with(fault, at: place[...]).text()
        let answer = try await server.client.post(
          server.path("records/modify", token: ann),
          #"{"zoneID":{"zoneName":"\#(zone)"},"operations":[{"operationType":"create","record":\#(record)}]}"#)
        try check(answer, "records", isTaken: taken.contains(fault), "\(place) \(fault)")
        let after = try await state(server, zone, ann)
        #expect((after == before) != taken.contains(fault), "\(place) \(fault): \(after)")
      }
    }
  }

  @Test(arguments: ["records/resolve", "records/accept"]) func aLinkIsFollowedOrRefused(operation: String) async throws
  {
    try await TestServer.run { server in
      let ann = try server.session()
      for (index, (place, taken)) in Self.linkKeys.enumerated() {
        let zone = "diary-\(index)"
        try await server.makeZone(zone, token: ann)
        _ = try await server.makeRecord("entry", zone: zone, token: ann)
        let shared = try await server.client.post(
          server.path("records/modify", token: ann),
          """
          {"zoneID":{"zoneName":"\(zone)"},"operations":[{"operationType":"create","record":{"recordType":"cloudkit.share",\
          "recordName":"S","forRecord":{"recordName":"entry"},"publicPermission":"READ_ONLY"}}]}
          """)
        let guid = try #require((try shared.json()["records"] as? [[String: Any]])?.first?["shortGUID"] as? String)
        let whole = try JSONValue.read(Array(Self.link.replacingOccurrences(of: "$guid", with: guid).utf8))
        for fault in Fault.allCases {
          // One account each, since so many links are not followed a minute.
          let ben = try server.session(try server.add("ben-\(index)-\(fault.rawValue.lowercased())"))
          let before = try await state(server, zone, ann)
          let answer = try await server.client.post(
            server.path(operation, token: ben, scope: "public"),
            #"{"shortGUIDs":[\#(try whole.with(fault, at: place[...]).text())]}"#)
          try check(answer, "results", isTaken: taken.contains(fault), "\(operation) \(place) \(fault)")
          let joins = operation == "records/accept" && taken.contains(fault)
          #expect((try await state(server, zone, ann) == before) != joins, "\(operation) \(place) \(fault)")
        }
      }
    }
  }

  /// What comes nested without an end is refused before anything is made of it.
  @Test func depthIsLimited() async throws {
    try await TestServer.run { server in
      let ann = try server.session()
      let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
      for body in [
        #"{"zoneID":{"zoneName":"z"},"operations":[{"operationType":"create","record":{"participants":\#(deep)}}]}"#,
        #"{"shortGUIDs":\#(deep)}"#,
      ] {
        for (operation, scope) in [("records/modify", "private"), ("records/accept", "public")] {
          let answer = try await server.client.post(server.path(operation, token: ann, scope: scope), body)
          #expect(answer.status == 400 && answer.text.contains("nested deeper"), "\(answer.text)")
        }
      }
    }
  }

  private func check(_ answer: TestAnswer, _ list: String, isTaken: Bool, _ what: String) throws {
    let item = (try answer.json()[list] as? [[String: Any]])?.first
    let reason = (try answer.json()["reason"] ?? item?["reason"]) as? String
    #expect((reason == nil) == isTaken, "\(what): \(answer.text.prefix(600))")
    #expect([200, 400].contains(answer.status), "\(what): \(answer.status)")
    guard let reason else { return }
    #expect((1..<400).contains(reason.utf8.count), "\(what): \(reason.prefix(600))")
  }

  /// What the owner has in a zone, to the last number.
  private func state(_ server: TestServer, _ zone: String, _ token: String) async throws -> String {
    let answer = try await server.client.post(
      server.path("records/query", token: token),
      #"{"zoneID":{"zoneName":"\#(zone)"},"query":{"recordType":"Note"}}"#)
    let shares = try await server.client.post(
      server.path("records/query", token: token),
      #"{"zoneID":{"zoneName":"\#(zone)"},"query":{"recordType":"cloudkit.share"}}"#)
    return try JSONValue.read(answer.body).text() + JSONValue.read(shares.body).text()
  }
}

extension JSONValue {
  /// The same with one value wrong: that at the place, in the first of each list.
  fileprivate func with(_ fault: SharingInputTests.Fault, at place: ArraySlice<String>) -> JSONValue {
    guard let key = place.first else { return wrong(fault) }
    switch self {
    case .array(var members):
      members[0] = members[0].with(fault, at: place)
      return .array(members)
    case .object(var members):
      if place.count == 1, fault == .missing {
        members[key] = nil
      } else if let member = members[key] {
        members[key] = member.with(fault, at: place.dropFirst())
      } else {
        Issue.record("there is no \(key)")
      }
      return .object(members)
    default:
      Issue.record("there is nothing below \(self)")
      return self
    }
  }

  private func wrong(_ fault: SharingInputTests.Fault) -> JSONValue {
    switch (fault, self) {
    case (.missing, _), (.null, _): .null
    case (.otherType, .integer): .string("7")
    case (.otherType, _): .integer(7)
    case (.tooLong, .array(let members)): .array(Array(repeating: members[0], count: 10_001))
    case (.tooLong, _): .string(String(repeating: "x", count: 200_000))
    }
  }
}
