import CloudRecord

/// One merge of a record under way.
struct RecordMerge {
  private typealias Side = SupersededValue.Side

  private let base: RecordVersion?
  private let local: RecordVersion
  private let server: RecordVersion
  private let rules: MergeRules
  private let stamp: HybridTime
  /// The side that has text where the other has none and no base says that it was taken out.
  private let onlySideWithText: Side?
  private var result: MergeResult

  init(base: RecordVersion?, local: RecordVersion, server: RecordVersion, rules: MergeRules, stamp: HybridTime) {
    (self.base, self.local, self.server, self.rules, self.stamp) = (base, local, server, rules, stamp)
    result = MergeResult(version: RecordVersion(recordType: server.recordType))
    if base == nil {
      let isLocalBlank = RecordMerge.isBlank(local, rules: rules)
      let isServerBlank = RecordMerge.isBlank(server, rules: rules)
      onlySideWithText = isLocalBlank == isServerBlank ? nil : isLocalBlank ? .server : .local
    } else {
      onlySideWithText = nil
    }
  }

  mutating func run() -> MergeResult {
    var groups: [String: [String]] = [:]
    var trashing: [String] = []
    let names = [base?.values.keys, local.values.keys, server.values.keys].compactMap { $0 }.joined()
    let stamped = [base?.stamps.keys, local.stamps.keys, server.stamps.keys].compactMap { $0 }.joined()
    for field in Names.sorted(Set(names).union(stamped)) {
      switch rules.rule(of: field, in: server.recordType) {
      case .latest: mergeTogether([field])
      case .group(let name): groups[name, default: []].append(field)
      case .line: mergeLine(field)
      case .text: mergeText(field)
      case .set: mergeSet(field)
      case .trashing: trashing.append(field)
      }
    }
    for name in Names.sorted(groups.keys) { mergeTogether(groups[name] ?? []) }
    for field in trashing { mergeTrashing(field) }
    result.superseded.sort { ($0.field.utf8.lexicographicallyPrecedes($1.field.utf8)) }
    return result
  }

  // MARK: Fields that are taken as they are

  /// Takes fields that belong together from one side.
  private mutating func mergeTogether(_ fields: [String]) {
    guard fields.contains(where: { differ($0) }) else { return fields.forEach { takeEqual($0) } }
    let winner: Side
    let isOverlap: Bool
    switch (fields.contains { hasChanged($0, on: .local) }, fields.contains { hasChanged($0, on: .server) }) {
    case (true, false): (winner, isOverlap) = (.local, false)
    case (false, true): (winner, isOverlap) = (.server, false)
    default: (winner, isOverlap) = (onlySideWithText ?? laterSide(of: fields), true)
    }
    for field in fields {
      take(field, from: winner)
      if isOverlap, differ(field) { supersede(field, of: other(winner)) }
    }
  }

  private mutating func mergeSet(_ field: String) {
    guard differ(field), hasChanged(field, on: .local), hasChanged(field, on: .server),
      let before = RecordMerge.members(base?.values[field]), let mine = RecordMerge.members(local.values[field]),
      let theirs = RecordMerge.members(server.values[field])
    else { return mergeTogether([field]) }
    let later = laterSide(of: [field])
    let merged = SetMerge.merge(
      base: base == nil ? nil : before, local: mine, server: theirs, isLocalLater: later == .local)
    set(field, on: merged.isEmpty ? nil : .list(merged.map { .string($0) }), later: later, isConflict: false)
  }

  private mutating func mergeLine(_ field: String) {
    guard differ(field), hasChanged(field, on: .local), hasChanged(field, on: .server), let base,
      let before = RecordMerge.text(base.values[field]), let mine = RecordMerge.text(local.values[field]),
      let theirs = RecordMerge.text(server.values[field]),
      let merged = WordMerge.merge(base: before, local: mine, server: theirs)
    else { return mergeTogether([field]) }
    set(field, on: .string(merged), later: laterSide(of: [field]), isConflict: false)
  }

  private mutating func mergeText(_ field: String) {
    guard differ(field), hasChanged(field, on: .local), hasChanged(field, on: .server),
      let before = RecordMerge.text(base?.values[field]), let mine = RecordMerge.text(local.values[field]),
      let theirs = RecordMerge.text(server.values[field])
    else { return mergeTogether([field]) }
    let later = laterSide(of: [field])
    let merged = TextMerge.merge(
      base: base == nil ? nil : before, local: mine, server: theirs, isLocalLater: later == .local)
    set(field, on: .string(merged.text), later: later, isConflict: merged.isConflict)
    if merged.isConflict { result.conflicts.append(field) }
  }

  /// Takes a merged value: under the later side's stamp if it is that side's, else under a new one.
  private mutating func set(_ field: String, on value: FieldValue?, later: Side, isConflict: Bool) {
    let isEmpty = RecordMerge.isEmpty(value)
    // Absent and empty are the same to a reader; the side's own form is kept.
    let isLaters = Merge.areIdentical(value, self[later].values[field]) || isEmpty && isEmptyField(field, on: later)
    if isLaters {
      take(field, from: later)
      if isConflict { supersede(field, of: other(later)) }
      return
    }
    result.version.set(field, value, at: stamp)
    for side in [other(later), later] where !Merge.areIdentical(value, self[side].values[field]) {
      supersede(field, of: side)
    }
  }

  // MARK: Trashing

  /// Trashing holds unless the other side made an edit that the trashing had not seen.
  private mutating func mergeTrashing(_ field: String) {
    guard differ(field) else { return takeEqual(field) }
    let winner: Side
    switch (isNews(field, on: .local), isNews(field, on: .server)) {
    case (true, false): winner = .local
    case (false, true): winner = .server
    default: winner = laterSide(of: [field])
    }
    let trasher: Side? =
      local.values[field] == nil ? .server : server.values[field] == nil ? .local : nil
    guard let trasher, isNews(field, on: trasher), hasUnseenEdit(on: other(trasher)) else {
      take(field, from: winner)
      if isNews(field, on: other(winner)) { supersede(field, of: other(winner)) }
      return
    }
    if winner == trasher {
      result.version.set(field, nil, at: stamp)
    } else {
      take(field, from: winner)
    }
    supersede(field, of: trasher)
  }

  /// Whether a side holds something that is not in the base, be it only that the same was set again.
  private func isNews(_ field: String, on side: Side) -> Bool {
    hasChanged(field, on: side) || base?.stamps[field] != self[side].stamps[field]
  }

  /// Whether a side changed what the other one, which trashed the record, cannot have known.
  private func hasUnseenEdit(on side: Side) -> Bool {
    let names = Set(local.values.keys).union(server.values.keys).union(base?.values.keys.map { $0 } ?? [])
    return names.contains { field in
      guard rules.rule(of: field, in: server.recordType) != .trashing, differ(field) else { return false }
      guard base == nil else { return hasChanged(field, on: side) }
      return RecordMerge.isLater(self[side].stamps[field], than: self[other(side)].stamps[field])
    }
  }

  // MARK: Sides

  private subscript(side: Side) -> RecordVersion { side == .local ? local : server }

  private func other(_ side: Side) -> Side { side == .local ? .server : .local }

  private func differ(_ field: String) -> Bool { !Merge.areIdentical(local.values[field], server.values[field]) }

  /// Without a base, whatever differs counts as changed on both sides.
  private func hasChanged(_ field: String, on side: Side) -> Bool {
    guard let base else { return true }
    return !Merge.areIdentical(base.values[field], self[side].values[field])
  }

  private func isEmptyField(_ field: String, on side: Side) -> Bool { RecordMerge.isEmpty(self[side].values[field]) }

  /// The side with the latest stamp among the fields; the same side on every device, whatever it is called there.
  private func laterSide(of fields: [String]) -> Side {
    let mine = fields.compactMap { local.stamps[$0] }.max()
    let theirs = fields.compactMap { server.stamps[$0] }.max()
    if mine != theirs { return RecordMerge.isLater(mine, than: theirs) ? .local : .server }
    for field in fields {
      let ours = FieldStamps.digest(of: local.values[field])
      let others = FieldStamps.digest(of: server.values[field])
      if ours != others { return others.lexicographicallyPrecedes(ours) ? .local : .server }
    }
    return .server
  }

  private mutating func take(_ field: String, from side: Side) {
    result.version.values[field] = self[side].values[field]
    result.version.stamps[field] = self[side].stamps[field]
  }

  private mutating func takeEqual(_ field: String) {
    take(field, from: RecordMerge.isLater(local.stamps[field], than: server.stamps[field]) ? .local : .server)
  }

  private mutating func supersede(_ field: String, of side: Side) {
    result.superseded.append(
      SupersededValue(field: field, value: self[side].values[field], stamp: self[side].stamps[field], side: side))
  }

  // MARK: Values

  private static func isLater(_ a: HybridTime?, than b: HybridTime?) -> Bool {
    guard let a else { return false }
    guard let b else { return true }
    return a > b
  }

  private static func isEmpty(_ value: FieldValue?) -> Bool {
    switch value {
    case nil: true
    case .string(let text): text.utf8.isEmpty
    case .list(let members): members.isEmpty
    default: false
    }
  }

  /// nil for a value that is no text; an absent one is empty.
  private static func text(_ value: FieldValue?) -> String? {
    switch value {
    case nil: ""
    case .string(let text): text
    default: nil
    }
  }

  /// nil for a value that is no list of strings; an absent one is empty.
  private static func members(_ value: FieldValue?) -> [String]? {
    guard let value else { return [] }
    guard case .list(let members) = value else { return nil }
    var texts: [String] = []
    for member in members {
      guard case .string(let text) = member else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Whether a record that is meant to hold text holds none: no title, no body, no tags.
  private static func isBlank(_ version: RecordVersion, rules: MergeRules) -> Bool {
    guard rules.hasText(version.recordType) else { return false }
    return version.values.allSatisfy { field, value in
      switch (rules.rule(of: field, in: version.recordType), value) {
      case (.text, .string(let text)), (.line, .string(let text)), (.latest, .string(let text)):
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
      case (.set, .list(let members)): members.isEmpty
      default: true
      }
    }
  }
}
