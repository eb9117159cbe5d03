import CloudRecord
import JournalCore
import JournalStore

/// What has to hold: at each request and answer, and when nothing happens any more.
extension ShareSimulation {
  /// Each device asks for the zone of its journal and for no other, and no word goes to a zone in which it was not written.
  func checkPlace(of request: CloudRequest, from device: ShareDevice) {
    let address = device.store.address
    var zones: [ZoneID] = []
    switch request {
    case .modify(let modify): zones = [modify.zoneID ?? ZoneID(zoneName: "")]
    case .zoneChanges(let wanted): zones = wanted.map(\.zoneID)
    case .lookup(let lookup): zones = [lookup.zoneID ?? ZoneID(zoneName: "")]
    default: break
    }
    for zone in zones where zone.ownerRecordName != address.zoneID.ownerRecordName {
      failures.append("\(device.name) asks for a zone of another person than its journal's")
    }
    guard device.isGuest, case .modify(let modify) = request else { return }
    for operation in modify.operations {
      for field in operation.fields.values {
        guard case .string(let text)? = field?.value else { continue }
        for word in Token.all(in: text) where written[word]?.entry != operation.recordName {
          failures.append("\(device.name) sends \(word) in another entry than its own")
        }
      }
    }
  }

  /// No answer to a guest holds a word of an entry that the guest may not see at this moment.
  func checkWords(in outcome: Result<CloudReply, CloudFailure>, for device: ShareDevice) {
    guard device.isGuest, case .success(let reply) = outcome else { return }
    for record in reply.shownRecords {
      for field in record.fields.values {
        guard case .string(let text) = field.value else { continue }
        for word in Token.all(in: text) {
          guard let entry = written[word]?.entry, !mayRead(device.user, entry) else { continue }
          failures.append("\(device.name) is shown \(word), which it may not see")
        }
      }
    }
  }

  /// When nothing happens any more.
  func check() throws {
    let owned = try owners.reduce(into: Set<String>()) { $0.formUnion(try $1.words()) }
    for word in committed.union(acknowledged).sorted() where !owned.contains(word) {
      // What Ben overwrote by a request of his own before the owner fetched it the one who wrote it has; his own he may lose.
      if let place = written[word], attacked.contains(place.entry), place.by != ShareCloud.owner {
        let writer = guests.first { $0.user == place.by }
        if try place.by == Self.adversary || writer?.words().contains(word) == true { continue }
        if writer?.kept.contains(word) == true { continue }
      }
      failures.append("\(word) was saved, and the owner has it nowhere")
    }
    let bodies = try owners[0].bodies()
    try checkOwned()
    if try owners[1].bodies() != bodies { failures.append("the owner's devices differ") }
    for device in guests {
      let shown = try device.bodies()
      // What Ben has thrown away by a request of his own lies in the owner's trash.
      let seen = Set(shares.keys.filter { mayRead(device.user, $0) && bodies[$0] != nil })
      if Set(shown.keys) != seen {
        failures.append("\(device.name) shows \(shown.count) entries, and \(seen.count) are shared with it")
      }
      let unsent = Set(try StoredShares(device.store).entriesWithUnsentWords().map(\.rawValue))
      for (name, body) in shown where !unsent.contains(name) && bodies[name] != body {
        failures.append("\(device.name) shows another text of \(name.suffix(4)) than its owner")
      }
      let here = try device.words().union(device.kept)
      for (word, place) in written.sorted(by: { $0.key < $1.key }) where place.by == device.user {
        guard !owned.contains(word), !here.contains(word) else { continue }
        if device.user == Self.adversary, attacked.contains(place.entry) { continue }
        failures.append("\(word) of \(device.name) is nowhere")
      }
    }
  }
}
