import JournalCore

/// Names of categories that are longer than one can be here, with what they are here.
struct CutNames {
  /// What names were, by what they are here.
  private var names: [String: [String]] = [:]

  /// As many categories are named.
  private static let most = 20

  mutating func add(_ name: String, _ here: String) { names[here, default: []].append(name) }

  /// Sentences for the report.
  var notes: [String] {
    let longest = CategoryRules.longestName
    let notes = names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { here, names in
      let all = names.map { "“\(CutNames.short($0))”" }.joined(separator: ", ")
      guard names.count > 1 else {
        return "A category has a name of more than \(longest) characters: \(all) is “\(CutNames.short(here))” here."
      }
      return
        "\(names.count) categories have names of more than \(longest) characters, and are one here, “\(CutNames.short(here))”: \(all)."
    }
    guard notes.count > CutNames.most else { return notes }
    let number = NumberText.grouped(notes.count - CutNames.most)
    return notes.prefix(CutNames.most) + ["\(number) more categories have such names."]
  }

  /// Both ends of a long name: names that become one differ in what lies behind.
  private static func short(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    guard scalars.count > 60 else { return name }
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }
    return text(scalars.prefix(30)) + "…" + text(scalars.suffix(25))
  }
}
