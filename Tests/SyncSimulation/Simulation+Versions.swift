import CloudRecord
import JournalCore
import JournalModel
import JournalSync
import SyncCore

/// Devices that run another version of this program than the rest: a newer one, which has a field more and may write a later
/// format, and an older one, which does not know moods.
///
/// Each of them runs the same engine, merge and store; what differs is how its records look on the wire.
extension Simulation {
  /// The field that only the newer version has.
  static let newField = "place"
  /// The field that the older version does not have, and the name by which its engine meets it: one that is in no schema.
  private static let missing = (known: "mood", unknown: "moodOfALaterVersion")
  private static let laterFormat = JournalSchema.formatVersion + 1
  private static let stamps = "fieldStamps"
  private static let format = "formatVersion"

  func isNewer(_ device: Device) -> Bool { device.number == plan.newer }
  func isOlder(_ device: Device) -> Bool { device.number == plan.older }

  // MARK: Up

  /// A request as a device of its version sends it.
  func inItsVersion(_ request: CloudRequest, of device: Device) -> CloudRequest {
    guard case .modify(var modify) = request else { return request }
    for index in modify.operations.indices where modify.operations[index].recordType == JournalSchema.entryType {
      if mistake == .dropsMarks { changeMarks(of: &modify.operations[index]) { $0[Simulation.newField] = nil } }
      if isNewer(device) { addPlace(to: &modify.operations[index]) }
      if isOlder(device) { rename(Simulation.missing.unknown, Simulation.missing.known, in: &modify.operations[index]) }
    }
    return .modify(modify)
  }

  private func addPlace(to operation: inout RecordOperation) {
    guard !operation.kind.isDeletion, operation.fields[Simulation.stamps] != nil else { return }
    if plan.raisesFormat, operation.kind == .create || operation.kind.isReplacement {
      operation.fields[Simulation.format] = Field(.int64(Simulation.laterFormat))
    }
    let name = operation.recordName ?? ""
    if !isHealed, versions.happens(400) {
      counts.places += 1
      let stamp = HybridTime(milliseconds: UInt64(now), counter: 0, device: 99)
      noted[name] = (FieldValue.string("place \(counts.places)"), stamp)
    }
    // Its store here does not know the field; that of a newer version would send what is not acknowledged again.
    guard let (place, stamp) = noted[name] else { return }
    operation.fields[Simulation.newField] = Field(place)
    if plan.raisesFormat { operation.fields[Simulation.format] = Field(.int64(Simulation.laterFormat)) }
    changeMarks(of: &operation) {
      $0[Simulation.newField] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: place))
    }
  }

  private func changeMarks(of operation: inout RecordOperation, _ change: (inout [String: FieldStamps.Mark]) -> Void) {
    guard let field = operation.fields[Simulation.stamps], let changed = changedMarks(field, change) else { return }
    operation.fields[Simulation.stamps] = changed
  }

  private func changedMarks(_ field: Field?, _ change: (inout [String: FieldStamps.Mark]) -> Void) -> Field? {
    guard case .bytes(let bytes)? = field?.value else { return nil }
    do {
      var stamps = try FieldStamps(decoding: bytes)
      change(&stamps.marks)
      return Field(.bytes(stamps.encoded))
    } catch {
      failures.append("stamps cannot be read: \(error)")
      return nil
    }
  }

  private func rename(_ old: String, _ new: String, in operation: inout RecordOperation) {
    if let value = operation.fields.removeValue(forKey: old) { operation.fields[new] = value }
    changeMarks(of: &operation) { $0[new] = $0.removeValue(forKey: old) ?? $0[new] }
  }

  /// Notes what of a newer version's reached the server.
  func notePlace(_ operation: RecordOperation) {
    guard case .string(let place)? = operation.fields[Simulation.newField]??.value else { return }
    deeds.places[operation.recordName ?? ""] = place
  }

  // MARK: Down

  /// An answer as a device of its version reads it.
  func inItsVersion(_ reply: CloudReply, for device: Device) -> CloudReply {
    guard isNewer(device) || isOlder(device) else { return reply }
    return reply.mapRecords { read($0, by: device) }
  }

  private func read(_ record: Record, by device: Device) -> Record {
    guard record.recordType == JournalSchema.entryType else { return record }
    var record = record
    // The newer version knows its own format.
    if isNewer(device), record.fields[Simulation.format]?.value == .int64(Simulation.laterFormat) {
      record.fields[Simulation.format] = Field(.int64(JournalSchema.formatVersion))
    }
    guard isOlder(device) else { return record }
    let (known, unknown) = Simulation.missing
    if let mood = record.fields.removeValue(forKey: known) { record.fields[unknown] = mood }
    if let changed = changedMarks(record.fields[Simulation.stamps], { $0[unknown] = $0.removeValue(forKey: known) }) {
      record.fields[Simulation.stamps] = changed
    }
    return record
  }

  // MARK: In the end

  /// The server has the value, the time stamp and the format version that the newer version wrote, also after saves by
  /// other versions.
  func checkVersions(_ server: [String: FetchedRecord]) throws {
    guard plan.newer != nil, !isHistoryBroken, !hasForgotten, counts.restores == 0 else { return }
    guard counts.putBacks == 0, counts.copies == 0 else { return }
    for (name, place) in deeds.places.sorted(by: { $0.key < $1.key }) where !deeds.purgedEntries.contains(name) {
      guard let record = server[name] else { continue }
      if record.foreignFields[Simulation.newField]?.value != .string(place) {
        failures.append("\(name.suffix(5)) no longer has \(place), which a newer version wrote")
      }
      guard case .bytes(let bytes)? = record.foreignFields[Simulation.stamps]?.value,
        try FieldStamps(decoding: bytes).covers(Simulation.newField, value: .string(place))
      else {
        failures.append("\(name.suffix(5)) no longer says when \(place) was written")
        continue
      }
      if plan.raisesFormat, !record.isNewerFormat {
        failures.append("\(name.suffix(5)) has lost the format version of the newer version")
      }
    }
  }
}
