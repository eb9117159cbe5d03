import CloudRecord
import CloudService
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CloudStore

/// The feed while threads write through the service into SQLite: whatever the order in which they come, a reader's pages
/// together are what was written, without a gap and without telling anything twice.
@Suite struct ConcurrentFeedTests {
  private static let zone = ZoneID(zoneName: "JournalZone")

  /// One thread's device: it writes, and reads the feed from its own token.
  private final class Device: @unchecked Sendable {
    let number: Int
    var seen: [String: Record] = [:]
    var token: ChangeToken?
    /// Every version that was told: a name with its change tag.
    var versions: Set<String> = []
    var faults: [String] = []
    var pages = 0

    init(_ number: Int) { self.number = number }
  }

  private let test: TestService
  private let service: CloudService

  init() throws {
    test = try TestService()
    service = CloudService(
      settings: ServiceSettings(incarnation: [UInt8](repeating: 1, count: 16), signingKey: Array(0..<32)))
    let call = self.call(0)
    try test.storage.write { [service] transaction in
      var outbox = Outbox()
      _ = try service.modifyZones([.create(Self.zone)], call, in: transaction, outbox: &outbox)
    }
  }

  private func call(_ device: Int) -> ServiceCall {
    ServiceCall(
      containerID: "iCloud.test", environment: .production, scope: .private, userRecordName: "_alice",
      deviceID: "\(device)", now: 1_700_000_000_000, quota: nil, assetBaseURL: "https://host/assets/1",
      freshName: { "unused" }, randomBytes: { [UInt8](repeating: 0, count: $0) })
  }

  private func write(_ operations: [RecordOperation], _ device: Device) throws -> [Record] {
    let call = call(device.number)
    let reply = try test.storage.write { transaction in
      var outbox = Outbox()
      let request = ModifyRequest(operations: operations, zoneID: Self.zone, isAtomic: false)
      return try service.modify(request, call, in: transaction, outbox: &outbox)
    }
    return saved(reply)
  }

  /// Reads one page; whether there is more.
  private func readPage(_ device: Device, limit: Int) throws -> Bool {
    let call = call(device.number)
    let page = try test.storage.read { transaction in
      try service.recordChanges(
        ZoneChangesRequest(zoneID: Self.zone, syncToken: device.token, resultsLimit: limit), call, in: transaction)
    }
    var names: Set<String> = []
    for change in page.changes {
      let name: String
      switch change {
      case .changed(let record):
        name = record.recordName
        let version = "\(name) \(record.recordChangeTag)"
        if !device.versions.insert(version).inserted { device.faults.append("\(version) told twice") }
        device.seen[name] = record
      case .deleted(let deleted, _):
        name = deleted
        device.seen[name] = nil
      }
      if !names.insert(name).inserted { device.faults.append("\(name) twice in a page") }
    }
    device.token = page.syncToken
    device.pages += 1
    return page.moreComing
  }

  /// Six devices write at once and read their feeds meanwhile, two only read: what a device has been told is saved is in
  /// its next pages, and in the end all of them have what the service has.
  @Test(arguments: [1, 2, 3] as [UInt64]) func pagesTogetherAreWhatWasWritten(seed: UInt64) throws {
    let devices = (0..<8).map { Device($0) }
    let isOver = Mutex(0)
    let done = DispatchGroup()
    for device in devices {
      done.enter()
      Thread.detachNewThread { [self] in
        do {
          if device.number < 6 {
            try work(device, seed)
            isOver.withLock { $0 += 1 }
          } else {
            repeat { _ = try readPage(device, limit: device.number == 6 ? 3 : 50) } while isOver.withLock { $0 } < 6
          }
        } catch {
          device.faults.append(String(describing: error))
          isOver.withLock { $0 += 1 }
        }
        done.leave()
      }
    }
    done.wait()
    let expected = try living()
    for device in devices {
      while try readPage(device, limit: 7) {}
      #expect(device.faults == [], "device \(device.number)")
      #expect(device.seen == expected, "device \(device.number)")
    }
    #expect(expected.count > 20)
    // The last device has read while others wrote, not only afterwards.
    #expect(devices[6].pages > 10)
  }

  private func work(_ device: Device, _ seed: UInt64) throws {
    var chance = seed &* 1_000_003 &+ UInt64(device.number)
    func below(_ bound: UInt64) -> UInt64 {
      chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (chance >> 33) % bound
    }
    for turn in 0..<40 {
      var operations: [RecordOperation] = []
      var names: Set<String> = []
      for _ in 0...below(6) {
        // Half of the names are every device's, half its own.
        let name = below(2) == 0 ? "all\(below(20))" : "d\(device.number)-\(below(20))"
        guard names.insert(name).inserted else { continue }
        operations.append(
          below(4) == 0
            ? RecordOperation(.forceDelete, recordName: name)
            : RecordOperation(
              .forceReplace, recordName: name, recordType: "Note", fields: ["n": Field(.int64(Int64(turn)))]))
      }
      let saved = try write(operations, device)
      while try readPage(device, limit: Int(1 + below(9))) {}
      // What is this device's own no other can have changed meanwhile.
      for record in saved where record.recordName.hasPrefix("d") {
        if device.seen[record.recordName]?.recordChangeTag != record.recordChangeTag {
          device.faults.append("\(record.recordName) was acknowledged and is not in the feed")
        }
      }
    }
  }

  /// Every record that there is, by another way than the feed.
  private func living() throws -> [String: Record] {
    let names = (0..<20).map { "all\($0)" } + (0..<6).flatMap { device in (0..<20).map { "d\(device)-\($0)" } }
    let reply = try test.storage.read { transaction in
      try service.lookup(
        LookupRequest(items: names.map { LookupRequest.Item(recordName: $0) }, zoneID: Self.zone), call(0),
        in: transaction)
    }
    return Dictionary(uniqueKeysWithValues: saved(reply).map { ($0.recordName, $0) })
  }

  private func saved(_ reply: RecordsReply) -> [Record] {
    reply.outcomes.compactMap { outcome in
      if case .saved(let record) = outcome { record } else { nil }
    }
  }
}
