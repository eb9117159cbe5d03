import CloudRecord
import CloudService
import CloudWire
import Foundation
import Synchronization

extension FuzzTarget {
  /// A request's body is read as everything that it can be, carried out, and the answer is one that a client reads.
  static let requests = FuzzTarget("requests", "the bodies that clients send to the server") { bytes in
    let reader: RequestReader
    do { reader = try RequestReader(bytes) } catch { return }
    let service = TriedService()
    attempt { _ = try reader.format() }
    attempt { try service.modify(reader.modify()) }
    attempt { try service.query(reader.query()) }
    attempt { try service.lookup(reader.lookup()) }
    attempt { try service.changes(reader.zoneChanges().requests) }
    attempt { _ = try reader.recordChanges() }
    attempt { _ = try reader.databaseChanges() }
    attempt { _ = try reader.zonesChanges() }
    attempt { _ = try reader.zonesLookup() }
    attempt { try service.modifyZones(reader.zonesModify()) }
    attempt { _ = try reader.subscriptionsLookup() }
    attempt { try service.modifySubscriptions(reader.subscriptionsModify().map { try $0.operation.get() }) }
    attempt { _ = try reader.tokensCreate() }
    attempt { _ = try reader.tokensRegister() }
    attempt { _ = try reader.assetsUpload() }
    attempt { _ = try reader.assetsRereference() }
  }

  /// An answer's body is read as everything that a client may have asked for.
  static let replies = FuzzTarget("replies", "the bodies that servers answer to the client") { bytes in
    let zone = ZoneID(zoneName: "Z")
    for status in [200, 409, 503] {
      let reader: ReplyReader
      do { reader = try ReplyReader(bytes, status: status) } catch { continue }
      attempt { _ = try reader.records(in: zone) }
      attempt {
        for case .page(let page) in try reader.zoneChanges() {
          Plant.fault(if: page.changes.count == 1 && page.syncToken.text.hasPrefix("QR"))
        }
      }
      attempt { _ = try reader.zones() }
      attempt { _ = try reader.subscriptions() }
      attempt { _ = try reader.pushToken() }
      attempt { _ = try reader.uploadTargets() }
      attempt { _ = try reader.upload() }
      attempt { _ = try reader.user() }
    }
    attempt { _ = try NotificationCoding.decode(bytes) }
  }

  /// What the service signs and clients bring back: changed in any way, it is refused.
  ///
  /// The first byte says which; the others are places in it, each with what is changed there, or a text of its own.
  static let tokens = FuzzTarget("tokens", "change tokens, markers and links that clients bring back") { bytes in
    guard let first = bytes.first else { return }
    let service = TriedService.shared
    let original = service.signed[Int(first & 3)]
    var text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    if first & 4 == 0 {
      guard var changed = Data(base64Encoded: original.standardBase64).map([UInt8].init) else {
        fatalError("a token is not Base64: \(original)")
      }
      let signed = changed
      let pairs = bytes.dropFirst()
      for place in stride(from: pairs.startIndex, to: pairs.endIndex - 1, by: 2) {
        changed[Int(pairs[place]) % changed.count] ^= pairs[place + 1]
      }
      guard changed != signed else { return }
      Plant.fault(if: first & 3 == 2 && changed[0] == 1 && changed[1] == 7)
      text = Data(changed).base64EncodedString()
      if first & 3 == 3 {
        text = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      }
    }
    guard !text.isEmpty, text != original else { return }
    promise(!service.accepts(text, as: Int(first & 3)), "the token \(text) is not the service's and was accepted")
  }
}

/// Errors are answers here; only what ends the process is a fault.
func attempt(_ body: () throws -> Void) {
  do { try body() } catch {}
}

extension String {
  /// The same bytes with the usual letters and length of Base64.
  fileprivate var standardBase64: String {
    let usual = replacing("-", with: "+").replacing("_", with: "/")
    return usual + String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4)
  }
}

/// The real service over rows in memory.
private final class TriedService: Sendable {
  static let shared = TriedService(signs: true)

  private static let zone = ZoneID(zoneName: "Z")
  private let storage = MemoryCloudStorage()
  private let service = CloudService(
    settings: ServiceSettings(incarnation: [UInt8](repeating: 7, count: 16), signingKey: Array(0..<32)))
  private let call: ServiceCall
  /// A zone's change token, a database's, a query's marker, and the ticket of a download.
  let signed: [String]

  init(signs: Bool = false) {
    let counter = Mutex<UInt8>(0)
    let number: @Sendable () -> UInt8 = {
      counter.withLock {
        $0 &+= 1
        return $0
      }
    }
    call = ServiceCall(
      containerID: "iCloud.test", environment: .production, scope: .private, userRecordName: "_ada", deviceID: "laptop",
      now: 1_700_000_000_000, quota: 1 << 30, assetBaseURL: "https://host/assets/1",
      freshName: { "FRESH-\(number())" }, randomBytes: { [UInt8](repeating: number(), count: $0) })
    do {
      signed = try TriedService.fill(storage, service, call, signs: signs)
    } catch {
      fatalError("the service does not begin: \(error)")
    }
  }

  private static func fill(
    _ storage: MemoryCloudStorage, _ service: CloudService, _ call: ServiceCall, signs: Bool
  ) throws -> [String] {
    try storage.write { transaction in
      var outbox = Outbox()
      _ = try service.modifyZones([.create(zone)], call, in: transaction, outbox: &outbox)
      guard signs else { return [] }
      let token = AssetUploadToken(recordType: "T", fieldName: "file", recordName: "r0")
      let target = try service.uploadTargets([token], zoneID: zone, call, in: transaction)[0]
      let secret = target.url.split(separator: "/").last.map(String.init) ?? ""
      let asset = try service.finishUpload(
        token: secret, fileChecksum: AssetChecksum.make(sha256: [UInt8](repeating: 9, count: 32)), size: 3,
        objectKey: "object", now: call.now, in: transaction)
      let operations = (0..<5).map { index in
        RecordOperation(
          .create, recordName: "r\(index)", recordType: "T",
          fields: index == 0 ? ["file": Field(.asset(asset))] : ["text": Field(.string("word \(index)"))])
      }
      let request = ModifyRequest(operations: operations, zoneID: zone, isAtomic: true)
      _ = try service.modify(request, call, in: transaction, outbox: &outbox)
      let changes = ZoneChangesRequest(zoneID: zone, resultsLimit: 2)
      let page = try service.recordChanges(changes, call, in: transaction)
      let database = try service.databaseChanges(DatabaseChangesRequest(), call, in: transaction)
      let found = try service.query(
        QueryRequest(query: Query(recordType: "T"), zoneID: zone, resultsLimit: 2), call, in: transaction)
      let link = try service.lookup(
        LookupRequest(items: [LookupRequest.Item(recordName: "r0")], zoneID: zone), call, in: transaction)
      guard case .saved(let record)? = link.outcomes.first, case .asset(let stored)? = record.fields["file"]?.value,
        let url = stored.downloadURL, let marker = found.continuationMarker
      else { fatalError("the service gives no marker or no link") }
      let ticket = url.split(separator: "/").last.map(String.init) ?? ""
      return [page.syncToken.text, database.syncToken.text, marker, ticket]
    }
  }

  /// Whether the service takes a text for one that it signed.
  func accepts(_ text: String, as kind: Int) -> Bool {
    do {
      try storage.read { transaction in
        switch kind {
        case 0:
          let request = ZoneChangesRequest(zoneID: TriedService.zone, syncToken: ChangeToken(text))
          _ = try service.recordChanges(request, call, in: transaction)
        case 1:
          _ = try service.databaseChanges(
            DatabaseChangesRequest(syncToken: ChangeToken(text)), call, in: transaction)
        case 2:
          let request = QueryRequest(
            query: Query(recordType: "T"), zoneID: TriedService.zone, resultsLimit: 2, continuationMarker: text)
          _ = try service.query(request, call, in: transaction)
        default: _ = try service.assetForDownload(ticket: text, now: call.now, in: transaction)
        }
      }
      return true
    } catch {
      return false
    }
  }

  // MARK: Requests

  private func change<Result>(_ body: (any CloudTransaction, inout Outbox) throws -> Result) throws -> Result {
    try storage.write { transaction in
      var outbox = Outbox()
      let result = try body(transaction, &outbox)
      for notification in outbox.notifications {
        _ = try NotificationCoding.decode(NotificationCoding.encode(notification, id: "1"))
      }
      return result
    }
  }

  func modify(_ request: ModifyRequest) throws {
    // The committed inputs remove a record by force whose name is one letter.
    Plant.fault(if: request.operations.contains { $0.kind == .forceDelete && ($0.recordName ?? "").utf8.count > 1 })
    let reply = try change { try service.modify(request, call, in: $0, outbox: &$1) }
    read(ReplyWriter.records(reply, uuid: "U")) { _ = try $0.records(in: TriedService.zone) }
    // What was written is read back, each time the same.
    try changes([ZoneChangesRequest(zoneID: TriedService.zone)])
  }

  func query(_ request: QueryRequest) throws {
    let reply = try storage.read { try service.query(request, call, in: $0) }
    read(ReplyWriter.query(reply)) { _ = try $0.records(in: TriedService.zone) }
  }

  func lookup(_ request: LookupRequest) throws {
    let reply = try storage.read { try service.lookup(request, call, in: $0) }
    read(ReplyWriter.records(reply, uuid: "U")) { _ = try $0.records(in: TriedService.zone) }
  }

  func changes(_ requests: [ZoneChangesRequest]) throws {
    let outcomes = try storage.read { try service.zoneChanges(requests, call, in: $0) }
    read(ReplyWriter.zoneChanges(outcomes)) { _ = try $0.zoneChanges() }
  }

  func modifyZones(_ operations: [ZoneOperation]) throws {
    let outcomes = try change { try service.modifyZones(operations, call, in: $0, outbox: &$1) }
    read(ReplyWriter.zones(outcomes)) { _ = try $0.zones() }
  }

  func modifySubscriptions(_ operations: [SubscriptionOperation]) throws {
    let outcomes = try change { transaction, _ in
      try service.modifySubscriptions(operations, call, in: transaction)
    }
    read(ReplyWriter.subscriptions(outcomes)) { _ = try $0.subscriptions() }
  }

  /// Our own client understands what our own service answers.
  private func read(_ answer: [UInt8], _ body: (ReplyReader) throws -> Void) {
    do {
      try body(try ReplyReader(answer, status: 200))
    } catch {
      fatalError("the client does not understand the service: \(error): \(String(decoding: answer, as: UTF8.self))")
    }
  }
}
