/// What a preference is for, by what its key begins with.
package enum PreferenceKind: String, Hashable, Sendable, CaseIterable {
  /// A saved search: the name, and the search as it is typed.
  case search = "search."
  /// A word of the person's own dictionary: the word, and the word again.
  case word = "word."
  /// A template: the name, and the text.
  case template = "template."

  /// The key of a name.
  package func key(_ name: String) -> String { rawValue + name }

  /// What stands behind the prefix in a key of this kind.
  package func name(of preference: Preference) -> String {
    String(decoding: preference.key.utf8.dropFirst(rawValue.utf8.count), as: UTF8.self)
  }
}

/// Something that is kept under a name.
package struct NamedText: Hashable, Sendable {
  /// The name, as its author wrote it, on whichever device.
  package let name: String
  /// The text.
  package let text: String

  package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

extension PreferenceBook {
  /// What there is of a kind, in the order of the names' bytes.
  package func all(_ kind: PreferenceKind) -> [NamedText] {
    all(kind.rawValue).map { NamedText(name: kind.name(of: $0), text: $0.value) }
  }

  /// What there is under a name, whatever its case: the one of just this name alone, else all of them, which several devices can have made.
  package func all(_ kind: PreferenceKind, called name: String) -> [NamedText] {
    if let text = value(kind.key(name)) { return [NamedText(name: name, text: text)] }
    let key = SearchQuery.categoryKey(name)
    return all(kind).filter { SearchQuery.categoryKey($0.name).isIdentical(to: key) }
  }
}
