import CloudRecord
import JournalCore
package import SyncCore

extension SyncTransaction {
  /// Merges what is here, unsent, with what the server has; what is not kept goes to history.
  package mutating func merge(
    _ row: SyncedRow, with server: StorableVersion, of fetched: FetchedRecord, _ next: SyncState, rules: MergeRules
  ) throws {
    let name = row.record.name.rawValue
    let local = row.version
    let (base, theirs) = try ancestry(of: row, server)
    let result = Merge.merge(base: base, local: local, server: theirs, rules: rules, stamp: tick())
    let modifiedAt = max(row.record.modifiedAt, server.record.modifiedAt)
    guard
      var merged = StorableVersion(name: name, version: result.version, modifiedAt: modifiedAt)
    else { return }
    // What came out as the server has it is not sent, so it was changed when the server says, here as everywhere.
    if merged.digest == server.digest { merged.record.modifiedAt = server.record.modifiedAt }
    var state = next
    state.localDigest = merged.digest
    state.acknowledge(server.version, digest: server.digest, changeTag: fetched.changeTag)
    try tables.replace(row, with: SyncedRow(record: merged.record, stamps: merged.stamps, state: state))
    try tables.setParked(nil, name)
    summary.merged += 1
    if !result.conflicts.isEmpty { summary.conflicts += 1 }
    try keepReplaced(row, by: merged, savedBy: fetched.savedBy, besides: result.superseded)
    guard !result.superseded.isEmpty || !result.conflicts.isEmpty else { return }
    let group = try newGroup()
    let lost = LostValues(result.superseded, local: row, server: server)
    for value in lost.values {
      try tables.keep(
        KeptValue(
          record: name, field: value.field, value: value.value, stamp: value.stamp, group: group,
          savedBy: fetched.savedBy))
    }
    var merge = StoredMerge(
      group: group, record: name, recordType: row.record.recordType, at: now,
      fields: lost.fields(with: result.conflicts), isConflict: !result.conflicts.isEmpty,
      base: base, local: local, server: server.version
    ).withoutCommonFields
    merge.savedBy = fetched.savedBy
    try tables.add(merge)
  }

  /// Keeps what the server's values replaced without any conflict, or all of a record that is taken over as a whole.
  ///
  /// The device that changed them had mostly seen what was here; where the server lost its data and an older device
  /// filled it again, no device had.
  mutating func keepReplaced(
    _ row: SyncedRow, by merged: StorableVersion, savedBy device: String?, besides superseded: [SupersededValue] = []
  ) throws {
    let known = Set(superseded.filter { $0.side == .local }.map { AnyRecord.stampedField($0.field) })
    var group: Int64?
    for (old, new) in zip(row.record.fields, merged.record.fields)
    where !known.contains(old.field) && !FieldValue.areIdentical(old.value, new.value) {
      let number = try group ?? newGroup()
      group = number
      try tables.keep(
        KeptValue(
          record: row.record.name.rawValue, field: old.field, value: old.value,
          stamp: row.stamps.marks[old.field]?.stamp, group: number, savedBy: device))
    }
  }

  /// The base and the server's version that a merge starts from.
  ///
  /// A value that was here once is no news, though the server's answer to it was lost or its base forgotten: what is here
  /// now came after it. Such fields of the server's are taken as what both started from.
  private func ancestry(
    of row: SyncedRow, _ server: StorableVersion
  ) throws -> (base: RecordVersion?, server: RecordVersion) {
    var base = try row.base()
    var theirs = server.version
    let name = row.record.name.rawValue
    var isWhollyKnown = true
    var known: [String] = []
    for (mine, its) in zip(row.record.fields, server.record.fields)
    where !FieldValue.areIdentical(mine.value, its.value) {
      if let stamp = server.stamps.marks[its.field]?.stamp,
        try tables.hasKept(its.value, of: its.field, in: name, stamp: stamp, orRefused: false)
      {
        known += AnyRecord.wireNames(of: its.field)
      } else {
        isWhollyKnown = false
      }
    }
    guard !known.isEmpty else { return (base, theirs) }
    if base == nil, isWhollyKnown { return (theirs, theirs) }
    let local = row.version
    for field in known {
      if base == nil {
        theirs.values[field] = local.values[field]
        theirs.stamps[field] = local.stamps[field]
      } else {
        base?.values[field] = theirs.values[field]
        base?.stamps[field] = theirs.stamps[field]
      }
    }
    return (base, theirs)
  }
}

/// The values that a merge did not keep, by the fields that history knows: here first, then the server's.
private struct LostValues {
  package var values: [(field: String, value: FieldValue?, stamp: HybridTime?)] = []

  package init(_ superseded: [SupersededValue], local: SyncedRow, server: StorableVersion) {
    for side in [SupersededValue.Side.local, .server] {
      var seen: Set<String> = []
      for lost in superseded where lost.side == side {
        let field = AnyRecord.stampedField(lost.field)
        guard seen.insert(field).inserted else { continue }
        guard AnyRecord.wireNames(of: field).count > 1 else {
          values.append((field, lost.value, lost.stamp))
          continue
        }
        // A date is one value here, with the zone that it was lived in.
        let record = side == .local ? local.record : server.record
        let whole = record.fields.first { $0.field == field }?.value
        values.append((field, whole, lost.stamp))
      }
    }
  }

  package func fields(with conflicts: [String]) -> [String] {
    var fields: [String] = []
    for field in values.map({ $0.field }) + conflicts.map({ AnyRecord.stampedField($0) })
    where !fields.contains(field) { fields.append(field) }
    return fields
  }
}

extension StoredMerge {
  /// The same with only those fields in which the versions are not all alike.
  fileprivate var withoutCommonFields: StoredMerge {
    var merge = self
    for field in Set(local.values.keys).union(server.values.keys) {
      // A date goes with the zone that it was lived in.
      let names = AnyRecord.wireNames(of: AnyRecord.stampedField(field))
      guard names.allSatisfy({ isCommon($0) }) else { continue }
      merge.base?.set(field, nil)
      merge.local.set(field, nil)
      merge.server.set(field, nil)
    }
    return merge
  }

  private func isCommon(_ field: String) -> Bool {
    FieldValue.areIdentical(local.values[field], server.values[field])
      && (base.map { FieldValue.areIdentical($0.values[field], local.values[field]) } ?? true)
  }
}

extension RecordVersion {
  /// Takes a field out altogether.
  fileprivate mutating func set(_ field: String, _ value: FieldValue?) {
    values[field] = value
    stamps[field] = nil
  }
}
