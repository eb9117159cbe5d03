import JournalSeal

/// A few values by their keys, looked through one after the other.
///
/// A dictionary would have the program look up what its keys can do, in each short command: a tenth of a millisecond and
/// more for each type.
struct ShortTable<Key, Value> {
  private var rows: [(key: Key, value: Value)] = []

  fileprivate func value(_ isMeant: (Key) -> Bool) -> Value? {
    for row in rows where isMeant(row.key) { return row.value }
    return nil
  }

  /// Puts a value in the place of the one of this key; nil removes that.
  fileprivate mutating func set(_ value: Value?, _ key: Key, _ isMeant: (Key) -> Bool) {
    var kept: [(key: Key, value: Value)] = []
    for row in rows where !isMeant(row.key) { kept.append(row) }
    if let value { kept.append((key, value)) }
    rows = kept
  }
}

extension ShortTable: Sendable where Key: Sendable, Value: Sendable {}

extension ShortTable where Key == VaultID {
  /// The value of a vault; nil where there is none.
  subscript(vault: VaultID) -> Value? {
    get { value { $0.bytes == vault.bytes } }
    set { set(newValue, vault) { $0.bytes == vault.bytes } }
  }
}

extension ShortTable where Key == String {
  /// The value of a name; nil where there is none.
  subscript(name: String) -> Value? {
    get { value { $0 == name } }
    set { set(newValue, name) { $0 == name } }
  }
}
