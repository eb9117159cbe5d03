/// All preferences of a journal, and the steps that change them.
///
/// Of several records with one key the one whose value was set last counts, on every device the same one. The others stay
/// as they are until the key is removed: no device throws away what another one may just be writing.
package struct PreferenceBook: Hashable, Sendable {
  /// Every record, removed ones among them; of two with one key the one whose value was set last comes first.
  private let records: [Preference]

  /// - Parameter records: Every record, those first whose values were set last.
  package init(_ records: [Preference] = []) { self.records = records }

  /// The preference that counts for a key; nil where there is none, or it was removed.
  package func preference(_ key: String) -> Preference? {
    records.first { $0.trashedAt == nil && $0.key.isIdentical(to: key) }
  }

  /// The value of a key; nil where there is none.
  package func value(_ key: String) -> String? { preference(key)?.value }

  /// What counts of the keys that begin with a text, in the order of the keys' bytes.
  package func all(_ prefix: String) -> [Preference] {
    var seen: Set<[UInt8]> = []
    return records.filter { record in
      record.trashedAt == nil && record.key.utf8.starts(with: prefix.utf8)
        && seen.insert(Array(record.key.utf8)).inserted
    }
    .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// Those of an import that these do not have: no record of the name, and nothing that counts under the key. What devices
  /// had written beside each other is taken in whole, also beyond what there is room for.
  package func missing(of others: [Preference]) -> [Preference] {
    var names = Set(records.map(\.id))
    var keys = Set(records.filter { $0.trashedAt == nil }.map { Array($0.key.utf8) })
    return others.filter { other in
      guard !names.contains(other.id), other.trashedAt != nil || !keys.contains(Array(other.key.utf8))
      else { return false }
      names.insert(other.id)
      if other.trashedAt == nil { keys.insert(Array(other.key.utf8)) }
      return true
    }
  }

  // MARK: Changing

  /// The steps that give a key a value; none where it has that already.
  ///
  /// A record that was removed is taken out of the trash again, so that setting and removing a key over and over leaves one
  /// record.
  ///
  /// - Parameter name: Of a record that is made where there is none.
  /// - Throws: ``InvalidInput`` where key or value are not allowed, or the journal has no room for them.
  package func setting(
    _ key: String, to value: String, name: @autoclosure () -> RecordName, at now: Instant
  ) throws(InvalidInput) -> [JournalOperation] {
    let key = try PreferenceRules.key(key)
    try PreferenceRules.check(value)
    if let live = preference(key) {
      guard !live.value.isIdentical(to: value) else { return [] }
      try requireRoom(for: value.utf8.count - live.value.utf8.count, more: 0)
      return [.editPreference(live.id, [.value(value)])]
    }
    try requireRoom(for: key.utf8.count + value.utf8.count, more: 1)
    if let removed = records.first(where: { $0.key.isIdentical(to: key) }) {
      return [.editPreference(removed.id, [.value(value), .trashedAt(nil)])]
    }
    return [.create(.preference(Preference(id: name(), key: key, value: value, modifiedAt: now)))]
  }

  /// The steps that give several keys of a kind the value of their own names, for those that have none.
  ///
  /// - Parameters:
  ///   - names: Each once.
  ///   - name: Of each record that is made.
  /// - Throws: ``InvalidInput`` as for one key, and where there is no room for all of them.
  package func adding(
    _ kind: PreferenceKind, _ names: [String], name: () -> RecordName, at now: Instant
  ) throws(InvalidInput) -> [JournalOperation] {
    let there = Set(all(kind).map(\.name))
    let new = names.filter { !there.contains($0) }
    try requireRoom(
      for: new.reduce(0) { $0 + kind.rawValue.utf8.count + 2 * $1.utf8.count }, more: new.count)
    var steps: [JournalOperation] = []
    for word in new { steps += try setting(kind.key(word), to: word, name: name(), at: now) }
    return steps
  }

  /// The steps that remove a key, with every record that has it; none where there is none.
  package func removing(_ key: String, at now: Instant) -> [JournalOperation] {
    records.filter { $0.trashedAt == nil && $0.key.isIdentical(to: key) }.map {
      .editPreference($0.id, [.trashedAt(now)])
    }
  }

  /// The steps that give what stands under a key another one; none where nothing stands there, or both are the same.
  ///
  /// - Throws: ``InvalidInput`` where the new key is not allowed. What stands under it already is replaced.
  package func renaming(_ key: String, to other: String, at now: Instant) throws(InvalidInput) -> [JournalOperation] {
    let other = try PreferenceRules.key(other)
    guard let live = preference(key), !key.isIdentical(to: other) else { return [] }
    try requireRoom(for: other.utf8.count - key.utf8.count, more: 0)
    let rest = removing(key, at: now).filter { $0.record != live.id }
    return removing(other, at: now) + rest + [.editPreference(live.id, [.key(other)])]
  }

  private func requireRoom(for bytes: Int, more: Int) throws(InvalidInput) {
    let live = records.filter { $0.trashedAt == nil }
    if more > 0, live.count + more > PreferenceRules.mostKeys {
      throw InvalidInput(
        "There is room for \(NumberText.grouped(PreferenceRules.mostKeys)) saved searches, words and templates together, and they are there. Remove some."
      )
    }
    guard bytes > 0 else { return }
    let used = live.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard used + bytes <= PreferenceRules.mostBytes else {
      throw InvalidInput(
        "Saved searches, words and templates may take 1 MB together, and there is no room left. Remove some.")
    }
  }
}
