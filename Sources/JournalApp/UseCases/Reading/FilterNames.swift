import JournalCore
import JournalStore

extension JournalContext {
  /// Understands a filter; refuses moods and categories that there are not, which no entry could have.
  ///
  /// - Throws: ``CommandFailure`` where a part of it means nothing; ``StoreError`` where the journal cannot be read.
  package func resolved(_ filter: EntryFilter) throws -> ResolvedFilter {
    var filter = filter
    if let name = filter.saved {
      let saved = try savedSearch(name)
      filter.search = saved.text
      guard !filter.takeShared() else {
        throw CommandFailure.usage(
          "“\(saved.name)” looks through what others share. Look for it with: cloudjournal search '\(saved.text)'")
      }
    }
    let resolved = try filter.resolved(today: today, order: dateOrder)
    guard case .search(let query) = resolved.scope else { return resolved }
    for term in query.alternatives.joined() {
      switch term.condition {
      case .mood(let moods): try requireKnown(moods)
      case .category(let names): try requireKnown(names)
      default: break
      }
    }
    return resolved
  }

  /// Newer versions may have written moods that are not known here.
  private func requireKnown(_ moods: [Mood]) throws {
    guard let unknown = moods.first(where: { !$0.isKnown }) else { return }
    let others = try otherMoods()
    guard !others.contains(unknown.rawValue) else { return }
    let known = (Mood.known.map(\.rawValue) + others).joined(separator: ", ")
    throw CommandFailure.usage("There is no mood “\(unknown.rawValue)”. Moods are: \(known).")
  }

  /// The moods of entries that are not known here, by name.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func otherMoods() throws -> [String] {
    try store.tallies(today: today).moods.filter { $0.value > 0 && !$0.key.isKnown }.map(\.key.rawValue).sorted()
  }

  private func requireKnown(_ names: [String]) throws {
    let wanted = names.filter { !$0.isEmpty }
    guard !wanted.isEmpty else { return }
    let categories = try store.categories(includingTrash: false)
    let keys = Set(categories.map { SearchQuery.categoryKey($0.name) })
    guard let unknown = wanted.first(where: { !keys.contains(SearchQuery.categoryKey($0)) }) else { return }
    let known =
      categories.isEmpty
      ? "There are no categories yet." : "Categories are: \(categories.map(\.name).joined(separator: ", "))."
    throw CommandFailure.usage("There is no category “\(unknown)”. \(known)")
  }
}
