import CloudRecord
import JournalModel
import JournalSeal
import JournalSync
import SyncCore

/// A device that runs a newer version of this program in a sealed journal: it has a field more within each seal of an entry,
/// which the others do not know, and have to keep.
extension Simulation {
  private func isLater(_ device: Device) -> Bool { keyPlan?.newer == device.number }

  /// A request as the newer version sends it.
  func inItsSeal(_ request: CloudRequest, of device: Device) -> CloudRequest {
    guard isLater(device), let seal, case .modify(var modify) = request else { return request }
    for index in modify.operations.indices where modify.operations[index].recordType == JournalSchema.entryType {
      let operation = modify.operations[index]
      guard case .bytes(let bytes)? = operation.fields["sealed"]??.value else { continue }
      let name = operation.recordName ?? ""
      if !isHealed, versions.happens(400) {
        counts.places += 1
        let stamp = HybridTime(milliseconds: UInt64(now), counter: 0, device: 99)
        noted[name] = (FieldValue.string("place \(counts.places)"), stamp)
      }
      guard let (place, stamp) = noted[name] else { continue }
      let changed = seal.resealed(bytes, at: seal.place(of: operation)) { content in
        guard content.kind == .record else { return }
        content.version.set(Simulation.newField, place, at: stamp)
      }
      guard let changed else {
        failures.append("\(device.name) sends \(name.suffix(5)) sealed so that it does not open")
        continue
      }
      modify.operations[index].fields["sealed"] = Field(.bytes(changed))
    }
    return .modify(modify)
  }

  /// An answer as the newer version reads it: the field is its own, and none that it does not know.
  func inItsSeal(_ reply: CloudReply, for device: Device) -> CloudReply {
    guard isLater(device), let seal else { return reply }
    return reply.mapRecords { record in
      guard record.recordType == JournalSchema.entryType, case .bytes(let bytes)? = record.fields["sealed"]?.value,
        let content = seal.content(of: record), content.version.stamps[Simulation.newField] != nil,
        let changed = seal.resealed(
          bytes, at: SimulatedSeal.place(of: record),
          {
            $0.version.values[Simulation.newField] = nil; $0.version.stamps[Simulation.newField] = nil
          })
      else { return record }
      var record = record
      record.fields["sealed"] = Field(.bytes(changed))
      return record
    }
  }

  /// Notes what of a newer version's reached the server.
  func noteLater(_ operation: RecordOperation) {
    guard let seal, keyPlan?.newer != nil, case .bytes(let bytes)? = operation.fields["sealed"]??.value,
      let content = seal.content(bytes, at: seal.place(of: operation)),
      case .string(let place)? = content.version.values[Simulation.newField]
    else { return }
    if case .string(let noted)? = noted[operation.recordName ?? ""]?.place, noted == place {
      deeds.places[operation.recordName ?? ""] = place
    }
  }

  /// I-E7: the server has the field and its time, whichever device saved the record last.
  func checkLater() throws {
    guard let seal, keyPlan?.newer != nil, !isHistoryBroken, !hasForgotten, counts.restores == 0 else { return }
    let records = try cloud.raw(of: CloudSide.user, now: now)
    for record in records {
      guard let place = deeds.places[record.recordName], !deeds.purgedEntries.contains(record.recordName),
        let content = seal.content(of: record), content.kind == .record
      else { continue }
      if content.version.values[Simulation.newField] != .string(place)
        || content.version.stamps[Simulation.newField] == nil
      {
        failures.append(
          "\(record.recordName.suffix(5)) no longer has \(place) within its seal, which a newer version wrote")
      }
    }
  }
}
