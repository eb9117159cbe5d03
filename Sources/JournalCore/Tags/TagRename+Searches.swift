extension TagRename {
  /// A sentence, with a blank before it, that names the saved searches which still ask for the former name; empty where none does.
  ///
  /// - Parameter today: The day on which words such as “yesterday” are understood.
  package func stillAsked(by searches: [NamedText], today: CivilDate) -> String {
    guard key != TagSyntax.normalise(new) else { return "" }
    let names = searches.filter { asks($0.text, today) }.map { "“\($0.name)”" }
    guard !names.isEmpty else { return "" }
    return " \(names.joined(separator: ", ")) still \(names.count == 1 ? "asks" : "ask") for #\(old)."
  }

  private func asks(_ text: String, _ today: CivilDate) -> Bool {
    SearchQueryParser.parse(text, today: today).query.alternatives.joined().contains { term in
      if case .tag(let tags) = term.condition { tags.contains { TagSyntax.normalise($0) == key } } else { false }
    }
  }
}
