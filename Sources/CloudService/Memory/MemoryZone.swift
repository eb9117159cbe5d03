import CloudRecord

/// One zone's rows, and what finds them: by name, by number, by type, by reference.
///
/// Names are ASCII, as the rules see to, so that a dictionary tells them apart by their bytes.
struct MemoryZone: Sendable {
  var row: StoredZone
  private(set) var records: [String: StoredRecord] = [:]
  /// Every number ever given to a row, in order. Entries whose row has a newer number are passed over.
  private var log: [LogEntry] = []
  private var types: [String: MemoryNameIndex] = [:]
  private var typeCounts: [String: Int] = [:]
  private(set) var references: [String: [StoredReference]] = [:]
  private var referrers: [StoredReference: [String]] = [:]
  var assetReferences: [String: [String]] = [:]

  private struct LogEntry: Sendable {
    var sequence: Int64
    var name: String
  }

  init(row: StoredZone) { self.row = row }

  var livingTypes: [String] { typeCounts.filter { $0.value > 0 }.map(\.key) }

  // MARK: Records

  /// Puts a row in its place, or takes it away.
  mutating func put(_ new: StoredRecord?, at name: String) {
    let old = records.updateValueOrRemove(new, forKey: name)
    if let old, !old.isDeleted { typeCounts[old.recordType, default: 0] -= 1 }
    if let new, !new.isDeleted {
      typeCounts[new.recordType, default: 0] += 1
      if old == nil || old?.isDeleted == true || old?.recordType != new.recordType {
        types[new.recordType, default: MemoryNameIndex()].insert(name)
      }
    }
    if let new, old?.sequence != new.sequence { appendToLog(new.sequence, name) }
  }

  /// Takes back a ``put(_:at:)``: `old` is what was there before it.
  mutating func restore(_ old: StoredRecord?, at name: String) {
    if let new = records[name], new.sequence != old?.sequence { removeFromLog(new.sequence, name) }
    let sequence = old?.sequence
    let present = sequence.map { isInLog($0, name) } ?? true
    let current = records.updateValueOrRemove(old, forKey: name)
    if let current, !current.isDeleted { typeCounts[current.recordType, default: 0] -= 1 }
    if let old, !old.isDeleted {
      typeCounts[old.recordType, default: 0] += 1
      types[old.recordType, default: MemoryNameIndex()].insert(name)
    }
    if let sequence, !present { appendToLog(sequence, name) }
  }

  private mutating func appendToLog(_ sequence: Int64, _ name: String) {
    let entry = LogEntry(sequence: sequence, name: name)
    if let last = log.last, last.sequence > sequence {
      log.insert(entry, at: firstIndex(after: sequence))
    } else {
      log.append(entry)
    }
  }

  private mutating func removeFromLog(_ sequence: Int64, _ name: String) {
    if let index = log.lastIndex(where: { $0.sequence == sequence && $0.name == name }) { log.remove(at: index) }
  }

  private func isInLog(_ sequence: Int64, _ name: String) -> Bool {
    var index = firstIndex(after: sequence - 1)
    while index < log.count, log[index].sequence == sequence {
      if log[index].name == name { return true }
      index += 1
    }
    return false
  }

  private func firstIndex(after sequence: Int64) -> Int { log.partitioningIndex { $0.sequence > sequence } }

  func changes(after sequence: Int64, limit: Int) -> [StoredRecord] {
    var rows: [StoredRecord] = []
    var index = firstIndex(after: sequence)
    while index < log.count, rows.count < limit {
      if let row = current(log[index]) { rows.append(row) }
      index += 1
    }
    return rows
  }

  func changesReversed(before sequence: Int64, limit: Int) -> [StoredRecord] {
    var rows: [StoredRecord] = []
    var index = firstIndex(after: sequence - 1)
    while index > 0, rows.count < limit {
      index -= 1
      if let row = current(log[index]) { rows.append(row) }
    }
    return rows
  }

  private func current(_ entry: LogEntry) -> StoredRecord? {
    guard let row = records[entry.name], row.sequence == entry.sequence else { return nil }
    return row
  }

  mutating func records(ofType type: String, afterName name: String?, limit: Int) -> [StoredRecord] {
    guard limit > 0, types[type] != nil else { return [] }
    types[type]?.sort()
    guard let names = types[type]?.sorted else { return [] }
    var rows: [StoredRecord] = []
    var index = name.map { name in names.partitioningIndex { $0 > name } } ?? 0
    while index < names.count, rows.count < limit {
      if let row = records[names[index]], !row.isDeleted, row.recordType == type { rows.append(row) }
      index += 1
    }
    return rows
  }

  /// Forgets what finds rows that have moved on, where there is more of it than of rows.
  mutating func tidy() {
    guard log.count > 64, log.count > 2 * records.count else { return }
    log = log.filter { current($0) != nil }
    for type in types.keys {
      types[type]?.keep { name in
        guard let row = records[name] else { return false }
        return !row.isDeleted && row.recordType == type
      }
    }
  }

  // MARK: References

  mutating func setReferences(_ new: [StoredReference], from name: String) {
    let old = references[name] ?? []
    for reference in old {
      guard var names = referrers.removeValue(forKey: reference) else { continue }
      let index = names.partitioningIndex { $0 > name } - 1
      if index >= 0, names[index] == name { names.remove(at: index) }
      if !names.isEmpty { referrers[reference] = names }
    }
    references[name] = new.isEmpty ? nil : new
    for reference in new {
      var names = referrers.removeValue(forKey: reference) ?? []
      let index = names.partitioningIndex { $0 > name }
      if index == 0 || names[index - 1] != name { names.insert(name, at: index) }
      referrers[reference] = names
    }
  }

  /// By name.
  func referrers(of reference: StoredReference) -> [String] { referrers[reference] ?? [] }
}

extension Dictionary {
  fileprivate mutating func updateValueOrRemove(_ value: Value?, forKey key: Key) -> Value? {
    if let value { updateValue(value, forKey: key) } else { removeValue(forKey: key) }
  }
}

/// Names in order; new ones wait unsorted until a caller asks. It may hold names that no longer belong to it.
struct MemoryNameIndex: Sendable {
  private(set) var sorted: [String] = []
  private var waiting: [String] = []

  mutating func insert(_ name: String) { waiting.append(name) }

  mutating func sort() {
    guard !waiting.isEmpty else { return }
    waiting.sort()
    var merged: [String] = []
    merged.reserveCapacity(sorted.count + waiting.count)
    var left = sorted[...]
    var right = waiting[...]
    while let name = right.first {
      while let earlier = left.first, earlier < name { merged.append(left.removeFirst()) }
      if left.first == name { left.removeFirst() }
      while right.first == name { right.removeFirst() }
      merged.append(name)
    }
    merged.append(contentsOf: left)
    sorted = merged
    waiting = []
  }

  mutating func keep(_ belongs: (String) -> Bool) {
    sort()
    sorted.removeAll { !belongs($0) }
  }
}

extension Array {
  /// The first index whose element satisfies `isBehind`, or the end; the elements that satisfy it come last.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
