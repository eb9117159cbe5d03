/// All preferences of a journal, and the steps that change them.
///
/// Two devices that know nothing of each other may give one key different values, each in a record of its own. The value that was
/// set last stands under the key, on every device the same one; each other value stands under the key with a number behind it, until
/// a person changes or removes it.
package struct PreferenceBook: Hashable, Sendable {
  /// Every record with its own key, removed ones among them; of two with one key the one whose value was set last comes first.
  private let records: [Preference]
  /// The key under which each of the records stands.
  private let keys: [String]

  /// - Parameter records: Every record, those first whose values were set last.
  package init(_ records: [Preference] = []) {
    self.records = records
    keys = Self.keys(of: records)
  }

  private static func keys(of records: [Preference]) -> [String] {
    var keys = records.map(\.key)
    /// The different values of each key, and the key under which each of them stands.
    var known: [[UInt8]: [(value: String, key: String)]] = [:]
    lazy var taken = Set(records.filter { $0.trashedAt == nil }.map { Array($0.key.utf8) })
    for (place, record) in records.enumerated() where record.trashedAt == nil {
      let others = known[Array(record.key.utf8), default: []]
      var key = record.key
      if let same = others.first(where: { $0.value.isIdentical(to: record.value) }) {
        keys[place] = same.key
        continue
      }
      if !others.isEmpty {
        var number = others.count
        repeat {
          number += 1
          key = numbered(record.key, number)
        } while !taken.insert(Array(key.utf8)).inserted
      }
      keys[place] = key
      known[Array(record.key.utf8), default: []].append((record.value, key))
    }
    return keys
  }

  /// A key with a number behind it, shortened where it would be too long.
  private static func numbered(_ key: String, _ number: Int) -> String {
    var start = key[...]
    let ending = " \(number)"
    while start.utf8.count + ending.utf8.count > PreferenceRules.longestKey { start.removeLast() }
    return start + ending
  }

  /// The preference that stands under a key, with that key; nil where there is none, or it was removed.
  package func preference(_ key: String) -> Preference? {
    place(of: key).map { place in
      var found = records[place]
      found.key = keys[place]
      return found
    }
  }

  private func place(of key: String) -> Int? {
    records.indices.first { records[$0].trashedAt == nil && keys[$0].isIdentical(to: key) }
  }

  /// The value of a key; nil where there is none.
  package func value(_ key: String) -> String? { place(of: key).map { records[$0].value } }

  /// What stands under the keys that begin with a text, in the order of the keys' bytes.
  package func all(_ prefix: String) -> [Preference] {
    var seen: Set<[UInt8]> = []
    return zip(records, keys).compactMap { record, key in
      guard record.trashedAt == nil, key.utf8.starts(with: prefix.utf8), seen.insert(Array(key.utf8)).inserted else {
        return nil
      }
      var found = record
      found.key = key
      return found
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
      // What stands under a key with a number gets that key: it is a person's from then on.
      let isNumbered = place(of: key).map { !records[$0].key.isIdentical(to: key) } ?? false
      return [.editPreference(live.id, isNumbered ? [.key(key), .value(value)] : [.value(value)])]
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

  /// The steps that remove a key, with every record that stands under it; none where there is none. What stands under it with a
  /// number stays there.
  package func removing(_ key: String, at now: Instant) -> [JournalOperation] {
    let going = records.indices.filter { records[$0].trashedAt == nil && keys[$0].isIdentical(to: key) }
    let freed = Set(going.map { Array(records[$0].key.utf8) })
    let staying = records.indices.filter { place in
      records[place].trashedAt == nil && !keys[place].isIdentical(to: key)
        && !keys[place].isIdentical(to: records[place].key) && freed.contains(Array(records[place].key.utf8))
    }
    return going.map { .editPreference(records[$0].id, [.trashedAt(now)]) }
      + staying.map { .editPreference(records[$0].id, [.key(keys[$0])]) }
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
