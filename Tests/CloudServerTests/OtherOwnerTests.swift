import CloudServer
import CloudStore
import Foundation
import Testing

/// Requests that name another account as the owner of their zone.
@Suite struct OtherOwnerTests {
  /// Not Foundation's.
  typealias Operation = CloudServer.Operation

  /// A body with all that requests ask by, each naming the owner.
  private func body(_ operation: Operation, owner: String) -> String {
    let zone = #"{"zoneName":"diary","ownerRecordName":"\#(owner)"}"#
    let change =
      switch operation {
      case .modifyZones: #"{"operationType":"delete","zone":{"zoneID":\#(zone)}}"#
      case .modifySubscriptions:
        #"{"operationType":"create","subscription":{"subscriptionType":"zone","zoneID":\#(zone)}}"#
      default:
        #"{"operationType":"forceReplace","record":{"recordName":"secret","recordType":"Note","fields":{}}}"#
      }
    return [
      #"{"zoneID":\#(zone)"#, #""zones":[\#(operation == .lookupZones ? zone : #"{"zoneID":\#(zone)}"#)]"#,
      #""operations":[\#(change)]"#, #""records":[{"recordName":"secret"}]"#, #""query":{"recordType":"Note"}"#,
      #""tokens":[{"recordType":"Note","fieldName":"file","recordName":"secret"}]"#,
      #""assets":[{"recordName":"secret","fieldName":"file"}]}"#,
    ].joined(separator: ",")
  }

  @Test(arguments: Operation.allCases) func anothersZoneIsNotThere(operation: Operation) async throws {
    try await TestServer.run { server in
      let ann = try server.session()
      try await server.makeZone("diary", token: ann)
      _ = try await server.makeRecord("secret", zone: "diary", token: ann)
      let other = try server.session(try server.add("bob"))
      let answer = try await server.client.post(
        server.path(operation.rawValue, token: other), body(operation, owner: server.ann.userRecordName))
      #expect(!answer.text.contains("hello"), "\(answer.text)")
      switch operation {
      case .modifyRecords, .lookupRecords, .queryRecords, .recordChanges, .lookupZones, .modifyZones, .zoneChanges,
        .modifySubscriptions, .uploadAssets, .rereferenceAssets:
        #expect(answer.text.contains("ZONE_NOT_FOUND"), "\(answer.text)")
      default: #expect([200, 400].contains(answer.status), "\(answer.text)")
      }
      // Nothing of it has changed.
      let own = try await server.client.post(
        server.path("records/lookup", token: ann),
        #"{"zoneID":{"zoneName":"diary"},"records":[{"recordName":"secret"}]}"#)
      #expect(own.text.contains("hello"), "\(own.text)")
    }
  }
}
