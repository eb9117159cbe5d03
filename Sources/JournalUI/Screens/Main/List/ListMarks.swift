import JournalCore

/// The entries of the list that are marked, to do something to all of them.
struct ListMarks: Sendable {
  /// Whether several entries are being selected.
  private(set) var isActive = false
  private(set) var ids: Set<RecordName> = []
  /// Where the range begins that moving extends.
  private(set) var anchor: RecordName?
  /// What was marked before the range began.
  private var beforeRange: Set<RecordName> = []

  /// Begins to mark: nothing is marked yet.
  mutating func begin() {
    isActive = true
    ids = []
  }

  mutating func clear() { self = ListMarks() }

  /// Marks an entry, or no longer.
  mutating func toggle(_ id: RecordName) {
    if ids.remove(id) == nil { ids.insert(id) }
  }

  /// Marks one entry by its key, which ends a range.
  mutating func toggleOne(_ id: RecordName) {
    isActive = true
    anchor = nil
    toggle(id)
  }

  mutating func beginRange(at id: RecordName) {
    isActive = true
    beforeRange = ids
    anchor = id
  }

  /// Ends the range; what it marked stays marked.
  mutating func endRange() { anchor = nil }

  /// Marks all of these.
  mutating func markAll(_ all: some Sequence<RecordName>) {
    isActive = true
    anchor = nil
    ids = Set(all)
  }

  /// Marks what lies between the beginning of the range and the selection.
  mutating func extendRange(_ rows: [EntrySummary], to selection: Int) {
    guard let anchor, let start = rows.firstIndex(where: { $0.id == anchor }) else { return }
    ids = beforeRange.union(rows[min(start, selection)...max(start, selection)].map(\.id))
  }

  /// Takes the ids of the whole list, which were read to mark all of them or a range that goes to an end.
  mutating func take(_ all: [RecordName], for purpose: IDsPurpose) {
    guard isActive else { return }
    switch purpose {
    case .markAll: ids = Set(all)
    case .markRange(let anchor, let toEnd):
      guard self.anchor == anchor, let place = all.firstIndex(of: anchor) else { return }
      ids = beforeRange.union(toEnd ? all[place...] : all[...place])
    }
  }

  /// Where the whole list is at hand, an entry that is no longer in it cannot stay marked.
  mutating func keep(only rows: [EntrySummary]) {
    guard !ids.isEmpty else { return }
    ids.formIntersection(rows.map(\.id))
    if let anchor, !rows.contains(where: { $0.id == anchor }) { self.anchor = nil }
  }

  /// What a command acts on: the marked entries in list order as far as they are at hand, else the selected one.
  func targets(_ rows: [EntrySummary], selected: RecordName?) -> [RecordName] {
    guard isActive, !ids.isEmpty else { return selected.map { [$0] } ?? [] }
    let here = rows.filter { ids.contains($0.id) }.map(\.id)
    return here + ids.subtracting(here).sorted()
  }
}

extension ListPane {
  var selected: EntrySummary? { rows.indices.contains(selection) ? rows[selection] : nil }

  /// What a command acts on: the marked entries in list order as far as they are at hand, else the selected one.
  var targets: [RecordName] { marks.targets(rows, selected: selected?.id) }
}
