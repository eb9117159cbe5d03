/// Tells a mistyped command (`serach x`) from the first word of an entry.
package enum NearMiss {
  /// The command that a word was probably meant to be.
  ///
  /// People begin entries with words like `last`, `lost` and `now`, which are one letter away from short names: so a
  /// short name allows for less. A word with a capital, a digit or punctuation begins a sentence, and is no command.
  package static func command(for word: String, among names: [String]) -> String? {
    guard word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }) else { return nil }
    let typed = Array(word.utf8)
    for name in names {
      let wanted = Array(name.utf8)
      switch wanted.count {
      case ..<4: continue
      case 4: if isSwapped(typed, wanted) { return name }
      case 5...7: if distance(typed, wanted) == 1 { return name }
      default: if (1...2).contains(distance(typed, wanted)) { return name }
      }
    }
    return nil
  }

  /// The name that a word was meant to be where nothing but a name belongs: the nearest of those that differ by one letter,
  /// by two where they are long, or that begin with it.
  package static func name(for word: String, among names: [String]) -> String? {
    let typed = Array(word.utf8)
    let near = names.map { (name: $0, distance: distance(typed, Array($0.utf8))) }.min { $0.distance < $1.distance }
    if let near, near.distance <= (near.name.utf8.count < 6 ? 1 : 2) { return near.name }
    return typed.count < 2 ? nil : names.first { $0.hasPrefix(word) }
  }

  /// Whether two neighbours of one are exchanged in the other, and nothing else.
  private static func isSwapped(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count, a != b else { return false }
    let differing = a.indices.filter { a[$0] != b[$0] }
    return differing.count == 2 && differing[0] + 1 == differing[1] && a[differing[0]] == b[differing[1]]
      && a[differing[1]] == b[differing[0]]
  }

  /// How many letters must be added, removed, replaced or exchanged with their neighbour.
  static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 1...max(1, a.count) where !a.isEmpty {
      var row = [i]
      for j in 1...max(1, b.count) where !b.isEmpty {
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
