import CloudServer
import CloudStore
import Foundation
import Testing

/// One person's zone of which some is shared, and everybody who has no right to it, some right, or had one.
struct SharingScene {
  enum Who: String, CaseIterable {
    case tokenOnly, expired, other, invited, readOnly, readWrite, joiner, removed, left, owner

    /// Whether what is shared is open to them.
    var isIn: Bool { self == .readOnly || self == .readWrite || self == .joiner }
    var isSignedIn: Bool { self != .tokenOnly && self != .expired }
    var account: String { rawValue.lowercased() }
  }

  /// A word that stands in one place only, so that an answer with it tells of that place.
  enum Word: String, CaseIterable {
    /// In the entry that was shared with people, in what hangs on it and came when some had gone, in the one that is open
    /// by a link, in the one that is not shared, and the owner's name.
    case entry = "herons", late = "egrets", open = "bitterns", hidden = "canary", owner = "annabel"

    /// Whether a person may be told it; by their link to the first share also those who are invited.
    func isMeant(for who: Who, byLink: Bool) -> Bool {
      switch self {
      case .entry: who == .readOnly || who == .readWrite || byLink && who == .invited
      case .late: who == .readOnly || who == .readWrite
      case .open: who == .joiner
      case .hidden: false
      case .owner: who.isIn || byLink && who == .invited
      }
    }
  }

  let server: TestServer
  private(set) var tokens: [Who: String] = [:]
  private(set) var guid = ""
  /// Of the public share beside it.
  private(set) var publicGUID = ""

  var owner: String { server.ann.userRecordName }
  /// The owner's zone as others name it.
  var zone: String { #"{"zoneName":"diary","ownerRecordName":"\#(owner)"}"# }

  init(_ server: TestServer) async throws {
    self.server = server
    let ann = try server.session()
    tokens[.owner] = ann
    try server.runtime.backend.accounts.setProfile(
      named: "ann", displayName: Word.owner.rawValue, isDiscoverable: false)
    try await server.makeZone("diary", token: ann)
    for (name, word) in [("entry", Word.entry), ("open", .open), ("hidden", .hidden)] { try await make(name, word) }
    for who in Who.allCases where who.isSignedIn && who != .owner {
      tokens[who] = try server.session(try server.add(who.account))
    }
    let people = [
      (Who.invited, "READ_WRITE"), (.readOnly, "READ_ONLY"), (.readWrite, "READ_WRITE"), (.removed, "READ_WRITE"),
      (.left, "READ_WRITE"),
    ]
    guid = try await share("entry", "S", people: people)
    publicGUID = try await share("open", "P", people: [], publicly: "READ_ONLY")
    for who in [Who.readOnly, .readWrite, .removed, .left] { _ = try await accept(guid, who) }
    _ = try await accept(publicGUID, .joiner)
    let keep = try await share("entry", "S", people: people.filter { $0.0 != .removed }, kind: "forceUpdate")
    #expect(keep == guid)
    let leaving = #"{"zoneID":\#(zone),"operations":[{"operationType":"delete","record":{"recordName":"S"}}]}"#
    let left = try await server.client.post(path("records/modify", .left), leaving)
    #expect(left.text.contains("\"deleted\":true"), "\(left.text)")
    try await make("picture", .late, parent: "entry")
  }

  private func make(_ name: String, _ word: Word, parent: String? = nil) async throws {
    let above = parent.map { #","parent":{"recordName":"\#($0)"}"# } ?? ""
    _ = try await modify(
      """
      {"operationType":"create","record":{"recordName":"\(name)","recordType":"Note",\
      "fields":{"text":{"value":"\(word.rawValue)"}}\(above)}}
      """)
  }

  private func modify(_ operation: String) async throws -> TestAnswer {
    let answer = try await server.client.post(
      path("records/modify", .owner, scope: "private"),
      #"{"zoneID":{"zoneName":"diary"},"operations":[\#(operation)]}"#)
    #expect(answer.status == 200 && !answer.text.contains("serverErrorCode"), "\(answer.text)")
    return answer
  }

  private func share(
    _ root: String, _ name: String, people: [(Who, String)], publicly: String = "NONE", kind: String = "create"
  ) async throws -> String {
    let list = people.map {
      #"{"permission":"\#($0.1)","userIdentity":{"lookupInfo":{"emailAddress":"\#($0.0.account)@localhost"}}}"#
    }
    let answer = try await modify(
      """
      {"operationType":"\(kind)","record":{"recordType":"cloudkit.share","recordName":"\(name)",\
      "forRecord":{"recordName":"\(root)"},"publicPermission":"\(publicly)",\
      "participants":[\(list.joined(separator: ","))]}}
      """)
    let record = try #require((try answer.json()["records"] as? [[String: Any]])?.first, "\(answer.text)")
    return try #require(record["shortGUID"] as? String, "\(answer.text)")
  }

  func path(_ operation: String, _ who: Who, scope: String = "shared") -> String {
    server.path(operation, token: who == .expired ? "nonsense" : tokens[who], scope: scope)
  }

  func accept(_ guid: String, _ who: Who) async throws -> TestAnswer {
    try await server.client.post(
      path("records/accept", who, scope: "public"), #"{"shortGUIDs":[{"value":"\#(guid)"}]}"#)
  }

  /// The name of the record that a person may read: of the one who joined by the link the open record, of others the entry.
  func record(of who: Who) -> String { who == .joiner ? "open" : "entry" }

  /// The texts of the owner's records as the owner reads them.
  func texts() async throws -> [String] {
    let items = ["entry", "picture", "open", "hidden"].map { #"{"recordName":"\#($0)"}"# }.joined(separator: ",")
    let answer = try await server.client.post(
      path("records/lookup", .owner, scope: "private"), #"{"zoneID":{"zoneName":"diary"},"records":[\#(items)]}"#)
    return (try answer.json()["records"] as? [[String: Any]] ?? []).map { record in
      let text = (record["fields"] as? [String: Any])?["text"] as? [String: Any]
      return text?["value"] as? String ?? "\(record)"
    }
  }

  /// Where every operation asks for what it should not get, beside what it may.
  func body(_ operation: CloudServer.Operation, _ who: Who) -> String {
    let record = record(of: who)
    let people =
      #"{"users":[{"emailAddress":"ann@localhost"},{"userRecordName":"\#(owner)"},{"emailAddress":"left@localhost"}]}"#
    switch operation {
    case .lookupRecords:
      let names = [record, "hidden", "entry", "open", "picture", "S", "P"]
      let items = names.map { #"{"recordName":"\#($0)"}"# }.joined(separator: ",")
      return #"{"zoneID":\#(zone),"records":[\#(items)]}"#
    case .modifyRecords:
      return
        """
        {"zoneID":\(zone),"atomic":false,"operations":[{"operationType":"forceUpdate","record":{"recordName":"\(record)",\
        "recordType":"Note","fields":{"n":{"value":1}}}},\
        {"operationType":"forceUpdate","record":{"recordName":"hidden","recordType":"Note",\
        "fields":{"text":{"value":"mine"}}}},\
        {"operationType":"forceDelete","record":{"recordName":"hidden"}}]}
        """
    case .zoneChanges: return #"{"zones":[{"zoneID":\#(zone)}]}"#
    case .recordChanges: return #"{"zoneID":\#(zone)}"#
    case .queryRecords: return #"{"zoneID":\#(zone),"query":{"recordType":"Note"}}"#
    case .uploadAssets: return #"{"zoneID":\#(zone),"tokens":[{"recordType":"Note","fieldName":"file"}]}"#
    case .rereferenceAssets: return #"{"zoneID":\#(zone),"assets":[{"recordName":"hidden","fieldName":"file"}]}"#
    case .lookupZones: return #"{"zones":[\#(zone)]}"#
    case .modifyZones: return #"{"operations":[{"operationType":"delete","zone":{"zoneID":\#(zone)}}]}"#
    case .modifySubscriptions:
      return
        """
        {"operations":[{"operationType":"create","subscription":{"subscriptionID":"z","subscriptionType":"zone",\
        "zoneID":\(zone)}}]}
        """
    case .lookupSubscriptions: return #"{"subscriptions":[{"subscriptionID":"z"}]}"#
    case .resolveRecords, .acceptRecords:
      return #"{"shortGUIDs":[{"value":"\#(guid)","shouldFetchRootRecord":true}]}"#
    case .lookupEmails, .lookupIDs: return people
    case .discoverUsers: return people.replacingOccurrences(of: #""users""#, with: #""lookupInfos""#)
    case .createToken: return #"{"apnsEnvironment":"production"}"#
    case .listZones, .oldZoneChanges, .databaseChanges, .listSubscriptions, .currentUser, .caller, .lookupContacts,
      .registerToken:
      return "{}"
    }
  }
}
